"""Blocks world: a red, a blue and a green block on the places x, y and z.

A block stands on a place or on a block. It moves when nothing is on it, to a place or a block with nothing on it.

Representation: a state has what red, blue and green stand on: ("blue", "green", "x") is a tower on x with red on top.
The label of a move is the block and where it goes: ("red", "y").
"""

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


puzzle = Puzzle(
    move=move_block,
    start=("blue", "green", "x"),
    goal=("blue", "green", "z"),
    picture=towers(("red", "blue", "green"), ("x", "y", "z")),
)
