"""The pocket cube, 2x2x2: turn its layers until every side has one colour (E. Rubik's smaller cube).

Representation: a state has the colour of each sticker: those of seven corners, for each the sticker along each of three
axes. The eighth corner stays where it is. The label of a move is the layer and the number of quarter turns. The start
needs 11 moves, as many as any.
"""

from itertools import product

from logicpuzzles import Puzzle, eq, lall, lany, relation, vars

CORNERS = [corner for corner in product((-1, 1), repeat=3) if corner != (-1, -1, -1)]
STICKERS = [(corner, axis) for corner in CORNERS for axis in range(3)]


def turned(stickers, axis):
    """The stickers after a quarter turn of the layer that `axis` sticks out of: what moves lies where what it was."""
    one, two = (other for other in range(3) if other != axis)
    after = dict(zip(STICKERS, stickers, strict=True))
    for (corner, side), sticker in zip(STICKERS, stickers, strict=True):
        if corner[axis] > 0:
            place = {axis: 1, one: -corner[two], two: corner[one]}
            after[tuple(place[n] for n in range(3)), {one: two, two: one}.get(side, side)] = sticker
    return tuple(after.values())


@relation
def turn(label, before, after):
    """Turning a layer turns `before` into `after`."""
    stickers, turns = vars(len(STICKERS)), []
    for axis, layer in enumerate("xyz"):
        now = stickers
        for quarters in (1, 2, 3):
            now = turned(now, axis)
            turns.append(lall(eq(label, (layer, quarters)), eq(after, now)))
    return lall(eq(before, stickers), lany(*turns))


puzzle = Puzzle(
    turn,
    start=(1, 4, 3, 0, 5, 3, 4, 3, 0, 5, 2, 1, 3, 1, 5, 2, 1, 4, 2, 5, 0),
    goal=tuple(2 * axis + (corner[axis] > 0) for corner, axis in STICKERS),
)
