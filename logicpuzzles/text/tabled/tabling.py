"""Tabled relations: every call is evaluated once, every answer kept once, so left recursion and cycles end.

SLG resolution. A call of a tabled relation is suspended with what is left to prove after it (the continuation
and the bindings it can see), and taken up again for each answer of its table. Where a goal that is not relational
(negation, findall, a clause before its cut) meets a table that is not complete, it waits until the table is. So does a
call of a relation with modes, whose answers may be replaced by better ones, but where the tables depend on each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence

from ...errors import NeedsValue, PuzzleError
from ...logic.goals import Goal
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import VARIABLES, AnyTerm, var
from ...logic.writer import atom
from ...wording import counted
from ..code.clauses import Clauses
from ..code.opaque import Suspending
from ..names import Namespace
from .components import Components
from .modes import Join, Mode, indicated
from .tables import Blocked, Consumer, Suspended, Table
from .variants import variant_key

GROWN = 20  # calls and answers from which on a table is said to grow
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
        self.components = Components()
        self.inferences = 0

    def table(self, predicate: Tabled, args: AnyTerm, parent: Table | None) -> Table:
        """The table of a call with reified `args`; begun if there is none."""
        general = predicate.general(args)
        key, unknowns = variant_key(general)
        known = predicate.tables.get((self.universal, key), self.tables.get((predicate, key)))
        if known is not None:
            return known
        asked = {general[n]: args[n] for n in predicate.joins if type(args[n]) in VARIABLES}
        table = Table(predicate, general, unknowns, parent, self.universal, predicate.joins)
        table.asked = [asked.get(unknown, unknown) for unknown in unknowns]
        self.tables[predicate, key] = table
        self.queue.append(table)
        return table

    def run(self, asked: Table) -> None:
        """Work until the table `asked` is complete, then keep it and all others that are.

        Raises
        ------
        PuzzleError
            A relation depends on itself through a negation or a cut.
        """
        if not asked.complete:
            self.components.enter(asked)
        while not asked.complete:
            if self.queue:
                self._work(self.queue.popleft())
            elif self.components.path:
                self.resume(self.components.advance())
            else:
                stuck = self.components.stuck
                assert stuck is not None
                name = stuck.source.predicate
                problem = "depends on itself through a negation or a cut: it cannot be decided"
                raise PuzzleError(f"{name.name}/{name.arity} {problem}")
        for (predicate, key), table in self.tables.items():
            if table.complete:
                predicate.keep((self.universal, key), table)

    def _work(self, task: Table | Suspended) -> None:
        if isinstance(task, Table):
            self._exhaust(Worker(self, task), task)
        elif not task.table.complete:
            worker = Worker(self, task.table)
            task.restore(worker)
            self._exhaust(worker, task)
            task.queued = False

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
        self.resume(table.consumers)

    def resume(self, goals: Iterable[Suspended]) -> None:
        """Let goals go on that are suspended."""
        for goal in goals:
            if not goal.queued:
                goal.queued = True
                self.queue.append(goal)

    def call(self, predicate: Tabled, machine: Worker, args: AnyTerm, rest: Continuation) -> Continuation:
        """Prove a call inside of the evaluation."""
        table = self.table(predicate, machine.reify(args), machine.table)
        if table.complete:
            return machine.branch(table.deliver(machine, args), rest)
        if machine.floor:
            blocked = Blocked(machine, machine.table, table)
            table.waiting.append(blocked)
            self.components.depend(blocked)
            return FAIL
        consumer = Consumer(machine, machine.table, table, args, rest)
        self.components.depend(consumer)
        if predicate.joins:
            table.waiting.append(consumer)
        elif consumer.join():
            self.resume((consumer,))
        return FAIL

    def growth(self) -> str | None:
        """What to write where the limits were reached, if tables grow; None if they do not."""
        sizes: dict[Tabled, tuple[int, int]] = {}
        for (predicate, _), table in self.tables.items():
            n_calls, n_answers = sizes.get(predicate, (0, 0))
            sizes[predicate] = n_calls + 1, n_answers + len(table.answers)
        predicate, (n_calls, n_answers) = max(sizes.items(), key=lambda item: sum(item[1]))
        if n_calls + n_answers < GROWN:
            return None
        counts = f"{counted(n_answers, 'answer')} to {counted(n_calls, 'call')}"
        name, less = f"{predicate.name}/{predicate.arity}", "ask for less"
        if predicate.arity and not predicate.joins:
            modes = ", ".join([*["_"] * (predicate.arity - 1), "min"])
            less += f", keep the best answers alone, as `:- table {atom(predicate.name)}({modes}).` does"
        return f"{name} is tabled, and its tables have {counts} so far: {less}, or allow more seconds"


def _outer(need: NeedsValue, machine: Worker) -> NeedsValue:
    """`need`, for the unknown of the call from outside that its own unknown stands for."""
    variable, table = machine.walk(need.variable), machine.table
    if type(variable) not in VARIABLES:  # it had none in an answer before
        variable = need.variable
    while variable in table.unknowns:
        variable = table.asked[table.unknowns.index(variable)]
        if table.parent is None:
            break
        table = table.parent
    outer = NeedsValue(variable, need.goal, need.is_error)
    outer.place = need.place
    return outer.with_traceback(need.__traceback__)


class Tabled(Clauses):
    """A relation that clauses define and whose answers are kept.

    Attributes
    ----------
    modes
        For each argument its mode, None for one that tells calls apart; empty where no argument has a mode.
    joins
        By the number of an argument with a mode, how its values are joined.
    joining
        Whether values are being joined.
    """

    awaits = False

    def __init__(self, name: str, arity: int, doc: str = "", modes: Sequence[Mode | None] = ()) -> None:
        super().__init__(name, arity, doc)
        self.modes = modes
        self.joining = False
        self.joins: dict[int, Join] = {}
        self.tables: dict[Hashable, Table] = {}
        self.kept = 0

    @property
    def declared(self) -> str:
        """What the directive says that declares it."""
        if not self.joins:
            return indicated(self.name, self.arity)
        modes = ", ".join("_" if mode is None else str(mode) for mode in self.modes)
        return f"{atom(self.name)}({modes})"

    def find_joins(self, names: Namespace) -> None:
        """Find the relations that the modes name.

        Raises
        ------
        PuzzleError
            One is not there.
        """
        self.joins = {number: mode.join(names) for number, mode in enumerate(self.modes) if mode is not None}

    def general(self, args: AnyTerm) -> AnyTerm:
        """Reified arguments with an unknown in place of each that has a mode: what is best does not depend on it."""
        if not self.joins:
            return args
        return tuple(var() if number in self.joins else arg for number, arg in enumerate(args))

    def invoke(self, machine: Machine, args: tuple[AnyTerm, ...], rest: Continuation) -> Continuation:
        if isinstance(machine, Worker):
            return machine.evaluation.call(self, machine, args, rest)
        if self.joining:
            raise PuzzleError(f"a mode of {self.name}/{self.arity} names a relation that asks {self.name}/{self.arity}")
        evaluation = Evaluation(machine.watchdog, machine.universal > 0)
        table = evaluation.table(self, machine.reify(args), None)
        machine.evaluating = evaluation
        evaluation.run(table)
        machine.evaluating = None
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
