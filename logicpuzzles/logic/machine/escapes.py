"""Goals that only Python can run: on the reference machine, with terms copied out and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import LimitReached, NeedsValue, PuzzleError
from ..arithmetic import Evaluation, Unknown, evaluate
from ..goals import Goal, Neq
from ..later import Stale
from ..resolver import Continuation, Machine
from ..terms import AnyTerm, next_serial, var
from .clauses import Unsupported
from .deciding import need
from .loading import function
from .symbols import COMPARISONS
from .conditions import Conditions
from .codes import (
    C_FIELDS, C_H, C_N, C_PREVIOUS, C_PROT, CALLER, COMPARE_TERMS, CP, CTOP, ETOP, FACTS, FLOOR, FRACTION, FULL, HB,
    INT, IS_TERM, KIND, NATIVE, NEED, NEXT, NO, P_COMPARE, PC, PRIMITIVE, REF, TR, VALUE, W_COMPARE, W_DIFFERENT, W_IS,
    WAKES, WOKE, B, E, H,
)  # fmt: skip

Ints = npt.NDArray[np.int64]


class Inner(Machine):
    """Runs a goal for the kernel, where what still waits goes on waiting.

    Attributes
    ----------
    calls
        Whether what was asked is run itself, and not yet a goal that it has returned.
    """

    calls = True

    def require_decided(self) -> None:
        pass


class Asked(Goal):
    """The call of a relation."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        following = self.goal.run(machine, rest)
        assert isinstance(machine, Inner)
        machine.calls = following is rest
        return following


