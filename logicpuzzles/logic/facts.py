"""Facts in the order in which they were stated, indexed on every bound argument."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import PuzzleError
from ..wording import counted
from .bindings import key
from .relations import Predicate
from .resolver import Continuation, Machine
from .substitution import FAIL, Substitution
from .terms import VARIABLES, typed, var

_ATOMS = frozenset({int, str, bool, float, type(None)})


class Relation(Predicate):
    """Facts, in the order they were stated; a fact stated twice counts once.

    Asking with a bound argument looks only at the facts that hold it there.
    """

    def __init__(self, name: str | None = None, arity: int | None = None, doc: str | None = None) -> None:
        self.name, self.arity = name or "_", arity
        self.__doc__ = doc
        self.facts: dict[tuple[Any, ...], None] = {}
        self._rows: list[tuple[Any, ...]] = []
        self._indexes: dict[int, dict[Any, list[int]]] = {}
        self._open: dict[int, tuple[Any, ...]] = {}  # facts with unknowns, which match any key, and these

    @classmethod
    def pairs(cls, name: str, following: Mapping[Any, Iterable[Any]], doc: str | None = None) -> Relation:
        """One fact ``name(key, value)`` for each value of each key, in their order."""
        made = cls(name, 2, doc)
        for first, values in _rows(name, following):
            for value in values:
                made.add_fact(first, value)
        return made

    @classmethod
    def rows(cls, name: str, rows: Mapping[Any, Iterable[Any]], doc: str | None = None) -> Relation:
        """One fact ``name(key, row)`` for each key, the row as a tuple."""
        made = cls(name, 2, doc)
        for first, row in _rows(name, rows):
            made.add_fact(first, tuple(row))
        return made

    def add_fact(self, *args: Any) -> None:
        """State that the relation holds of `args`."""
        if self.arity is None:
            self.arity = len(args)
        if len(args) != self.arity:
            raise PuzzleError(
                f"a fact of {self.name} has {counted(len(args), 'term')}",
                expected=f"{self.arity}",
                got=f"{self.name}({', '.join(map(repr, args))})",
            )
        fact = Substitution().reify(args)
        known = typed(fact)
        try:
            if known in self.facts:
                return
        except TypeError as error:
            raise PuzzleError(
                f"a fact of {self.name} cannot be looked up: {error}",
                expected="constants, tuples and lists",
                got=f"{self.name}({', '.join(map(repr, args))})",
            ) from None
        self.facts[known] = None
        number = len(self._rows)
        self._rows.append(fact)
        if unknowns := Substitution().unknowns(fact):
            self._open[number] = tuple(unknowns)
        for position, index in self._indexes.items():
            self._enter(index, position, number)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        if self.arity is not None and len(args) != self.arity:
            return FAIL
        rows = self._candidates(machine, args)
        if not rows:
            return FAIL
        if len(rows) == 1 and not self._open:
            return rest if machine.unify(args, self._rows[rows[0]]) else FAIL
        return machine.branch(self._matching(machine, args, rows), rest)

    def _matching(self, machine: Machine, args: tuple[Any, ...], rows: Sequence[int]) -> Iterator[None]:
        mark = len(machine.trail)
        for number in rows:
            fact = self._rows[number]
            if number in self._open:
                fact = renamed(fact, self._open[number])
            if machine.unify(args, fact):
                yield
            machine.undo(mark)

    def _candidates(self, machine: Machine, args: tuple[Any, ...]) -> Sequence[int]:
        """The numbers of the facts that can match: the shortest list that an index on a bound argument gives."""
        best: Sequence[int] = range(len(self._rows))
        for position, arg in enumerate(args):
            term = machine.walk(arg)
            if type(term) in VARIABLES:
                continue
            if type(term) not in _ATOMS:
                term = machine.reify(term)
                if machine.unknowns(term):
                    continue
            index = self._indexes.get(position)
            if index is None:
                index = self._indexes[position] = {}
                for number in range(len(self._rows)):
                    self._enter(index, position, number)
            try:
                found = index.get(term, ())
            except TypeError:
                continue  # a term that cannot be hashed is compared with every fact
            if self._open:
                found = sorted({*found, *self._open})
            if len(found) < len(best):
                best = found
        return best

    def _enter(self, index: dict[Any, list[int]], position: int, number: int) -> None:
        term = self._rows[number][position]
        if number not in self._open:
            index.setdefault(term, []).append(number)


def renamed(term: Any, unknowns: Iterable[Any]) -> Any:
    """`term`, reified, with fresh variables for `unknowns`."""
    fresh = Substitution()
    fresh.bindings = {key(old): var() for old in unknowns}
    return fresh.reify(term) if fresh.bindings else term


def fact(relation: Any, *args: Any) -> None:
    """State that `relation` holds of `args`."""
    relation.add_fact(*args)


def facts(relation: Any, *rows: Iterable[Any]) -> None:
    """State that `relation` holds of each row."""
    for row in rows:
        relation.add_fact(*row)


def _rows(name: str, rows: Any) -> Iterator[tuple[Any, Iterable[Any]]]:
    """The keys and their rows, if these are a mapping to several values each."""
    if not isinstance(rows, Mapping):
        raise PuzzleError(
            f"the facts of {name} are no mapping", expected="such as {0: (1, 3), 1: (0,)}", got=repr(rows)
        )
    for first, row in rows.items():
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise PuzzleError(
                f"the facts of {name} for {first!r} are no row", expected="a tuple such as (1, 3)", got=repr(row)
            )
        yield first, row
