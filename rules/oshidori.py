"""Oshidori, the mandarin ducks: part the black stones from the white by moving them in pairs.

Eight cells hold three black and three white stones in turn; the last two are empty. A move takes two stones that lie
side by side, in their order, into the two empty cells.

Representation: a state has "b", "w" or "_" in each cell. The label of a move is the cell of its left stone.
"""

from logicpuzzles import Puzzle, Relation, lall, neq, ntho, relation, swapo, var

beside = Relation.pairs(
    "beside",
    {cell: [cell + 1] for cell in range(7)},
    "The cell `left` lies directly left of the cell `right`.",
)


@relation
def stones(left, right, state):
    """There is a stone at `left`, and one directly right of it at `right`."""
    one, two = var(), var()
    return lall(beside(left, right), ntho(left, state, one), neq(one, "_"), ntho(right, state, two), neq(two, "_"))


@relation
def gap(left, right, state):
    """The two empty cells are `left` and `right`."""
    return lall(beside(left, right), ntho(left, state, "_"), ntho(right, state, "_"))


@relation
def move_pair(cell, before, after):
    """Moving the stones at `cell` and right of it turns `before` into `after`."""
    right, to_left, to_right, between = var(), var(), var(), var()
    return lall(
        stones(cell, right, before),
        gap(to_left, to_right, before),
        swapo(cell, to_left, before, between),
        swapo(right, to_right, between, after),
    )


puzzle = Puzzle(
    move=move_pair,
    start=("b", "w", "b", "w", "b", "w", "_", "_"),
    goal=("b", "b", "b", "w", "w", "w", "_", "_"),
    picture="0 1 2 3 4 5 6 7",
    colours={"b": "black", "w": "white"},
    shapes={"b": "round", "w": "round"},
)
