"""6 puzzle: slide the pieces 1-6 on a hexagon of seven positions until they are in order.

     0 1
    2 3 4
     5 6           the positions; 3 is the centre

Representation: a state has the piece at each position, 0 for the space: (4, 6, 5, 1, 3, 2, 0), a hardest start.
"""

from logicpuzzles import Puzzle, Relation, lall, ntho, relation, swapo, var

neighbor = Relation.pairs(
    "neighbor",
    {
        0: (1, 2, 3),
        1: (0, 3, 4),
        2: (0, 3, 5),
        3: (0, 1, 2, 4, 5, 6),
        4: (1, 3, 6),
        5: (2, 3, 6),
        6: (3, 4, 5),
    },
    "The positions `from` and `to` lie side by side.",
)

distance = Relation.rows(
    "distance",
    {
        1: (0, 1, 1, 1, 2, 2, 2),
        2: (1, 0, 2, 1, 1, 2, 2),
        3: (1, 2, 0, 1, 2, 1, 2),
        4: (1, 1, 1, 0, 1, 1, 1),
        5: (2, 1, 2, 1, 0, 2, 1),
        6: (2, 2, 1, 1, 2, 0, 1),
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
    start=(4, 6, 5, 1, 3, 2, 0),
    goal=(1, 2, 3, 4, 5, 6, 0),
    distance=distance,
    picture=" 0 1\n2 3 4\n 5 6",
    symbols={0: "."},
)
