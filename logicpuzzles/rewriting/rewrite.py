"""Guarded rewrite rules over the cells of a state: what a move relation compiles to.

A rule such as ``[0, C1, C2] -> [C1, 0, C2], label C1`` holds the guard `Equals(0, 0)`, the effect
`(Cell(1), 0, Cell(2))` and the label `Cell(1)`. Rules know nothing of the puzzle they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from ..endings import State
from ..logic.terms import Term, same, typed
from ..wording import counted
from .lookup import LEAST, Lookup

T = TypeVar("T")
Held = dict[Any, Any]  # values by `typed`


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a cell of the state before the move."""

    index: int


def resolve(source: Any, state: Sequence[Any] | Mapping[int, Any]) -> Any:
    """The value that a template (a constant, a `Cell`, or a tuple or term of these) takes in `state`, by cell.

    >>> resolve((Cell(1), Term("to", (Cell(0),))), (7, 8))
    (8, to(7))
    """
    if type(source) is Cell:
        return state[source.index]
    if type(source) is tuple:
        return tuple(resolve(part, state) for part in source)
    if type(source) is Term:
        return Term(source.name, tuple(resolve(part, state) for part in source.args))
    return source


@dataclass(frozen=True, slots=True)
class Equals:
    """Cell `cell` holds the constant `value`."""

    cell: int
    value: Any

    @property
    def values(self) -> tuple[Any, ...]:
        """The constant, as the only one of those that `Among` would hold."""
        return (self.value,)

    def holds(self, state: State) -> bool:
        return same(state[self.cell], self.value)


@dataclass(frozen=True, slots=True)
class Among:
    """Cell `cell` holds one of the constants `values`."""

    cell: int
    values: tuple[Any, ...]

    def holds(self, state: State) -> bool:
        return any(same(state[self.cell], value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Same:
    """The cells `cell` and `other` hold the same value."""

    cell: int
    other: int

    def holds(self, state: State) -> bool:
        return same(state[self.cell], state[self.other])


@dataclass(frozen=True, slots=True)
class Differs:
    """At least one of the pairs differs; each pair is a `Cell` and a `Cell` or constant."""

    pairs: tuple[tuple[Cell, Any], ...]

    def holds(self, state: State) -> bool:
        return any(not same(state[cell.index], resolve(other, state)) for cell, other in self.pairs)


Guard = Equals | Among | Same | Differs
Pattern = tuple[Guard, ...]  # a conjunction; a goal is a tuple of patterns, of which one must hold


def matches(pattern: Pattern, state: State) -> bool:
    """Whether every guard of `pattern` holds in `state`."""
    return all(guard.holds(state) for guard in pattern)


def each_once(items: Iterable[T]) -> tuple[T, ...]:
    """Guards or patterns without repetition, compared by `repr`, because Python takes 1 and True for equal."""
    return tuple({repr(item): item for item in items}.values())


def pattern_of(state: State) -> Pattern:
    """The pattern that only `state` matches."""
    return tuple(Equals(cell, value) for cell, value in enumerate(state))


@dataclass(frozen=True, slots=True)
class Rule:
    """Where every guard holds, a move with this label leads to the state that `effect` describes.

    `effect` has one source for each cell: a `Cell` of the state before (kept, moved or copied) or a constant.
    `cost` is what the move costs, a whole number from 0.
    """

    guards: Pattern
    effect: tuple[Any, ...]
    label: Any
    cost: int = 1

    def applies(self, state: State) -> bool:
        """Whether every guard holds in `state`."""
        return matches(self.guards, state)

    def apply(self, state: State) -> State:
        """The state after the move; the guards must hold."""
        return tuple(state[s.index] if type(s) is Cell else s for s in self.effect)


@dataclass(frozen=True)
class Rewriting:
    """All rules of a move relation, in clause order, over states of `n_cells` cells.

    Attributes
    ----------
    rules
        For every state, the rules that apply are in the clause order of the relation.
    domains
        The values each cell may hold; `n_cells` tuples.
    ordered
        False where kanren's own goals are in the relation: their answers come in no fixed order.
    exact
        Whether no function in Python has met an unknown cell, and could have taken it for a value.
    """

    n_cells: int
    rules: tuple[Rule, ...]
    domains: tuple[tuple[Any, ...], ...]
    ordered: bool = True
    exact: bool = field(default=False, compare=False, repr=False)

    def __repr__(self) -> str:
        return f"<Rewriting: {counted(len(self.rules), 'rule')} over {counted(self.n_cells, 'cell')}>"

    @cached_property
    def permutes(self) -> bool:
        """Whether every rule only moves the values about: then values never appear or vanish."""
        return all(permutation(rule) is not None for rule in self.rules)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """What the rules cost, each cost once, the least first."""
        return tuple(sorted({rule.cost for rule in self.rules})) or (1,)

    def successors(self, state: State) -> list[tuple[Any, State]]:
        """The label and the state after of every move from `state`, in clause order."""
        return [(resolve(rule.label, state), rule.apply(state)) for rule in self._applying(state)]

    def priced(self, state: State) -> list[tuple[Any, State, int]]:
        """The same, with what each move costs."""
        return [(resolve(rule.label, state), rule.apply(state), rule.cost) for rule in self._applying(state)]

    def _applying(self, state: State) -> Iterator[Rule]:
        """The rules that apply in `state`, in clause order."""
        rules: Iterable[Rule] = self.rules
        if len(self.rules) >= LEAST:
            keys = {cell: typed(state[cell]) for cell in self._lookup.cells}
            rules = (self.rules[number] for number in self._lookup.matching(keys))
        return (rule for rule in rules if rule.applies(state))

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup([allowed(rule.guards) for rule in self.rules])


def by_key(values: Iterable[Any]) -> Held:
    """The values by `typed`, each once."""
    return {typed(value): value for value in values}


def allowed(guards: Pattern) -> dict[int, Held]:
    """For each cell that the guards test by itself, the values that it may hold."""
    found: dict[int, Held] = {}
    for guard in guards:
        if type(guard) is Equals:
            held = {typed(guard.value): guard.value}
        elif type(guard) is Among:
            held = by_key(guard.values)
        else:
            continue
        known = found.get(guard.cell)
        found[guard.cell] = held if known is None else {key: known[key] for key in known if key in held}
    return found


def permutation(rule: Rule) -> tuple[int, ...] | None:
    """For each cell after, the cell before that its value comes from; None if the rule does not permute.

    A constant in the effect counts as the cell that a guard proves to hold it.

    >>> permutation(Rule((Equals(0, 0),), (Cell(1), 0, Cell(2)), Cell(1)))
    (1, 0, 2)
    """
    known = {guard.cell: guard.value for guard in rule.guards if type(guard) is Equals}
    taken = {source.index for source in rule.effect if type(source) is Cell}
    if len(taken) != sum(type(source) is Cell for source in rule.effect):
        return None
    free = {cell: value for cell, value in known.items() if cell not in taken}
    sources: list[int] = []
    for cell, source in enumerate(rule.effect):
        if type(source) is Cell:
            sources.append(source.index)
            continue
        found = next((c for c in (cell, *free) if c in free and same(free[c], source)), None)
        if found is None:
            return None
        del free[found]  # its own cell first: a constant that stays put is not read as an exchange
        sources.append(found)
    return tuple(sources)
