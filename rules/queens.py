"""Queens: n queens on a board of n by n squares, none of which attacks another.

Representation: variable c is the row of the queen in column c; rows and columns are numbered from 1.
Source: M. Bezzel, in Berliner Schachzeitung 3 (1848); 92 solutions on 8 by 8, F. Nauck (1850).
"""

from itertools import combinations

from constraint import AllDifferentConstraint

from logicpuzzles import Model, Problem, PuzzleError


def puzzle(n: int = 8) -> Model:
    if n < 1:
        raise PuzzleError("there is no such board", place="n", expected="at least 1", got=n)
    board = range(1, n + 1)

    def build():
        problem = Problem()
        problem.addVariables(board, board)
        problem.addConstraint(AllDifferentConstraint())
        for one, other in combinations(board, 2):
            problem.addConstraint(lambda a, b, steps=other - one: abs(a - b) != steps, [one, other])
        return problem

    def picture(row):
        return "\n".join(" ".join("Q" if row[column] == at else "." for column in board) for at in board)

    return Model(build, picture=picture, shapes={"Q": "queen"})
