"""What is known of integers and what narrows it, whatever keeps the domains of unknowns."""

from __future__ import annotations

from unification import Var

from ...errors import NeedsValue, PuzzleError
from ...integers import represented
from ..bindings import serial
from ..committing import within
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, var
from .sets import Bound, Integers, interval, single


class Store:
    """The domains of the unknowns of one machine; a subclass keeps them.

    Attributes
    ----------
    goal
        The name of the goal that is at work, for messages.
    labelling
        The goals that are trying values, for the message of a limit.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.walk = machine, machine.walk
        self.goal, self.labelling = "in", 0

    def domain(self, term: AnyTerm) -> Integers:
        """The integers that `term` can be."""
        raise NotImplementedError

    def narrow(self, term: AnyTerm, allowed: Integers) -> bool:
        """`term` is in `allowed`; False if it cannot be.

        Raises
        ------
        NeedsValue
            It belongs to the outside of a negation, and this would restrict it.
        """
        raise NotImplementedError

    # -- what is known -----------------------------------------------------------------------------

    def number(self, value: AnyTerm, goal: str | None = None) -> int:
        """`value`, which must be an integer.

        Raises
        ------
        PuzzleError
            It is not.
        """
        if type(value) is int:
            return value
        got = self.machine.reify(value)
        problem = f"{goal or self.goal} takes integers"
        raise PuzzleError(problem, got=represented(got) if isinstance(got, str) else got)

    def bounds(self, term: AnyTerm) -> tuple[Bound, Bound]:
        """The least and the greatest integer that `term` can be."""
        term = self.walk(term)
        if type(term) is int:
            return term, term
        domain = self.domain(term)
        return domain.low, domain.high

    def value(self, term: AnyTerm) -> int | None:
        """The integer that `term` is; None while it is unknown."""
        term = self.walk(term)
        return None if type(term) in VARIABLES else self.number(term)

    def unknown(self) -> Var:
        """A fresh unknown, for a part of an expression."""
        return var()

    # -- what narrows it ---------------------------------------------------------------------------

    def between(self, term: AnyTerm, low: Bound, high: Bound) -> bool:
        """`term` is from `low` to `high`; False if it cannot be."""
        least, most = self.bounds(term)
        return low <= least and most <= high or self.narrow(term, interval(low, high))

    def exclude(self, term: AnyTerm, value: int) -> bool:
        """`term` is not `value`; False if it is."""
        return self.narrow(term, ~single(value))

    def bind(self, variable: Var, value: int) -> bool:
        """`variable` is `value`; raise `NeedsValue` as for `narrow`."""
        self.require_inside(variable)
        return self.machine.unify(variable, value)

    def require_inside(self, variable: Var) -> None:
        """Raise `NeedsValue` where the unknown must not be restricted: outside of a negation, or any value at once."""
        machine = self.machine
        if machine.floor and machine.is_outside(variable):
            raise NeedsValue(variable, within(self.goal, machine.scope))
        if serial(variable) < machine.universal:
            raise NeedsValue(variable, self.goal)
