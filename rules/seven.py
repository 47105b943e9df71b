"""7 puzzle: slide the pieces 1-7 on a board of 2 rows and 4 columns until they are in order.

    0 1 2 3
    4 5 6 7        the positions

Representation: a state has the piece at each position, 0 for the space: (0, 7, 2, 1, 4, 3, 6, 5), the hardest start.
"""

from logicpuzzles import Puzzle, Relation, lall, ntho, relation, swapo, var

neighbor = Relation.pairs(
    "neighbor",
    {0: (1, 4), 1: (0, 2, 5), 2: (1, 3, 6), 3: (2, 7), 4: (0, 5), 5: (1, 4, 6), 6: (2, 5, 7), 7: (3, 6)},
    "The positions `from` and `to` lie side by side.",
)

distance = Relation.rows(
    "distance",
    {
        1: (0, 1, 2, 3, 1, 2, 3, 4),
        2: (1, 0, 1, 2, 2, 1, 2, 3),
        3: (2, 1, 0, 1, 3, 2, 1, 2),
        4: (3, 2, 1, 0, 4, 3, 2, 1),
        5: (1, 2, 3, 4, 0, 1, 2, 3),
        6: (2, 1, 2, 3, 1, 0, 1, 2),
        7: (3, 2, 1, 2, 2, 1, 0, 1),
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
    start=(0, 7, 2, 1, 4, 3, 6, 5),
    goal=(1, 2, 3, 4, 5, 6, 7, 0),
    distance=distance,
    picture="0 1 2 3\n4 5 6 7",
    symbols={0: "."},
)
