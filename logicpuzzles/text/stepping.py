"""A query followed step by step, through the four ports of each goal: call, exit, redo and fail.

The box model is L. Byrd's (Understanding the control flow of Prolog programs, 1980); which ports are passed follows
SWI-Prolog. Where a goal begins, a choice is left below its own, which is met when it has failed; at the next port, what
it has left to try is made to tell of a redo. A goal that leaves no choice forgets its own, and is not passed again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import check_choice
from ..logic.control import Deliver
from ..logic.goals import Goal
from ..logic.resolver import Continuation, Machine
from ..logic.substitution import FAIL
from ..logic.terms import AnyTerm
from ..logic.writer import write
from .code.instructions import At
from .code.opaque import Ending
from .code.phrase_check import BEGUN
from .code.scopes import BAR, CONDITIONALS
from .names import Indicator
from .traced import is_in_library, key_of, term_of_goal

PORTS = ("call", "exit", "redo", "fail")
COMMANDS = ("creep", "leap", "skip", "retry", "fail", "abort")
_AT_ONCE = frozenset({("forall", 2), ("ignore", 1)})  # they never leave anything to try
_HIDDEN = CONDITIONALS | {(",", 2), (";", 2), BAR, (":", 2), ("!", 0), ("\\+", 1), ("not", 1), (BEGUN, 1)}


class Aborted(Exception):
    """Who watches a query wants it to end."""


@dataclass(frozen=True, slots=True)
class Port:
    """A goal at one of its ports.

    Attributes
    ----------
    name
        "call", "exit", "redo" or "fail".
    depth
        1 for a goal of the query, one more for those of the clause that it calls.
    relation
        Its name and the number of its arguments.
    term
        The goal with what is known of its unknowns there.
    """

    name: str
    depth: int
    relation: Indicator
    term: AnyTerm

    def __str__(self) -> str:
        return f"{self.name.capitalize():>7}: ({self.depth}) {write(self.term, highest=999)}"


Watch = Callable[[Port], str | None]  # one of COMMANDS; None to go on as before


@dataclass(slots=True, eq=False)
class _Box:
    """A goal that was called: what is left to prove after it, and the numbers of choices and bindings before it.

    `term` is the goal as a term, once it was shown: its unknowns stay the same at all of its ports.
    """

    goal: Goal
    rest: Continuation
    relation: Indicator
    parent: _Box | None
    depth: int
    height: int
    mark: int
    term: AnyTerm = None
    is_left: bool = False  # it was proved, and not called again since
    is_over: bool = False  # it had nothing to try when it was left

    def entered(self) -> None:
        """It goes on, and with it those that called it."""
        box: _Box | None = self
        while box is not None and box.is_left:
            box.is_left = False
            box = box.parent


class Stepper:
    """Follows one run of a query; `enter` is its tracer.

    Parameters
    ----------
    watch
        Is shown each port, and tells what to do: "creep" to the next port; "leap" to the next of a relation that is
        `spied`; "skip" what is inside of the goal; "retry" it from its call; let it "fail"; "abort" the query.
    visible
        The ports that are shown.
    spied
        The relations at which a leap ends.
    leaps
        Whether it begins with a leap.
    """

    def __init__(
        self,
        watch: Watch,
        visible: Collection[str] = PORTS,
        spied: Collection[Indicator] = (),
        leaps: bool = False,
    ) -> None:
        self.watch, self.visible, self.spied, self.leaps = watch, visible, spied, leaps
        self.skipped: _Box | None = None  # the goal whose inside is not shown
        self.inside: dict[str, _Box | None] = {}  # under "box", the goal whose clause is being proved

    def enter(self, machine: Machine, goal: Goal, rest: Continuation) -> Continuation:
        """`goal` is called: what is left to prove after it; FAIL where it is to fail."""
        self._own(machine)
        relation, parent = key_of(goal), self.inside.get("box")
        if relation is None or relation in _HIDDEN or is_in_library(goal) or _is_part(goal, parent):
            return rest
        follows = isinstance(goal, At) and goal.instruction.following is not None
        before = rest[1] if follows else rest  # as it was when the goal was run
        depth = 1 if parent is None else parent.depth + 1
        box = _Box(goal, before, relation, parent, depth, len(machine.choices), len(machine.trail))
        machine.choices.append((box.mark, (_Failed(self, box),), 0, rest))
        self._set(machine, box)
        return self.at(machine, box, self.port("call", machine, box), (_Exit(self, box), rest))

    def _set(self, machine: Machine, box: _Box | None) -> None:
        machine.trail.append((self.inside, "box", self.inside.get("box")))
        self.inside["box"] = box

    def _own(self, machine: Machine) -> None:
        """Let what the goal at work has left to try tell of its redo."""
        box, choices = self.inside.get("box"), machine.choices
        for number in range(len(choices) - 1, -1, -1):
            mark, source, index, rest = choices[number]
            if index >= 0 and type(source[0]) in _OWN:
                return
            if box is None or index >= 0 and type(source[0]) in (Deliver, Ending):
                continue
            if index < 0:
                made: tuple[Goal, ...] = (_Resumed(self, box, source, mark),)
            else:
                made = tuple([_Redone(self, box, goal) for goal in source])
            choices[number] = (mark, made, max(0, index), rest)

    def port(self, name: str, machine: Machine, box: _Box) -> Port | None:
        """A port of `box`; None where it is not shown."""
        if self.skipped is not None and (self.skipped is not box or name in ("call", "redo")):
            return None
        if self.skipped is box:
            self.skipped = None
        if name not in self.visible or self.leaps and box.relation not in self.spied:
            return None
        if box.term is None:
            box.term = term_of_goal(box.goal)
        return Port(name, box.depth, box.relation, machine.reify(box.term))

    def at(self, machine: Machine, box: _Box, port: Port | None, on: Continuation) -> Continuation:
        """Show a port; how it goes on, `on` unless another way is asked for."""
        if port is None:
            return on
        command = self.watch(port) or ("leap" if self.leaps else "creep")
        check_choice("command", command, COMMANDS)
        if command == "abort":
            raise Aborted
        self.leaps = command == "leap"
        if command == "skip" and port.name in ("call", "redo"):
            self.skipped = box
        if command == "fail" or command == "retry" and port.name != "call":
            machine.cut(box.height)
            machine.undo(box.mark)
            return FAIL if command == "fail" else (box.goal, box.rest)
        return on


def _is_part(goal: Goal, box: _Box | None) -> bool:
    """Whether `goal` was made of the goal of `box`, and written by nobody: the end of `ignore`, say."""
    if box is None or not isinstance(goal, At) or not isinstance(box.goal, At) or goal.frame is not box.goal.frame:
        return False
    return goal.instruction.origin.node.at == box.goal.instruction.origin.node.at


class _Failed(Goal):
    """Met when a goal has nothing left to try."""

    __slots__ = ("box", "stepper")

    def __init__(self, stepper: Stepper, box: _Box) -> None:
        self.stepper, self.box = stepper, box

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if self.box.is_over:
            around = machine.choices[-1][1] if machine.choices else ()
            if around and type(around[0]) is _Failed:  # had this left no choice, that would have left none
                around[0].box.is_over = around[0].box.is_left
            return FAIL
        return self.stepper.at(machine, self.box, self.stepper.port("fail", machine, self.box), FAIL)


class _Exit(Goal):
    """Met when a goal is proved."""

    __slots__ = ("box", "stepper")

    def __init__(self, stepper: Stepper, box: _Box) -> None:
        self.stepper, self.box = stepper, box

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        stepper, box = self.stepper, self.box
        stepper._own(machine)
        source = machine.choices[-1][1] if len(machine.choices) == box.height + 1 else ()
        if source and type(source[0]) is _Failed and source[0].box is box:
            machine.choices.pop()
        box.is_left = True
        stepper._set(machine, box.parent)
        return stepper.at(machine, box, stepper.port("exit", machine, box), rest)


class _Redone(Goal):
    """Something that a goal has left to try."""

    __slots__ = ("box", "goal", "stepper")

    def __init__(self, stepper: Stepper, box: _Box, goal: Goal) -> None:
        self.stepper, self.box, self.goal = stepper, box, goal

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        self.box.entered()
        port = None if self.box.relation in _AT_ONCE else self.stepper.port("redo", machine, self.box)
        return self.stepper.at(machine, self.box, port, (self.goal, rest))


class _Resumed(Goal):
    """The answers that a goal in Python has left. Where there is none, it is as if it had left no choice."""

    __slots__ = ("box", "mark", "source", "stepper")

    def __init__(self, stepper: Stepper, box: _Box, source: Iterator[Any], mark: int) -> None:
        self.stepper, self.box, self.source, self.mark = stepper, box, source, mark

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        box, was_left = self.box, self.box.is_left
        port = self.stepper.port("redo", machine, box) if was_left else None  # the goal before it is bound anew
        if next(self.source, FAIL) is FAIL:
            box.is_over = was_left
            return FAIL
        machine.choices.append((self.mark, (self,), 0, rest))
        box.entered()
        return self.stepper.at(machine, box, port, rest)


_OWN = frozenset({_Failed, _Redone, _Resumed})
