"""What engines take of a goal over integers: it is posted alone, on unknowns with the domains of its variables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import constraint as library

from ..logic.bindings import key
from ..logic.integers.distinct import AllDifferent
from ..logic.integers.goals import GOALS
from ..logic.integers.linear import Linear
from ..logic.integers.operations import Operation, value_of
from ..logic.integers.propagation import Propagator, propagation
from ..logic.integers.sets import Integers, union
from ..logic.integers.truth import truths_in
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm
from .constraints.arithmetic import exactly
from .constraints.base import Guarded, Lowering, Posted
from .constraints.forms import Among, Form, Never
from .constraints.functions import MOST_ROWS, by_test
from .constraints.linear import comparison
from .constraints.stated import StatedGoal
from .constraints.tables import Table
from .integer_forms import LOWERED
from .labelling import MOST_VALUES, posted_on
from .values import LARGEST, Scope, Test, Values

FEW_ROWS = 4_000  # combinations of values that are tried rather than taken apart


class _NotTaken(Exception):
    """A part of the goal has too many values."""


class Posting:
    """A goal posted on unknowns of its own; it numbers them as the variables of the model, see `integer_forms`.

    Attributes
    ----------
    is_possible
        Whether it can hold.
    propagators
        What it has posted.
    done
        Those of which `computed` has made tables, by identity.
    """

    def __init__(self, lowering: Lowering, given: StatedGoal, scope: Scope) -> None:
        self.lowering, self.domains = lowering, lowering.domains
        self.machine = Machine()
        self.on = on = propagation(self.machine)
        self.given, self.main = given, list(zip(given.unknowns, scope, strict=True))
        self.constants: dict[int, int] = {}
        self.done: set[int] = set()
        for unknown, number in self.main:
            allowed = integers(self.domains[number])
            on.settle(lambda unknown=unknown, allowed=allowed: on.narrow(unknown, allowed))  # type: ignore[misc]
        self.is_possible = self._post()
        self.numbers: dict[Any, int] = {}
        for unknown, number in self.main:
            value = on.walk(unknown)
            if type(value) in VARIABLES:
                self.numbers.setdefault(key(value), number)
        self.propagators = posted_on(on, [u for u in map(on.walk, given.unknowns) if type(u) in VARIABLES])

    def _post(self) -> bool:
        term = self.given.term
        return any(True for _ in self.machine.answers(GOALS[term.name, len(term.args)](*term.args)))

    def scope(self, terms: Sequence[AnyTerm]) -> Scope:
        """The numbers of terms; a constant, or a part of an expression, is a variable of its own."""
        return tuple(map(self._number, map(self.on.walk, terms)))

    def _number(self, term: AnyTerm) -> int:
        known: dict[Any, int] = self.constants if type(term) is int else self.numbers
        name = term if type(term) is int else key(term)
        if name not in known:
            left = self.on.domain(term)
            if not left.is_finite or left.size > MOST_VALUES or max(map(abs, (left.low, left.high))) >= LARGEST:
                raise _NotTaken
            known[name] = len(self.domains)
            self.domains.append(tuple(left))
        return known[name]

    def constant(self, value: int) -> int:
        """The number of a new variable with one value."""
        self.domains.append((value,))
        return len(self.domains) - 1

    def bit(self) -> int:
        """The number of a new variable that is 0 or 1."""
        self.domains.append((0, 1))
        return len(self.domains) - 1

    def tested(self, scope: Scope, test: Test) -> list[Form]:
        """The variables of `scope` pass a test."""
        return by_test(self.lowering, Guarded(test), scope)

    @property
    def is_plain(self) -> bool:
        """Whether all that is posted is about the goal's own unknowns, and engines take it as it is."""
        known = self.numbers
        return all(
            isinstance(p, Linear | AllDifferent)
            and all(type(t) is int or key(t) in known for t in map(self.on.walk, p.terms))
            for p in self.propagators
        )

    def narrowed(self) -> list[Form]:
        """What posting has left of the domains, and which unknowns it has made equal."""
        found: list[Form] = []
        for unknown, number in self.main:
            left, domain = self.on.domain(unknown), self.domains[number]
            if left.size < len(domain):
                found.append(Among((number,), tuple([value for value in domain if value in left])))
            first = self.numbers.get(key(value)) if type(value := self.on.walk(unknown)) in VARIABLES else None
            if first is not None and first != number:
                found += comparison((number, first), (1, -1), "==", 0)
        return found

    def computed(self) -> list[Form]:
        """Operations as tables of operands and results, where these are few; what is computed gets its domain so."""
        found: list[Form] = []
        todo = [p for p in self.propagators if isinstance(p, Operation) and self.on.value(p.defined) == 1]
        while True:
            left = []
            for operation in todo:
                rows = self._rows(operation)
                if rows is None:
                    left.append(operation)
                else:
                    found.append(rows)
                    self.done.add(id(operation))
            if len(left) == len(todo):
                return found
            todo = left

    def _rows(self, operation: Operation) -> Form | None:
        """The table of an operation; None where the domain of an operand is not known yet, or has many values."""
        walk = self.on.walk
        left, right, result = map(walk, (operation.left, operation.right, operation.result))
        if not all(type(term) is int or key(term) in self.numbers for term in (left, right)):
            return None
        one, two = ((term,) if type(term) is int else self.domains[self.numbers[key(term)]] for term in (left, right))
        pairs = zip(one, one, strict=True) if left is right else product(one, two)
        if len(one) * (1 if left is right else len(two)) > MOST_ROWS:
            return None
        allowed, name = self.on.domain(result), operation.operator
        rows = [(a, b, c) for a, b in pairs if (c := value_of(name, a, b)) is not None and c in allowed]
        if type(result) is not int and key(result) not in self.numbers:
            self.numbers[key(result)] = len(self.domains)
            self.domains.append(tuple(sorted({c for _, _, c in rows if abs(c) < LARGEST})) or (0,))
        scope = self.scope((left, right, result))
        first = [scope.index(v) for v in scope]  # a variable that is there twice has one value
        places = sorted(set(first))
        inside = [set(self.domains[v]) for v in scope]
        kept = {
            tuple([row[place] for place in places])
            for row in rows
            if all(row[i] == x and x in domain for i, x, domain in zip(first, row, inside, strict=True))
        }
        variables = tuple([scope[place] for place in places])
        if len(variables) == 1 and kept:
            return Among(variables, tuple(sorted(value for (value,) in kept)))
        return Table(variables, tuple(sorted(kept))) if kept else Never(variables)

    def lowered(self, propagator: Propagator) -> list[Form]:
        """The forms of something that is posted."""
        lower = next((made for kind, made in LOWERED.items() if isinstance(propagator, kind)), None)
        found = None if lower is None else lower(self, propagator)
        return self.tested(self.scope(propagator.terms), propagator.holds) if found is None else found


