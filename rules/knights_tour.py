"""Knight's tour: enter every square of a board once with a knight; closed, end a knight's move from the first square.

Representation: a state has, row by row, "N" where the knight is, 1 on squares it has left, 0 on squares still free.
The label of a move is the square entered. Squares are numbered from 0, row by row.
"""

from logicpuzzles import Puzzle, PuzzleError, Relation, lall, neq, ntho, relation, seto, var


def puzzle(rows: int = 4, cols: int = 3, start: int = 0, closed: bool = False) -> Puzzle:
    if rows < 1 or cols < 1:
        raise PuzzleError("there is no such board", expected="at least one row and one column", got=f"{rows} x {cols}")
    squares = range(rows * cols)
    if start not in squares:
        raise PuzzleError("there is no such square", place="start", expected=f"0 to {len(squares) - 1}", got=start)

    def is_jump(one: int, two: int) -> bool:
        return sorted((abs(one // cols - two // cols), abs(one % cols - two % cols))) == [1, 2]

    jump = Relation.pairs(
        "jump",
        {i: [j for j in squares if is_jump(i, j)] for i in squares},
        "A knight gets from the one square to the other in one move.",
    )

    @relation
    def move_knight(square, before, after):
        """Entering the free `square` turns `before` into `after`."""
        here, left = var(), var()
        return lall(
            ntho(here, before, "N"),
            jump(here, square),
            ntho(square, before, 0),
            seto(here, before, 1, left),
            seto(square, left, "N", after),
        )

    @relation
    def toured(state):
        """No square is free; in a closed tour the knight can get back to the first square."""
        last = var()
        back = [ntho(last, state, "N"), jump(last, start)] if closed else []
        return lall(*(neq(square, 0) for square in state), *back)

    width = len(str(squares[-1]))
    return Puzzle(
        move=move_knight,
        start=tuple("N" if square == start else 0 for square in squares),
        goal=toured,
        relations=[jump],
        picture="\n".join(" ".join(f"{r * cols + c:{width}}" for c in range(cols)) for r in range(rows)),
        symbols={0: ".", 1: "x"},
        shapes={"N": "knight"},
        order="fewest",
    )
