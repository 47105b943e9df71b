"""Where a picture that is a function draws which variable.

Nobody knows that: it is found by drawing the picture with one value after another for each variable, and comparing what
comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, product, takewhile
from time import perf_counter
from typing import Any

from ..drawing.reading import written
from ..drawing.scene import Scene
from ..drawing.text import text
from ..errors import LimitReached
from ..integers import as_text
from ..watchdog import Watchdog
from .draw import Part, Solution, laid
from .values import Domains, Value, Variable

Owners = frozenset[Variable]  # those that are drawn in a place
Drawn = str | Scene

_MOST_DRAWN = 3_000  # drawings that are compared
_SECONDS = 2.0  # that they may take together: a function may follow values round and round for ever
_NONE = (".", "-", "~")  # of these the first that no value is drawn as, else the last, stands for no value


class Drawings:
    """Drawings by a function, of one value after another for each variable.

    A place is a cell of the scene that the function returns, or a character of its text.

    Attributes
    ----------
    whole, others
        The labels of the first drawing, by place, and those of the others, by variable and value.
    owners
        For each place, the variables that are drawn there.
    none
        What stands for no value: a sign that no value is drawn as, if there is one.
    """

    def __init__(self, picture: Any, domains: Domains, base: Solution, drawn: Sequence[Drawn]) -> None:
        self.picture, self.domains, self.base, self.first = picture, domains, base, drawn[0]
        self.whole, *rest = map(_labels, drawn)
        row = iter(rest)
        self.others = {v: {x: next(row) for x in domain} for v, domain in domains.items()}
        self.owners: list[Owners] = [
            frozenset(v for v, others in self.others.items() if any(one[at] != own for one in others.values()))
            for at, own in enumerate(self.whole)
        ]
        used = {one[at].strip() for by_value in self.others.values() for one in by_value.values()
                for at, of in enumerate(self.owners) if of}  # fmt: skip
        self.none = next(sign for sign in _NONE if sign not in used or sign == _NONE[-1])

    @classmethod
    def of(cls, picture: Any, domains: Domains, base: Solution) -> Drawings | None:
        """The drawings that differ from that of `base` in one value.

        None where they cannot be compared, such as of a function that draws nothing but solutions, or where its lines
        change their lengths.
        """
        if sum(map(len, domains.values())) > _MOST_DRAWN:
            return None
        changed = [{v: x} for v, domain in domains.items() for x in domain]
        drawn = drawn_with(picture, [base, *({**base, **values} for values in changed)])
        return None if drawn is None else cls(picture, domains, base, drawn)

    def labels(self, values: Solution) -> Sequence[str] | None:
        """What stands in each place where some variables have other values; None where that cannot be compared."""
        drawn = drawn_with(self.picture, [self.base, {**self.base, **values}])
        return None if drawn is None or _frame(drawn[0]) != _frame(self.first) else _labels(drawn[1])

    def scene(self, signs: Sequence[str]) -> Scene:
        """The board with these signs in its places; what shows one variable alone is a cell that tells so."""
        alone = [next(iter(of)) if len(of) == 1 else None for of in self.owners]
        if isinstance(self.first, Scene):
            pairs = zip(self.first.cells, signs, alone, strict=True)
            cells = (
                replace(
                    cell,
                    value=cell.value if sign == cell.label else sign.strip(),  # what is drawn has its own colour
                    label=sign,
                    at=cell.at if v is None else v,
                )
                for cell, sign, v in pairs
            )
            return replace(self.first, cells=tuple(cells))
        made = written("".join(signs))
        if made.cells:
            return self._with_owners(made, signs, alone)
        parts: list[Part] = []
        for v, run in groupby(range(len(signs)), key=lambda at: None if signs[at] == "\n" else alone[at]):
            shown = "".join(signs[at] for at in run)
            parts.append((shown,) if v is None else (shown, shown.strip(), v))
        return laid(parts)

    def _with_owners(self, made: Scene, signs: Sequence[str], alone: Sequence[Variable | None]) -> Scene:
        """A scene of cells read in these signs; each tells the variable that is drawn in it alone."""
        row = column = 0
        owners = {}
        for sign, v in zip(signs, alone, strict=True):
            owners[row, column] = v
            row, column = (row + 1, 0) if sign == "\n" else (row, column + 1)
        cells = []
        for cell in made.cells:
            found = (owners.get((cell.row, cell.column + at)) for at in range(cell.width))
            cells.append(replace(cell, at=next((v for v in found if v is not None), None)))
        return replace(made, cells=tuple(cells))

    def runs(self) -> list[tuple[Variable, int, int]]:
        """Where places follow each other in which the same variable alone is drawn: from a place to behind another."""
        found = []
        for of, run in groupby(range(len(self.owners)), key=self.owners.__getitem__):
            places = list(run)
            if len(of) == 1:
                found.append((next(iter(of)), places[0], places[-1] + 1))
        return found

    def field(self, variable: Variable, first: int, end: int) -> tuple[int, int] | None:
        """Where the values of a variable are written out, from a place before or at `first` to one behind or at `end`.

        None where they are not, but drawn in some other way.
        """
        words = {x: as_text(x) for x in self.domains[variable]}
        longest, owners = max(map(len, words.values())), self.owners
        starts = list(takewhile(lambda at: owners[at] <= {variable}, range(first, max(-1, first - longest), -1)))
        ends = list(takewhile(lambda at: owners[at] <= {variable}, range(end - 1, min(len(owners), end + longest))))
        for start, last in product(starts, ends):
            drawn = {x: "".join(one[start : last + 1]).strip() for x, one in self.others[variable].items()}
            if drawn == words:
                return start, last + 1
        return None

    def in_field(self, variable: Variable, first: int, end: int, sign: str) -> str:
        """A sign as the values of a variable stand in their field: at its right, or at its left."""
        drawn = self.others[variable].values()
        is_left = any(one[end - 1] == " " for one in drawn) or any(isinstance(x, str) for x in self.domains[variable])
        is_right = any(one[first] == " " for one in drawn) or not is_left
        return sign.rjust(end - first) if is_right else sign.ljust(end - first)


def drawn_with(picture: Any, given: Sequence[Solution]) -> Sequence[Drawn] | None:
    """What a function draws, all texts or all scenes; None where it fails, or they have not the same frame."""
    draw = getattr(picture, "scene", picture)
    began = perf_counter()
    try:
        with Watchdog(_SECONDS, what="a picture"):
            drawn: list[Any] = [draw(values) for values in given]  # not by map, which a StopIteration would end
    except Exception as error:  # a function of the user's may raise anything for what is no solution
        if isinstance(error, LimitReached) and error.around and perf_counter() - began < _SECONDS:
            raise  # the limit of what this is a part of; after these seconds it may as well be the limit here
        return None
    if all(isinstance(one, Scene) and _frame(one) == _frame(drawn[0]) for one in drawn):
        return drawn
    drawn = [text(one) if isinstance(one, Scene) else one for one in drawn]
    alike = all(isinstance(one, str) and _frame(one) == _frame(drawn[0]) for one in drawn)
    return drawn if alike else None


def _frame(drawn: Drawn) -> object:
    """What of a drawing does not depend on the values where it can be compared."""
    if isinstance(drawn, str):
        return [len(line) for line in drawn.split("\n")]
    return replace(drawn, cells=tuple(replace(cell, value=None, label="") for cell in drawn.cells))


def _labels(drawn: Drawn) -> list[str]:
    return list(drawn) if isinstance(drawn, str) else [cell.label for cell in drawn.cells]


def first_values(domains: Domains) -> dict[Variable, Value]:
    """The first value of each variable."""
    return {v: next(iter(domain)) for v, domain in domains.items()}
