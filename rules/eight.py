"""8 puzzle: slide the pieces 1-8 on a board of 3 rows and 3 columns until they are in order.

    0 1 2
    3 4 5
    6 7 8          the positions

Representation: a state has the piece at each position, 0 for the space. The start is one of the two hardest.
Neighbours are told in the order left, right, up, down.
"""

from logicpuzzles import Puzzle, Relation, lall, ntho, relation, swapo, var

neighbor = Relation.pairs(
    "neighbor",
    {
        0: (1, 3),
        1: (0, 2, 4),
        2: (1, 5),
        3: (4, 0, 6),
        4: (3, 5, 1, 7),
        5: (4, 2, 8),
        6: (7, 3),
        7: (6, 8, 4),
        8: (7, 5),
    },
    "The positions `from` and `to` lie side by side.",
)

distance = Relation.rows(
    "distance",
    {
        1: (0, 1, 2, 1, 2, 3, 2, 3, 4),
        2: (1, 0, 1, 2, 1, 2, 3, 2, 3),
        3: (2, 1, 0, 3, 2, 1, 4, 3, 2),
        4: (1, 2, 3, 0, 1, 2, 1, 2, 3),
        5: (2, 1, 2, 1, 0, 1, 2, 1, 2),
        6: (3, 2, 1, 2, 1, 0, 3, 2, 1),
        7: (2, 3, 4, 1, 2, 3, 0, 1, 2),
        8: (3, 2, 3, 2, 1, 2, 1, 0, 1),
    },
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
    start=(8, 6, 7, 2, 5, 4, 3, 0, 1),
    goal=(1, 2, 3, 4, 5, 6, 7, 8, 0),
    distance=distance,
    picture="0 1 2\n3 4 5\n6 7 8",
    symbols={0: "."},
)
