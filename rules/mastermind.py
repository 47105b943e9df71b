"""Bulls and cows, and Mastermind: find a hidden code by asking codes.

Each guess is answered by two numbers: the bulls, pegs of the right colour in the right place, and the cows, pegs of a
right colour in the wrong place. Bulls and cows has codes of four different digits. Mastermind as sold has codes of four
pegs in six colours, which may come again: it is `pegs=4, colours=6, repeats=True`.

Which codes agree with all answers so far is a python-constraint model, and a relation to be asked in any direction:

    consistent(C, [[[0,1,2,3], [0,2]], [[1,0,4,5], [0,1]]])   which codes C are left?
    possible([2,3,5,6], A, [[[0,1,2,3], [0,2]]])              which answers A could that guess still get?
    consistent([6,2,8,1], [[[0,1,2,3], A], [G, [3,0]]])       which answer A, and to which guesses G this one?
    answer([6,2,8,1], [0,1,2,3], A)                           what does this code answer?

Representation: a code is a tuple of colours, numbered from 0; an answer is the pair of bulls and cows.
"""

from operator import eq

from constraint import AllDifferentConstraint, Problem

from logicpuzzles import Game, PuzzleError

MOST = 1000  # colours, which are the domain of every peg


def answer(code, guess):
    """The bulls and cows that `code` gives to `guess`."""
    bulls = sum(map(eq, code, guess))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return bulls, shared - bulls


def game(pegs: int = 4, colours: int = 10, repeats: bool = False) -> Game:
    for place, number in (("pegs", pegs), ("colours", colours)):
        if not 1 <= number <= MOST:
            raise PuzzleError("there is no such code", place=place, expected=f"1 to {MOST:,}", got=number)
    if pegs > colours and not repeats:
        raise PuzzleError(
            "the colours of a code cannot all differ",
            place="pegs",
            expected=f"at most {colours}, the number of colours",
            got=pegs,
            hint="allow repeats",
        )

    def codes():
        problem = Problem()
        problem.addVariables(range(pegs), range(colours))
        if not repeats:
            problem.addConstraint(AllDifferentConstraint())
        return problem

    between = "" if colours <= 10 else " "
    return Game(
        secrets=codes,
        answer=answer,
        solved=(pegs, 0),
        ask=lambda code: between.join(map(str, code)),
        tell=lambda given: f"{given[0]} bull{'s' * (given[0] != 1)} {given[1]} cow{'s' * (given[1] != 1)}",
    )
