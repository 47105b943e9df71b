"""A clause as instructions: arguments in registers, what outlives a call in an environment.

Each control construct has become a predicate of its own (see `constructs`), so a body is a row of goals, most of
them calls. The head and the goals up to the first call are one chunk, as are those up to the next: a variable of one
chunk stays in a register, one of several is permanent, a slot of the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from ..terms import VARIABLES
from .assembler import Label, Place
from .clauses import Begin, Clause, Compare, Cut, Differ, Equal, Invoke, Kind, Never, Same, Step, Unsupported, Value
from .codes import (
    ALLOCATE, BARRIER, CALL, COMMIT, CONSTANT, DEALLOCATE, DIFFERENT, EXECUTE, FAIL, FROM_Y, IDENTICAL, KIND, MOVE,
    NEW, PROCEED, WAKE,
)  # fmt: skip
from .computing import Calculator
from .parts import has_parts, is_repeated, terms_of, unknowns


class ClauseCompiler(Calculator):
    """Compiles one clause, or the bodies of one control construct, whose variables are all permanent then."""

    def clause(self, clause: Clause) -> None:
        """The whole clause."""
        body = list(clause.body)
        self.plan(clause.head, body)
        self.out.note(Place())
        if self.has_environment:
            self.out.emit(ALLOCATE, self.slots)
        self.head(clause.head)
        self.out.note(Place())  # here the head ends
        self.body(body)

    def plan(self, head: Sequence[Any], body: Sequence[Step]) -> None:
        """Which variables are permanent, and whether an environment is needed."""
        chunks: list[list[Any]] = [list(head)]
        for number, step in enumerate(body):
            chunks[-1] += terms_of(step)
            if isinstance(step, Invoke):
                chunks.append([])
                if number < len(body) - 1 or step.elsewhere:
                    self.has_environment = True
        found = list(map(unknowns, chunks))
        self.counts.update(chain.from_iterable(found))
        met: dict[Any, int] = {}
        for number, variables in enumerate(found):
            for variable in variables:
                if met.setdefault(variable, number) != number and variable not in self.permanent:
                    self.permanent[variable] = self.slot()

    def body(self, steps: Sequence[Step]) -> None:
        """The goals, then the end of the clause."""
        for number, step in enumerate(steps):
            is_last = number == len(steps) - 1
            if isinstance(step, Invoke):
                self.arguments(step.args)
                predicate = self.image.number(step.predicate)
                if is_last and not step.elsewhere:
                    if self.has_environment:
                        self.out.emit(DEALLOCATE)
                    self.note(step)
                    self.out.emit(EXECUTE, predicate)
                    self.finish_slow()
                    return
                self.note(step)
                self.out.emit(CALL, predicate)
                self.next = self.arity
                self.copies.clear()
                self.may_wake = False
                for variable in [v for v, (kind, _) in self.where.items() if kind == "x"]:
                    del self.where[variable]
            else:
                self.in_place(step)
                if isinstance(step, Never):
                    self.finish_slow()
                    return
        if self.has_environment:
            self.out.emit(DEALLOCATE)
        self.out.emit(PROCEED)
        self.finish_slow()

    def in_place(self, step: Step) -> None:
        """A goal done in place, after what the goals before it have woken."""
        if isinstance(step, Never | Equal | Value | Compare) and self.may_wake:
            self.out.emit(WAKE)
            self.may_wake = False
        is_fresh = isinstance(step, Value) and type(step.left) in VARIABLES and step.left not in self.where
        self.inline(step)
        self.may_wake = self.may_wake or not (is_fresh or isinstance(step, Compare))

    def arguments(self, args: Sequence[Any]) -> None:
        """Put the arguments of a call into registers 0, 1, ..."""
        self.next = max(self.next, len(args), self.arity)
        moves: dict[int, int] = {}  # to a register, from one
        later: list[tuple[int, Any]] = []
        for arg in args:
            if type(arg) in VARIABLES and arg not in self.where and (arg in self.permanent or is_repeated(arg, args)):
                self.new(arg)
        for number, arg in enumerate(args):
            if type(arg) in VARIABLES:
                if self.where.get(arg, ("y", 0))[0] == "x":
                    moves[number] = self.where[arg][1]
                elif arg in self.copies:
                    moves[number] = self.copies[arg]
                else:
                    later.append((number, arg))
            elif not has_parts(arg):
                later.append((number, arg))
            else:
                moves[number] = self.built(arg)
        self.move(moves)
        for number, arg in later:
            if type(arg) not in VARIABLES:
                self.out.emit(CONSTANT, number, self.symbols.constant(arg))
            elif arg in self.where:
                self.out.emit(FROM_Y, self.where[arg][1], number)
            else:
                self.out.emit(NEW, number)

    def move(self, moves: dict[int, int]) -> None:
        """Move registers all at once."""
        moves = {to: source for to, source in moves.items() if to != source}
        while moves:
            free = [to for to in moves if to not in moves.values()]
            if free:
                for to in free:
                    self.out.emit(MOVE, moves.pop(to), to)
            else:
                to, source = next(iter(moves.items()))
                spare = self.register()
                self.out.emit(MOVE, source, spare)
                moves = {t: spare if s == source else s for t, s in moves.items()}

    def inline(self, step: Step, otherwise: Label | None = None) -> None:
        """A goal done in place; where it does not hold, go to `otherwise`, or fail."""
        if isinstance(step, Cut):
            barrier = self.put(step.barrier)
            self.note(step)
            self.out.emit(COMMIT, barrier)
        elif isinstance(step, Begin):
            register = self.register()
            self.out.emit(BARRIER, register)
            self.settle(step.barrier, register)
        elif isinstance(step, Never):
            self.out.emit(FAIL)
        elif isinstance(step, Equal):
            self.note(step)
            self.equal(step.left, step.right)
            self.note(step)  # here it ends
        elif isinstance(step, Differ):
            left, right = self.put(step.left), self.put(step.right)
            self.note(step)
            self.out.emit(DIFFERENT, left, right, otherwise)
        elif isinstance(step, Same):
            left, right = self.put(step.left), self.put(step.right)
            self.note(step)
            self.out.emit(IDENTICAL, int(step.negated), left, right, otherwise)
        elif isinstance(step, Kind):
            term = self.put(step.term)
            self.note(step)
            self.out.emit(KIND, step.bits, term, otherwise)
        elif isinstance(step, Value):
            self.value(step)
        elif isinstance(step, Compare):
            self.compare(step, otherwise)
        else:
            raise Unsupported(type(step).__name__)
