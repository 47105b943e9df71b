"""Sliding puzzle of any size: slide the pieces until they are in order, the space last.

Representation: a state has the piece at each position, row by row, 0 for the space. The start is the goal with its
rows upside down; where that cannot be solved, two pieces are exchanged in it.
"""

from logicpuzzles import Puzzle, PuzzleError, Relation, lall, ntho, relation, swapo, var


def puzzle(rows: int = 3, cols: int = 3) -> Puzzle:
    if rows < 1 or cols < 1 or rows * cols < 3:
        raise PuzzleError("the board is too small", expected="at least 3 cells", got=f"{rows} x {cols}")
    positions = range(rows * cols)

    def apart(one: int, two: int) -> int:
        return abs(one // cols - two // cols) + abs(one % cols - two % cols)

    neighbor = Relation.pairs(
        "neighbor",
        {
            i: sorted(j for j in {i - cols, i - 1, i + 1, i + cols} if j in positions and apart(i, j) == 1)
            for i in positions
        },
        "The positions `from` and `to` lie side by side.",
    )
    distance = Relation.rows(
        "distance",
        {piece: [apart(i, piece - 1) for i in positions] for piece in positions[1:]},
        "For each piece, how far every position is from its place in the goal.",
    )

    @relation
    def move_piece(piece, before, after):
        """Sliding `piece` into the space turns `before` into `after`."""
        space, position = var(), var()
        return lall(
            ntho(space, before, 0),
            neighbor(space, position),
            ntho(position, before, piece),
            swapo(space, position, before, after),
        )

    goal = (*positions[1:], 0)
    width = len(str(positions[-1]))
    return Puzzle(
        move=move_piece,
        start=mixed(goal, rows, cols),
        goal=goal,
        distance=distance,
        relations=[neighbor],
        picture="\n".join(" ".join(f"{r * cols + c:{width}}" for c in range(cols)) for r in range(rows)),
        symbols={0: "."},
    )


def mixed(goal, rows, cols):
    """The goal turned by 180 degrees, made solvable: as many exchanges as steps of the space, or one more or less."""
    turned = list(goal[::-1])
    if min(rows, cols) == 1:
        return (0, *goal[:-1])
    exchanges = len(goal) // 2
    steps = rows - 1 + cols - 1
    if (exchanges + steps) % 2:
        one, two = [cell for cell, piece in enumerate(turned) if piece][:2]
        turned[one], turned[two] = turned[two], turned[one]
    return tuple(turned)
