"""Magic squares: the numbers from 1 to n * n in a square, so that all rows, columns and diagonals have the same sum.

Every square comes in eight positions. With `corners` only one of them counts: of the corners A (top left), C (top
right), G (bottom left) and I (bottom right) the smallest is A, and C is smaller than G.

Representation: each cell is its number. Cells are called A, B, C ... row by row, or A1, A2 ... B1 ... in large squares.
"""

from itertools import product
from string import ascii_uppercase

from constraint import AllDifferentConstraint, ExactSumConstraint

from logicpuzzles import Model, Problem, PuzzleError


def puzzle(order: int = 3, corners: bool = True) -> Model:
    if not 1 <= order <= 26:
        raise PuzzleError("there is no such square", place="order", expected="1 to 26", got=order)
    numbers = range(order)
    cell = {
        (row, column): ascii_uppercase[order * row + column] if order < 6 else f"{ascii_uppercase[row]}{column + 1}"
        for row, column in product(numbers, repeat=2)
    }
    rows = [[cell[row, column] for column in numbers] for row in numbers]
    diagonals = [[cell[i, i] for i in numbers], [cell[i, order - 1 - i] for i in numbers]]

    def build():
        problem = Problem()
        problem.addVariables(cell.values(), range(1, order**2 + 1))
        problem.addConstraint(AllDifferentConstraint())
        for line in [*rows, *map(list, zip(*rows, strict=True)), *diagonals]:
            problem.addConstraint(ExactSumConstraint(order * (order**2 + 1) // 2), line)
        if corners and order > 1:
            a, c, g, i = rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]
            problem.addConstraint(lambda a, c, g: a < c < g, [a, c, g])
            problem.addConstraint(lambda a, i: a < i, [a, i])
        return problem

    width = len(str(order**2))
    picture = "\n".join(" ".join(f"{{{name}:{width}}}" for name in row) for row in rows)
    return Model(build, picture=picture)
