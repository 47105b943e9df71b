"""The tables of tabled relations, and the goals that wait for their answers.

A table holds the answers of one call, each once, in the order of their discovery. With modes it holds one answer for
all that differ in the moded arguments alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...errors import NeedsValue
from ...logic.answers import residual
from ...logic.goals import Goal, Neq
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL, Substitution
from ...logic.terms import AnyTerm, Variable, next_serial
from ..code.clauses import Clauses
from ..code.opaque import Suspending
from .modes import Join, NotJoined
from .variants import copy, variant_key

if TYPE_CHECKING:
    from .tabling import Tabled

Answer = tuple[AnyTerm, list[Variable]]  # (the arguments, the disequalities that remain), and the variables in both


class Table(Goal):
    """One call of a tabled relation, up to the names of variables, and its answers; as a goal, it finds them.

    Attributes
    ----------
    args, unknowns
        The arguments, with variables of the table's own.
    parent, asked
        The table whose evaluation made this call first, and its variables that `unknowns` stand for.
    answers
        Those found so far, None in place of one that a better one has replaced.
    consumers, waiting
        The goals that are suspended until there are answers, or all of them.
    number, dependences
        Where it stands on the path of `Components`, below 0 where it does not; the goals in its evaluation that wait.
    complete, stuck
        Whether no more answers can come; a call without unknowns has one at most. Or whether that is never known.
    """

    def __init__(
        self,
        predicate: Tabled,
        args: AnyTerm,
        unknowns: list[Variable],
        parent: Table | None,
        universal: bool,
        joins: Mapping[int, Join],
    ) -> None:
        self.joins = joins
        self.predicate, self.parent, self.asked = predicate, parent, unknowns
        self.args = copy(args, unknowns)
        _, self.unknowns = variant_key(self.args)
        moded = [self.args[number] for number in joins]
        self.apart = tuple(unknown for unknown in self.unknowns if unknown not in moded)  # what tells answers apart
        self.universal = next_serial() if universal else 1  # at least 1: `once` sets a scope then, and is noticed
        self.found: dict[Hashable, int] = {}  # by key, the number of an answer
        self.answers: list[Answer | None] = []
        self.partial: list[tuple[AnyTerm, Variable]] = []  # the arguments without a mode, where they are not all known
        self.consumers: list[Consumer] = []
        self.waiting: list[Suspended] = []
        self.number, self.dependences = -1, list[Suspended]()
        self.complete = self.stuck = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return Clauses.invoke(self.predicate, machine, self.args, (_Keep(self), rest))

    def add(self, machine: Machine) -> bool:
        """Keep the answer that `machine` has found; False if it tells nothing new."""
        machine.require_decided()
        args, apart = machine.reify((self.args, self.apart))
        unequal = self._unequal(machine, args) if machine.watched else ()
        key, unknowns = variant_key((apart, unequal))
        known = self.found.get(key)
        if self.joins:
            if known is None:
                self._require_apart(machine, args, unknowns)
            elif (joined := self._joined(machine, args, known)) is None:
                return False
            else:
                args, self.answers[known] = joined, None
            moded = machine.unknowns(tuple(args[number] for number in self.joins))
            unknowns = list(dict.fromkeys([*unknowns, *moded]))
        elif known is not None:
            return False
        self.found[key] = len(self.answers)
        self.answers.append(((args, unequal), unknowns))
        self.complete = self.complete or not self.unknowns
        return True

    def _unequal(self, machine: Machine, args: AnyTerm) -> tuple[tuple[tuple[AnyTerm, AnyTerm], ...], ...]:
        """The disequalities that remain; raises `NeedsValue` where more remains, as of constraints over integers."""
        return residual(machine, machine.unknowns(args), f"the table of {self.predicate.name}")

    def _joined(self, machine: Machine, args: AnyTerm, number: int) -> AnyTerm:
        """The answer `number`, joined with a new one that has these arguments; None if it stays as it is."""
        answer = self.answers[number]
        assert answer is not None
        mark = len(machine.trail)
        (known, _) = copy(*answer)
        for at, (one, other) in enumerate(zip(known, args, strict=True)):
            if at not in self.joins:
                machine.equate(one, other)  # which only renames unknowns
        known, joined = machine.reify(known), list(machine.reify(args))
        machine.undo(mark)
        self.predicate.joining = True
        at = 0
        try:
            for at, join in self.joins.items():
                joined[at] = join(machine, known[at], joined[at])
        except NotJoined:
            return None
        except NeedsValue as need:
            raise NeedsValue(self.args[at], need.goal) from None
        finally:
            self.predicate.joining = False
        before, now = (variant_key(tuple(row[at] for at in self.joins))[0] for row in (known, joined))
        return None if before == now else tuple(joined)

    def _require_apart(self, machine: Machine, args: AnyTerm, unknowns: Sequence[Variable]) -> None:
        """Raise `NeedsValue` where an answer with such `unknowns` may or may not be of the same call as one before."""
        if not unknowns and not self.partial:
            return
        apart = self._apart(args)
        for other, variable in self.partial:
            if Substitution().equate(other, apart):
                raise NeedsValue(variable, self.predicate.name)
        if unknowns:
            own = next((one for one in self.unknowns if machine.walk(one) in unknowns), self.unknowns[0])
            for answer in self.answers:
                if answer is not None and Substitution().equate(self._apart(answer[0][0]), apart):
                    raise NeedsValue(own, self.predicate.name)
            self.partial.append((apart, own))

    def _apart(self, args: AnyTerm) -> AnyTerm:
        """The arguments without a mode."""
        return tuple(arg for number, arg in enumerate(args) if number not in self.joins)

    def holds(self, machine: Machine, args: AnyTerm, number: int) -> bool:
        """Make `args` equal to the answer `number`; False if they cannot be (bindings may remain)."""
        answer = self.answers[number]
        if answer is None:
            return False
        known, unequal = copy(*answer)
        return machine.unify(args, known) and all(Neq(pairs).attempt(machine) for pairs in unequal)

    def deliver(self, machine: Machine, args: AnyTerm) -> Iterator[None]:
        """Make `args` equal to each answer of the complete table in turn."""
        mark = len(machine.trail)
        for number in range(len(self.answers)):
            if self.holds(machine, args, number):
                yield
            machine.undo(mark)

    def finish(self) -> list[Suspended]:
        """Let it be complete; the goals that have waited for that."""
        self.complete = True
        waiting, self.waiting = self.waiting, []
        return [goal for goal in waiting if not goal.joined]

    def forget(self) -> None:
        """Drop what only an evaluation needs."""
        self.answers = [answer for answer in self.answers if answer is not None]
        self.found.clear()
        self.partial.clear()
        self.consumers.clear()
        self.waiting.clear()
        self.dependences.clear()


class _Keep(Goal):
    """The end of the clauses of a table: keep the answer."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if self.table.add(machine):
            machine.evaluation.wake(self.table)  # type: ignore[attr-defined]
            if self.table.complete:
                machine.evaluation.resume(self.table.finish())  # type: ignore[attr-defined]
                machine.cut(0)
        return FAIL


