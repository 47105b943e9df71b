"""Relations: facts in their order, indexed on every bound argument, and functions that build goals."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import NeedsValue, PuzzleError
from .goals import Goal, goalify
from .resolver import Continuation, Machine
from .substitution import FAIL, Substitution
from .terms import VARIABLES, Suffix, Variable, is_flat, var, vars


class Predicate:
    """A named relation that can be called with terms to make a goal.

    Attributes
    ----------
    name, arity, parameters
        `arity` is None for a relation that takes any number of terms.
    """

    name: str
    arity: int | None
    parameters: tuple[str, ...] = ()

    def __call__(self, *args: Any) -> Goal:
        if self.arity is not None and len(args) != self.arity:
            raise PuzzleError(
                f"{self.name} takes {self.arity} terms",
                got=f"{len(args)}: {self.name}({', '.join(map(repr, args))})",
                hint=f"call {self.name}({', '.join(self.parameters) or '...'})",
            )
        return Call(self, args)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        """Prove the relation of `args`, then `rest`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name}/{self.arity}>"


@dataclass(frozen=True, slots=True)
class Call(Goal):
    """The relation `predicate` holds of `args`."""

    predicate: Predicate
    args: tuple[Any, ...]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if machine.tracer is not None:
            rest = machine.tracer.enter(machine, self, rest)
        return self.predicate.invoke(machine, self.args, rest)

    def __repr__(self) -> str:
        return f"{self.predicate.name}({', '.join(map(repr, self.args))})"


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
        self._open: list[int] = []  # facts with unknowns: they match any key

    @classmethod
    def pairs(cls, name: str, following: Mapping[Any, Iterable[Any]], doc: str | None = None) -> Relation:
        """One fact ``name(key, value)`` for each value of each key, in their order."""
        made = cls(name, 2, doc)
        for key, values in following.items():
            for value in values:
                made.add_fact(key, value)
        return made

    @classmethod
    def rows(cls, name: str, rows: Mapping[Any, Iterable[Any]], doc: str | None = None) -> Relation:
        """One fact ``name(key, row)`` for each key, the row as a tuple."""
        made = cls(name, 2, doc)
        for key, row in rows.items():
            made.add_fact(key, tuple(row))
        return made

    def add_fact(self, *args: Any) -> None:
        """State that the relation holds of `args`."""
        if self.arity is None:
            self.arity = len(args)
        if len(args) != self.arity:
            raise PuzzleError(
                f"a fact of {self.name} has {len(args)} terms",
                expected=f"{self.arity}",
                got=f"{self.name}({', '.join(map(repr, args))})",
            )
        fact = tuple(map(_listless, args))
        known = (tuple(map(type, fact)), fact)  # 1, True and 1.0 are three facts
        if known in self.facts:
            return
        self.facts[known] = None
        number = len(self._rows)
        self._rows.append(fact)
        if Substitution().unknowns(fact):
            self._open.append(number)
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
        is_open = set(self._open)
        for number in rows:
            fact = self._rows[number]
            if number in is_open:
                fact = renamed(fact, Substitution().unknowns(fact))
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
            if not is_flat(term):
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


def _listless(term: Any) -> Any:
    """`term` with lists turned to tuples, deep."""
    return tuple(map(_listless, term)) if isinstance(term, list | tuple | Suffix) else term


def renamed(term: Any, unknowns: Iterable[Any]) -> Any:
    """`term`, reified, with fresh variables for `unknowns`."""
    fresh = Substitution()
    fresh.bindings = {old: var() for old in unknowns}
    return fresh.reify(term) if fresh.bindings else term


def fact(relation: Any, *args: Any) -> None:
    """State that `relation` holds of `args`."""
    relation.add_fact(*args)


def facts(relation: Any, *rows: Iterable[Any]) -> None:
    """State that `relation` holds of each row."""
    for row in rows:
        relation.add_fact(*row)


class Rule(Predicate):
    """A relation defined by a function that builds its goal; made by `relation`.

    `shape` holds, for each parameter, how many cells the tuple in it has, or None: then an unknown
    argument is opened into a tuple of unknowns before the body is built, so that the body may index it.
    """

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None:
        self.function = function
        self.name = name or function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.parameters = tuple(
            p.name
            for p in inspect.signature(function).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        )
        self.arity = len(self.parameters)
        self.shape: tuple[int | None, ...] = (None,) * self.arity

    @property
    def place(self) -> str:
        """The file and line of the definition."""
        code = inspect.unwrap(self.function).__code__
        return f"{code.co_filename}:{code.co_firstlineno}: {self.name}"

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        terms = []
        for arg, size in zip(args, self.shape, strict=True):
            term = machine.walk(arg)
            if size is not None and type(term) is not tuple:
                opened = vars(size)
                if not machine.unify(term, opened):
                    return FAIL
                term = tuple(map(machine.walk, opened))
            elif size is not None:
                term = tuple(map(machine.walk, term))
            terms.append(term)
        try:
            return (self.body(*terms), rest)
        except NeedsValue as need:
            if machine.walk(need.variable) is need.variable:
                raise
            return (self.body(*machine.reify(tuple(terms))), rest)  # it was bound, deeper in a term

    def body(self, *terms: Any) -> Goal:
        """The goal that the function builds of `terms`.

        Raises
        ------
        NeedsValue
            The function tested or computed with an unknown.
        PuzzleError
            The function raised, or returned no goal.
        """
        Variable.in_body += 1
        try:
            made = self.function(*terms)
        except (NeedsValue, PuzzleError):
            raise
        except Exception as error:
            if isinstance(error, KeyError) and error.args and type(error.args[0]) is Variable:
                raise NeedsValue(error.args[0], f"a look-up in {self.name}") from None
            raise PuzzleError(
                f"{type(error).__name__}: {error}",
                place=_place_of(error, self.place),
                hint="the relation must build its goal without failing for any arguments",
            ) from error
        finally:
            Variable.in_body -= 1
        return goalify(made, self.place)


def _place_of(error: Exception, default: str) -> str:
    """The innermost line that raised, if it is in the same file as the relation."""
    file = default.split(":")[0]
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f"{file}:{lines[-1]}: {default.rsplit(' ', 1)[-1]}" if lines else default


def relation(function: Callable[..., Any]) -> Rule:
    """Make a relation of a function that returns a goal; the body is built when the goal is run.

    So a relation may call itself without any delaying trick, to any depth.
    """
    return Rule(function)


class Primitive(Predicate):
    """A relation written in Python against the resolver; made by `primitive`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.parameters = tuple(inspect.signature(function).parameters)[1:]
        self.arity = len(self.parameters)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        made = self.function(machine, *map(machine.walk, args))
        if isinstance(made, bool):
            return rest if made else FAIL
        if isinstance(made, Goal):
            return (made, rest)
        return machine.branch(made, rest)


def primitive(function: Callable[..., Any]) -> Primitive:
    """Make a relation of ``function(machine, *terms)``; the terms come walked.

    The function gives True or False after unifying, a goal to go on with, or a generator that binds
    before each yield and undoes to its own mark after it.
    """
    return Primitive(function)
