"""element, tuples_in and automaton: what is listed as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import NeedsValue, PuzzleError
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .propagation import Propagation, Propagator, propagation
from .registry import constraint
from .sets import ALL, collected, interval


@dataclass(frozen=True, slots=True, eq=False)
class Element(Propagator):
    """The item at `terms[0]`, counted from 1, of the items `terms[2:]` is `terms[1]`."""

    terms: tuple[AnyTerm, ...]
    name: str = "element"

    def propagate(self, on: Propagation) -> bool:
        index, value, *items = self.terms
        if not on.between(index, 1, len(items)):
            return False
        wanted = on.domain(value)
        places = [i for i in on.domain(index) if on.domain(items[i - 1]) & wanted]
        if not on.narrow(index, collected(places)):
            return False
        if len(places) == 1:
            item = items[places[0] - 1]
            return on.narrow(item, wanted) and on.narrow(value, on.domain(item)) and self._agree(on, item, value)
        possible = on.domain(items[places[0] - 1])
        for i in places[1:]:
            possible = possible | on.domain(items[i - 1])
        return on.narrow(value, possible)

    def _agree(self, on: Propagation, item: AnyTerm, value: AnyTerm) -> bool:
        """The item is known to be the value: they are one unknown from now on."""
        item, value = on.walk(item), on.walk(value)
        return item is value or on.machine.unify(item, value)

    def holds(self, values: Sequence[int]) -> bool:
        index, value, *items = values
        return 1 <= index <= len(items) and items[index - 1] == value

    def determined(self) -> Sequence[AnyTerm]:
        return self.terms[1:2]

    def is_entailed(self, on: Propagation) -> bool:
        index, value, *items = self.terms
        known = on.value(index)
        return known is not None and on.walk(items[known - 1]) is on.walk(value) or _all_known(on, self.terms)

    def goal(self, on: Propagation) -> AnyTerm:
        index, value, *items = self.terms
        return Term("element", (index, tuple(items), value))


def _all_known(on: Propagation, terms: Sequence[AnyTerm]) -> bool:
    return all(type(on.walk(term)) is int for term in terms)


@dataclass(frozen=True, slots=True, eq=False)
class Table(Propagator):
    """The terms together are one of the rows."""

    terms: tuple[AnyTerm, ...]
    rows: tuple[tuple[int, ...], ...]
    name: str = "tuples_in"

    def propagate(self, on: Propagation) -> bool:
        rows = self._left(on)
        if not rows:
            return False
        columns = zip(self.terms, zip(*rows, strict=True), strict=True)
        return all(on.narrow(term, collected(column)) for term, column in columns)

    def _left(self, on: Propagation) -> Sequence[tuple[int, ...]]:
        terms = list(map(on.walk, self.terms))
        rows = self.rows
        for place, term in enumerate(terms):
            domain, first = on.domain(term), terms.index(term)
            if domain != ALL:
                rows = tuple([row for row in rows if row[place] in domain])
            if first != place:  # an unknown that is there twice has one value
                rows = tuple([row for row in rows if row[place] == row[first]])
        return rows

    def is_entailed(self, on: Propagation) -> bool:
        """Whether at most one unknown is left: its domain is then what the rows say."""
        return len({term for term in map(on.walk, self.terms) if type(term) is not int}) < 2

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("tuples_in", ((self.terms,), self.rows))


@constraint("element")
def _element(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm) -> bool:
    """X is the item of the list Items at Index, counted from 1."""
    listed = elements(machine, items, "element")
    on = propagation(machine)
    on.goal = "element"
    return bool(listed) and on.post(Element((index, x, *listed)))


def _row(machine: Machine, term: AnyTerm) -> tuple[int, ...]:
    row = elements(machine, term, "tuples_in")
    machine.tick()
    for value in row:
        if type(value) in VARIABLES:
            raise NeedsValue(value, "tuples_in")
        propagation(machine).number(value, "tuples_in")
    return tuple(row)


@constraint("tuples_in")
def _tuples_in(machine: Machine, tuples: AnyTerm, relation: AnyTerm) -> bool:
    """Each of the lists Tuples is one of the rows of integers of the list Relation, those as long as it is."""
    on, goal = propagation(machine), "tuples_in"
    listed = [tuple(elements(machine, one, goal)) for one in elements(machine, tuples, goal)]
    rows = [_row(machine, row) for row in elements(machine, relation, goal)] if listed else []
    on.goal = goal
    return on.settle(
        lambda: all(on.post(Table(one, tuple([row for row in rows if len(row) == len(one)]))) for one in listed)
    )


def _parts(machine: Machine, term: AnyTerm, name: str, arity: int) -> list[AnyTerm] | None:
    term = machine.walk(term)
    if type(term) in VARIABLES:
        raise NeedsValue(term, "automaton")
    if type(term) is Term and term.name == name and len(term.args) == arity:
        return [machine.reify(arg) for arg in term.args]
    return None


@constraint("automaton")
def _automaton(machine: Machine, xs: AnyTerm, nodes: AnyTerm, arcs: AnyTerm) -> bool:
    """The list Xs leads a finite automaton from a source to a sink: Nodes such as source(a), sink(b), Arcs such as \
arc(a, 0, b)."""
    goal, on = "automaton", propagation(machine)
    terms = elements(machine, xs, goal)
    numbers: dict[AnyTerm, int] = {}
    ends: dict[str, set[int]] = {"source": set(), "sink": set()}
    for node in elements(machine, nodes, goal):
        for kind, found in ends.items():
            if (parts := _parts(machine, node, kind, 1)) is not None:
                found.add(numbers.setdefault(parts[0], len(numbers)))
                break
        else:
            raise PuzzleError(f"{goal} takes nodes", expected="source(State) and sink(State)", got=machine.reify(node))
    rows = []
    for arc in elements(machine, arcs, goal):
        parts = _parts(machine, arc, "arc", 3)
        if parts is None:
            raise PuzzleError(f"{goal} takes arcs", expected="arc(State, Integer, State)", got=machine.reify(arc))
        start, label, end = parts
        if type(label) in VARIABLES:
            raise NeedsValue(label, goal)
        label = on.number(label, goal)
        rows.append((numbers.setdefault(start, len(numbers)), label, numbers.setdefault(end, len(numbers))))
    states = [on.unknown() for _ in range(len(terms) + 1)]

    def post() -> bool:
        on.goal = goal
        steps = zip(states, terms, states[1:], strict=False)
        return (
            all(on.narrow(state, interval(0, len(numbers) - 1)) for state in states)
            and on.narrow(states[0], collected(ends["source"]))
            and on.narrow(states[-1], collected(ends["sink"]))
            and all(on.post(Table(step, tuple(rows), goal)) for step in steps)
        )

    return on.settle(post)
