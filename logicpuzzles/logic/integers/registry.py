"""The table of the goals over integers: by name and number of arguments, what posts each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from ..later import Stale
from ..relations import Outcome, Primitive
from ..resolver import Continuation, Machine
from ..substitution import FAIL
from ..terms import AnyTerm
from .deferred import NOTHING, Noted, deferred

Indicator = tuple[str, int]  # ("#=", 2)
GOALS: dict[Indicator, Posting] = {}
ENGINE = "logicpuzzles.models.compiled"  # what labels at compiled speed, once it is imported
Note = Callable[..., "Noted | bool | None"]
Engine = Callable[..., "Iterator[None] | None"]


class Posting(Primitive):
    """A goal over integers.

    Attributes
    ----------
    note
        What it says, of a machine and its arguments, walked, so that it can be deferred; see `noting`.
    engine
        Its answers where constraints are deferred, with these taken into account; None where they are to be
        propagated first.
    """

    awaits = True

    def __init__(self, function: Callable[..., Outcome], name: str, engine: Engine | None) -> None:
        super().__init__(function, name)
        self.engine = engine
        self.note: Note | None = None

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        if machine.defers and self.note is not None:
            noted = self.note(machine, *map(machine.walk, args))
            if noted is False:
                return FAIL
            if noted is True:
                noted = NOTHING if machine.deferred else None
            if noted is not None:
                deferred(machine).note(self, args, rest, noted)
                if machine.hands_over:
                    machine.hands_over, machine.pause = False, True
                return rest
        if machine.deferred:
            if self.engine is None or machine.deferred.is_shared:
                raise Stale
            found = self.engine(machine, *map(machine.walk, args))
            if found is None:
                raise Stale
            machine.choices.append((len(machine.trail), found, -1, rest))
            return FAIL  # to its first answer: an error of an older choice is not one of this goal
        return super().invoke(machine, args, rest)

    def post(self, machine: Machine, args: tuple[AnyTerm, ...]) -> bool:
        """Post it; False if it cannot hold."""
        return bool(self.function(machine, *map(machine.walk, args)))


def constraint(
    name: str, *parameters: str, doc: str = "", engine: Engine | None = None
) -> Callable[[Callable[..., Outcome]], Callable[..., Any]]:
    """Make a function as for `primitive` the goal `name`, in text and in Python; its docstring shows in help."""

    def decorate(function: Callable[..., Outcome]) -> Callable[..., Any]:
        made = Posting(function, name, engine)
        made.__doc__ = doc or function.__doc__
        made.parameters = parameters or tuple(p.capitalize() for p in tuple(inspect.signature(function).parameters)[1:])
        made.lowering = ""  # only the resolver knows constraints
        GOALS[name, len(made.parameters)] = made
        return function

    return decorate