class Escapes(Conditions):
    """What the kernel leaves to Python."""

    def escape(self) -> None:
        """Do the instruction at the state's place."""
        st, image, x = self.st, self.image, self.x
        pc = int(st[PC])
        op = int(image.code[pc])
        operands = image.code[pc + 1 : pc + 5].tolist()
        variables: dict[int, Any] = {}
        self.site = pc if op in (IS_TERM, COMPARE_TERMS) else 0
        if op in (PRIMITIVE, NATIVE):
            predicate = image.predicates[operands[0]]
            if op == NATIVE and operands[1] >= P_COMPARE:
                self.symbols.rank()
            cells = x[: predicate.arity].tolist()
            inner = self.within_scope(cells, variables) if st[FLOOR] else None
            args = tuple(self.value(cell, variables) for cell in cells)
            self.subject = predicate.name, args
            following = int(st[CP]) if op == PRIMITIVE else pc + 4
            if inner is None and predicate.at_once and self.answer_once(predicate, args, variables, following):
                return
            self.begin(Asked(predicate(*args)), variables, following, inner)
        elif op == NEXT:
            base, serial = int(st[B]), int(x[0]) >> 3
            if serial in self.rows and self.next_row(serial, x[1 : self.choices[base + C_N]] >> 3):
                return
            st[B], st[CTOP] = self.choices[base + C_PREVIOUS], base
            st[HB] = self.choices[st[B] + C_H] if st[B] >= 0 else 0
            if serial not in self.waiting:
                st[PC] = image.fail
                return
            found, machine, unknowns = self.waiting[serial]
            variables = {int(cell) >> 3: unknown for cell, unknown in zip(x[1:], unknowns, strict=False)}
            self.advance(serial, found, machine, variables, int(st[CP]))
        elif op in (IS_TERM, COMPARE_TERMS):
            first = op == COMPARE_TERMS
            left, right = (self.value(x[n], variables) for n in operands[first : first + 2])
            test, name = COMPARISONS[operands[0]] if first else (None, "is")
            self.met, self.subject = variables, (name, (left, right))
            if first:
                self.computable(left, name)
            if first and operands[3]:
                self.compare(Evaluation(test, left, right, name), variables, pc + 5, operands[3])
            else:
                self.begin(Evaluation(test, left, right, name), variables, pc + (5 if first else 3))
        elif op == KIND and type(self.value(x[operands[1]], variables)) is Fraction:
            st[PC] = pc + 4 if operands[0] & FRACTION else operands[2]
        elif op == FACTS and st[VALUE] >= 0:
            table = next(table for table in image.tables.values() if table.address == operands[0])
            table.index(int(st[VALUE]))
        else:
            raise Unsupported(f"operation {op}")

    def next_row(self, serial: int, unknowns: Ints) -> bool:
        """Go on with the next row of values for the unknowns at these addresses; False if there is none."""
        raise NotImplementedError

    def computable(self, left: AnyTerm, name: str) -> None:
        """Raise the error of an expression that is no arithmetic: that of the left is told first."""
        with suppress(Unknown):
            evaluate(Machine(), left, name)

    def compare(self, goal: Evaluation, variables: dict[int, Any], following: int, otherwise: int) -> None:
        """Go on at one of two places: a comparison of large integers, which must be decided now."""
        machine = Machine(self.check)
        holds = goal.attempt(machine)
        for variable, _ in machine.waiting():
            unknown = next(address for address, one in variables.items() if one is variable)
            pc = int(self.st[PC])
            self.shown = self.stands().variables()
            raise self.need(unknown << 3, f"{goal.name} inside {self.image.place(pc).scope}", pc)
        self.st[PC] = following if holds else otherwise

    def within_scope(self, cells: list[int], variables: dict[int, Any]) -> Inner:
        """A machine that binds no unknown in `cells` that the present scope must not bind; enters the unknowns."""
        machine, floor = Inner(self.check), int(self.st[FLOOR])
        if floor:
            met: dict[int, Any] = {}
            for cell in cells:
                self.value(cell, met)
            own = self.inside(floor)
            outside = {a: self.is_outside(a, floor, own) for a in sorted(met, key=self.born)}
            variables.update((a, var()) for a, is_outside in outside.items() if is_outside)
            machine.set_scope(next_serial(), scope=self.image.place(int(self.heap[floor]) >> 3).goal.name)
            variables.update((a, var()) for a, is_outside in outside.items() if not is_outside)
        return machine

    def begin(self, goal: Goal, variables: dict[int, Any], following: int, machine: Inner | None = None) -> None:
        """Run a goal on the reference machine, and go on at `following` with each answer."""
        machine = machine or Inner(self.check)
        self.met = variables
        self.serial += 1
        self.advance(self.serial, machine.answers(goal), machine, variables, following)

    def answer_once(self, predicate: Any, args: Sequence[AnyTerm], variables: dict[int, Any], following: int) -> bool:
        """Go on at `following` behind a relation with one answer or none that needs nothing; tell whether it was so.

        What it has done otherwise is forgotten with its machine: it is asked again as any goal is.
        """
        machine = Inner(self.check)
        try:
            holds = predicate.function(machine, *args)
        except (NeedsValue, PuzzleError, Stale, RecursionError):
            return False
        if type(holds) is not bool or machine.watched or machine.deferred or machine.propagation is not None:
            return False
        self.met = variables
        self.outside += 1 + machine.inferences
        self.st[PC] = following if holds and self.deliver(machine, variables) else self.image.fail
        return True

    def advance(
        self, serial: int, found: Iterator[object], machine: Machine, variables: dict[int, Any], following: int
    ) -> None:
        """Go on with the next answer of a goal that Python runs; fail where there is none."""
        st, before = self.st, machine.inferences
        try:
            if next(found, self) is self:
                self.waiting.pop(serial, None)
                st[PC] = self.image.fail
                return
        except NeedsValue as error:
            self.shown = self.stands().variables()
            self.later = isinstance(machine, Inner) and not machine.calls
            self.needed = 0
            wanted = machine.walk(error.variable)
            for address, variable in sorted(variables.items(), key=lambda each: each[1] is wanted):
                if machine.walk(variable) is wanted:
                    self.need(address << 3, error.goal)
            raise
        except RecursionError:
            raise Unsupported("an error") from None
        finally:
            self.outside += machine.inferences - before
        if machine.choices:
            self.waiting[serial] = (found, machine, list(variables.values()))
            self.push([serial << 3 | INT, *(address << 3 for address in variables)], self.image.next)
        st[PC] = following if self.deliver(machine, variables) else self.image.fail

    def push(self, kept: Sequence[int], alternative: int) -> None:
        """A choice that goes on at `alternative`, with `kept` in the registers."""
        st, n = self.st, len(kept)
        self.image.registers = max(self.image.registers, n + 8)
        if st[CTOP] + n + 64 > len(self.choices):
            self.enlarge("choices", n + 64)
        base, before = int(st[CTOP]), int(st[B])
        protected = max(int(st[ETOP]), int(self.choices[before + C_PROT]) if before >= 0 else 0)
        self.choices[base : base + C_FIELDS] = (
            before, alternative, st[H], st[TR], st[E], st[CP], protected, st[FLOOR], st[CALLER], n,
        )  # fmt: skip
        self.choices[base + C_FIELDS : base + C_FIELDS + n] = kept
        st[B], st[CTOP], st[HB] = base, base + C_FIELDS + n, st[H]

    def deliver(self, machine: Machine, variables: dict[int, Any]) -> bool:
        """Bind what an answer of the reference machine binds; False where that cannot be."""
        equate, hold = function("equate"), function("hold")
        if machine.foreign:
            raise Unsupported("goals of kanren's own")
        known: dict[Any, int] = {}
        values = [(address, variable, machine.walk(variable)) for address, variable in variables.items()]
        for address, variable, value in values:
            if value is variable:
                known.setdefault(variable, address << 3)
        for address, variable, value in values:
            if value is variable:
                continue
            is_plain = type(value) is str or type(value) is int
            cell = self.encode(value if is_plain else machine.reify(value), known)
            if self.binds(address, cell):
                continue
            while (done := equate(self.arrays(), address << 3, cell)) == FULL:
                self.grow()
            if done == NEED:
                raise need(self)
            if done == NO:
                return False
        for constraint in dict.fromkeys(c for _, c in machine.waiting()) if machine.watched else ():
            if isinstance(constraint, Neq):
                kind, left, right = W_DIFFERENT, *map(tuple, zip(*constraint.pairs, strict=True))
            elif isinstance(constraint, Evaluation) and not constraint.is_exact:
                kinds: dict[Any, int] = {test: W_COMPARE + number for number, (test, _) in COMPARISONS.items()}
                kinds[None] = W_IS
                kind, left, right = kinds[constraint.test], constraint.left, constraint.right
            else:
                raise Unsupported("a condition that waits")
            unknowns = [v for v, c in machine.waiting() if c is constraint]
            sides = [self.encode(machine.reify(side), known) for side in (left, right)]
            cells = np.array([known[v] for v in unknowns if v in known][:2], np.int64)
            while (done := hold(self.arrays(), kind, self.site, *sides, cells.ctypes.data, len(cells))) == FULL:
                self.grow()
            if done == NEED:
                raise need(self)
        return True

    def binds(self, address: int, cell: int) -> bool:
        """Bind an unknown that nothing watches and no scope guards, as the kernel would; False for any other."""
        st, own = self.st, address << 3
        if self.heap[address] != own or cell & 7 == REF or address < st[FLOOR] or st[TR] + 2 >= len(self.trail):
            return False
        if address < st[HB]:
            self.trail[st[TR]] = address
            st[TR] += 1
        self.heap[address] = cell
        return True

    def wake(self) -> None:
        """Look at a condition of large integers."""
        st = self.st
        p = int(self.wakes[st[WOKE]]) >> 3
        kind = int(self.heap[p + 1]) >> 3
        variables: dict[int, Any] = {}
        left, right = (self.value(self.heap[p + n], variables) for n in (3, 4))
        test, name = COMPARISONS[kind - W_COMPARE] if kind >= W_COMPARE else (None, "is")
        pc = int(st[PC])
        self.site = int(self.heap[p + 2]) >> 3
        st[WOKE] += 1
        self.subject = name, (left, right)
        try:
            self.begin(Evaluation(test, left, right, name), variables, pc)
        except LimitReached:
            raise
        except PuzzleError as error:
            if next(self.stands().callers(), None) is not None:  # the list may be half made, and the clause still fail
                raise Unsupported("a list in place of a number") from error
            raise
        if st[PC] != pc:
            st[WAKES] = st[WOKE] = 0
