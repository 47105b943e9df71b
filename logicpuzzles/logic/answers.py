"""What a query gives back: `run`, its lazy answers, and the disequalities that an answer must still keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..errors import PuzzleError
from .goals import Neq, goalify, lall
from .resolver import Machine
from .terms import VARIABLES, typed
from .variables import outside


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
    kept: dict[Any, tuple[tuple[Any, Any], ...]] = {}
    for _, constraint in machine.waiting():
        if isinstance(constraint, Neq) and (prefix := constraint.prefix(machine)):
            pairs = tuple((left, machine.reify(right)) for left, right in prefix)
            if all(variable in unknowns for variable in machine.unknowns(pairs)):
                kept.setdefault(frozenset(map(_unordered, pairs)), pairs)
    return tuple(kept.values())


def _unordered(pair: tuple[Any, Any]) -> Any:
    return frozenset(pair) if type(pair[1]) in VARIABLES else (pair[0], typed(pair[1]))


def answers(template: Any, goal: Any, watchdog: Callable[[], None] | None = None) -> Iterator[Any]:
    """The values of `template` under each answer of `goal`, lazily; `Constrained` where something remains."""
    machine = Machine(watchdog)
    for _ in machine.answers(goalify(goal)):
        yield outside(value_of, machine, template)


def value_of(machine: Machine, template: Any) -> Any:
    """The value of `template` under the current answer of `machine`; `Constrained` where something remains."""
    value = machine.reify(template)
    unequal = residual(machine, machine.unknowns(value)) if machine.watched else ()
    return Constrained(value, unequal) if unequal else value


def run(n: int | None, template: Any, *goals: Any) -> Any:
    """The first `n` answers as a tuple; all of them for 0; a lazy iterator for None.

    >>> from logicpuzzles import conde, eq, var
    >>> x = var()
    >>> run(0, x, conde([eq(x, 1)], [eq(x, 2)]))
    (1, 2)

    Raises
    ------
    PuzzleError
        `n` is no such number.
    NeedsValue
        A goal that cannot run on unknowns met one.
    """
    if n is not None and (type(n) is not int or n < 0):
        raise PuzzleError("run takes the number of answers first", expected="0 for all, 1, 2, ... or None", got=repr(n))
    for goal in goals:
        if isinstance(goal, bool):
            raise PuzzleError(
                "this is no goal, but what Python itself made of a comparison or test",
                expected="a goal such as eq(x, y)",
                got=repr(goal),
                hint="write eq(x, y) for ==, neq for !=, lt for <",
            )
    found = answers(template, lall(*goals))
    if n is None:
        return found
    return tuple(islice(found, n or None))
