"""Top-Spin: tokens on a ring, of which a turnstile reverses some side by side, are to follow each other in order.

Representation: a state lists the tokens around the ring. Turning the ring itself costs nothing: wherever the first
token is, it is the goal if the others follow. The label of a move is the place where the turned tokens begin.
"""

from logicpuzzles import Puzzle, PuzzleError, eq, lall, lany, relation, vars


def puzzle(tokens: int = 12, width: int = 4) -> Puzzle:
    if not 2 <= width <= tokens:
        raise PuzzleError("the turnstile does not fit", place="width", expected=f"2 to {tokens}", got=width)

    @relation
    def turn(place, before, after):
        """Turning the tokens from `place` on turns `before` into `after`."""
        ring = vars(tokens)

        def turned(first):
            there = {(first + i) % tokens: ring[(first + width - 1 - i) % tokens] for i in range(width)}
            return tuple(there.get(i, token) for i, token in enumerate(ring))

        return lall(eq(before, ring), lany(*(lall(eq(place, n), eq(after, turned(n))) for n in range(tokens))))

    goal = tuple(range(1, tokens + 1))
    return Puzzle(turn, goal[::2] + goal[1::2], [goal[n:] + goal[:n] for n in range(tokens)])
