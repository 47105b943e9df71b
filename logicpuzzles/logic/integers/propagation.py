"""Domains of unknowns and the propagators that narrow them, run until nothing changes.

What is known of an unknown, its `Restriction`, is a constraint that waits on it like any other: so backtracking,
negation, `once` and answers treat it as they do a disequality. It is immutable; a narrower one takes its place.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from unification import Var

from ...errors import PuzzleError
from ..bindings import key
from ..goal import Constraint
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm
from .sets import ALL, Integers, single
from .store import Store

Waiting: TypeAlias = "tuple[Propagator, Waiting] | None"  # the propagators on an unknown, the newest first
MOST_RUNS = 500  # of a propagator until something is bound: bounds that creep on may creep for ever
MOST_STEPS = 40  # of a bound of an unknown that has no other, which nothing ever stops


class Propagator:
    """A condition on integers that narrows their domains; immutable.

    Attributes
    ----------
    name
        Of the goal that posted it, for messages.
    terms
        Its unknowns and integers.
    waits_for_values
        Whether it has nothing to do while domains only shrink.
    takes_atoms
        Whether an unknown of it may become an atom.
    is_implied
        Whether it says nothing that others do not say.
    """

    name: str
    terms: tuple[AnyTerm, ...]
    waits_for_values = False
    takes_atoms = False
    is_implied = False

    def propagate(self, on: Propagation) -> bool:
        """Narrow what can be narrowed; False if it cannot hold. With all terms known this decides."""
        raise NotImplementedError

    def is_entailed(self, on: Propagation) -> bool:
        """Whether it holds whatever the unknowns become."""
        return all(type(on.walk(term)) is int for term in self.terms)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether it holds when its terms have these values."""
        raise NotImplementedError

    def determined(self) -> Sequence[AnyTerm]:
        """Terms that each have one value at most once all others are known, which propagation then finds."""
        return ()

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        """Whether `unknown` has a value with which it holds whatever its other unknowns become."""
        return False

    def told_by(self, on: Propagation, unknown: Var) -> AnyTerm | None:
        """The condition of which it says that `unknown` is 1 where it holds and 0 where not; None if it does not."""
        return None

    def goal(self, on: Propagation) -> AnyTerm:
        """What remains of it, as a goal that can be posted."""
        raise NotImplementedError


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
        if type(value) is not int and any(propagator.takes_atoms for propagator in self.propagators()):
            if type(value) is not str:
                got = on.machine.reify(value)
                raise PuzzleError(f"{self.name} takes truth values", expected="0, 1 or an atom", got=got)
            on.schedule(self.waiting, is_bound=True)
            return True
        if on.number(value, self.name) not in self.domain:
            return False
        on.schedule(self.waiting, is_bound=True)
        return True


class Propagation(Store):
    """Propagates on one machine."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.queue: deque[Propagator] = deque()
        self.queued: set[int] = set()  # by identity
        self.runs: Counter[int] = Counter()
        self.steps: Counter[Hashable] = Counter()
        self.is_running = False
        self.booleans: Any = None  # what is stated of unknowns that are 0 or 1, see `booleans`

    # -- what is known -----------------------------------------------------------------------------

    def restriction(self, variable: Var) -> Restriction | None:
        """What is known of an unbound unknown."""
        for constraint in self.machine.watched.get(key(variable), ())[1:]:
            if type(constraint) is Restriction:
                return constraint
        return None

    def degree(self, variable: Var) -> int:
        """How many constraints wait for an unbound unknown."""
        known = self.restriction(variable)
        return 0 if known is None else sum(not propagator.is_implied for propagator in known.propagators())

    def domain(self, term: AnyTerm) -> Integers:
        term = self.walk(term)
        if type(term) in VARIABLES:
            known = self.restriction(term)
            return ALL if known is None else known.domain
        return single(self.number(term))

    # -- what narrows it ---------------------------------------------------------------------------

    def narrow(self, term: AnyTerm, allowed: Integers) -> bool:
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
            return self.bind(term, value)
        self.keep(term, new, None if known is None else known.waiting)
        if known is not None and (new.is_finite or self._may_step(term)):
            self.schedule(known.waiting, is_bound=False)
        return True

    def _may_step(self, unknown: Var) -> bool:
        self.steps[key(unknown)] += 1
        return self.steps[key(unknown)] <= MOST_STEPS

    def fix(self, term: AnyTerm, value: int) -> bool:
        """`term` is `value`; False if it cannot be."""
        term = self.walk(term)
        if type(term) in VARIABLES:
            known = self.restriction(term)
            return (known is None or value in known.domain) and self.bind(term, value)
        return self.number(term) == value

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
        self.keep(variable, domain, waiting)
        self.schedule(waiting, is_bound=True)
        value = domain.only
        return value is None or self.bind(variable, value)

    def keep(self, variable: Var, domain: Integers, waiting: Waiting) -> None:
        """Let this be known of an unbound unknown, and nothing else; raise `NeedsValue` as for `narrow`."""
        self.require_inside(variable)
        machine = self.machine
        others = [c for c in machine.watched.get(key(variable), ())[1:] if type(c) is not Restriction]
        machine.watch(variable, (Restriction(variable, domain, waiting, self.goal), *others))

    # -- propagators -------------------------------------------------------------------------------

    def mention(self, term: AnyTerm) -> None:
        """`term` is an integer, whichever."""
        term = self.walk(term)
        if type(term) in VARIABLES and self.restriction(term) is None:
            self.keep(term, ALL, None)

    def post(self, propagator: Propagator) -> bool:
        """Run a new propagator, and let it wait for its unknowns; False if it cannot hold."""
        return self.settle(lambda: self._start(propagator))

    def _start(self, propagator: Propagator) -> bool:
        self.goal, mark = propagator.name, len(self.machine.trail)
        if not propagator.propagate(self):
            return False
        if len(self.machine.trail) > mark:  # it has not seen what it has narrowed: it did not wait for that yet
            self._enqueue(propagator)
        if propagator.is_entailed(self):
            for term in propagator.terms:
                self.mention(term)
            return True
        self.attach(propagator, propagator.terms)
        return True

    def attach(self, propagator: Propagator, terms: Iterable[AnyTerm]) -> None:
        """Let a propagator wait for the unknowns among `terms`."""
        for unknown in dict.fromkeys(term for term in map(self.walk, terms) if type(term) in VARIABLES):
            known = self.restriction(unknown)
            domain, waiting = (ALL, None) if known is None else (known.domain, known.waiting)
            self.keep(unknown, domain, (propagator, waiting))

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
            self.steps.clear()


def propagation(machine: Machine) -> Propagation:
    """What propagates on `machine`."""
    if machine.propagation is None:
        machine.propagation = Propagation(machine)
    found: Propagation = machine.propagation
    return found
