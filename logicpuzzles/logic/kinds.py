"""Conditions on the Python type of a value: they wait until it is known, and what remains is shown with the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .arithmetic import Waiting
from .bindings import LISTS
from .goals import Goal
from .resolver import Machine
from .terms import VARIABLES, AnyTerm


@dataclass(frozen=True, slots=True)
class Kind(Waiting):
    """The value `term` is of the type `kind`, or (`exact` is False) of one derived from it."""

    term: AnyTerm
    kind: AnyTerm
    exact: bool
    name: str
    residual = True
    terms = property(lambda self: (self.term, self.kind))

    def attempt(self, machine: Machine) -> bool:
        term, kind = machine.walk(self.term), machine.walk(self.kind)
        if type(term) in VARIABLES or type(kind) in VARIABLES:
            return self.wait(machine, term, kind)
        if not isinstance(kind, type):
            return False
        if type(term) in LISTS:
            return kind in (tuple, list) if self.exact else issubclass(tuple, kind) or issubclass(list, kind)
        return type(term) is kind if self.exact else isinstance(term, kind)

    def reified(self, machine: Machine) -> Kind:
        return replace(self, term=machine.reify(self.term), kind=machine.reify(self.kind))

    def __repr__(self) -> str:
        return f"{self.name}({self.term!r}, {getattr(self.kind, '__name__', self.kind)})"


def isinstanceo(term: AnyTerm, kind: AnyTerm) -> Goal:
    """The value of `term` is an instance of the type `kind`; waits until both are known. Tuples are lists."""
    return Kind(term, kind, False, "isinstanceo")


def typeo(term: AnyTerm, kind: AnyTerm) -> Goal:
    """The type of the value of `term` is `kind`; waits until both are known. Tuples are lists."""
    return Kind(term, kind, True, "typeo")
