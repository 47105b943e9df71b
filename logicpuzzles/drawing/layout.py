"""Where things of a scene stand in a picture: places in characters become places in units.

Boards of cells side by side have square tiles, close together wherever the text has blanks or lines between them; what
is written between cells has the room that it takes. Everything else is as far apart as characters are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .folding import columns
from .lines import Stroke
from .scene import Cell, Mark, Scene

CHARACTER, LINE = 9.0, 26.0  # the width and the height of a character, in units
LEAST = 28.0  # a square tile with the gap beside it, in units
ROOMY = 44.0  # the same where arrows lie between labels
SQUARE = 4  # characters of a label in a square tile, at most
MOST_GAP = 3  # characters between tiles that stand side by side
GAP = 8.0  # units that a line between tiles takes, where the text gives it a column or a row of its own
THIN = 8.0  # the height of a row that has nothing but lines, in units
DISC = 84.0  # from one place of discs to the next, in units
PAD = 4.0  # beside a label, in units


class Box(NamedTuple):
    """A rectangle, in units."""

    left: float
    top: float
    width: float
    height: float


class Axis(NamedTuple):
    """Places along a line: known ones, and how many units a character takes before the first and after the last.

    >>> Axis((1, 3), (0, 20), 5, 7).at(2), Axis((1, 3), (0, 20), 5, 7).at(0), Axis((1, 3), (0, 20), 5, 7).at(4)
    (10.0, -5, 27)
    """

    places: Sequence[float]
    units: Sequence[float]
    before: float
    after: float

    def at(self, place: float) -> float:
        """Where a place is, in units."""
        if not self.places:
            return place * self.after
        if place <= self.places[0]:
            return self.units[0] + (place - self.places[0]) * self.before
        if place >= self.places[-1]:
            return self.units[-1] + (place - self.places[-1]) * self.after
        n = bisect_right(self.places, place)
        part = (place - self.places[n - 1]) / (self.places[n] - self.places[n - 1])
        return self.units[n - 1] + part * (self.units[n] - self.units[n - 1])


class Layout(NamedTuple):
    """How a scene is laid out.

    Attributes
    ----------
    across, down
        From columns and rows to units.
    tile
        Width and height of each tile, with the gap beside it; None where tiles are as wide as their labels.
    is_hexagonal
        Whether each row with cells stands half a cell beside the one before.
    boxes
        Of the cells, in order, without gaps.
    """

    across: Axis
    down: Axis
    tile: tuple[float, float] | None
    is_hexagonal: bool
    boxes: tuple[Box, ...]


def laid_out(scene: Scene, words: Sequence[Mark], strokes: Sequence[Stroke], discs: bool = False) -> Layout:
    """The layout of a scene whose things are in their final places; its marks are given as words and strokes.

    Parameters
    ----------
    discs
        Whether it has discs, whose width tells their size.
    """
    rows: dict[int, set[float]] = {}
    for cell in scene.cells:
        rows.setdefault(cell.row, set()).add(_middle(cell))
    widest = max((max(cell.width, columns(cell.label)) for cell in scene.cells), default=1)
    steps = [right - left for middles in rows.values() for left, right in pairwise(sorted(middles))]
    step = min(steps, default=0)
    if scene.stacked or discs or not steps or widest > SQUARE or step > widest + MOST_GAP or step < 1:
        return _in_line(scene, words, DISC / (widest + 2) if discs else CHARACTER, discs)
    is_hexagonal = _is_hexagonal(rows, step)
    if _touches(scene.cells, words) or (is_hexagonal and _is_among(rows, words, step / 2)):
        return _in_line(scene, words, CHARACTER)
    side = max(ROOMY if scene.arrows else LEAST, CHARACTER * widest + 10)
    down = min((below - above for above, below in pairwise(sorted(rows))), default=1)
    if is_hexagonal:
        high = side * 0.75**0.5
        tile, scale, line = (side, high), side / step, high / down
        boxes = tuple(
            Box(_middle(cell) * scale - side / 2 + 1, (cell.row + 0.5) * line - high / 2 + 1, side - 2, high - 2)
            for cell in scene.cells
        )
        return Layout(Axis((), (), scale, scale), Axis((), (), line, line), tile, True, boxes)
    middles = sorted({middle for found in rows.values() for middle in found})
    if any(right - left < step for left, right in pairwise(middles)):
        return _in_line(scene, words, CHARACTER)
    x, y = _columns(middles, widest, step, side, rows, words, strokes), _rows(sorted(rows), down, side, words, strokes)
    boxes = tuple(
        Box(x.at(_middle(cell)) - side / 2 + 1, y.at(cell.row + 0.5) - side / 2 + 1, side - 2, side - 2)
        for cell in scene.cells
    )
    return Layout(x, y, (side, side), False, boxes)


def _touches(cells: Iterable[Cell], words: Iterable[Mark]) -> bool:
    """Whether a word begins right behind a cell or ends right before one, as in a sentence."""
    ends = {(mark.row, mark.column) for mark in words if mark.text}
    ends |= {(mark.row, mark.column + columns(mark.text)) for mark in words if mark.text}
    return any((cell.row, at) in ends for cell in cells for at in (cell.column, cell.column + cell.width))


def _is_among(rows: Mapping[int, Collection[float]], words: Iterable[Mark], half: float) -> bool:
    """Whether something is written among the cells of a row, whose middles these are, less than half a tile away."""
    spans = ((rows.get(mark.row), mark.column, mark.column + columns(mark.text)) for mark in words if mark.text)
    return any(row and start < max(row) + half and end > min(row) - half for row, start, end in spans)


def _middle(cell: Cell) -> float:
    return cell.column + cell.width / 2


def _is_hexagonal(rows: dict[int, set[float]], step: float) -> bool:
    firsts = [min(rows[row]) for row in sorted(rows)]
    return len(firsts) > 1 and all((below - above) % step == step / 2 for above, below in pairwise(firsts))


def _columns(
    middles: Sequence[float],
    widest: int,
    step: float,
    side: float,
    rows: Iterable[int],
    words: Iterable[Mark],
    strokes: Iterable[Stroke],
) -> Axis:
    """From the columns of a board of squares to units: `middles` are those of its cells."""
    rows = frozenset(rows)
    spans = [(mark.column, mark.column + columns(mark.text), mark.row in rows) for mark in words if mark.text]
    lines = {stroke.column / 2 for stroke in strokes if stroke.column == stroke.to_column}

    def room(left: float, right: float) -> float:
        """From the middle of a cell to that of the next."""
        wide, is_ruled = right - left, any(left < line < right for line in lines)
        within = [(start, end, beside) for start, end, beside in spans if start < right and end > left]
        apart = side + GAP if is_ruled and step < wide <= step + MOST_GAP else side * wide / step
        if any(end - start > 1 for start, end, _ in within):
            apart = max(apart, CHARACTER * wide)
        between = [end - start for start, end, beside in within if beside and left < start and end < right]
        return max(apart, side + CHARACTER * (max(between) + 1)) if between else apart

    units = [side / 2]
    for left, right in pairwise(middles):
        units.append(units[-1] + room(left, right))
    close = (widest + 1) / 2  # where what is written beside a cell begins, at least
    first = close if any(beside and end <= middles[0] for _, end, beside in spans) else step / 2
    last = close if any(beside and start >= middles[-1] for start, _, beside in spans) else step / 2
    places = [middles[0] - first, *middles, middles[-1] + last]
    before = CHARACTER if any(start < places[0] for start, _, _ in spans) else CHARACTER / 3
    after = CHARACTER if any(end > places[-1] for _, end, _ in spans) else CHARACTER / 3
    return Axis(places, [0, *units, units[-1] + side / 2], before, after)


def _rows(cells: Sequence[int], step: int, side: float, words: Iterable[Mark], strokes: Iterable[Stroke]) -> Axis:
    """From the rows of a board of squares to units: `cells` are the rows with cells."""
    written = {mark.row for mark in words}
    ruled = {stroke.row // 2 for stroke in strokes if stroke.row == stroke.to_row}
    units = [side / 2]
    for above, below in pairwise(cells):
        high, within = below - above, range(above + 1, below)
        texts = len(written.intersection(within))
        is_ruled = not ruled.isdisjoint(within) and step < high <= step + MOST_GAP
        units.append(units[-1] + (side + GAP if is_ruled else side * high / step if not texts else side) + texts * LINE)
    places: list[float] = [cells[0] + 0.5 - step / 2, *(row + 0.5 for row in cells), cells[-1] + 0.5 + step / 2]
    before = THIN if not any(row < cells[0] for row in written) else LINE
    after = THIN if not any(row > cells[-1] for row in written) else LINE
    return Axis(places, [0, *units, units[-1] + side / 2], before, after)


def _in_line(scene: Scene, words: Sequence[Mark], scale: float, discs: bool = False) -> Layout:
    """As the text has it, `scale` units a character; tiles are as wide as their cells."""
    taken: dict[int, list[tuple[float, float]]] = {}
    spans = [(cell.row, cell.column, cell.column + cell.width) for cell in scene.cells]
    tiles = {end for span in spans for end in ((span[0], span[1]), (span[0], span[2]))}
    spans += [(mark.row, mark.column, mark.column + columns(mark.text)) for mark in words if mark.text]
    for row, start, end in spans:
        taken.setdefault(row, []).append((start, end))

    def room(row: int, side: float, other: float) -> float:
        """What a tile may take beside its label, up to what stands at `other`: half of it where that is a tile."""
        gap = abs(side - other) * scale
        return gap / 2 - 1 if (row, other) in tiles else gap - PAD if gap else -1

    def box(cell: Cell) -> Box:
        start, end = cell.column, cell.column + max(cell.width, columns(cell.label))
        others = [span for span in taken[cell.row] if span != (cell.column, cell.column + cell.width)]
        before = max((b for _, b in others if b <= start), default=start - 9)
        after = min((a for a, _ in others if a >= end), default=end + 9)
        wanted = scale - 2 if discs else max(PAD, (LINE - 2 - (end - start) * scale) / 2)
        left, right = min(wanted, room(cell.row, start, before)), min(wanted, room(cell.row, end, after))
        height = LINE if scene.stacked else LINE - 2
        top = cell.row * LINE + (LINE - height) / 2
        return Box(start * scale - left, top, (end - start) * scale + left + right, height)

    return Layout(Axis((), (), scale, scale), Axis((), (), LINE, LINE), None, False, tuple(map(box, scene.cells)))
