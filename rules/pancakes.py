"""Pancakes: turn over some from the top of the stack until they lie in order, the smallest on top (H. Dweighter, 1975).

Representation: a state lists the sizes from the top. The label of a move is how many pancakes are turned over.
"""

from logicpuzzles import Puzzle, PuzzleError, eq, lall, lany, relation, vars


def puzzle(pancakes: int = 8) -> Puzzle:
    if pancakes < 2:
        raise PuzzleError("the stack is too small", expected="at least 2 pancakes", got=pancakes)

    @relation
    def flip(number, before, after):
        """Turning over the topmost `number` pancakes turns `before` into `after`."""
        stack = vars(pancakes)
        flips = [lall(eq(number, n), eq(after, stack[:n][::-1] + stack[n:])) for n in range(2, pancakes + 1)]
        return lall(eq(before, stack), lany(*flips))

    sizes = tuple(range(1, pancakes + 1))
    picture = "\n".join(map(str, range(pancakes)))
    return Puzzle(flip, sizes[::2] + sizes[1::2], sizes, picture=picture, shapes=dict.fromkeys(sizes, "disc"))
