"""What the constraints over integers of a run that is explained do to its unknowns."""

from __future__ import annotations

from typing import Any

from ..logic.bindings import key
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm


class Effects:
    """What constraints have bound, until it is undone, and the first unknown for which they left no value."""

    def __init__(self) -> None:
        self.bound: dict[Any, bool] = {}  # by key, the unknowns that they have bound
        self.emptied: AnyTerm = None

    def bind(self, machine: Machine, mark: int) -> None:
        """Note what was bound since the trail had the length `mark`."""
        for entry in machine.trail[mark:]:
            if type(entry) in VARIABLES and key(entry) not in self.bound:
                machine.trail.append((self.bound, key(entry), None))
                self.bound[key(entry)] = True

    def plain(self, machine: Machine) -> dict[Any, Any]:
        """What is bound, but for what constraints have bound."""
        return {known: term for known, term in machine.bindings.items() if known not in self.bound}
