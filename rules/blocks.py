"""Blocks world: a red, a blue and a green block on the places x, y and z.

A block stands on a place or on a block. It moves when nothing is on it, to a place or a block with nothing on it.

Representation: a state has what red, blue and green stand on: ("blue", "green", "x") is a tower on x with red on top.
The label of a move is the block and where it goes: ("red", "y").
"""

from itertools import combinations

from logicpuzzles import Puzzle, Relation, eq, facts, lall, neq, relation, seto, towers, var

block = Relation("block", doc="The block `name` has the position `cell` in a state.")
facts(block, ("red", 0), ("blue", 1), ("green", 2))

support = Relation("support", doc="A block can stand on `thing`.")
facts(support, ("red",), ("blue",), ("green",), ("x",), ("y",), ("z",))


@relation
def clear(thing, state):
    """Nothing stands on `thing` in `state`."""
    return lall(*(neq(below, thing) for below in state))


@relation
def move_block(label, before, after):
    """The move `label`, a block and where it goes, turns `before` into `after`."""
    name, cell, place = var(), var(), var()
    return lall(
        eq(label, (name, place)),
        block(name, cell),
        support(place),
        neq(name, place),
        clear(name, before),
        clear(place, before),
        seto(cell, before, place, after),
    )


@relation
def possible(state):
    """Nothing bears two blocks, and no block is above itself."""
    red, blue, green = state
    return lall(
        *(neq(one, two) for one, two in combinations(state, 2)),
        *(neq(below, name) for below, name in zip(state, ("red", "blue", "green"), strict=True)),
        neq((red, blue), ("blue", "red")),  # no two on each other
        neq((red, green), ("green", "red")),
        neq((blue, green), ("green", "blue")),
        neq(state, ("blue", "green", "red")),  # no ring of three
        neq(state, ("green", "red", "blue")),
    )


puzzle = Puzzle(
    move=move_block,
    start=("blue", "green", "x"),
    goal=("blue", "green", "z"),
    valid=possible,
    picture=towers(("red", "blue", "green"), ("x", "y", "z")),
)
