"""Which values filled into a model contradict each other within one constraint."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from ..errors import Refusal
from ..models.constraints.base import Posted
from ..models.propagated import propagated
from ..models.reading import Reading
from ..models.values import Value, Values, Variable

Filled = Mapping[Variable, Value]


class Clashes:
    """The constraints of a model, each asked alone whether it can still hold; what was found out is kept."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._alone: dict[int, Reading] = {}
        self._known: dict[tuple[Any, ...], frozenset[Variable]] = {}

    def found(self, values: Filled) -> set[Variable]:
        """The variables with values that no constraint of some kind allows together: of each, as few as are needed."""
        clashing: set[Variable] = set()
        for number, posted in enumerate(self.reading.posted):
            filled = {v: values[v] for v in dict.fromkeys(posted.scope) if v in values}
            if filled:
                clashing |= self._of(number, filled)
        return clashing

    def fitting(self, values: Filled, variable: Variable, domain: Values) -> tuple[Value, ...]:
        """The values of a variable that clash with none of the others in any constraint on it."""
        about = [number for number, posted in enumerate(self.reading.posted) if variable in posted.scope]

        def fits(value: Value) -> bool:
            tried = {**values, variable: value}
            return all(self._can_hold(n, {v: tried[v] for v in self.reading.posted[n].scope if v in tried})
                       for n in about)  # fmt: skip

        return tuple(filter(fits, domain))

    def _of(self, number: int, filled: Filled) -> frozenset[Variable]:
        """Those of the filled variables of a constraint that keep it from holding."""
        key = (number, *((v, type(x), x) for v, x in filled.items()))
        if key not in self._known:
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[key] = frozenset() if self._can_hold(number, filled) else self._needed(number, filled)
        return self._known[key]

    def _needed(self, number: int, filled: Filled) -> frozenset[Variable]:
        """All pairs that cannot be together; without such, a set of which none can be left out."""
        pairs = [
            pair for pair in combinations(filled, 2) if not self._can_hold(number, {v: filled[v] for v in pair})
        ]  # fmt: skip
        if pairs:
            return frozenset(v for pair in pairs for v in pair)
        needed = dict(filled)
        for variable in reversed(filled):
            rest = {v: x for v, x in needed.items() if v != variable}
            if not self._can_hold(number, rest):
                needed = rest
        return frozenset(needed)

    def _can_hold(self, number: int, filled: Filled) -> bool:
        """Whether a constraint may hold where some of its variables have these values, as far as propagation tells."""
        posted = self.reading.posted[number]
        if len(filled) == len({*posted.scope}):
            return posted.guarded(tuple(filled[v] for v in posted.scope))
        alone = self._reading(number, posted)
        try:
            return propagated(alone, {alone.lowering.number[v]: (x,) for v, x in filled.items()}).left is not None
        except Refusal:
            return True

    def _reading(self, number: int, posted: Posted) -> Reading:
        """A model of the variables of one constraint, and of it alone."""
        if number not in self._alone:
            domains = {v: self.reading.domains[v] for v in dict.fromkeys(posted.scope)}
            self._alone[number] = Reading(domains, (posted,), tuple(range(len(domains))))
        return self._alone[number]
