"""Tabled relations: every call is evaluated once, every answer kept once, so left recursion and cycles end.

SLG resolution. A call of a tabled relation is suspended with what is left to prove after it (the continuation
and the bindings it can see), and taken up again for each answer of its table. Where a goal that is not relational
(negation, findall, a clause before its cut) meets a table that is not complete, it waits until the table is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable

from ...errors import NeedsValue, PuzzleError
from ...logic.goals import Goal
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import AnyTerm
from ..code.clauses import Clauses
from ..code.opaque import Suspending
from .tables import Blocked, Consumer, Suspended, Table
from .variants import variant_key

MOST_KEPT = 1_000_000  # answers of one relation that are kept between queries


class Worker(Suspending):
    """Runs a part of the evaluation of `table`."""

    __slots__ = ("evaluation", "table")

    def __init__(self, evaluation: Evaluation, table: Table) -> None:
        super().__init__(evaluation.watchdog)
        self.evaluation, self.table, self.universal = evaluation, table, table.universal


class Evaluation:
    """Evaluates the tables that one call from outside needs."""

    def __init__(self, watchdog: Callable[[], object] | None, universal: bool) -> None:
        self.watchdog, self.universal = watchdog, universal
        self.tables: dict[tuple[Tabled, Hashable], Table] = {}
        self.queue: deque[Table | Suspended] = deque()
        self.blocked: list[Blocked] = []
        self.inferences = 0

    def table(self, predicate: Tabled, args: AnyTerm, parent: Table | None) -> Table:
        """The table of a call with reified `args`; begun if there is none."""
        key, unknowns = variant_key(args)
        known = predicate.tables.get((self.universal, key), self.tables.get((predicate, key)))
        if known is not None:
            return known
        table = self.tables[predicate, key] = Table(predicate, args, unknowns, parent, self.universal)
        self.queue.append(table)
        return table

    def run(self, asked: Table) -> None:
        """Work until the table `asked` is complete, then keep it and all others that are.

        Raises
        ------
        PuzzleError
            A relation depends on itself through a negation or a cut.
        """
        while (self.queue or self.blocked) and not asked.complete:
            if not self.queue:
                self._unblock(asked)
                continue
            task = self.queue.popleft()
            if isinstance(task, Table):
                self._exhaust(Worker(self, task), task)
            elif not task.table.complete:
                worker = Worker(self, task.table)
                task.restore(worker)
                self._exhaust(worker, task)
                task.queued = False
        if not asked.complete:
            for table in self.tables.values():
                table.complete = True
        for (predicate, key), table in self.tables.items():
            if table.complete:
                predicate.keep((self.universal, key), table)

    def _exhaust(self, machine: Worker, goal: Goal) -> None:
        """Run `goal` until nothing is left to try."""
        try:
            for _ in machine.answers(goal):
                pass  # a pause; the clauses of a table end by keeping the answer
        except NeedsValue as need:
            raise _outer(need, machine) from None
        finally:
            self.inferences += machine.inferences

    def wake(self, table: Table) -> None:
        """Resume the calls that wait for answers of `table`."""
        for consumer in table.consumers:
            self._resume(consumer)

    def _resume(self, consumer: Consumer) -> None:
        if not consumer.queued:
            consumer.queued = True
            self.queue.append(consumer)

    def call(self, predicate: Tabled, machine: Worker, args: AnyTerm, rest: Continuation) -> Continuation:
        """Prove a call inside of the evaluation."""
        table = self.table(predicate, machine.reify(args), machine.table)
        if table.complete:
            return machine.branch(table.deliver(machine, args), rest)
        if machine.floor:
            blocked = Blocked(machine, machine.table, table)
            table.blocked.append(blocked)
            self.blocked.append(blocked)
            return FAIL
        consumer = Consumer(machine, machine.table, table, args, rest)
        table.consumers.append(consumer)
        if table.answers:
            self._resume(consumer)
        return FAIL

    def _unblock(self, asked: Table) -> None:
        """When only blocked goals are left: complete the tables that depend on none of them."""
        self.blocked = [blocked for blocked in self.blocked if not blocked.table.complete]
        open_: dict[int, Table] = {}
        todo = [blocked.table for blocked in self.blocked]
        while todo:
            table = todo.pop()
            if not table.complete and id(table) not in open_:
                open_[id(table)] = table
                todo += [consumer.table for consumer in table.consumers]
                todo += [blocked.table for blocked in table.blocked]
        for table in self.tables.values():
            table.complete = table.complete or id(table) not in open_
        ready = [blocked for blocked in self.blocked if blocked.source.complete]
        if self.blocked and not ready and not asked.complete:
            name = self.blocked[0].source.predicate
            problem = "depends on itself through a negation or a cut: it cannot be decided"
            raise PuzzleError(f"{name.name}/{name.arity} {problem}")
        self.blocked = [blocked for blocked in self.blocked if not blocked.source.complete]
        self.queue.extend(ready)


def _outer(need: NeedsValue, machine: Worker) -> NeedsValue:
    """`need`, for the unknown of the call from outside that its own unknown stands for."""
    variable, table = machine.walk(need.variable), machine.table
    while variable in table.unknowns:
        variable = table.asked[table.unknowns.index(variable)]
        if table.parent is None:
            break
        table = table.parent
    outer = NeedsValue(variable, need.goal)
    outer.place = need.place
    return outer


class Tabled(Clauses):
    """A relation that clauses define and whose answers are kept."""

    awaits = False

    def __init__(self, name: str, arity: int, doc: str = "") -> None:
        super().__init__(name, arity, doc)
        self.tables: dict[Hashable, Table] = {}
        self.kept = 0

    def invoke(self, machine: Machine, args: tuple[AnyTerm, ...], rest: Continuation) -> Continuation:
        if isinstance(machine, Worker):
            return machine.evaluation.call(self, machine, args, rest)
        evaluation = Evaluation(machine.watchdog, machine.universal > 0)
        table = evaluation.table(self, machine.reify(args), None)
        evaluation.run(table)
        machine.inferences += evaluation.inferences
        return machine.branch(table.deliver(machine, args), rest)

    def keep(self, key: Hashable, table: Table) -> None:
        """Keep a complete table for later queries."""
        if self.kept > MOST_KEPT:
            self.tables.clear()
            self.kept = 0
        self.tables[key] = table
        self.kept += len(table.answers) + 1
        table.forget()
