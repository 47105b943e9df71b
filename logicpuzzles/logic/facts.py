"""Facts in the order in which they were stated, indexed on every bound argument."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..integers import represented
from ..wording import counted
from .bindings import LISTS, Bindings, key
from .relations import Predicate
from .resolver import Continuation, Machine
from .shapes import REGISTERED, shape_of
from .substitution import FAIL, Substitution
from .terms import FLAT, VARIABLES, AnyTerm, Term, subterms, typed, var

if TYPE_CHECKING:
    from .machine.clauses import Rows

PLAIN = frozenset({int, str})


class Facts(Set[tuple[Any, ...]]):
    """The facts of a relation as a set of tuples that keeps their order; 1, True and 1.0 differ in it."""

    def __init__(self, relation: Relation) -> None:
        self._rows, self._relation = relation._rows, relation

    def __contains__(self, row: object) -> bool:
        return isinstance(row, tuple | list) and typed(Substitution().reify(row)) in self._relation._keys()

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(dict.fromkeys(self._rows) if self._relation.repeats else self._rows)

    def __len__(self) -> int:
        return len(self._relation._keys() if self._relation.repeats else self._rows)

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self))}}}"

    @classmethod
    def _from_iterable(cls, rows: Iterable[Any]) -> set[Any]:
        return set(rows)


def _key(term: AnyTerm, known: Bindings) -> AnyTerm:
    """The index key of a term; None where it is unknown, or where only unification tells what matches."""
    kind = type(term)
    if kind in FLAT or kind is tuple and FLAT.issuperset(map(type, term)):
        return term
    if known.unknowns(term) or _holds_registered(term):
        return None
    key = typed(term)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _holds_registered(term: AnyTerm) -> bool:
    """Whether only the library unifies some part of `term`, which may then match what Python finds unequal."""
    stack = [term]
    while stack:
        part = stack.pop()
        if type(part) not in FLAT:
            if type(part) not in LISTS and type(part) is not Term and shape_of(type(part)) is REGISTERED:
                return True
            stack.extend(subterms(part))
    return False


class Relation(Predicate):
    """Facts, in the order they were stated; a fact stated twice counts once, but see `add_facts`.

    A query with a bound argument looks only at the facts that hold it there. Any argument may be bound, so each gets
    an index, built when it is first needed.

    Attributes
    ----------
    facts
        What is stated, as a set of tuples.
    """

    changes = 0  # facts stated of any relation so far, by which those who keep copies see that they are old

    def __init__(self, name: str | None = None, arity: int | None = None, doc: str | None = None) -> None:
        self.name, self.arity = name or "_", arity
        self.__doc__ = doc
        self._rows: list[tuple[Any, ...]] = []
        self._known: set[Any] = set()  # keys of the first rows, so many; see `_keys`
        self._n_known = 0
        self._repeats: bool | None = False  # None where nobody has asked yet
        self._indexes: dict[int, dict[Any, list[int]]] = {}  # by position and key (None: unknown), numbers of facts
        self._open: dict[int, tuple[Any, ...]] = {}  # by number, the unknowns of a fact that has some
        self.facts = Facts(self)

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

    def add_fact(self, *args: AnyTerm) -> None:
        """State that the relation holds of `args`."""
        if self.arity is None:
            self.arity = len(args)
        if len(args) != self.arity:
            raise PuzzleError(
                f"a fact of {self.name} has {counted(len(args), 'term')}",
                expected=f"{self.arity}",
                got=f"{self.name}({', '.join(map(represented, args))})",
            )
        fact = Substitution().reify(args)
        known = typed(fact)
        try:
            if known in self._keys():
                return
        except TypeError as error:
            raise PuzzleError(
                f"a fact of {self.name} cannot be looked up: {error}",
                expected="constants, tuples and lists",
                got=f"{self.name}({', '.join(map(represented, args))})",
            ) from None
        self._known.add(known)
        number = len(self._rows)
        self._rows.append(fact)
        self._n_known += 1
        Relation.changes += 1
        if unknowns := Substitution().unknowns(fact):
            self._open[number] = tuple(unknowns)
        for position, index in self._indexes.items():
            index[_key(fact[position], Substitution())].append(number)

    def add_facts(self, rows: Sequence[tuple[Any, ...]], unknowns: Mapping[int, tuple[Any, ...]]) -> None:
        """State facts of integers, atoms, lists and compounds of these, as texts have them; the relation had none.

        One that stands there twice gives two answers, as in Prolog. `unknowns` are those of each fact that has some,
        by its number, in order of first occurrence.
        """
        self._rows += rows
        self._repeats = None
        Relation.changes += 1
        self._open.update(unknowns)

    @property
    def repeats(self) -> bool:
        """Whether facts stand in it twice."""
        if self._repeats is None:
            self._repeats = len(self._keys()) < len(self._rows)
        return self._repeats

    @property
    def is_ground(self) -> bool:
        """Whether no fact holds an unknown."""
        return not self._open

    def rows_with(self, known: Mapping[int, int | str]) -> Iterator[tuple[Any, ...]]:
        """The facts, of those stated when this is called, that hold these integers and atoms at these places.

        Where facts hold unknowns, these are taken for constants.
        """
        if not known:
            return islice(self._rows, len(self._rows))
        args = tuple(known.get(position, var()) for position in range(self.arity or 0))
        rows, end = self._candidates(Machine(), args), len(self._rows)
        return self._chosen(rows, end, [(position, type(value), value) for position, value in known.items()])

    def _chosen(self, rows: Sequence[int], end: int, known: list[tuple[int, type, Any]]) -> Iterator[tuple[Any, ...]]:
        for number in rows:
            if number >= end:
                return
            row = self._rows[number]
            if all(type(row[position]) is kind and row[position] == value for position, kind, value in known):
                yield row

    def _keys(self) -> set[Any]:
        """The keys of the rows, made when they are first asked for."""
        if self._n_known < len(self._rows):
            self._known.update(typed(row) for row in self._rows[self._n_known :])
            self._n_known = len(self._rows)
        return self._known

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def lowered(self) -> Rows:
        """The facts as rows, which get more as facts are stated."""
        from .machine.clauses import Rows

        return Rows(self._rows, True)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        if self.arity is not None and len(args) != self.arity:
            return FAIL
        rows = self._candidates(machine, args)
        if not rows:
            return FAIL
        if len(rows) == 1 and rows[0] not in self._open:
            return rest if machine.unify(args, self._rows[rows[0]]) else FAIL
        return machine.branch(self._matching(machine, args, rows, len(self._rows)), rest)

    def _matching(self, machine: Machine, args: tuple[Any, ...], rows: Sequence[int], end: int) -> Iterator[None]:
        """Match the facts `rows` but for those stated since the call, which begin with number `end`."""
        mark, origin = len(machine.trail), machine.calling
        for number in rows:
            if number >= end:
                return
            machine.calling = origin
            fact = self._rows[number]
            if number in self._open:
                fact = renamed(fact, self._open[number])
            if machine.unify(args, fact):
                yield
            machine.undo(mark)

    def _candidates(self, machine: Machine, args: tuple[Any, ...]) -> Sequence[int]:
        """The numbers of the facts that can match: the shortest list that an index on a bound argument gives."""
        best: Sequence[int] = range(len(self._rows))
        loose: Sequence[int] = ()
        for position, arg in enumerate(args):
            term = machine.walk(arg)
            if type(term) not in FLAT:
                term = None if type(term) in VARIABLES else _key(machine.reify(term), machine)
            if term is None:
                continue
            index = self._indexes.get(position)
            if index is None:
                index = self._indexes[position] = defaultdict(list)
                for number, row in enumerate(self._rows):
                    value = row[position]
                    index[value if type(value) in PLAIN else _key(value, Substitution())].append(number)
            found, unkeyed = index.get(term, ()), index.get(None, ())
            if len(found) + len(unkeyed) < len(best) + len(loose):
                best, loose = found, unkeyed
        return sorted((*best, *loose)) if best and loose else best or loose


def renamed(term: AnyTerm, unknowns: Iterable[Any]) -> AnyTerm:
    """`term`, reified, with fresh variables for `unknowns`."""
    fresh = Substitution()
    fresh.bindings = {key(old): var() for old in unknowns}
    return fresh.reify(term) if fresh.bindings else term


def fact(relation: Relation, *args: AnyTerm) -> None:
    """State that `relation` holds of `args`."""
    relation.add_fact(*args)


def facts(relation: Relation, *rows: Iterable[Any]) -> None:
    """State that `relation` holds of each row."""
    for row in rows:
        relation.add_fact(*row)


def _rows(name: str, rows: Mapping[Any, Iterable[Any]]) -> Iterator[tuple[Any, Iterable[Any]]]:
    """The keys and their rows, checked to be a mapping to several values each."""
    if not isinstance(rows, Mapping):
        raise PuzzleError(
            f"the facts of {name} are not a mapping", expected="such as {0: (1, 3), 1: (0,)}", got=represented(rows)
        )
    for first, row in rows.items():
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise PuzzleError(
                f"the facts of {name} for {first!r} are not a row",
                expected="a tuple such as (1, 3)",
                got=represented(row),
            )
        yield first, row
