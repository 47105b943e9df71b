"""Proof trees: which goals an answer rests on, and which goals those rest on."""

from __future__ import annotations

from collections.abc import Iterator

from ..drawing.folding import cut, folded
from ..logic.goals import Goal
from ..logic.operators import Operators
from ..logic.relations import Predicate
from ..logic.resolver import Continuation, Machine
from ..logic.terms import AnyTerm
from ..logic.writer import Names, fresh_names, write
from ..text.code.phrase_check import BEGUN
from ..text.code.scopes import OPAQUE
from ..text.predicates import CONTROLS
from ..text.traced import is_in_library, key_of, predicate_of, term_of_goal
from .recording import Recorder
from .session import Session

MOST_LINES = 200
LONGEST = 2000  # characters of a goal
DEEPEST = 20  # levels that are indented; deeper ones have their number before them
_HIDDEN = {key for key in CONTROLS if key[0] in {",", ";", "->", "*->", "once", "ignore", ":", "true", "!"}} | {
    ("call", 1),
    (BEGUN, 1),
}
_Notes = tuple[()] | tuple[Goal | None, "_Notes"]


class Tracer:
    """Notes every goal when it is begun and when it is proved; what is undone is forgotten.

    The notes are a linked list ``(goal or None for an end, notes before)``, which costs no copying.
    """

    def __init__(self) -> None:
        self.notes: dict[str, _Notes] = {"last": ()}
        self.recorder = Recorder(looks=False)  # of constraints over integers

    def enter(self, machine: Machine, call: Goal, rest: Continuation) -> Continuation:
        """Note that `call` begins, and what tells when it is proved."""
        self.recorder.enter(machine, call, rest)
        self.note(machine, call)
        return (_End(self), rest)

    def note(self, machine: Machine, goal: Goal | None) -> None:
        """Add a note, until it is undone."""
        before = self.notes["last"]
        machine.trail.append((self.notes, "last", before))
        self.notes["last"] = (goal, before)

    def tree(self, machine: Machine) -> Proof:
        """The proof of the answer that `machine` is at, as long as it is there."""
        notes = []
        last = self.notes["last"]
        while last:
            notes.append(last[0])
            last = last[1]
        root = Proof(machine)
        stack = [root]
        for goal in reversed(notes):
            if goal is None:
                stack.pop()
            else:
                made = Proof(machine, goal)
                stack[-1].below.append(made)
                stack.append(made)
        return root


class _End(Goal):
    """Notes that the goal begun last is proved."""

    __slots__ = ("tracer",)

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        self.tracer.note(machine, None)
        return rest


class Proof:
    """A goal that holds, a term or what ran, and the goals that it rests on; the root has none."""

    __slots__ = ("below", "goal", "machine")

    def __init__(self, machine: Machine, goal: Goal | AnyTerm = None) -> None:
        self.machine, self.goal = machine, goal
        self.below: list[Proof] = []

    @property
    def term(self) -> AnyTerm:
        """The goal with what is known of its unknowns."""
        return self.machine.reify(term_of_goal(self.goal))

    @property
    def predicate(self) -> Predicate | None:
        """The relation that the goal calls."""
        return predicate_of(self.goal)

    @property
    def key(self) -> tuple[str, int] | None:
        """The name and the number of the arguments of the goal."""
        return key_of(self.goal)

    @property
    def shown(self) -> bool:
        """Whether the goal has a line; control and what the library is made of have none."""
        return not is_in_library(self.goal) and self.key not in _HIDDEN

    def walk(self) -> Iterator[tuple[Proof, int]]:
        """What is below and is shown, each with its depth; first what comes first."""
        stack = [(proof, 0) for proof in reversed(self.below)]
        while stack:
            proof, depth = stack.pop()
            if proof.shown:
                yield proof, depth
                depth += 1
            if proof.key not in OPAQUE:
                stack.extend((below, depth) for below in reversed(proof.below))


def proof_text(tree: Proof, names: Names, session: Session) -> str:
    """The tree as text, a goal a line, cut where it is long."""
    lines: list[str] = []
    more = sum(1 for _ in tree.walk())
    for depth, text in proof_rows(tree, names, session.names().dialect):
        if len(lines) >= MOST_LINES:
            break
        more -= 1
        mark = "  " * depth if depth <= DEEPEST else f"{'  ' * DEEPEST}{depth}: "
        line = cut(mark + text, LONGEST)
        lines += [line] if session.width is None else folded(line, session.width(), 4)
    return "\n".join([*lines, f"% and {more:,} more lines"] if more else lines)


def proof_rows(tree: Proof, names: Names, operators: Operators) -> Iterator[tuple[int, str]]:
    """The goals of the tree, each with its depth, as text; unknowns without a name get one."""
    names, fresh = dict(names), fresh_names(names.values())
    for proof, depth in tree.walk():
        term = proof.term
        for unknown in proof.machine.unknowns(term):
            if unknown not in names:
                names[unknown] = next(fresh)
        yield depth, write(term, names, 999, operators=operators)
