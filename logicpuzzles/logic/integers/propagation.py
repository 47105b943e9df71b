"""Domains of unknowns and the propagators that narrow them, run until nothing changes.

What is known of an unknown, its `Restriction`, is a constraint that waits on it like any other: so backtracking,
negation, `once` and answers treat it as they do a disequality. It is immutable; a narrower one takes its place.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from unification import Var

from ...errors import NeedsValue, PuzzleError
from ...integers import represented
from ..bindings import key, serial
from ..committing import within
from ..goal import Constraint
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, var
from .propagator import Propagator as Propagator  # found here with what runs it
from .sets import ALL, Bound, Integers, interval, single

Waiting: TypeAlias = "tuple[Propagator, Waiting] | None"  # the propagators on an unknown, the newest first
MOST_RUNS = 500  # of a propagator until something is bound: bounds that creep on may creep for ever


@dataclass(frozen=True, slots=True, eq=False)
class Restriction(Constraint):
    """`variable` is in `domain`, and `waiting` are the propagators on it."""

    variable: Var
    domain: Integers
    waiting: Waiting = None
    name: str = "in"
    place: str | None = None
    residual = True
    over_integers = True

    @property
    def is_free(self) -> bool:  # type: ignore[override]
        """Whether no propagator links the variable to others."""
        return self.waiting is None

    @property
    def terms(self) -> AnyTerm:
        """The unknowns that it links."""
        return (self.variable, *(propagator.terms for propagator in self.propagators()))

    def propagators(self) -> Iterator[Propagator]:
        """The propagators that wait for the variable."""
        waiting = self.waiting
        while waiting is not None:
            yield waiting[0]
            waiting = waiting[1]

    def excludes(self, value: AnyTerm) -> bool:
        return type(value) is int and value not in self.domain

    def attempt(self, machine: Machine) -> bool:
        """Its variable was bound, or, where an answer is carried over, is to be restricted so."""
        on = propagation(machine)
        return on.settle(lambda: self._join(on, machine.walk(self.variable)))

    def _join(self, on: Propagation, value: AnyTerm) -> bool:
        if type(value) in VARIABLES:
            return on.restrict(value, self)
        if on.number(value, self.name) not in self.domain:
            return False
        on.schedule(self.waiting, is_bound=True)
        return True


class Propagation:
    """Propagates on one machine.

    Attributes
    ----------
    goal
        The name of the goal that is at work, for messages.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.walk = machine, machine.walk
        self.goal = "in"
        self.queue: deque[Propagator] = deque()
        self.queued: set[int] = set()  # by identity
        self.runs: Counter[int] = Counter()
        self.is_running = False

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

    def restriction(self, variable: Var) -> Restriction | None:
        """What is known of an unbound unknown."""
        for constraint in self.machine.watched.get(key(variable), ())[1:]:
            if type(constraint) is Restriction:
                return constraint
        return None

    def domain(self, term: AnyTerm) -> Integers:
        """The integers that `term` can be."""
        term = self.walk(term)
        if type(term) in VARIABLES:
            known = self.restriction(term)
            return ALL if known is None else known.domain
        return single(self.number(term))

    def bounds(self, term: AnyTerm) -> tuple[Bound, Bound]:
        """The least and the greatest of them."""
        term = self.walk(term)
        if type(term) is int:
            return term, term
        domain = self.domain(term)
        return domain.low, domain.high

    def value(self, term: AnyTerm) -> int | None:
        """The integer that `term` is; None while it is unknown."""
        term = self.walk(term)
        return None if type(term) in VARIABLES else self.number(term)

    # -- what narrows it ---------------------------------------------------------------------------

    def narrow(self, term: AnyTerm, allowed: Integers) -> bool:
        """`term` is in `allowed`; False if it cannot be.

        Raises
        ------
        NeedsValue
            It belongs to the outside of a negation, and this would restrict it.
        """
        term = self.walk(term)
        if type(term) not in VARIABLES:
            return self.number(term) in allowed
        known = self.restriction(term)
        old = ALL if known is None else known.domain
        new = old & allowed
        if new is old:
            return True
        if not new.parts:
            return False
        value = new.only
        if value is not None:
            return self._bind(term, value)
        self._store(term, new, None if known is None else known.waiting)
        if known is not None:
            self.schedule(known.waiting, is_bound=False)
        return True

    def between(self, term: AnyTerm, low: Bound, high: Bound) -> bool:
        """`term` is from `low` to `high`; False if it cannot be."""
        least, most = self.bounds(term)
        return low <= least and most <= high or self.narrow(term, interval(low, high))

    def fix(self, term: AnyTerm, value: int) -> bool:
        """`term` is `value`; False if it cannot be."""
        term = self.walk(term)
        if type(term) in VARIABLES:
            known = self.restriction(term)
            return (known is None or value in known.domain) and self._bind(term, value)
        return self.number(term) == value

    def exclude(self, term: AnyTerm, value: int) -> bool:
        """`term` is not `value`; False if it is."""
        return self.narrow(term, ~single(value))

    def _bind(self, variable: Var, value: int) -> bool:
        self.require_inside(variable)
        return self.machine.unify(variable, value)

    def restrict(self, variable: Var, other: Restriction) -> bool:
        """What is known of another unknown holds for `variable` too: they are the same now."""
        known = self.restriction(variable)
        if known is None:
            domain, waiting = other.domain, other.waiting
        else:
            domain, waiting = known.domain & other.domain, known.waiting
            there = {id(propagator) for propagator in known.propagators()}
            for propagator in other.propagators():
                if id(propagator) not in there:
                    waiting = (propagator, waiting)
        if not domain:
            return False
        self._store(variable, domain, waiting)
        self.schedule(waiting, is_bound=True)
        value = domain.only
        return value is None or self._bind(variable, value)

    def _store(self, variable: Var, domain: Integers, waiting: Waiting) -> None:
        self.require_inside(variable)
        machine = self.machine
        others = [c for c in machine.watched.get(key(variable), ())[1:] if type(c) is not Restriction]
        machine.watch(variable, (Restriction(variable, domain, waiting, self.goal), *others))

    def require_inside(self, variable: Var) -> None:
        """Raise `NeedsValue` where the unknown must not be restricted: outside of a negation, or any value at once."""
        machine = self.machine
        if machine.floor and machine.is_outside(variable):
            raise NeedsValue(variable, within(self.goal, machine.scope))
        if serial(variable) < machine.universal:
            raise NeedsValue(variable, self.goal)

    # -- propagators -------------------------------------------------------------------------------

    def unknown(self) -> Var:
        """A fresh unknown, for a part of an expression."""
        return var()

    def mention(self, term: AnyTerm) -> None:
        """`term` is an integer, whichever."""
        term = self.walk(term)
        if type(term) in VARIABLES and self.restriction(term) is None:
            self._store(term, ALL, None)

    def post(self, propagator: Propagator) -> bool:
        """Run a new propagator, and let it wait for its unknowns; False if it cannot hold."""
        return self.settle(lambda: self._start(propagator))

    def _start(self, propagator: Propagator) -> bool:
        self.goal, mark = propagator.name, len(self.machine.trail)
        if not propagator.propagate(self):
            return False
        has_narrowed = len(self.machine.trail) > mark
        if propagator.is_entailed(self):
            return True
        for unknown in dict.fromkeys(term for term in map(self.walk, propagator.terms) if type(term) in VARIABLES):
            known = self.restriction(unknown)
            domain, waiting = (ALL, None) if known is None else (known.domain, known.waiting)
            self._store(unknown, domain, (propagator, waiting))
        if has_narrowed:  # before it waited: so it has not seen that
            self._enqueue(propagator)
        return True

    def schedule(self, waiting: Waiting, is_bound: bool) -> None:
        """Let the propagators that wait for an unknown run: it was bound, or its domain has shrunk."""
        while waiting is not None:
            propagator, waiting = waiting
            if is_bound or not propagator.waits_for_values and self.runs[id(propagator)] < MOST_RUNS:
                self._enqueue(propagator)

    def _enqueue(self, propagator: Propagator) -> None:
        if id(propagator) not in self.queued:
            self.queued.add(id(propagator))
            self.queue.append(propagator)

    def settle(self, work: Callable[[], bool]) -> bool:
        """Do `work`, which narrows domains, then run propagators until nothing changes; False if that cannot be."""
        if self.is_running:
            return work()
        self.is_running = True
        try:
            if not work():
                return False
            queue = self.queue
            while queue:
                propagator = queue.popleft()
                self.queued.discard(id(propagator))
                self.runs[id(propagator)] += 1
                self.machine.tick()
                self.goal = propagator.name
                if not propagator.propagate(self):
                    return False
            return True
        finally:
            self.is_running = False
            self.queue.clear()
            self.queued.clear()
            self.runs.clear()


def propagation(machine: Machine) -> Propagation:
    """What propagates on `machine`."""
    if machine.propagation is None:
        machine.propagation = Propagation(machine)
    found: Propagation = machine.propagation
    return found