class Suspended(Goal):
    """A goal in the evaluation of `table` that waits for the table `source`; `rest` is left to prove after it.

    It keeps what `rest` can see: bindings and constraints.

    Attributes
    ----------
    may_join, joined
        Whether it can go on with each answer as it comes, where the tables depend on each other, and whether it does.
    """

    may_join = joined = False

    def __init__(self, machine: Machine, table: Table, source: Table, rest: Continuation) -> None:
        self.table, self.source, self.rest = table, source, rest
        self.queued = False
        self.bindings = tuple(machine.bound())
        self.watched = dict(machine.watched)

    def join(self) -> bool:
        """Go on with answers as they come; whether there are some, and this is new."""
        raise NotImplementedError

    def restore(self, machine: Machine) -> None:
        """Let a new machine know what was known."""
        machine.assume(self.bindings, ours=True)
        machine.watched = dict(self.watched)


class Consumer(Suspended):
    """A suspended call: goes on for each answer of `source` that it has not seen, or that is added meanwhile.

    Where answers replace others it waits until all are known, unless these depend on what it leads to.
    """

    may_join = True

    def __init__(self, machine: Machine, table: Table, source: Table, args: AnyTerm, rest: Continuation) -> None:
        super().__init__(machine, table, source, rest)
        self.args, self.seen = args, 0

    def join(self) -> bool:
        if self.joined:
            return False
        self.joined = True
        self.source.consumers.append(self)
        return bool(self.source.answers)

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
