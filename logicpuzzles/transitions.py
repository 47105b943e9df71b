"""The compiler: one query with unknowns in every cell gives the rewrite rules of a move relation.

What an answer becomes (first match wins), for the 7 puzzle's
``before = (0, c1, ...), label = c1, after = (c1, 0, c2, ...)``:

    a cell before that is a constant            guard Equals            c0 = 0
    ... that is an unknown met before           guard Same
    ... a compound with unknowns                its domain is tried value by value
    a disequality that remains                  guard Differs
    a cell after that is the cell itself        kept
    ... another cell's unknown                  Cell                    c1 at position 0
    ... a constant                              the constant            0 at position 1
    ... an unknown of its own                   its domain is tried value by value
    a goal that needs a value of a cell         the query is split on that cell's domain
    rules in a row that differ in the
    constant of one kept cell                   one rule with guard Among
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from .endings import State
from .errors import NeedsValue, Refusal
from .goals import Goal, Neq
from .resolver import Machine
from .rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rewriting, Rule, Same
from .terms import VARIABLES, Term, is_flat, next_serial, same, var, vars

Domains = tuple[tuple[Any, ...], ...]  # the values each cell may hold
Move = Callable[[Any, Any, Any], Goal]
MOST_VALUES = 64  # in one cell
MOST_RULES = 100_000


class Query:
    """A question about one or two states whose cells are unknown, asked until no goal needs a value.

    `split` tells afterwards whether the domains were used.
    """

    def __init__(self, name: str, domains: Domains, watchdog: Callable[[], None] | None = None) -> None:
        self.name, self.domains, self.watchdog = name, domains, watchdog
        self.split = False

    def rules(self, move: Move) -> list[Rule]:
        """The rewrite rules of `move(label, before, after)`, in clause order for every state."""
        return _among(self._answers(lambda before, label, after: move(label, before, after), {}, self._rules))

    def patterns(self, goal: Callable[[Any], Goal]) -> tuple[Pattern, ...]:
        """The patterns that together match the states for which `goal(state)` holds."""
        found = self._answers(lambda before, label, after: goal(before), {}, self._pattern)
        return tuple(dict.fromkeys(found))

    def _answers(self, ask: Callable[..., Goal], fixed: Mapping[int, Any], read: Any) -> list[Any]:
        machine = Machine(self.watchdog)
        before = tuple(fixed[i] if i in fixed else var() for i in range(len(self.domains)))
        machine.universal = next_serial()
        label, after = var(), vars(len(before))
        found: list[Any] = []
        try:
            for _ in machine.answers(ask(before, label, after)):
                found.extend(read(machine, before, label, after))
                if len(found) > MOST_RULES:
                    raise Refusal(f"{self.name} gives more than {MOST_RULES:,} rewrite rules")
        except NeedsValue as need:
            wanted = machine.walk(need.variable)
            cell = next((i for i, c in enumerate(before) if machine.walk(c) is wanted), None)
            if cell is None or not self.domains[cell]:
                raise Refusal(
                    f"{self.name} does not become rewrite rules: {need.goal} needs a value that is in no cell of the state"
                ) from None
            self.split = True
            return [
                answer
                for value in self.domains[cell]
                for answer in self._answers(ask, {**fixed, cell: value}, read)
            ]
        return found

    def _pattern(self, machine: Machine, before: Sequence[Any], label: Any, after: Sequence[Any]) -> Iterator[Pattern]:
        for cells in self._named(machine, before):
            yield guards(machine, before, cells)

    def _rules(self, machine: Machine, before: Sequence[Any], label: Any, after: Sequence[Any]) -> Iterator[Rule]:
        for cells in self._named(machine, before):
            for _ in self._closed(machine, after, cells):
                yield Rule(
                    guards(machine, before, cells),
                    tuple(_source(machine, i, before[i], after[i], cells) for i in range(len(after))),
                    self._label(machine, label, cells),
                )

    def _named(self, machine: Machine, before: Sequence[Any]) -> Iterator[dict[Any, int]]:
        """Each way to make every cell a constant or an unknown; the first cell of each unknown."""
        for _ in self._tried(machine, before, lambda term: type(term) not in VARIABLES):
            cells: dict[Any, int] = {}
            for index, term in enumerate(map(machine.walk, before)):
                if type(term) in VARIABLES:
                    cells.setdefault(term, index)
            yield cells

    def _closed(self, machine: Machine, after: Sequence[Any], cells: Mapping[Any, int]) -> Iterator[None]:
        """Each way to make every cell after the move a constant or an unknown of the cells before."""
        return self._tried(machine, after, lambda term: term not in cells)

    def _tried(self, machine: Machine, terms: Sequence[Any], is_open: Callable[[Any], bool]) -> Iterator[None]:
        """Try the domain of each cell of `terms` that is open and not ground."""
        for index, term in enumerate(map(machine.walk, terms)):
            if is_flat(term) or not is_open(term) or not machine.unknowns(term):
                continue
            if not self.domains[index]:
                raise Refusal(f"{self.name} leaves cell {index} open, and no values are known for it")
            self.split = True
            mark = len(machine.trail)
            for value in self.domains[index]:
                if machine.unify(term, value):
                    yield from self._tried(machine, terms, is_open)
                machine.undo(mark)
            return
        yield

    def _label(self, machine: Machine, label: Any, cells: Mapping[Any, int]) -> Any:
        named = _by_cell(machine.reify(label), cells)
        if isinstance(named, Refusal):
            raise Refusal(f"{self.name} leaves the label of a move open: {machine.reify(label)!r}")
        return named


def guards(machine: Machine, before: Sequence[Any], cells: Mapping[Any, int]) -> Pattern:
    """What an answer demands of the cells before the move."""
    found: list[Guard] = []
    for index, term in enumerate(before):
        term = machine.walk(term)
        if term not in cells if type(term) in VARIABLES else True:
            found.append(Equals(index, machine.reify(term)))
        elif cells[term] != index:
            found.append(Same(cells[term], index))
    seen: dict[Any, None] = {}
    for _, constraint in machine.waiting():
        prefix = constraint.prefix(machine) if isinstance(constraint, Neq) else None
        pairs = prefix and tuple(_pair(machine, left, right, cells) for left, right in prefix)
        if pairs and all(pairs):
            seen.setdefault(Differs(tuple(sorted(pairs, key=repr))))
    return (*found, *seen)


def _pair(machine: Machine, left: Any, right: Any, cells: Mapping[Any, int]) -> Any:
    """A pair of a disequality over cells; None where it involves another unknown, which can always meet it."""
    left, right = (_by_cell(machine.reify(term), cells) for term in (left, right))
    if isinstance(left, Refusal) or isinstance(right, Refusal):
        return None
    if type(right) is Cell and (type(left) is not Cell or right.index < left.index):
        left, right = right, left
    return (left, right)


def _source(machine: Machine, index: int, before: Any, after: Any, cells: Mapping[Any, int]) -> Any:
    before, after = machine.walk(before), machine.walk(after)
    if before is after:
        return Cell(index)
    if after in cells if type(after) in VARIABLES else False:
        return Cell(cells[after])
    value = machine.reify(after)
    return Cell(index) if type(before) not in VARIABLES and same(machine.reify(before), value) else value


def _by_cell(term: Any, cells: Mapping[Any, int]) -> Any:
    """A reified `term` with cells for its unknowns; a `Refusal` (not raised) where one is in no cell."""
    if type(term) in VARIABLES:
        return Cell(cells[term]) if term in cells else Refusal()
    if type(term) is tuple or type(term) is Term:
        parts = tuple(_by_cell(part, cells) for part in (term if type(term) is tuple else term.args))
        wrong = next((part for part in parts if isinstance(part, Refusal)), None)
        return wrong or (parts if type(term) is tuple else Term(term.name, parts))
    return term


def _among(rules: list[Rule]) -> list[Rule]:
    """Rules in a row that differ only in the constant which one kept cell must hold, made one."""
    merged: list[Rule] = []
    for rule in rules:
        joined = merged and _joined(merged[-1], rule)
        if joined:
            merged[-1] = joined
        else:
            merged.append(rule)
    return merged


def _joined(one: Rule, two: Rule) -> Rule | None:
    if one.effect != two.effect or one.label != two.label or len(one.guards) != len(two.guards):
        return None
    differing = [(a, b) for a, b in zip(one.guards, two.guards, strict=True) if a != b or not same_guard(a, b)]
    if len(differing) != 1:
        return None
    ((first, second),) = differing
    if type(second) is not Equals or type(first) not in (Equals, Among) or first.cell != second.cell:  # type: ignore[union-attr]
        return None
    values = first.values if type(first) is Among else (first.value,)  # type: ignore[union-attr]
    if any(same(value, second.value) for value in values):
        return None
    together = Among(second.cell, (*values, second.value))
    return replace(one, guards=tuple(together if guard is first else guard for guard in one.guards))


def same_guard(one: Guard, two: Guard) -> bool:
    """Whether two guards that compare equal also hold the same constants (1 is not True)."""
    return type(one) is not Equals or type(two) is not Equals or same(one.value, two.value)


def union(*groups: Sequence[Any]) -> tuple[Any, ...]:
    """The values of all groups, each once, in order of first occurrence."""
    found: list[Any] = []
    for value in (value for group in groups for value in group):
        if not any(same(value, known) for known in found):
            found.append(value)
    return tuple(found)


def reached(domains: Domains, rules: Sequence[Rule]) -> Domains:
    """The least domains above `domains` that no rule leads out of."""
    grown = [list(domain) for domain in domains]
    changed = True
    while changed:
        changed = False
        for rule in rules:
            for cell, source in enumerate(rule.effect):
                if source == Cell(cell):
                    continue
                for value in _allowed(rule, source, grown):
                    if not any(same(value, known) for known in grown[cell]):
                        grown[cell].append(value)
                        changed = True
    return tuple(map(tuple, grown))


def _allowed(rule: Rule, source: Any, domains: list[list[Any]]) -> list[Any]:
    if type(source) is not Cell:
        return [source]
    for guard in rule.guards:
        if type(guard) is Equals and guard.cell == source.index:
            return [guard.value]
        if type(guard) is Among and guard.cell == source.index:
            return list(guard.values)
    return list(domains[source.index])


def compile_move(
    move: Move, name: str, states: Sequence[State], values: Domains | None, watchdog: Callable[[], None] | None = None
) -> Rewriting:
    """The rewrite rules of `move` over states like `states` (the start and the goals).

    Without `values` a cell may hold what the states and the rules lead to; where all rules only permute
    the cells, any cell may hold any of these values.

    Raises
    ------
    Refusal
        The relation does not become rewrite rules; the sentence says why.
    """
    domains = values or tuple(union(column) for column in zip(*states, strict=True))
    while True:
        query = Query(name, domains, watchdog)
        rules = query.rules(move)
        grown = domains if values else reached(domains, rules)
        rewriting = Rewriting(len(domains), tuple(rules), grown)
        if not values and rules and rewriting.permutes:
            common = union(*grown)
            grown = (common,) * len(domains)
            rewriting = replace(rewriting, domains=grown)
        if max(map(len, grown), default=0) > MOST_VALUES:
            raise Refusal(f"a cell of {name} has more than {MOST_VALUES} values")
        if grown == domains or not query.split:
            return rewriting
        domains = grown


def differences(
    rewriting: Rewriting, successors: Callable[[State], Sequence[tuple[Any, State]]], states: Sequence[State]
) -> Iterator[State]:
    """The states among `states`, and among what follows them, where the rules and the relation disagree."""
    for state in states:
        expected = list(successors(state))
        if expected != rewriting.successors(state):
            yield state
        for _, after in expected[:2]:
            if list(successors(after)) != rewriting.successors(after):
                yield after


def grouped(rules: Sequence[Rule]) -> Iterator[tuple[Pattern, list[Rule]]]:
    """Rules in a row with the same guards, together."""
    for pattern, group in groupby(rules, key=lambda rule: rule.guards):
        yield pattern, list(group)
