"""The tables of tabled relations, and the goals that wait for their answers.

A table holds the answers of one call, each once, in the order of their discovery.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...logic.answers import residual
from ...logic.goals import Goal, Neq
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import AnyTerm, Variable, next_serial
from ..code.clauses import Clauses
from ..code.opaque import Suspending
from .variants import copy, variant_key

Answer = tuple[AnyTerm, list[Variable]]  # (the arguments, the disequalities that remain), and the variables in both


class Table(Goal):
    """One call of a tabled relation, up to the names of variables, and its answers; as a goal, it finds them.

    Attributes
    ----------
    args, unknowns
        The arguments, with variables of the table's own.
    parent, asked
        The table whose evaluation made this call first, and its variables that `unknowns` stand for.
    consumers, blocked
        The calls and the goals that are suspended until there are answers, or all of them.
    complete
        Whether no more answers can come; a call without unknowns has one at most.
    """

    def __init__(
        self, predicate: Clauses, args: AnyTerm, unknowns: list[Variable], parent: Table | None, universal: bool
    ) -> None:
        self.predicate, self.parent, self.asked = predicate, parent, unknowns
        self.args = copy(args, unknowns)
        _, self.unknowns = variant_key(self.args)
        self.universal = next_serial() if universal else 1  # at least 1: `once` sets a scope then, and is noticed
        self.found: dict[Hashable, None] = {}
        self.answers: list[Answer] = []
        self.consumers: list[Consumer] = []
        self.blocked: list[Blocked] = []
        self.complete = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return Clauses.invoke(self.predicate, machine, self.args, (_Keep(self), rest))

    def add(self, machine: Machine) -> bool:
        """Keep the answer that `machine` has found; False if it was known."""
        machine.require_decided()
        args = machine.reify(self.args)
        unequal = residual(machine, machine.unknowns(args)) if machine.watched else ()
        key, unknowns = variant_key((args, unequal))
        if key in self.found:
            return False
        self.found[key] = None
        self.answers.append(((args, unequal), unknowns))
        self.complete = self.complete or not self.unknowns
        return True

    def holds(self, machine: Machine, args: AnyTerm, number: int) -> bool:
        """Make `args` equal to the answer `number`; False if they cannot be (bindings may remain)."""
        known, unequal = copy(*self.answers[number])
        return machine.unify(args, known) and all(Neq(pairs).attempt(machine) for pairs in unequal)

    def deliver(self, machine: Machine, args: AnyTerm) -> Iterator[None]:
        """Make `args` equal to each answer of the complete table in turn."""
        mark = len(machine.trail)
        for number in range(len(self.answers)):
            if self.holds(machine, args, number):
                yield
            machine.undo(mark)

    def forget(self) -> None:
        """Drop what only an evaluation needs."""
        self.found.clear()
        self.consumers.clear()
        self.blocked.clear()


class _Keep(Goal):
    """The end of the clauses of a table: keep the answer."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if self.table.add(machine):
            machine.evaluation.wake(self.table)  # type: ignore[attr-defined]
            if self.table.complete:
                machine.cut(0)
        return FAIL


class Suspended(Goal):
    """A goal in the evaluation of `table` that waits for the table `source`; `rest` is left to prove after it.

    It keeps what `rest` can see: bindings and constraints.
    """

    def __init__(self, machine: Machine, table: Table, source: Table, rest: Continuation) -> None:
        self.table, self.source, self.rest = table, source, rest
        self.queued = False
        self.bindings = tuple(machine.bound())
        self.watched = dict(machine.watched)

    def restore(self, machine: Machine) -> None:
        """Let a new machine know what was known."""
        machine.assume(self.bindings, ours=True)
        machine.watched = dict(self.watched)


class Consumer(Suspended):
    """A suspended call: goes on for each answer of `source` that it has not seen, or that is added meanwhile."""

    def __init__(self, machine: Machine, table: Table, source: Table, args: AnyTerm, rest: Continuation) -> None:
        super().__init__(machine, table, source, rest)
        self.args, self.seen = args, 0

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.branch(self._unseen(machine), self.rest)

    def _unseen(self, machine: Machine) -> Iterator[None]:
        mark = len(machine.trail)
        while self.seen < len(self.source.answers):
            self.seen += 1
            if self.source.holds(machine, self.args, self.seen - 1):
                yield
            machine.undo(mark)


class Blocked(Suspended):
    """A goal that is not relational, restarted when the table that it met is complete."""

    def __init__(self, machine: Suspending, table: Table, source: Table) -> None:
        assert machine.barrier is not None
        self.again, rest, mark, height = machine.barrier
        machine.undo(mark)
        machine.cut(height)
        super().__init__(machine, table, source, rest)

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return self.again(machine, self.rest)
