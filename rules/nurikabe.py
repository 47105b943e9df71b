"""Nurikabe: each number stands on an island of so many cells, and one sea lies around all islands.

Islands do not touch each other along a side, the sea hangs together, and nowhere is it two cells by two.

Representation: each cell is the number of its island, counted from 1 in the order of the clues, or 0 for the sea. Cells
are (row, column), counted from 0.
Source: Nikoli, Puzzle Communication (1991), of the puzzle; the default grid was made for this file.
"""

from itertools import combinations

from constraint import SomeInSetConstraint

from logicpuzzles import Connected, Grid, Model, Problem, PuzzleError

GRID = """
. . . 2 . . 5 .
2 . . . . . . .
. . . . . . . .
. 3 . 2 . . . .
. . . . . . . .
. . . . 1 . . .
1 . 2 . . . 2 .
. . . 2 . . . .
"""


def puzzle(grid: Grid = GRID) -> Model:
    rows, cols = grid.size
    cells = [(y, x) for y in range(rows) for x in range(cols)]
    clues = {(y, x): grid[y][x] for y, x in cells if grid[y][x] is not None}
    for (y, x), size in clues.items():
        if not isinstance(size, int) or size < 1:
            raise PuzzleError("this is no size of an island", place=f"row {y + 1}, column {x + 1}",
                              expected="a number from 1", got=size)  # fmt: skip
    for one, other in combinations(clues, 2):
        if distance(one, other) == 1:
            raise PuzzleError("two islands touch", place=f"row {other[0] + 1}, column {other[1] + 1}")
    if sum(clues.values()) > len(cells):
        raise PuzzleError("the islands are larger than the grid", place="grid", expected=f"at most {len(cells)} cells",
                          got=sum(clues.values()))  # fmt: skip
    island = {cell: number for number, cell in enumerate(clues, 1)}

    def values(cell):
        """The sea, and the islands that are large enough to reach a cell."""
        if cell in clues:
            return [island[cell]]
        return [0, *(island[clue] for clue, size in clues.items() if distance(clue, cell) < size)]

    def build():
        problem = Problem()
        for cell in cells:
            problem.addVariable(cell, values(cell))
        for clue, size in clues.items():
            problem.addConstraint(Connected(island[clue], size=size), cells)
        problem.addConstraint(Connected(0, size=len(cells) - sum(clues.values())), cells)
        for y, x in cells:
            for pair in ([(y, x), (y, x + 1)], [(y, x), (y + 1, x)]):
                if pair[1] in set(cells):
                    problem.addConstraint(lambda one, other: one == other or 0 in (one, other), pair)
            square = [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)]
            if square[-1] in set(cells):
                problem.addConstraint(SomeInSetConstraint(island.values(), 1), square)
        return problem

    def picture(number):
        """The clues, dots for the rest of the islands, and the sea."""
        width = max((len(str(size)) for size in clues.values()), default=1)
        mark = {cell: str(clues[cell]) if cell in clues else "." if number[cell] else "#" for cell in cells}
        return "\n".join(" ".join(mark[y, x].rjust(width) for x in range(cols)) for y in range(rows))

    return Model(build, picture=picture, colours={"#": "black", ".": "white"})


def distance(one, other):
    """How many steps it is from one cell to another."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
