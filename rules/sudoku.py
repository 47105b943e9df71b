"""Sudoku: a digit in each empty cell, so that no row, column or box has a digit twice.

Boxes are 3 by 3 in a grid of 9 by 9, and k by k in one of k * k by k * k.

Representation: each cell is its digit. Rows are called A, B, C ... and columns 1, 2, 3 ...: B3 is in row 2, column 3.
Source of the default grid: the hardest of the "top 95", P. Norvig, Solving Every Sudoku Puzzle (2006).
"""

from itertools import combinations
from math import isqrt
from string import ascii_uppercase

from constraint import AllDifferentConstraint, InSetConstraint

from logicpuzzles import Grid, Model, Problem, PuzzleError

GRID = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."


def puzzle(grid: Grid = GRID) -> Model:
    n, k = len(grid), isqrt(len(grid))
    if grid.size != (k * k, k * k) or not 2 <= k <= 5:
        rows, columns = grid.size
        raise PuzzleError(
            "the grid is no sudoku", place="grid", expected="9 rows of 9 cells", got=f"{rows} of {columns}"
        )
    digits = range(1, n + 1)
    rows = [[f"{ascii_uppercase[row]}{column}" for column in digits] for row in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    boxes = [
        [cell for row in rows[y : y + k] for cell in row[x : x + k]] for y in range(0, n, k) for x in range(0, n, k)
    ]
    clues = {name: x for names, row in zip(rows, grid, strict=True) for name, x in zip(names, row, strict=True) if x}
    for cell, digit in clues.items():
        if digit not in digits:
            raise PuzzleError("this is no digit", place=f"cell {cell}", expected=f"1 to {n}, or . or 0", got=digit)
    for unit in (*rows, *columns, *boxes):
        for one, other in combinations([cell for cell in unit if cell in clues], 2):
            if clues[one] == clues[other]:
                raise PuzzleError(
                    f"cells {one} and {other} both have {clues[one]}", place="grid", expected="different digits"
                )

    def build():
        problem = Problem()
        for row in rows:
            problem.addVariables(row, digits)
        for unit in (*rows, *columns, *boxes):
            problem.addConstraint(AllDifferentConstraint(), unit)
        for cell, digit in clues.items():
            problem.addConstraint(InSetConstraint([digit]), [cell])
        return problem

    return Model(build, picture=drawn(rows, k))


def drawn(rows, k):
    """The grid with lines between the boxes."""
    width = len(str(len(rows)))
    parts = [
        " | ".join(" ".join(f"{{{c}:{width}}}" for c in row[x : x + k]) for x in range(0, k * k, k)) for row in rows
    ]
    line = "-+-".join(["-" * (k * (width + 1) - 1)] * k)
    return f"\n{line}\n".join("\n".join(parts[y : y + k]) for y in range(0, k * k, k))
