"""The Reve's puzzle: a tower of cheeses moves to another stool, one at a time, never one on a smaller one.

It is the tower of Hanoi with four pegs (H. E. Dudeney, The Canterbury Puzzles, 1907, no. 1).

Representation: a state lists the stool of each cheese, the smallest first. The label of a move is the cheese and the
stool that it goes to, both counted from 0.
"""

from logicpuzzles import Puzzle, PuzzleError, eq, lall, lany, neq, relation, stacks, vars


def puzzle(cheeses: int = 8, stools: int = 4) -> Puzzle:
    if cheeses < 1 or stools < 3:
        raise PuzzleError("there is too little", expected="a cheese and 3 stools", got=f"{cheeses} and {stools}")

    @relation
    def move_cheese(label, before, after):
        """Moving a cheese turns `before` into `after`; no smaller one lies on it, nor on the stool that it goes to."""
        on = vars(cheeses)

        def moved(cheese, stool, to):
            clear = [neq(smaller, place) for smaller in on[:cheese] for place in (stool, to)]
            after_it = (*on[:cheese], to, *on[cheese + 1 :])
            return lall(eq(label, (cheese, to)), eq(on[cheese], stool), *clear, eq(after, after_it))

        places = [(stool, to) for stool in range(stools) for to in range(stools) if stool != to]
        return lall(eq(before, on), lany(*(moved(n, *two) for n in range(cheeses) for two in places)))

    picture = stacks(range(cheeses), range(stools))
    return Puzzle(move_cheese, (0,) * cheeses, (stools - 1,) * cheeses, picture=picture)
