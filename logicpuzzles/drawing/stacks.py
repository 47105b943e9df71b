"""Pictures of things that lie on each other, above the places where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..endings import Value
from ..logic.notation import plain
from .folding import columns
from .looks import Looks
from .scene import Cell, Mark, Scene
from .text import text


@dataclass(frozen=True)
class Towers:
    """The picture that `towers` makes: called with a state it gives text; drawing takes the scene."""

    names: tuple[Value, ...]
    places: tuple[Value, ...]

    def __call__(self, state: Sequence[Value]) -> str:
        return text(self.scene(state))

    def scene(self, state: Sequence[Value]) -> Scene:
        """The things on each other, above their places; all boards of a puzzle are equally high."""
        known, piles = list(state), []
        for place in self.places:
            pile: list[int] = []
            below = place
            while below in known and len(pile) < len(self.names):
                pile.append(known.index(below))
                below = self.names[pile[-1]]
            piles.append(pile)
        return _piled(self.names, self.places, piles)


@dataclass(frozen=True)
class Stacks:
    """The picture that `stacks` makes: called with a state it gives text; drawing takes the scene."""

    names: tuple[Value, ...]
    places: tuple[Value, ...]

    def __call__(self, state: Sequence[Value]) -> str:
        return text(self.scene(state))

    def scene(self, state: Sequence[Value]) -> Scene:
        """The things on their places, as discs from the smallest to the largest."""
        piles = [[at for at, where in enumerate(state) if where == place][::-1] for place in self.places]
        looks = Looks(shapes=tuple((name, "disc") for name in self.names))
        return _piled(self.names, self.places, piles, looks, 1)


def towers(names: Sequence[Value], places: Sequence[Value]) -> Towers:
    """The picture of things that stand on each other: cell i tells what `names[i]` stands on, a name or a place.

    >>> print(towers(["aa", "bb"], ["x", "y"])(("bb", "y")))
        aa
        bb
    ------
    x   y
    """
    return Towers(tuple(names), tuple(places))


def stacks(names: Sequence[Value], places: Sequence[Value]) -> Stacks:
    """The picture of discs on places: cell i tells the place of `names[i]`, which lies above those that follow it.

    >>> print(stacks([1, 2, 3], "ab")(("b", "a", "a")))
    <BLANKLINE>
     2
     3  1
    ------
     a  b
    """
    return Stacks(tuple(names), tuple(places))


def _piled(
    names: Sequence[Value],
    places: Sequence[Value],
    piles: Iterable[Sequence[int]],
    looks: Looks | None = None,
    beside: int = 0,
) -> Scene:
    """Things in piles, each told from below by numbers in `names`, with so many columns `beside` the first and last."""
    wide = max(columns(plain(name)) for name in (*names, *places))
    ground = len(names)
    cells, marks = [], [Mark(0, 0, ""), Mark(ground, 0, "-" * (len(places) * (wide + 2) - 2 + 2 * beside))]
    for number, (place, pile) in enumerate(zip(places, piles, strict=True)):
        left = beside + number * (wide + 2)
        for row, at in enumerate(pile, 1):
            cells.append(Cell(ground - row, left, wide, names[at], _centred(names[at], wide), at))
        label = _centred(place, wide)
        marks.append(Mark(ground + 1, left + len(label) - len(label.lstrip()), label.lstrip()))
    return Scene(tuple(cells), tuple(marks), right=False, looks=looks, stacked=True)


def _centred(value: Value, wide: int) -> str:
    return plain(value).center(wide).rstrip()
