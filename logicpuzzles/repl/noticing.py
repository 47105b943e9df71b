"""Propagation that tells what it binds, and for which unknown no value is left."""

from __future__ import annotations

from collections.abc import Callable

from ..logic.integers.propagation import Propagation
from ..logic.integers.sets import Integers
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm
from .effects import Effects


class Noticing(Propagation):
    """Propagates for a run that is explained."""

    def __init__(self, machine: Machine, effects: Effects) -> None:
        super().__init__(machine)
        self.effects = effects

    def narrow(self, term: AnyTerm, allowed: Integers) -> bool:
        return self._noted(term, super().narrow(term, allowed))

    def fix(self, term: AnyTerm, value: int) -> bool:
        return self._noted(term, super().fix(term, value))

    def _noted(self, term: AnyTerm, is_left: bool) -> bool:
        term = self.walk(term)
        if not is_left and self.effects.emptied is None and type(term) in VARIABLES:
            self.effects.emptied = term
        return is_left

    def settle(self, work: Callable[[], bool]) -> bool:
        mark = len(self.machine.trail)
        holds = super().settle(work)
        if holds:
            self.effects.bind(self.machine, mark)
        return holds
