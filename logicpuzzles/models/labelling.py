"""Labelling by the compiled engine: the constraints over integers that are posted on unknowns, as a model.

Taken are the constraints all of whose unknowns are labelled, or follow from those that are: of these the engine finds
the values too. Other constraints stay where they are posted, and are asked about each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from ..logic.bindings import key, serial
from ..logic.integers.labelling import Plan, search_plainly
from ..logic.integers.linear import Linear
from ..logic.integers.propagation import Propagation, Propagator, propagation
from ..logic.integers.sets import Integers, single
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm
from .constraints.base import Guarded, Lowering
from .constraints.forms import Form
from .constraints.functions import Function, by_test
from .integer_forms import LOWERED
from .packed import Packed
from .packing import pack
from .rows import found_in, rows
from .values import LARGEST, Scope, Test

MOST_VALUES = 1 << 14  # of an unknown: the engine holds a bit for each
MOST_AHEAD = 64  # answers that are looked for where plain search stands
MOST_TESTED = 3  # unknowns of a constraint that is only tested: where there are more, propagation finds out sooner


class Labelling:
    """The model of what is posted on the unknowns `labelled`, which are unbound and have finite domains.

    Attributes
    ----------
    unknowns
        What the engine finds values for, the labelled ones first.
    taken
        The constraints that it knows, by identity.
    """

    def __init__(self, machine: Machine, labelled: Sequence[AnyTerm]) -> None:
        self.machine, self.on = machine, propagation(machine)
        posted = posted_on(self.on, labelled)
        self.n_labelled = len(labelled)
        self.unknowns = [*labelled, *_following(self.on, labelled, posted)]
        known = set(self.unknowns)
        self.domains = [tuple(self.on.domain(unknown)) for unknown in self.unknowns]
        self.numbers: dict[Any, int] = {key(unknown): number for number, unknown in enumerate(self.unknowns)}
        self.constants: dict[int, int] = {}
        self.taken: dict[int, Propagator] = {}
        self.forms: list[Form] = []
        for propagator in posted:
            if all(type(term) is int or term in known for term in map(self.on.walk, propagator.terms)):
                self.taken[id(propagator)] = propagator
                self.forms += self._lowered(propagator)

    def _lowered(self, propagator: Propagator) -> list[Form]:
        lower = next((made for kind, made in LOWERED.items() if isinstance(propagator, kind)), None)
        found = None if lower is None else lower(self, propagator)
        return self.tested(self.scope(propagator.terms), propagator.holds) if found is None else found

    def tested(self, scope: Scope, test: Test) -> list[Form]:
        """The variables of `scope` pass a test."""
        return by_test(self.lowering, Guarded(test), scope)

    @cached_property
    def lowering(self) -> Lowering:
        """What forms are made with."""
        made = Lowering({})
        made.domains = self.domains
        return made

    def constant(self, value: int) -> int:
        """The number of a new variable with one value."""
        self.domains.append((value,))
        return len(self.domains) - 1

    def bit(self) -> int:
        """The number of a new variable that is 0 or 1."""
        self.domains.append((0, 1))
        return len(self.domains) - 1

    def scope(self, terms: Sequence[AnyTerm]) -> Scope:
        """The numbers of terms; a constant is a variable with one value."""
        found = []
        for term in map(self.on.walk, terms):
            if type(term) is int:
                if term not in self.constants:
                    self.constants[term] = len(self.domains)
                    self.domains.append((term,))
                found.append(self.constants[term])
            else:
                found.append(self.numbers[key(term)])
        return tuple(found)

    def rows(self, plan: Plan) -> Iterator[Sequence[int] | None]:
        """The values of `unknowns` for every answer, in the order of the plan; None after a slice without one."""
        packed = pack(self.forms, self.domains, range(self.n_labelled))
        return iter(()) if packed is None else rows(packed, plan.order == "down")


def posted_on(on: Propagation, labelled: Sequence[AnyTerm]) -> list[Propagator]:
    """The constraints that are connected with the unknowns, in the order in which they are met."""
    found: dict[int, Propagator] = {}
    met, todo = set(labelled), list(labelled)
    while todo:
        known = on.restriction(todo.pop())
        for propagator in known.propagators() if known is not None else ():
            if id(propagator) not in found:
                found[id(propagator)] = propagator
                new = {term for term in map(on.walk, propagator.terms) if type(term) in VARIABLES} - met
                met |= new
                todo += sorted(new, key=serial)
    return list(found.values())


def _following(on: Propagation, labelled: Sequence[AnyTerm], posted: Sequence[Propagator]) -> list[AnyTerm]:
    """The unknowns whose values follow from those of the labelled ones, where they have few."""
    known: dict[Any, None] = dict.fromkeys(labelled)
    left = list(posted)
    while True:
        new: dict[Any, None] = {}
        waiting = []
        for propagator in left:
            terms = list(map(on.walk, propagator.terms))
            open_ = dict.fromkeys(term for term in terms if type(term) in VARIABLES and term not in known)
            determined = set(map(on.walk, propagator.determined()))
            follow = determined.issuperset(open_) and (len(open_) == 1 or not isinstance(propagator, Linear))
            if open_ and follow and all(on.domain(term).size <= MOST_VALUES for term in open_):
                new |= open_
            elif open_:
                waiting.append(propagator)
        if not new:
            return list(known)[len(labelled) :]
        known |= new
        left = waiting


def answers(machine: Machine, unknowns: Sequence[AnyTerm], plan: Plan, given: Sequence[Any]) -> Iterator[None] | None:
    """Bind the unknowns to every answer in turn, but for those `given`; None where the engine does not take them.

    In the order of the plan. By the leftmost unknown the engine gives them so. Any other selection goes by what
    propagation has left of the domains: then search is plain, and the engine tells where no answer is to be found.
    """
    on = propagation(machine)
    labelled = list(dict.fromkeys(term for term in map(on.walk, unknowns) if type(term) in VARIABLES))
    if not labelled or any(on.domain(unknown).size > MOST_VALUES for unknown in labelled):
        return None
    made = Labelling(machine, labelled)
    if any(abs(end) >= LARGEST for domain in made.domains for end in (domain[0], domain[-1])):
        return None
    if any(isinstance(form, Function) and len(form.scope) > MOST_TESTED for form in made.forms):
        return None
    if plan.selection == "leftmost":
        return _bound(machine, made, plan, len(given))
    packed = pack(made.forms, made.domains, range(made.n_labelled))
    if packed is None:
        return iter(())
    found = search_plainly(machine, unknowns, plan, Ahead(made, packed).settle)
    return islice(found, len(given), None)


class Ahead:
    """What answers the engine finds where plain search stands, which goes through the choices in their order."""

    def __init__(self, made: Labelling, packed: Packed) -> None:
        self.made, self.packed = made, packed
        self.unknowns = made.unknowns[: made.n_labelled]  # what follows of these may have another value where undefined
        self.rows: list[Sequence[int]] = []
        self.all_within: list[Integers] | None = None  # the domains of which these rows are all answers

    def settle(self) -> bool:
        """Whether an answer may follow of the choices that were made; if it is the only one, it is bound."""
        on = self.made.on
        domains = list(map(on.domain, self.unknowns))
        rows = [row for row in self.rows if all(value in domain for domain, value in zip(domains, row, strict=False))]
        within = self.all_within
        if len(rows) < 2 and not (within and all(map(is_subset, domains, within))):
            rows = self.rows = self._found(domains)
        if len(rows) != 1:
            return bool(rows)
        only = [*zip(self.unknowns, map(single, rows[0]), strict=False)]
        return on.settle(lambda: all(on.narrow(*one) for one in only))

    def _found(self, domains: list[Integers]) -> list[Sequence[int]]:
        """Answers with values from these domains: all, or more than one."""
        cuts = {n: tuple(one) for n, one in enumerate(domains) if one.size < len(self.made.domains[n])}
        rows: list[Sequence[int]] = []
        self.all_within = None
        for row in found_in(self.packed, cuts):
            if row is not None:
                rows.append(row)
                if len(rows) == MOST_AHEAD:
                    return rows
            elif len(rows) > 1:
                return rows
            elif self.made.machine.watchdog is not None:
                self.made.machine.watchdog()
        self.all_within = domains
        return rows


def is_subset(domain: Integers, other: Integers) -> bool:
    """Whether a set of integers lies within another."""
    return domain is other or not domain & ~other


def _bound(machine: Machine, made: Labelling, plan: Plan, n_given: int) -> Iterator[None]:
    number = 0
    bind = _binder(machine, made)
    mark = len(machine.trail)
    for row in made.rows(plan):
        if row is None:
            if machine.watchdog is not None:
                machine.watchdog()
            continue
        machine.tick()
        if bind(row):
            number += 1
            if number > n_given:
                yield
        machine.undo(mark)


def _binder(machine: Machine, made: Labelling) -> Callable[[Sequence[int]], bool]:
    """What binds the unknowns to a row, and wakes what the engine does not know; False where that is violated."""
    waiting = [constraint for unknown in made.unknowns for constraint in machine.watched.get(key(unknown), ())[1:]]
    is_all = all(c.over_integers and all(id(p) in made.taken for p in c.propagators()) for c in waiting)
    return binder(machine, made.unknowns, made.n_labelled, is_all)


def binder(machine: Machine, unknowns: Sequence[Any], n_labelled: int, is_all: bool) -> Callable[[Sequence[int]], bool]:
    """What binds unknowns to a row; where it `is_all` that waits for them, nothing is woken, else by the labelled."""
    on = propagation(machine)
    for unknown in unknowns:
        on.require_inside(unknown)
    if not is_all:
        labelled = tuple(unknowns[:n_labelled])
        return lambda row: machine.unify(labelled, tuple(row[:n_labelled]))
    for unknown in unknowns:
        machine.watch(unknown)  # nothing that waits for it needs to be looked at: the engine has
    keys, bindings, trail = list(map(key, unknowns)), machine.bindings, machine.trail

    def bind(row: Sequence[int]) -> bool:
        bindings.update(zip(keys, row, strict=False))
        trail.extend(unknowns)
        return True

    return bind
