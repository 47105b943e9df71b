"""What a run posts, noted while it runs: constraints over integers, and the equations that pass on what they bind."""

from __future__ import annotations

from typing import Any

from ..logic.goal import Goal
from ..logic.resolver import Continuation, Machine
from ..text.code.instructions import At
from ..text.code.scopes import CONDITIONALS, OPAQUE
from ..text.predicates.integers import Constraining
from ..text.syntax.nodes import indicator_of
from ..text.traced import is_in_library, key_of, predicate_of
from .effects import Effects

MOST_COPIED = 500  # states of the search that are looked at more closely
SEARCHING = frozenset({"label", "labeling", "indomain"})
EQUAL = ("=", 2)
_NO_CHOICE = CONDITIONALS | {*OPAQUE, ("once", 1), ("ignore", 1)}  # if what is inside fails, they go on
# A constraint or an equation, the note before it, how many constraints they are in all, and where it was called.
Notes = tuple[()] | tuple[Goal, "Notes", int, str | None]


class Recorder:
    """Notes the constraints that a run posts, until they are undone; `enter` is its tracer.

    Where it `looks`, it keeps how things stood at the goal before which most of them were posted.
    """

    def __init__(self, looks: bool = True) -> None:
        self.notes: dict[str, Notes] = {"last": ()}
        self.called: dict[str, Goal | None] = {}  # under "last", the goal before
        self.latest: Goal | None = None  # the same, though it was undone
        self.place: str | None = None  # of the goal of a text that was called last
        self.has_alternatives = False  # whether a goal was called again, or another one in its place
        self.effects = Effects()
        self.posting: tuple[int, Notes] | None = None  # the trail's length and the notes when what may bind was called
        self.size, self.left = -1, MOST_COPIED if looks else 0
        self.furthest: tuple[Notes, Goal, dict[Any, Any]] | None = None

    def enter(self, machine: Machine, goal: Goal, rest: Continuation) -> Continuation:
        """Note `goal` where it is a constraint, and how things stand where none has got further."""
        self.settled(machine)
        self._call(machine, goal)
        if is_in_library(goal):
            return rest
        last = self.notes["last"]
        size = last[2] if last else 0
        if self.left and size >= self.size:
            self.size, self.left = size, self.left - 1
            self.furthest = (last, goal, self.effects.plain(machine))
        if isinstance(goal, At):
            self.place = place_of(goal)
        is_constraint = isinstance(predicate_of(goal), Constraining)
        if is_constraint and machine.propagation is None:
            from .noticing import Noticing  # which loads the constraints, as the goal does

            machine.propagation = Noticing(machine, self.effects)
        if is_constraint or key_of(goal) == EQUAL:  # an equation passes on what constraints have bound
            machine.trail.append((self.notes, "last", last))
            self.notes["last"] = (goal, last, size + is_constraint, self.place)
            self.posting = len(machine.trail), self.notes["last"]
        return rest

    def _call(self, machine: Machine, goal: Goal) -> None:
        """Note that `goal` is called, and whether in the place of what has failed."""
        before = self.called.get("last")
        if before is not self.latest and before is not None and not _goes_on(before):
            self.has_alternatives = True
        machine.trail.append((self.called, "last", before))
        self.called["last"] = self.latest = goal

    def settled(self, machine: Machine) -> None:
        """Note what the constraint or the equation that was called last has bound."""
        if self.posting is not None and self.posting[1] is self.notes["last"]:
            self.effects.bind(machine, self.posting[0])
        self.posting = None


def _goes_on(goal: Goal) -> bool:
    """Whether what comes after the failure of what is inside of `goal` is no other way to prove it, or a value."""
    key = key_of(goal)
    if key == (";", 2) and isinstance(goal, At):
        return indicator_of(goal.instruction.origin.node.args[0]) in CONDITIONALS
    return key in _NO_CHOICE or key is not None and key[0] in SEARCHING


def place_of(goal: At) -> str | None:
    """Where a goal stands in a file; None in a query."""
    place = goal.instruction.origin.place
    return None if place is None or place.startswith("query:") else place
