"""The picture of a model with cells marked: those that take part in a contradiction, by the values left of them.

A field, or a cell, has its value where that is the only one left, a `?` where several are, and a `.` where it is not
marked. Of a picture that is a function nobody knows where it draws which variable: that is found by drawing it with one
value after another for each, and comparing what comes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby, product, takewhile
from typing import Any

from ..drawing.scene import Scene, written
from ..drawing.text import text
from ..errors import LimitReached
from ..integers import as_text
from ..records import replace
from ..watchdog import Watchdog
from .draw import FIELD, Part, Picture, Solution, laid
from .values import Domains, Value, Variable

Owners = frozenset[Variable]  # those that are drawn in a place

_MOST_DRAWN = 3_000  # drawings that are compared
_SECONDS = 2.0  # that they may take together: a function may follow values round and round for ever


def marked(picture: Picture | None, domains: Domains, left: Domains) -> Scene | None:
    """The picture with the variables of `left` marked, by the values left of them.

    Parameters
    ----------
    domains
        All values of each variable that may be in the picture.

    Returns
    -------
    None where that cannot be, such as for a function that draws nothing but solutions, or where its lines change their
    lengths; or where nothing is told by it: nothing is marked, or all with a `?`.
    """
    shown = picture if isinstance(picture, str) else getattr(picture, "text", None)
    if isinstance(shown, str):
        return _with_fields(shown, domains, left)
    return _Compared(picture, domains, left).scene() if callable(picture) else None


def _with_fields(shown: str, domains: Domains, left: Domains) -> Scene | None:
    named = {as_text(variable): variable for variable in domains}
    parts: list[Part] = []
    told = set()
    end = 0
    for field in FIELD.finditer(shown):
        name, form = field.groups()
        if name not in named:
            continue
        variable = named[name]
        try:
            label = _marking(domains[variable], left.get(variable), form or "")
        except (TypeError, ValueError):
            return None
        told.add(label.strip())
        parts += [(shown[end : field.start()],), (label, label, variable)]
        end = field.end()
    return None if told <= {"."} or told == {"?"} else laid([*parts, (shown[end:],)])


def _marking(domain: Collection[Value], left: Collection[Value] | None, form: str) -> str:
    """What stands in the field of a variable with `left` of its values; None where it is not marked."""
    labels = {value: format(value, form) for value in domain}
    width = max(map(len, labels.values()))
    if left is not None and len(left) == 1:
        return labels[next(iter(left))].rjust(width)
    sign = "." if left is None else "?"
    return sign.ljust(width) if any(isinstance(value, str) for value in domain) else sign.rjust(width)


class _Compared:
    """Drawings by a function, of one value after another for each variable.

    Attributes
    ----------
    base
        The values of the first drawing: what is left of the variables that are marked.
    whole, others
        The labels of the first drawing, or its characters, and those of the others, by variable and value.
    signs
        What stands in each place instead.
    """

    def __init__(self, picture: Any, domains: Domains, left: Domains) -> None:
        self.picture, self.domains, self.left = picture, domains, left
        self.base = {v: next(iter(left.get(v) or domain)) for v, domain in domains.items()}

    def scene(self) -> Scene | None:
        """The board, marked; None where that cannot be."""
        if sum(map(len, self.domains.values())) > _MOST_DRAWN:
            return None
        try:
            with Watchdog(_SECONDS, what="a picture"):
                first = self._drawn({})
                others = {v: {x: self._drawn({v: x}) for x in domain} for v, domain in self.domains.items()}
        except Exception as error:  # a function of the user's may raise anything for what is no solution
            if isinstance(error, LimitReached) and error.around:
                raise
            return None
        drawn = [first, *(one for by_value in others.values() for one in by_value.values())]
        if not all(isinstance(one, Scene) and _frame(one) == _frame(first) for one in drawn):
            drawn = [text(one) if isinstance(one, Scene) else one for one in drawn]
            if not all(isinstance(one, str) and _frame(one) == _frame(drawn[0]) for one in drawn):
                return None
        self.whole, *rest = map(_labels, drawn)
        row = iter(rest)
        self.others = {v: {x: next(row) for x in domain} for v, domain in self.domains.items()}
        if not self._mark():
            return None
        if isinstance(drawn[0], str):
            return written("".join(self.signs))
        scene: Scene = drawn[0]
        pairs = zip(scene.cells, self.signs, strict=True)
        return replace(scene, cells=tuple(replace(cell, label=sign) for cell, sign in pairs))

    def _drawn(self, values: Solution) -> Any:
        return getattr(self.picture, "scene", self.picture)({**self.base, **values})

    def _mark(self) -> bool:
        """Find out what stands in each place; False where nothing is told."""
        n = len(self.whole)
        drawn = {v: list(by_value.values()) for v, by_value in self.others.items()}
        owners: list[Owners] = [
            frozenset(v for v, others in drawn.items() if any(one[at] != self.whole[at] for one in others))
            for at in range(n)
        ]
        used = {one[at].strip() for by_value in self.others.values() for one in by_value.values()
                for at in range(n) if owners[at]}  # fmt: skip
        none = next(sign for sign in (".", "-", "~") if sign not in used or sign == "~")
        self.signs = [self._sign(at, owners[at], none) for at in range(n)]
        told = {sign.strip() for sign, of in zip(self.signs, owners, strict=True) if of} - {""}
        if told <= {none} or told == {"?"}:
            return False
        for of, run in groupby(range(n), key=owners.__getitem__):
            if len(of) == 1:
                self._write_field(next(iter(of)), list(run), owners, none)
        return True

    def _sign(self, at: int, owners: Collection[Variable], none: str) -> str:
        """What stands in a place where these variables are drawn."""
        own = self.whole[at]
        if not owners:
            return own
        concerned = [v for v in owners if v in self.left]
        if not concerned:
            return none if own.strip() else own
        may = {self.others[v][x][at] for v in concerned for x in self.domains[v] if x in self.left[v]}
        if len(may | {own}) > 1:
            return "?"
        return own if len(concerned) == len(owners) else none

    def _write_field(self, variable: Variable, places: list[int], owners: Sequence[Owners], none: str) -> None:
        """Where the values of a variable are written out, also in what they have in common: one sign for all of it."""
        field = self._field(variable, places[0], places[-1] + 1, owners)
        if field is None or (variable in self.left and len(self.left[variable]) == 1):
            return
        first, end = field
        sign = "?" if variable in self.left else none
        drawn = self.others[variable].values()
        is_left = any(one[end - 1] == " " for one in drawn) or any(isinstance(x, str) for x in self.domains[variable])
        is_right = any(one[first] == " " for one in drawn) or not is_left
        self.signs[first:end] = sign.rjust(end - first) if is_right else sign.ljust(end - first)

    def _field(self, variable: Variable, first: int, end: int, owners: Sequence[Owners]) -> tuple[int, int] | None:
        """Where the values of a variable stand, from a place before or at `first` to one behind or at `end`."""
        words = {x: as_text(x) for x in self.domains[variable]}
        longest = max(map(len, words.values()))
        starts = list(takewhile(lambda at: owners[at] <= {variable}, range(first, max(-1, first - longest), -1)))
        ends = list(takewhile(lambda at: owners[at] <= {variable}, range(end - 1, min(len(owners), end + longest))))
        for start, last in product(starts, ends):
            drawn = {x: "".join(one[start : last + 1]).strip() for x, one in self.others[variable].items()}
            if drawn == words:
                return start, last + 1
        return None


def _frame(drawn: str | Scene) -> object:
    """What of a drawing does not depend on the values where it can be compared."""
    if isinstance(drawn, str):
        return [len(line) for line in drawn.split("\n")]
    return replace(drawn, cells=tuple(replace(cell, value=None, label="") for cell in drawn.cells))


def _labels(drawn: str | Scene) -> list[str]:
    return list(drawn) if isinstance(drawn, str) else [cell.label for cell in drawn.cells]