def forms(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    """What the goal `posted` says, for engines."""
    if not _may_hold(lowering, posted.constraint, scope):
        return [Never(scope)]
    posting = Posting(lowering, posted.constraint, scope)
    if not posting.is_possible:
        return [Never(scope)]
    if not posting.is_plain and prod(len(lowering.domains[v]) for v in scope) <= FEW_ROWS:
        return by_test(lowering, posted.guarded, scope)
    n = len(lowering.domains)
    try:
        computed = posting.computed()
        others = [p for p in posting.propagators if id(p) not in posting.done]
        return [*posting.narrowed(), *computed, *(form for p in others for form in posting.lowered(p))]
    except _NotTaken:
        del lowering.domains[n:]
        return by_test(lowering, posted.guarded, scope)


def _may_hold(lowering: Lowering, given: StatedGoal, scope: Scope) -> bool:
    """Whether the goal has unknowns, and those that stand for truths may be 0 or 1; other values would be errors."""
    domains = dict(zip(given.unknowns, [lowering.domains[v] for v in scope], strict=False))
    return bool(domains) and all(not {0, 1}.isdisjoint(domains[unknown]) for unknown in truths_in(given.term))


def exact_sum(given: StatedGoal) -> library.Constraint | None:
    """The library's object where the goal is a sum that is equal to a number; else None."""
    machine = Machine()
    on, term = propagation(machine), given.term
    if not any(True for _ in machine.answers(GOALS[term.name, len(term.args)](*term.args))):
        return None
    posted = posted_on(on, [u for u in map(on.walk, given.unknowns) if type(u) in VARIABLES])
    if len(posted) != 1 or not isinstance(posted[0], Linear) or posted[0].relation != "==":
        return None
    left, rest = posted[0].open(on)
    multiplier = {key(unknown): m for m, unknown in left}
    if len(left) != len(given.unknowns) or any(key(u) not in multiplier for u in given.unknowns):
        return None
    return exactly(rest, [multiplier[key(u)] for u in given.unknowns])


def integers(values: Values) -> Integers:
    """The set of integers that a domain is."""
    ordered, parts = sorted(values), list[tuple[int, int]]()
    for value in ordered:
        if parts and value == parts[-1][1] + 1:
            parts[-1] = (parts[-1][0], value)
        else:
            parts.append((value, value))
    return union(parts)
