"""What a body compiles to: instructions in chains, each run on the frame of its clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...errors import LimitReached, NeedsValue, PuzzleError
from ...logic.goals import Goal
from ...logic.later import Stale
from ...logic.relations import Predicate
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import AnyTerm
from ..syntax.lexical import LIBRARY, Sentence
from ..syntax.nodes import Node, indicator_of, term_of, unknowns
from .frames import Frame, Layout
from .given import given


@dataclass(frozen=True, slots=True)
class Origin:
    """The goal that an instruction was made of, as it was read."""

    sentence: Sentence
    node: Node
    layout: Layout

    @property
    def place(self) -> str | None:
        """Where it is, as file:line:column; None in the library."""
        return None if self.is_library else self.sentence.place(self.node.at)

    def term(self, frame: Frame) -> AnyTerm:
        """The goal as a term."""
        return term_of(self.node, {name: frame[self.layout.slots[name]] for name in unknowns(self.node)})

    @property
    def is_library(self) -> bool:
        """Whether it stands in the library, whose lines messages do not show."""
        return self.sentence.source.name == LIBRARY

    def error(self, error: PuzzleError) -> PuzzleError:
        """`error`, pointing here unless it has a place in a text already."""
        if error.excerpt is not None or isinstance(error, LimitReached) or ":" in (error.place or ""):
            return error
        problem = error.problem if error.place is None else f"{error.place}: {error.problem}"
        made = self.sentence.error(problem, self.node.at, error.expected, given(error) or error.got, error.hint)
        made.ball = error.ball
        return made

    def call(self, machine: Machine, frame: Frame, error: PuzzleError | NeedsValue) -> None:
        """Let the term that `error` tells have the names of the unknowns in the goal; `frame` is that of its clause.

        Others of the clause lend it no names: the query machine no longer has them. Nor does an equation: what is
        wrong is a condition that it wakes.
        """
        has_names = not self.is_library and indicator_of(self.node) != ("=", 2)
        if isinstance(error, PuzzleError) and (got := given(error)) is not None and has_names:
            got.call(machine, ((name, frame[self.layout.slots[name]]) for name in unknowns(self.node)))


@dataclass(slots=True, eq=False)
class Instruction:
    """One goal of a body; `following` is the instruction after it, None at the end of its chain."""

    origin: Origin
    following: Instruction | None = field(default=None, init=False)
    awaits = False  # as of a goal

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        """Prove this goal, then `rest`, in which what follows already is."""
        raise NotImplementedError


class At(Goal):
    """The chain of instructions from `instruction` on, with the terms of `frame`."""

    __slots__ = ("frame", "instruction")

    def __init__(self, instruction: Instruction, frame: Frame) -> None:
        self.instruction, self.frame = instruction, frame

    @property
    def awaits(self) -> bool:  # type: ignore[override]
        return self.instruction.awaits

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        instruction = self.instruction
        if instruction.following is not None:
            rest = (At(instruction.following, self.frame), rest)
        if machine.tracer is not None:
            rest = machine.tracer(machine, self, rest)
            if rest is FAIL:
                return FAIL
        try:
            return instruction.execute(machine, self.frame, rest)
        except (PuzzleError, NeedsValue) as error:
            instruction.origin.call(machine, self.frame, error)
            raise placed(error, instruction.origin, rest, machine) from None

    def term(self) -> AnyTerm:
        """The goal as a term."""
        return self.instruction.origin.term(self.frame)


class FromText(Goal):
    """Marks the end of a call from `origin` to a predicate whose errors point at its caller."""

    __slots__ = ("frame", "origin")
    awaits = True

    def __init__(self, origin: Origin, frame: Frame) -> None:
        self.origin, self.frame = origin, frame

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return rest


def asked_from(rest: Continuation) -> Origin | None:
    """The goal of a text that called what was being proved before `rest`; None where there is none."""
    mark = caller_of(rest)
    return None if mark is None else mark.origin


def caller_of(rest: Continuation) -> FromText | None:
    """The mark of the goal of a text, not of the library, that called what was being proved before `rest`."""
    while rest is not None and rest is not FAIL:
        goal, rest = rest
        if type(goal) is FromText and not goal.origin.is_library:
            return goal
    return None


def from_caller(error: PuzzleError, machine: Machine, rest: Continuation) -> PuzzleError | None:
    """`error` with the place and the names of the goal of a text that called what was proved before `rest`."""
    mark = caller_of(rest)
    if mark is None:
        return None
    mark.origin.call(machine, mark.frame, error)
    return mark.origin.error(error)


def placed(
    error: PuzzleError | NeedsValue, origin: Origin, rest: Continuation, machine: Machine
) -> PuzzleError | NeedsValue:
    """`error`, which arose in the goal at `origin`, with its place."""
    if isinstance(error, PuzzleError):
        return (origin.is_library and from_caller(error, machine, rest)) or origin.error(error)
    place_need(error, origin, rest)
    return error


def place_need(need: NeedsValue, origin: Origin | None, rest: Continuation) -> None:
    """Tell where `need` arose, unless that is known: in `origin`, or in the goal that asked the library for it."""
    if need.place is None:
        asked = asked_from(rest) if origin is None or origin.is_library else None
        place_need_of(need, origin, asked)


def place_need_of(need: NeedsValue, origin: Origin | None, asked: Origin | None) -> None:
    """The same where `asked` is the goal that asked the library, or None."""
    if need.place is None:
        if origin is None or origin.is_library:
            origin = asked or origin
            if origin is not None and (key := indicator_of(origin.node)) is not None:
                need.goal = key[0]
        if origin is not None:
            need.place = origin.place


@dataclass(slots=True, eq=False)
class Invoke(Instruction):
    """A call of a predicate."""

    predicate: Predicate
    args: Callable[[Frame], tuple[AnyTerm, ...]]

    @property
    def awaits(self) -> bool:  # type: ignore[override]
        return self.predicate.awaits

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        machine.calling = self.origin
        return self.predicate.invoke(machine, self.args(frame), rest)


class InvokeElsewhere(Invoke):
    """A call of a predicate whose errors point at its caller: it is builtin, of the library or of a Python file."""

    __slots__ = ()

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        machine.calling = self.origin
        return self.predicate.invoke(machine, self.args(frame), (FromText(self.origin, frame), rest))


# One class for equality, arithmetic and comparison, each a function: a class for each was measured, and is no faster.
@dataclass(slots=True, eq=False)
class Check(Instruction):
    """A goal that leaves no choice: the function `holds` tells whether it is so, and binds what that takes."""

    holds: Callable[[Machine, Frame], bool]
    awaits: bool = True

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        return rest if self.holds(machine, frame) else FAIL


@dataclass(slots=True, eq=False)
class Either(Instruction):
    """At least one of some chains holds."""

    chains: Sequence[Instruction]
    awaits = True

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        return machine.choose([At(chain, frame) for chain in self.chains], rest)


@dataclass(slots=True, eq=False)
class Refused(Instruction):
    """A goal that cannot be asked; the clause that it stands in may be stated all the same."""

    error: PuzzleError

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        raise self.error


@dataclass(slots=True, eq=False)
class Made(Instruction):
    """The goal that a function makes of the frame."""

    make: Callable[[Machine, Frame], Goal]
    awaits = True

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        return self.made(machine, frame).run(machine, rest)

    def made(self, machine: Machine, frame: Frame) -> Goal:
        """The goal.

        Raises
        ------
        Stale
            Constraints are deferred that it cannot run without.
        """
        goal = self.make(machine, frame)
        if machine.deferred and not goal.awaits:
            raise Stale
        return goal
