"""Pentominoes: the twelve pieces of five squares cover a rectangle of 60, none of them twice.

Solutions that turn or mirror into each other count as one.

Representation: the variable of a piece is the squares that it covers, each as (row, column), counted from 0, ascending.
Pieces are turned over as one likes, and are called by the letters that they look like.
Source: S. W. Golomb, Polyominoes (1965). 2339 solutions of 6 by 10: C. B. and J. Haselgrove, A computer program for
pentominoes (1960); 1010 of 5 by 12, 368 of 4 by 15 and 2 of 3 by 20: there and OEIS A233427.
"""

from logicpuzzles import Cover, Model, Problem, PuzzleError, regions

PIECES = {
    "F": (" ##", "## ", " # "),
    "I": ("#####",),
    "L": ("####", "#   "),
    "N": ("## ", " ###"),
    "P": ("##", "##", "# "),
    "T": ("###", " # ", " # "),
    "U": ("# #", "###"),
    "V": ("#  ", "#  ", "###"),
    "W": ("#  ", "## ", " ##"),
    "X": (" # ", "###", " # "),
    "Y": ("####", " #  "),
    "Z": ("## ", " # ", " ##"),
}


def puzzle(rows: int = 6, cols: int = 10) -> Model:
    if rows < 1 or cols < 1 or rows * cols != 60 or rows == cols:
        raise PuzzleError("the pieces cover 60 squares", place="rows, cols", expected="such as 6 and 10",
                          got=(rows, cols))  # fmt: skip

    def turned(squares):
        """What the squares are where the board is turned by half and mirrored, in the other three ways."""
        for down, right in ((True, False), (False, True), (True, True)):
            yield tuple(sorted((rows - 1 - y if down else y, cols - 1 - x if right else x) for y, x in squares))

    def is_first(cross, other):
        """Whether no turned board has its cross further ahead, or with the same cross the other piece."""
        return all((cross, other) <= both for both in zip(turned(cross), turned(other), strict=True))

    def build():
        problem = Problem()
        for piece, shape in PIECES.items():
            problem.addVariable(piece, placements(shape, rows, cols))
        problem.addConstraint(Cover(items=[(y, x) for y in range(rows) for x in range(cols)]))
        problem.addConstraint(is_first, "XF")
        return problem

    def picture(covered):
        piece = {square: name for name, squares in covered.items() for square in squares}
        return regions([[piece[y, x] for x in range(cols)] for y in range(rows)])

    return Model(build, picture=picture)


def placements(shape, rows, cols):
    """All sets of squares on which a piece can lie."""
    squares = [(y, x) for y, line in enumerate(shape) for x, mark in enumerate(line) if mark == "#"]
    found = set()
    for turn in range(8):
        squares = [(x, -y) for y, x in squares] if turn != 4 else [(y, -x) for y, x in squares]
        top, left = min(y for y, _ in squares), min(x for _, x in squares)
        squares = sorted((y - top, x - left) for y, x in squares)
        height, width = max(y for y, _ in squares), max(x for _, x in squares)
        for dy in range(rows - height):
            for dx in range(cols - width):
                found.add(tuple((y + dy, x + dx) for y, x in squares))
    return sorted(found)
