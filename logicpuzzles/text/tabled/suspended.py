"""What waits for the answers of a table: calls, and goals that are not relational."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...logic.goals import Goal
from ...logic.resolver import Continuation, Machine
from ..code.instructions import Suspending
from .tables import Table

if TYPE_CHECKING:
    from .tabling import Evaluation


class Worker(Suspending):
    """Runs a part of the evaluation of `table`."""

    __slots__ = ("evaluation", "table")

    def __init__(self, evaluation: Evaluation, table: Table) -> None:
        super().__init__(evaluation.watchdog)
        self.evaluation, self.table = evaluation, table
        self.universal = table.universal  # at least 1, so that even `once` is noticed: it sets a scope


class _State:
    """What a continuation can see: bindings and constraints."""

    def __init__(self, machine: Worker) -> None:
        self.table, self.inferences = machine.table, machine.inferences
        self.bindings = tuple(machine.bound())
        self.watched = dict(machine.watched)

    def worker(self, evaluation: Evaluation) -> Worker:
        machine = Worker(evaluation, self.table)
        machine.assume(self.bindings, ours=True)
        machine.watched = dict(self.watched)
        return machine


class Consumer(Goal):
    """A suspended call: goes on with `rest` for each answer of `source` that it has not seen."""

    def __init__(self, machine: Worker, source: Table, args: Any, rest: Continuation) -> None:
        self.state, self.source, self.args, self.rest = _State(machine), source, args, rest
        self.seen = 0
        self.queued = False

    def start(self, evaluation: Evaluation) -> None:
        """Consume what there is, and what is added meanwhile."""
        evaluation.exhaust(self.state.worker(evaluation), self, self.rest)
        self.queued = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.branch(self._unseen(machine), rest)

    def _unseen(self, machine: Machine) -> Iterator[None]:
        mark = len(machine.trail)
        while self.seen < len(self.source.answers):
            self.seen += 1
            if self.source.holds(machine, self.args, self.seen - 1):
                yield
            machine.undo(mark)


class Blocked(Goal):
    """A goal that is not relational and is begun anew when the table it met is complete."""

    def __init__(self, machine: Worker, source: Table) -> None:
        assert machine.barrier is not None
        self.instruction, self.frame, self.rest, mark, height = machine.barrier
        machine.undo(mark)
        machine.cut(height)
        self.state, self.source = _State(machine), source

    def start(self, evaluation: Evaluation) -> None:
        """Try again."""
        evaluation.exhaust(self.state.worker(evaluation), self, self.rest)

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return self.instruction.execute(machine, self.frame, rest)
