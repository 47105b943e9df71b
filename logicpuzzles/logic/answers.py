"""The answers of a query: `run`, lazy answers, and the disequalities that an answer still carries."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from unification import Var

from ..errors import PuzzleError
from ..integers import represented
from .goals import GoalLike, Neq, goalify, lall
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, Term, typed
from .variables import outside

Unequal = tuple[tuple[tuple[Any, Any], ...], ...]  # of the pairs of each at least one differs


@dataclass(frozen=True, slots=True)
class Constrained:
    """An answer whose unknowns must still meet conditions.

    `unequal` holds one tuple of pairs for each disequality; of its pairs at least one must differ. `others` holds what
    else remains: goals, and constraints over integers as the terms that they are in text.
    """

    value: Any
    unequal: Unequal
    others: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        unequal = [[f"{represented(left)} != {represented(right)}" for left, right in pairs] for pairs in self.unequal]
        parts = map(" or ".join, unequal)
        return f"{represented(self.value)} with {', '.join([*parts, *map(repr, self.others)])}"


def residual(machine: Machine, unknowns: Container[Var], scope: str = "") -> Unequal:
    """The same as `disequalities`, for answers that can carry nothing else; `scope` says whose, for the message.

    Raises
    ------
    NeedsValue
        Something else remains.
    """
    hidden = None  # what remains of unknowns that no answer shows, if nothing else does
    for variable, constraint in machine.waiting():
        if isinstance(constraint, Neq) or variable not in unknowns and (constraint.silent or constraint.is_free):
            continue
        if variable in unknowns or not constraint.residual:
            raise constraint.needs(variable, scope)
        hidden = hidden or constraint.needs(variable, scope)
    if hidden is not None:
        raise hidden
    return disequalities(machine, unknowns)


def carried(machine: Machine, unknowns: Iterable[Var]) -> tuple[Unequal, tuple[Term, ...]]:
    """What the current answer carries: its disequalities, and the constraints over integers as goals.

    Those on `unknowns` first. An unknown that is known to be an integer cannot meet any disequality, so what concerns
    one is carried too.
    """
    shown = dict.fromkeys(unknowns)
    if machine.propagation is None:
        return disequalities(machine, shown), ()
    from .integers.remaining import bound_by_integers, remaining

    unequal = disequalities(machine, {**shown, **bound_by_integers(machine)})
    return unequal, tuple(remaining(machine, shown, unequal))


def disequalities(machine: Machine, unknowns: Container[Var]) -> Unequal:
    """The disequalities of the current answer that concern only `unknowns`, each once, oldest first.

    One that involves another unknown too is left out: that unknown can always meet it.
    """
    kept: dict[Any, tuple[tuple[Any, Any], ...]] = {}
    for _, constraint in machine.waiting():
        if isinstance(constraint, Neq) and (prefix := constraint.prefix(machine)):
            pairs = tuple((left, machine.reify(right)) for left, right in prefix)
            if all(variable in unknowns for variable in machine.unknowns(pairs)):
                kept.setdefault(frozenset(map(_unordered, pairs)), pairs)
    return tuple(kept.values())


def _unordered(pair: tuple[Any, Any]) -> Hashable:
    return frozenset(pair) if type(pair[1]) in VARIABLES else (pair[0], typed(pair[1]))


def answers(template: AnyTerm, goal: GoalLike, watchdog: Callable[[], object] | None = None) -> Iterator[Any]:
    """The values of `template` under each answer of `goal`, lazily; `Constrained` where something remains."""
    machine = Machine(watchdog)
    for _ in machine.answers(goalify(goal)):
        yield outside(value_of, machine, template)


def value_of(machine: Machine, template: AnyTerm) -> AnyTerm:
    """The value of `template` under the current answer of `machine`; `Constrained` where something remains."""
    value = machine.reify(template)
    if not machine.watched:
        return value
    unequal, integers = carried(machine, machine.unknowns(value))
    others = {id(c): c for _, c in machine.waiting() if not (isinstance(c, Neq) or c.silent or c.over_integers)}
    goals = [constraint.reified(machine) for constraint in others.values()]
    remaining = (*integers, *goals)
    return Constrained(value, unequal, remaining) if unequal or remaining else value


def run(
    n: int | None,
    template: AnyTerm,
    *goals: GoalLike,
    results_filter: Callable[[Iterator[Any]], Iterable[Any]] | None = None,
) -> Any:
    """The first `n` answers as a tuple; all of them for 0; a lazy iterator for None.

    `results_filter` takes the iterator of all answers and gives those that count, such as one that drops repeats.

    >>> from logicpuzzles import conde, eq, var
    >>> x = var()
    >>> run(0, x, conde([eq(x, 1)], [eq(x, 2)]))
    (1, 2)

    Raises
    ------
    PuzzleError
        `n` is not such a number.
    NeedsValue
        A goal that cannot run on unknowns met one.
    """
    if n is not None and (type(n) is not int or n < 0):
        raise PuzzleError(
            "run takes the number of answers first", expected="0 for all, 1, 2, ... or None", got=represented(n)
        )
    for goal in goals:
        if isinstance(goal, bool):
            raise PuzzleError(
                "this is not a goal, but what Python itself made of a comparison or test",
                expected="a goal such as eq(x, y)",
                got=represented(goal),
                hint="write eq(x, y) for ==, neq for !=, lt for <",
            )
    found: Any = answers(template, lall(*goals))
    if results_filter is not None:
        found = results_filter(found)
    if n is None:
        return found
    return tuple(islice(found, n or None))
