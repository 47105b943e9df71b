"""What a goal is, and a constraint: a goal that waits until it can be decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, TypeAlias

from unification import Var

from ..errors import NeedsValue, PuzzleError, place_here
from ..integers import represented
from .committing import within
from .resolver import Continuation, Machine
from .substitution import FAIL
from .variables import AnyTerm

SHOWN = 6  # parts of a goal that `repr` tells
KanrenState: TypeAlias = Any  # what kanren knows of its variables: a dict, or a dict with constraints


class Goal:
    """Something that can be proved; subclasses define `run`.

    Attributes
    ----------
    awaits
        Whether it may run while constraints over integers are deferred, see `integers.deferred`.
    """

    __slots__ = ()
    awaits = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        """Prove this goal and go on with `rest`: the new continuation, or FAIL."""
        raise NotImplementedError

    def __call__(self, state: KanrenState) -> Iterator[Any]:
        """The goal as kanren sees it: the states that extend the kanren state `state`."""
        return interop().kanren_states(self, state)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        """Raise `PuzzleError`: Python's `and`, `or` and `not` would silently drop goals."""
        raise PuzzleError(
            "a goal is neither true nor false before it is asked",
            place=place_here(),
            hint="write lall(...) for and, lany(...) for or, naf(...) for not",
        )


def spelled(name: str, parts: Iterable[object]) -> str:
    """A goal as a call of what makes it, with the first of many parts, for `repr`."""
    listed = list(parts)
    more = ["..."] if len(listed) > SHOWN else []
    return f"{name}({', '.join([*map(represented, listed[:SHOWN]), *more])})"


def interop() -> Any:
    """The module `kanren_interop`, imported late: it imports this one, and importing kanren takes long."""
    return import_module(f"{__package__}.kanren_interop")


class Constraint(Goal):
    """A condition on unknowns that waits until it can be decided.

    Attributes
    ----------
    name
        The goal's name, for messages.
    residual
        Whether an answer may still carry it (a disequality), or must not (arithmetic).
    silent
        Whether an answer that carries it does not show it.
    over_integers
        Whether it is what is known of an integer, see `integers.propagation`.
    is_free
        Whether its unknown can be given a value whatever the others are.
    origin
        The constraint that this one is what remains of; None for one as it was stated.
    terms
        The terms that it constrains.
    place
        Where the goal was made, as file:line, if that is known.
    is_error
        Whether Prolog raises an error where it waits.
    """

    __slots__ = ()
    name: str
    terms: AnyTerm
    residual = False
    silent = False
    over_integers = False
    is_free = False
    origin: Constraint | None = None
    place: str | None = None
    is_error = False

    @property
    def root(self) -> Constraint:
        """The constraint as it was stated, of which this is what remains."""
        return self if self.origin is None else self.origin

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return rest if self.attempt(machine) else FAIL

    def attempt(self, machine: Machine) -> bool:
        """Decide, or suspend again by `machine.suspend`; False when violated."""
        raise NotImplementedError

    def excludes(self, value: AnyTerm) -> bool:
        """Whether it rules out that its unknown is `value`; asked of what is known of an integer."""
        return False

    def reified(self, machine: Machine) -> Constraint:
        """The same with what is known, to be shown with an answer."""
        return self

    def needs(self, variable: Var, scope: str = "") -> NeedsValue:
        """The error that the constraint, inside `scope`, needs a value for `variable`."""
        need = NeedsValue(variable, within(self.name, scope), self.is_error)
        need.place = self.place
        return need
