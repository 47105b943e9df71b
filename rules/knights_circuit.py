"""Closed knight's tours: a knight enters every square of a board once and returns to the first, each tour once.

The same as `knights_tour` with `closed`, but as a model: not the moves one after the other, but each square's next one.

Representation: the variable of a square is the square that the knight enters next. Squares are numbered from 0, row by
row. Of the two directions of a tour, that counts in which the knight leaves the first square for its smaller neighbour.
Source: 9862 tours on 6 by 6, J. J. Duby, Etude 8, IBM France (1964).
"""

from constraint import InSetConstraint

from logicpuzzles import Circuit, Model, Problem, PuzzleError, tour


def puzzle(rows: int = 6, cols: int = 6) -> Model:
    if rows < 1 or cols < 1:
        raise PuzzleError("there is no such board", place="rows, cols", expected="at least 1", got=(rows, cols))
    squares = range(rows * cols)

    def is_jump(one, two):
        return sorted((abs(one // cols - two // cols), abs(one % cols - two % cols))) == [1, 2]

    jumps = {square: [other for other in squares if is_jump(square, other)] for square in squares}

    def build():
        problem = Problem()
        problem.addVariables(squares, squares)
        for square in squares:
            problem.addConstraint(InSetConstraint(jumps[square]), [square])
        problem.addConstraint(Circuit())
        problem.addConstraint(InSetConstraint(jumps[0][:1]), [0])
        return problem

    def picture(after):
        """In each square the number of the move that enters it."""
        square, entered = 0, {}
        for move in squares:
            entered[square] = move
            square = after[square]
        return tour([[entered[r * cols + c] for c in range(cols)] for r in range(rows)], closed=True)

    return Model(build, picture=picture)
