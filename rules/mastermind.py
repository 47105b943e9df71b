"""Mastermind: find a hidden code by asking codes. By default bulls and cows: four different digits.

Each guess is answered by two numbers: the bulls, pegs of the right colour in the right place, and the cows, pegs of a
right colour in the wrong place. Mastermind as sold is `pegs=4, colours=6, repeats=True`.

Representation: a code is a tuple of colours, numbered from 0; an answer is the pair of bulls and cows.
"""

from operator import eq

from constraint import AllDifferentConstraint, Problem

from logicpuzzles import Game, PuzzleError


def answer(code, guess):
    """The bulls and cows that `code` gives to `guess`."""
    bulls = sum(map(eq, code, guess))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return bulls, shared - bulls


def game(pegs: int = 4, colours: int = 10, repeats: bool = False) -> Game:
    if pegs < 1 or colours < 1:
        raise PuzzleError("there is no code", place="pegs, colours", expected="at least one of each")
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
