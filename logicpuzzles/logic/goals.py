"""Goals as small immutable objects: equation, disequality, conjunction, disjunction, and goals built late.

Every goal runs on the resolver, and is a kanren goal too: called on a kanren state it gives an
iterator of states.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeAlias

from ..errors import NeedsValue, PuzzleError, raised_by
from ..integers import represented
from ..python_errors import endless, one_line, suggestion_for
from .bindings import key
from .goal import Constraint, interop, spelled
from .goal import Goal as Goal
from .resolver import Continuation, Machine
from .substitution import FAIL
from .terms import VARIABLES, AnyTerm, Variable, isvar, vars

GoalLike: TypeAlias = "Goal | bool | Callable[..., Any] | Iterable[GoalLike]"  # what `goalify` makes a goal of


@dataclass(frozen=True, slots=True)
class Eq(Goal):
    """`left` and `right` are the same term."""

    left: AnyTerm
    right: AnyTerm
    awaits = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return rest if machine.unify(self.left, self.right) else FAIL

    def __repr__(self) -> str:
        return spelled("eq", (self.left, self.right))


@dataclass(frozen=True, slots=True)
class Neq(Constraint):
    """At least one of the pairs differs, now and whatever the unknowns become.

    Kept as a *prefix*: the equations that would have to hold for the pairs to be equal. It waits on the
    first of them, because as long as that one is open the rest cannot make it false.
    """

    pairs: tuple[tuple[Any, Any], ...]
    origin: Neq | None = None
    name = "neq"
    residual = True
    terms = property(lambda self: self.pairs)

    def attempt(self, machine: Machine) -> bool:
        prefix = self.prefix(machine)
        if not prefix:
            return prefix is None
        waiting = Neq(prefix, self if self.origin is None else self.origin)
        for side in prefix[0]:
            if type(side) in VARIABLES:
                machine.suspend(waiting, side)
        return True

    def reified(self, machine: Machine) -> Neq:
        return Neq(machine.reify(self.pairs))

    def prefix(self, machine: Machine) -> tuple[tuple[Any, Any], ...] | None:
        """The equations that would make all pairs equal; None if nothing can."""
        mark, floor = len(machine.trail), machine.floor
        machine.floor = 0
        try:
            equal = all(machine.equate(left, right) for left, right in self.pairs)
            return tuple([(v, machine.bindings[key(v)]) for v in machine.trail[mark:]]) if equal else None
        finally:
            machine.undo(mark)
            machine.floor = floor

    def __repr__(self) -> str:
        sides = self.pairs[0] if len(self.pairs) == 1 else zip(*self.pairs, strict=True)
        return spelled("neq", sides)


@dataclass(frozen=True, slots=True)
class All(Goal):
    """Every goal holds; they run from left to right."""

    goals: tuple[Goal, ...]
    awaits = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        for goal in reversed(self.goals):
            rest = (goal, rest)
        return rest

    def __repr__(self) -> str:
        return spelled("lall", self.goals) if self.goals else "succeed"


@dataclass(frozen=True, slots=True)
class AnyOf(Goal):
    """At least one goal holds; answers in the order of the goals."""

    goals: Sequence[Goal]
    awaits = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.choose(self.goals, rest)

    def __repr__(self) -> str:
        return spelled("lany", self.goals) if self.goals else "fail"


@dataclass(frozen=True, slots=True)
class Stream(Goal):
    """A disjunction over an iterator of goals that may be infinite, from `start` on; read once, as far as needed."""

    goals: Iterator[Any]
    read: list[Goal]
    start: int = 0

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if self.start == len(self.read):
            try:
                goal = make(next, self.goals, _END, name="a stream of goals")
            except NeedsValue as need:
                need.is_spent = True
                raise
            if goal is _END:
                return FAIL
            self.read.append(goal)
        later = Stream(self.goals, self.read, self.start + 1)
        return machine.choose((self.read[self.start], later), rest)

    def __repr__(self) -> str:
        return f"<lany of a stream, {len(self.read)} of it read>"


@dataclass(frozen=True, slots=True)
class Fresh(Goal):
    """The goal that `build` makes of as many fresh unknowns as it has parameters."""

    build: Callable[..., Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return (make(self.build, *vars(_n_parameters(self.build)), name="fresh"), rest)

    def __repr__(self) -> str:
        return f"fresh({getattr(self.build, '__name__', 'function')})"


def _n_parameters(build: Callable[..., Any]) -> int:
    if type(build) is FunctionType:
        return build.__code__.co_argcount - len(build.__defaults__ or ())
    return len(inspect.signature(build).parameters)


succeed: Goal = All(())
fail: Goal = AnyOf(())
_END: Goal = AnyOf(())  # of a stream


def goalify(made: GoalLike, place: str | None = None) -> Goal:
    """A goal from what a relation returned: a goal, a kanren goal, a list of goals, or a truth value.

    Raises
    ------
    PuzzleError
        It is none of these.
    """
    if isinstance(made, Goal):
        return made
    if isinstance(made, bool):
        return succeed if made else fail
    if isinstance(made, tuple | list):
        return All(tuple([goalify(goal, place) for goal in made]))
    if callable(made):
        return interop().Foreign(made)  # type: ignore[no-any-return]
    raise PuzzleError(
        "no goal was returned" if made is None else "this is not a goal",
        place=place,
        expected="a goal such as eq(x, y) or lall(...)",
        got=represented(made),
        hint="end the relation with `return lall(...)`" if made is None else None,
    )


def make(build: Callable[..., Any], *args: AnyTerm, name: str) -> Goal:
    """The goal that the function `build` makes of `args`.

    Raises
    ------
    NeedsValue
        The function tested or computed with an unknown.
    PuzzleError
        The function raised, or returned no goal.
    """
    Variable.in_body += 1
    try:
        made = build(*args)
    except (NeedsValue, PuzzleError):
        raise
    except Exception as error:
        if isinstance(error, KeyError) and error.args and isvar(error.args[0]):
            raise NeedsValue(error.args[0], f"a look-up in {name}") from None
        raise raised_by(
            error,
            one_line(error),
            place=place_of_error(error, build, name),
            hint=suggestion_for(error) or "the function must build its goal without failing for any arguments",
        ) from error
    finally:
        Variable.in_body -= 1
    return made if isinstance(made, Goal) else goalify(made, place_of(build, name))


def place_of(function: Callable[..., Any], name: str) -> str:
    """The file and line where `function` is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}: {name}" if code else name


