"""Relations that functions define: `relation` for functions that build goals, `primitive` for the resolver's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from unification import Var

from ..by_name import entry
from ..errors import NeedsValue, PuzzleError
from ..integers import represented
from ..python_errors import endless
from ..wording import counted
from .goals import Goal, make, place_of
from .later import Stale
from .resolver import Continuation, Machine
from .substitution import FAIL
from .terms import AnyTerm, var, vars

if TYPE_CHECKING:
    from .machine.clauses import Lowered

Outcome: TypeAlias = bool | Goal | Iterator[None]  # of a primitive: whether it holds, a goal to go on with, or branches


def bind_each(machine: Machine, term: AnyTerm, values: Iterable[AnyTerm]) -> Iterator[Any]:
    """A branch for each of `values` that `term` can be equal to, in turn; yields the value."""
    mark = len(machine.trail)
    for value in values:
        machine.tick()
        if machine.unify(term, value):
            yield value
        machine.undo(mark)


class _Signature:
    """What `inspect.signature` shows of a relation: its arguments in order. Classes of relations show their own."""

    def __get__(self, one: Predicate | None, owner: type[Predicate]) -> inspect.Signature:
        if one is None:
            raise AttributeError
        kind = inspect.Parameter.POSITIONAL_ONLY if one.arity is not None else inspect.Parameter.VAR_POSITIONAL
        names = one.parameters or ("terms",) * (one.arity is None)
        return inspect.Signature([inspect.Parameter(name, kind) for name in names])


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
    at_once = False  # whether the query machine may first look whether it has one answer or none
    awaits = False  # as of a goal, which a call of it is
    lowering: str = ""  # the function that gives its clauses, by module and name: only what lasts needs it

    def spelled(self, goal: str) -> str:
        """What whoever wrote the relation calls `goal`, for messages."""
        return goal

    def __call__(self, *args: AnyTerm) -> Goal:
        if self.arity is not None and len(args) != self.arity:
            if len(args) == 1 and isinstance(args[0], dict):  # kanren's state: the relation itself stood as a goal
                raise PuzzleError(
                    f"{self.name} is a relation, not yet a goal",
                    expected=f"{counted(self.arity, 'term')}",
                    hint=f"call it: {self.name}({', '.join(self.parameters) or '...'})",
                )
            raise PuzzleError(
                f"{self.name} takes {counted(self.arity, 'term')}",
                got=f"{len(args)}: {self.name}({', '.join(map(represented, args))})",
                hint=f"call {self.name}({', '.join(self.parameters) or '...'})",
            )
        try:
            return Call(self, args)
        except RecursionError as error:
            raise endless(error) from None

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        """Prove the relation of `args`, then `rest`."""
        raise NotImplementedError

    def lowered(self) -> Lowered:
        """The clauses that the query machine takes for this relation; None where only Python can run it."""
        return entry(self.lowering)(self) if self.lowering else None

    def __repr__(self) -> str:
        arity = "" if self.arity is None else f"/{self.arity}"
        return f"<{type(self).__name__.lower()} {self.usage() if self.parameters else f'{self.name}{arity}'}>"

    def usage(self) -> str:
        """How it is called: its name and its arguments in order, as ``betweeno(low, high, number)``."""
        return f"{self.name}({', '.join(self.parameters)})"

    __signature__ = _Signature()


@dataclass(frozen=True, slots=True)
class Call(Goal):
    """The relation `predicate` holds of `args`."""

    predicate: Predicate
    args: tuple[Any, ...]

    @property
    def awaits(self) -> bool:  # type: ignore[override]
        return self.predicate.awaits

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if machine.tracer is not None:
            rest = machine.tracer(machine, self, rest)
            if rest is FAIL:
                return FAIL
        return self.predicate.invoke(machine, self.args, rest)

    def __repr__(self) -> str:
        return f"{self.predicate.name}({', '.join(map(represented, self.args))})"


class Rule(Predicate):
    """A relation defined by a function that builds its goal; made by `relation`.

    `shape` holds, for each parameter, how many cells the tuple in it has, or None: then an unknown
    argument is opened into a tuple of unknowns before the body is built, so that the body may index it.
    """

    lowering = "logic.lowering:clauses_of"

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
        self._shapes: set[tuple[int | None, ...]] = set()

    def open_as(self, shape: tuple[int | None, ...]) -> None:
        """Take `shape`; no shape once different ones were given, as by puzzles of several sizes."""
        self._shapes.add(shape)
        self.shape = shape if len(self._shapes) == 1 else (None,) * len(shape)

    @property
    def place(self) -> str:
        """The file and line of the definition."""
        return place_of(self.function, self.name)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        terms = []
        for arg, size in zip(args, self.shape, strict=True):
            term = machine.walk(arg)
            if type(term) is Var:  # kanren's own can be compared in the body, and differs from every value there
                machine.unify(term, own := var())
                term = own
            if size is not None:
                if type(term) is not tuple:
                    opened = vars(size)
                    if not machine.unify(term, opened):
                        return FAIL
                    term = opened
                term = tuple(map(machine.walk, term))
            terms.append(term)
        try:
            return (make(self.function, *terms, name=self.name), rest)
        except (NeedsValue, PuzzleError):
            reified = machine.reify(tuple(terms))
            whole = [one if type(two) is Var else two for one, two in zip(terms, reified, strict=True)]
            if all(one is two for one, two in zip(whole, terms, strict=True)):
                raise
            # the value it needs is bound, deeper in a term
            return (make(self.function, *whole, name=self.name), rest)

    def __reduce__(self) -> str:
        return self.function.__qualname__  # found by its name, as Python's own functions are


def relation(function: Callable[..., Any]) -> Rule:
    """Make a relation of a function that returns a goal; the body is built when the goal is run.

    So a relation may call itself without any delaying trick, to any depth.
    """
    return Rule(function)


class Primitive(Predicate):
    """A relation written in Python against the resolver; made by `primitive`."""

    lowering = "text.code.definitions:defined"

    def __init__(self, function: Callable[..., Outcome], name: str | None = None) -> None:
        self.function = function
        self.name = name or function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        parameters = inspect.signature(function).parameters
        self.parameters = tuple(parameters)[1:]
        any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
        self.arity = None if any_number else len(self.parameters)

    def __reduce__(self) -> str:
        return self.name

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        terms = list(map(machine.walk, args))
        if machine.deferred and any(map(machine.deferred.concerns, terms)):
            raise Stale
        made = self.function(machine, *terms)
        if isinstance(made, bool):
            return rest if made else FAIL
        if isinstance(made, Goal):
            return (made, rest)
        if machine.deferred:
            raise Stale
        return machine.branch(made, rest)


def primitive(function: Callable[..., Outcome]) -> Primitive:
    """Make a relation of ``function(machine, *terms)``; the terms come walked.

    The function gives True or False after unifying, a goal to go on with, or a generator that binds
    before each yield and undoes to its own mark after it.
    """
    return Primitive(function)
