"""Proof trees: which goals an answer rests on, and which goals those rest on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..logic.goals import Goal
from ..logic.relations import Call
from ..logic.resolver import Continuation, Machine
from ..logic.terms import Term
from ..text.code.bodies import IN
from ..text.code.controls import CONTROLS
from ..text.code.instructions import At
from ..text.code.scopes import OPAQUE
from ..text.syntax.writer import write

MOST_LINES = 200
_SPLICED = {key for key in CONTROLS if key[0] in {",", ";", "->", "once", "ignore", ":", "true"}} | {("call", 1)}


class Tracer:
    """Notes every goal when it is begun and when it is proved; what is undone is forgotten.

    The notes are a linked list ``(goal or None for an end, notes before)``, which costs no copying.
    """

    def __init__(self) -> None:
        self.notes: dict[str, Any] = {"last": ()}

    def enter(self, machine: Machine, goal: Any, rest: Continuation) -> Continuation:
        """Note that `goal` begins, and what tells when it is proved."""
        self.note(machine, goal)
        return (_End(self), rest)

    def note(self, machine: Machine, goal: Any) -> None:
        """Add a note, until it is undone."""
        before = self.notes["last"]
        machine.trail.append((self.notes, "last", before))
        self.notes["last"] = (goal, before)

    def tree(self, machine: Machine) -> Proof:
        """The proof of the answer that `machine` is at."""
        notes = []
        last = self.notes["last"]
        while last:
            notes.append(last[0])
            last = last[1]
        root = Proof(None)
        stack = [root]
        for goal in reversed(notes):
            if goal is None:
                stack.pop()
            else:
                made = Proof(machine.reify(_term(goal)), _is_library(goal))
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
    """A goal that holds and the goals that it rests on; the root has no goal."""

    def __init__(self, goal: Any, hidden: bool = False) -> None:
        self.goal, self.hidden = goal, hidden
        self.below: list[Proof] = []

    def lines(self, names: dict[Any, str], width: int = 80) -> Iterator[str]:
        """The tree, a goal a line, each below what it serves."""
        stack = [(proof, 0) for proof in reversed(self.below)]
        while stack:
            proof, depth = stack.pop()
            key = _key(proof.goal)
            if not proof.hidden and key not in _SPLICED:
                line = "  " * min(depth, 20) + write(proof.goal, names, 999)
                yield line if len(line) <= width else f"{line[: width - 3]}..."
                depth += 1
            if key not in OPAQUE:
                stack.extend((below, depth) for below in reversed(proof.below))


def proof_text(tree: Proof, names: dict[Any, str]) -> str:
    """The tree as text, cut where it is long."""
    lines: list[str] = []
    more = 0
    for line in tree.lines(names):
        if len(lines) < MOST_LINES:
            lines.append(line)
        else:
            more += 1
    return "\n".join([*lines, f"... and {more:,} more lines"] if more else lines)


def _term(goal: Any) -> Any:
    """The goal as a term."""
    if isinstance(goal, At):
        return goal.term()
    assert isinstance(goal, Call)
    name, args = goal.predicate.name, tuple(map(_plain, goal.args))
    return Term(name, args) if args else name


def _plain(arg: Any) -> Any:
    """A goal to call without what its name means."""
    while type(arg) is Term and arg.name == IN:
        arg = arg.args[1]
    return arg


def _is_library(goal: Any) -> bool:
    return isinstance(goal, At) and goal.instruction.origin.sentence.source.name == "library"


def _key(term: Any) -> tuple[str, int]:
    return (term.name, len(term.args)) if type(term) is Term else (str(term), 0)
