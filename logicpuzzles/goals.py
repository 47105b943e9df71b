"""Goals as small immutable objects: equation, disequality, conjunction, disjunction, and `run`.

Every goal runs on the resolver, and is a kanren goal too: called on a kanren state it gives an
iterator of states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .errors import PuzzleError
from .resolver import Continuation, Machine
from .substitution import FAIL
from .terms import Variable, vars


class Goal:
    """Something that can be proved; subclasses define `run`."""

    __slots__ = ()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        """Prove this goal on `machine`, then `rest`."""
        raise NotImplementedError

    def __call__(self, state: Any) -> Iterator[Any]:
        """The goal as kanren sees it: the states that extend the kanren state `state`."""
        from .foreign import kanren_states

        return kanren_states(self, state)


@dataclass(frozen=True, slots=True)
class Eq(Goal):
    """`left` and `right` are the same term."""

    left: Any
    right: Any

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return rest if machine.unify(self.left, self.right) else FAIL


@dataclass(frozen=True, slots=True)
class Neq(Goal):
    """At least one of the pairs differs, now and whatever the unknowns become.

    Kept as a *prefix*: the equations that would have to hold for the pairs to be equal. It waits on the
    first of them, because as long as that one is open the rest cannot make it false.
    """

    pairs: tuple[tuple[Any, Any], ...]
    name = "neq"
    residual = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return rest if self.attempt(machine) else FAIL

    def attempt(self, machine: Machine) -> bool:
        prefix = self.prefix(machine)
        if prefix is None:
            return True
        if not prefix:
            return False
        waiting = Neq(prefix)
        variable, value = prefix[0]
        machine.suspend(waiting, variable)
        if isinstance(value, Variable):
            machine.suspend(waiting, value)
        return True

    def prefix(self, machine: Machine) -> tuple[tuple[Any, Any], ...] | None:
        """The equations that would make all pairs equal; None if nothing can."""
        mark, floor = len(machine.trail), machine.floor
        machine.floor = 0
        equal = all(machine.equate(left, right) for left, right in self.pairs)
        bound = machine.trail[mark:]
        pairs = tuple((variable, machine.bindings[variable]) for variable in bound) if equal else None
        machine.undo(mark)
        machine.floor = floor
        return pairs


@dataclass(frozen=True, slots=True)
class All(Goal):
    """Every goal holds; they run from left to right."""

    goals: tuple[Goal, ...]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        for goal in reversed(self.goals):
            rest = (goal, rest)
        return rest


@dataclass(frozen=True, slots=True)
class Any_(Goal):
    """At least one goal holds; answers in the order of the goals."""

    goals: Sequence[Goal]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.choose(self.goals, rest)


@dataclass(frozen=True, slots=True)
class Stream(Goal):
    """A disjunction over an iterable of goals that may be infinite; read once, as far as asked."""

    goals: Iterator[Any]
    read: list[Goal]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return self._from(0, machine, rest)

    def _from(self, index: int, machine: Machine, rest: Continuation) -> Continuation:
        if index == len(self.read):
            try:
                self.read.append(goalify(next(self.goals)))
            except StopIteration:
                return FAIL
        return machine.choose((self.read[index], _Later(self, index + 1)), rest)


@dataclass(frozen=True, slots=True)
class _Later(Goal):
    stream: Stream
    index: int

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return self.stream._from(self.index, machine, rest)


@dataclass(frozen=True, slots=True)
class Fresh(Goal):
    """The goal that `build` makes of as many fresh unknowns as it has parameters."""

    build: Callable[..., Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        unknowns = vars(self.build.__code__.co_argcount)
        return (goalify(self.build(*unknowns)), rest)


succeed: Goal = All(())
fail: Goal = Any_(())


def goalify(made: Any, place: str | None = None) -> Goal:
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
        return All(tuple(goalify(goal, place) for goal in made))
    if callable(made):
        from .foreign import Foreign

        return Foreign(made)
    raise PuzzleError(
        "no goal was returned",
        place=place,
        expected="a goal such as eq(x, y) or lall(...)",
        got=repr(made),
        hint="end the relation with `return lall(...)`",
    )


def eq(left: Any, right: Any) -> Goal:
    """`left` and `right` are equal."""
    return Eq(left, right)


def neq(left: Any, right: Any) -> Goal:
    """`left` and `right` differ; on unknowns the condition waits, and what remains is shown."""
    return Neq(((left, right),))


def lall(*goals: Any) -> Goal:
    """Every goal holds; goals run from left to right."""
    return All(tuple(goalify(goal) for goal in _listed(goals)))


def lany(*goals: Any) -> Goal:
    """At least one goal holds; without goals it fails. A single iterator of goals is read lazily."""
    if len(goals) == 1 and isinstance(goals[0], Iterator):
        return Stream(goals[0], [])
    return Any_(tuple(goalify(goal) for goal in _listed(goals)))


def conde(*clauses: Any) -> Goal:
    """At least one clause, a list of goals, holds entirely; answers in the order of the clauses."""
    if len(clauses) == 1 and isinstance(clauses[0], Iterator):
        return Stream((lall(*clause) for clause in clauses[0]), [])
    return Any_(tuple(lall(*clause) for clause in clauses))


def fresh(build: Callable[..., Any]) -> Goal:
    """The goal that `build` makes of fresh unknowns: ``fresh(lambda x, y: lall(...))``."""
    return Fresh(build)


def _listed(goals: tuple[Any, ...]) -> Sequence[Any]:
    if len(goals) == 1 and not isinstance(goals[0], Goal) and not callable(goals[0]):
        return tuple(goals[0])
    return goals


@dataclass(frozen=True, slots=True)
class Constrained:
    """An answer with unknowns that must still keep disequalities.

    `unequal` holds one tuple of pairs for each; of its pairs at least one must differ.
    """

    value: Any
    unequal: tuple[tuple[tuple[Any, Any], ...], ...]

    def __repr__(self) -> str:
        parts = [" or ".join(f"{left!r} != {right!r}" for left, right in pairs) for pairs in self.unequal]
        return f"{self.value!r} with {', '.join(parts)}"


def residual(machine: Machine, unknowns: Any) -> tuple[tuple[tuple[Any, Any], ...], ...]:
    """The disequalities of the current answer that concern only `unknowns`, each once, in order of age.

    One that also involves another unknown can always be met by that one and is left out.
    """
    kept: dict[frozenset[Any], tuple[tuple[Any, Any], ...]] = {}
    for _, constraint in machine.waiting():
        if isinstance(constraint, Neq) and (prefix := constraint.prefix(machine)):
            pairs = tuple((left, machine.reify(right)) for left, right in prefix)
            if all(variable in unknowns for variable in machine.unknowns(pairs)):
                kept.setdefault(frozenset(map(_unordered, pairs)), pairs)
    return tuple(kept.values())


def _unordered(pair: tuple[Any, Any]) -> Any:
    left, right = pair
    return frozenset(pair) if isinstance(right, Variable) else (left, repr(right))


def answers(template: Any, goal: Any, watchdog: Callable[[], None] | None = None) -> Iterator[Any]:
    """The values of `template` under each answer of `goal`, lazily; `Constrained` where something remains."""
    machine = Machine(watchdog)
    for _ in machine.answers(goalify(goal)):
        value = machine.reify(template)
        if machine.watched and (unequal := residual(machine, machine.unknowns(value))):
            value = Constrained(value, unequal)
        yield value


def run(n: int | None, template: Any, *goals: Any) -> Any:
    """The first `n` answers as a tuple; all of them for 0; a lazy iterator for None.

    >>> x = var()
    >>> run(0, x, conde([eq(x, 1)], [eq(x, 2)]))
    (1, 2)
    """
    found = answers(template, lall(*goals))
    if n is None:
        return found
    return tuple(found) if n == 0 else tuple(islice(found, n))
