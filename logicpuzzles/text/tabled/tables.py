"""The tables of tabled relations: the answers of one call, each once, in the order of their discovery."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from ...logic.answers import residual
from ...logic.goals import Neq
from ...logic.resolver import Machine
from ...logic.terms import next_serial
from .variants import copy, key_of

if TYPE_CHECKING:
    from .suspended import Blocked, Consumer
    from .tabling import Tabled

Answer = tuple[Any, list[Any]]  # (the arguments, the disequalities that remain), and the variables in both


class Table:
    """One call of a tabled relation, up to the names of variables, and its answers.

    Attributes
    ----------
    args, unknowns
        The arguments, with variables of the table's own.
    parent, asked
        The table whose evaluation made this call first, and its variables that `unknowns` stand for.
    waiting
        Whom to tell of answers.
    complete
        Whether no more answers can come; a call without unknowns has one at most.
    """

    def __init__(
        self, predicate: Tabled, args: Any, unknowns: list[Any], parent: Table | None, universal: bool
    ) -> None:
        self.predicate, self.parent, self.asked = predicate, parent, unknowns
        self.args = copy(args, unknowns)
        _, self.unknowns = key_of(self.args)
        self.universal = next_serial() if universal else 1
        self.found: dict[Hashable, None] = {}
        self.answers: list[Answer] = []
        self.waiting: list[Consumer] = []
        self.blocked: list[Blocked] = []
        self.complete = False

    def add(self, machine: Machine) -> bool:
        """Keep the answer that `machine` has found; False if it was known."""
        machine.require_decided()
        args = machine.reify(self.args)
        unequal = residual(machine, machine.unknowns(args)) if machine.watched else ()
        key, unknowns = key_of((args, unequal))
        if key in self.found:
            return False
        self.found[key] = None
        self.answers.append(((args, unequal), unknowns))
        self.complete = self.complete or not self.unknowns
        return True

    def holds(self, machine: Machine, args: Any, number: int) -> bool:
        """Make `args` equal to the answer `number`; False if they cannot be (bindings may remain)."""
        known, unequal = copy(*self.answers[number])
        return machine.unify(args, known) and all(Neq(pairs).attempt(machine) for pairs in unequal)

    def deliver(self, machine: Machine, args: Any) -> Iterator[None]:
        """Make `args` equal to each answer of the complete table in turn."""
        mark = len(machine.trail)
        for number in range(len(self.answers)):
            if self.holds(machine, args, number):
                yield
            machine.undo(mark)