def place_of_error(error: Exception, function: Callable[..., Any], name: str) -> str:
    """The innermost line that raised in the file of `function`; without one, where the function is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    file = code.co_filename if code else None
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f"{file}:{lines[-1]}: {name}" if lines else place_of(function, name)


def eq(left: AnyTerm, right: AnyTerm) -> Goal:
    """`left` and `right` are equal."""
    try:
        return Eq(left, right)
    except RecursionError as error:
        raise endless(error) from None


def neq(left: AnyTerm, right: AnyTerm) -> Goal:
    """`left` and `right` differ; on unknowns the condition waits, and what remains is shown."""
    try:
        return Neq(((left, right),))
    except RecursionError as error:
        raise endless(error) from None


def lall(*goals: GoalLike) -> Goal:
    """Every goal holds; goals run from left to right."""
    return All(tuple([goalify(goal) for goal in _listed(goals)]))


def lany(*goals: GoalLike) -> Goal:
    """At least one goal holds; without goals it fails. A single iterator of goals is read lazily."""
    if len(goals) == 1 and isinstance(goals[0], Iterator):
        return Stream(goals[0], [])
    return AnyOf(tuple([goalify(goal) for goal in _listed(goals)]))


def conde(*clauses: GoalLike) -> Goal:
    """At least one clause, a list of goals, holds entirely; answers in the order of the clauses."""
    if len(clauses) == 1 and isinstance(clauses[0], Iterator):
        return Stream(clauses[0], [])
    return AnyOf(tuple([goalify(clause) for clause in clauses]))


def fresh(build: Callable[..., Any]) -> Goal:
    """The goal that `build` makes of fresh unknowns: ``fresh(lambda x, y: lall(...))``."""
    return Fresh(build)


def _listed(goals: tuple[Any, ...]) -> Sequence[Any]:
    return tuple(goals[0]) if len(goals) == 1 and isinstance(goals[0], tuple | list | Iterator) else goals
