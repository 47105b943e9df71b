"""Nonograms: the numbers at a row or column are the lengths of its blocks of black cells, in order.

Between two blocks there is a white cell or more. Lines are separated by `/`, the numbers of one by blanks; 0 is a line
without blocks: `rows="2/1 1/0", cols="2/1/1"`.

Representation: each cell is 1 if it is black, else 0. Cells are (row, column), counted from 0.
Source: N. Ishida and T. Nishio (1987) invented them apart from each other; the default picture was drawn for this file.
"""

from logicpuzzles import Model, Problem, PuzzleError, Regular

ROWS = "1/2/3/4/6/7/10/10/2 8/1 9/1 10/2 10/1 11/6/1/1 1/20/2 2 2 2 2 3/16/1 1 1 1 1 1 1"
COLS = "2 1/2/3/1 1 2/3 3/2 1 3/2 1 1 2/3 1 3/4 1 3/13 1 1 2/12 3/11 3/10 1 2/9 3/8 3/7 1 2/7 3/4 3/3 2 1/1 2"


def puzzle(rows: str = ROWS, cols: str = COLS) -> Model:
    across, down = clues(rows, "rows"), clues(cols, "cols")
    for lines, other, place in ((across, down, "rows"), (down, across, "cols")):
        for number, blocks in enumerate(lines, 1):
            needed = sum(blocks) + len(blocks) - 1
            if needed > len(other):
                raise PuzzleError(f"the blocks of line {number} need {needed} cells", place=place,
                                  expected=f"at most {len(other)}")  # fmt: skip
    cells = [(y, x) for y in range(len(across)) for x in range(len(down))]

    def build():
        problem = Problem()
        problem.addVariables(cells, [0, 1])
        for y, blocks in enumerate(across):
            problem.addConstraint(Regular(pattern(blocks)), [(y, x) for x in range(len(down))])
        for x, blocks in enumerate(down):
            problem.addConstraint(Regular(pattern(blocks)), [(y, x) for y in range(len(across))])
        return problem

    def picture(black):
        return "\n".join(" ".join("#" if black[y, x] else "." for x in range(len(down))) for y in range(len(across)))

    return Model(build, picture=picture, colours={"#": "black", ".": "white"})


def clues(text, place):
    """The lengths of the blocks of each line."""
    lines = [line.split() for line in text.split("/")]
    for number, line in enumerate(lines, 1):
        if not line or not all(word.isdecimal() for word in line) or ("0" in line and len(line) > 1):
            raise PuzzleError(f"line {number} is no row of lengths", place=place, expected="such as 3 1 2, or 0",
                              got=" ".join(line) or "nothing")  # fmt: skip
    return [[int(word) for word in line if int(word)] for line in lines]


def pattern(blocks):
    """How the cells of a line may be: [3, 1] is 0*1{3}0+1{1}0*."""
    return "0*" + "0+".join(f"1{{{length}}}" for length in blocks) + "0*"
