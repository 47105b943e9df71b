"""The pocket cube, 2x2x2: turn its layers until every side has one colour (E. Rubik's smaller cube).

Representation: a state has the colour of each sticker: those of seven corners, for each the sticker along each of three
axes. The eighth corner stays where it is. The label of a move is the layer and the number of quarter turns. The start
needs 11 moves, as many as any.
"""

from itertools import product

from logicpuzzles import Cell, Puzzle, Scene, eq, lall, lany, relation, vars

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


# The sides laid flat: where each begins, in rows and columns, and what sticks out at a place of it.
SIDES = [
    (0, 4, lambda down, right: ((right, -down, 1), 2)),  # above the front
    (2, 0, lambda down, right: ((-1, -right, -down), 0)),
    (2, 4, lambda down, right: ((right, -1, -down), 1)),  # the front
    (2, 8, lambda down, right: ((1, right, -down), 0)),
    (2, 12, lambda down, right: ((-right, 1, -down), 1)),
    (4, 4, lambda down, right: ((right, down, -1), 2)),
]


def net(stickers):
    """The sides laid flat, with the corner that stays where it is."""
    colours = {((-1, -1, -1), axis): 2 * axis for axis in range(3)} | dict(zip(STICKERS, stickers, strict=True))
    cells = []
    for row, column, sticker in SIDES:
        for down, right in product((-1, 1), repeat=2):
            colour, place = colours[sticker(down, right)], (row + (down + 1) // 2, column + right + 1)
            at = STICKERS.index(sticker(down, right)) if sticker(down, right) in STICKERS else None
            cells.append(Cell(*place, 1, colour, str(colour), at))
    return Scene(tuple(cells))


puzzle = Puzzle(
    turn,
    start=(1, 4, 3, 0, 5, 3, 4, 3, 0, 5, 2, 1, 3, 1, 5, 2, 1, 4, 2, 5, 0),
    goal=tuple(2 * axis + (corner[axis] > 0) for corner, axis in STICKERS),
    picture=net,
    colours={0: "darkorange", 1: "crimson", 2: "limegreen", 3: "dodgerblue", 4: "gold", 5: "white"},
)
