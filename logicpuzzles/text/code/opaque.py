"""Goals that are not relational, as negation and findall: what is inside of them ends before what follows begins."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import NeedsValue, PuzzleError
from ...logic.goals import Goal
from ...logic.resolver import Continuation, Machine
from .frames import Frame
from .instructions import Made, Origin, place_need, placed

Again = Callable[[Machine, Continuation], Continuation]  # proves a goal once more


class Suspending(Machine):
    """A machine that may have to restart a goal, see `tabling`."""

    __slots__ = ("barrier",)

    def __init__(self, watchdog: Callable[[], object] | None = None) -> None:
        super().__init__(watchdog)
        self.barrier: tuple[Again, Continuation, int, int] | None = None

    def note(self, again: Again, rest: Continuation) -> None:
        """Note where the outermost goal that is not relational begins: `again` restarts it."""
        if not self.floor:
            self.barrier = (again, rest, len(self.trail), len(self.choices))


class Opaque(Made):
    """A goal that is not relational: what is inside of it cannot be suspended.

    It becomes a goal inside, and one after that ends it.
    """

    __slots__ = ()

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        if isinstance(machine, Suspending):
            machine.note(lambda machine, rest: self.execute(machine, frame, rest), rest)
        inner, (ending, after) = self.made(machine, frame).run(machine, rest)
        return (inner, (Ending(ending, self.origin, rest), after))


class Ending(Goal):
    """The end of a goal that is not relational, at which something inside may still need a value."""

    __slots__ = ("around", "goal", "origin")

    def __init__(self, goal: Goal, origin: Origin, rest: Continuation) -> None:
        self.goal, self.origin, self.around = goal, origin, rest

    @property
    def awaits(self) -> bool:  # type: ignore[override]
        return self.goal.awaits

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        try:
            return self.goal.run(machine, rest)
        except NeedsValue as need:
            place_need(need, self.origin, self.around)
            raise
        except PuzzleError as error:
            raise placed(error, self.origin, self.around, machine) from None
