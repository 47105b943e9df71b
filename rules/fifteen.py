"""15 puzzle: slide the pieces 1-15 on a board of 4 rows and 4 columns until they are in order.

     0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15    the positions

Representation: a state has the piece at each position, 0 for the space. The start is the first of R. E. Korf's 100
instances (Depth-first iterative-deepening, 1985), turned by 180 degrees: 57 moves.
"""

from logicpuzzles import Puzzle, Relation, lall, ntho, relation, swapo, var

SIDE = 4
POSITIONS = range(SIDE * SIDE)


def apart(one: int, two: int) -> int:
    """Steps between two positions along rows and columns."""
    return abs(one // SIDE - two // SIDE) + abs(one % SIDE - two % SIDE)


neighbor = Relation.pairs(
    "neighbor",
    {i: [j for j in POSITIONS if apart(i, j) == 1] for i in POSITIONS},
    "The positions `from` and `to` lie side by side.",
)

distance = Relation.rows(
    "distance",
    {piece: [apart(i, piece - 1) for i in POSITIONS] for piece in POSITIONS[1:]},
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


puzzle = Puzzle(
    move=move_piece,
    start=(13, 6, 8, 12, 15, 14, 0, 10, 11, 7, 4, 5, 9, 1, 3, 2),
    goal=(*POSITIONS[1:], 0),
    distance=distance,
    picture=" 0  1  2  3\n 4  5  6  7\n 8  9 10 11\n12 13 14 15",
    symbols={0: "."},
)
