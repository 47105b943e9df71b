"""One run of a goal on the kernel: its arrays, and what the kernel leaves to Python."""

from __future__ import annotations

from contextlib import suppress
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import NeedsValue
from ..arithmetic import Evaluation, Unknown, evaluate
from ..goals import Neq
from ..resolver import PAUSED, Machine
from ..terms import VARIABLES, AnyTerm, var
from . import loading
from .calling import resolve
from .clauses import Pair, Unsupported
from .parts import parts
from .codes import (
    ANSWER, AT_FUNCTORS, AT_NAMES, AT_NATIVES, AT_RANKS, C_FIELDS, C_H, C_PREVIOUS, C_PROT, CALL, CALLER, COMPARE_TERMS,
    COMPOUND, CONDITIONS, COUNT, CP, CTOP, ETOP, EXECUTE, FACTS, FAILED, FIRST_CELL, FLOOR, FULL, HB, INT,
    IS_TERM, LIST, MISSING, N_CALLS, N_CHOICES, N_ENVS, N_FUNCTORS, N_HEAP, N_PDL, N_RANKED, N_STATE, N_STORE, N_TRAIL,
    N_WAKES, NATIVE, NEED, NEXT, NIL, NO, P_COMPARE, PC, PRIMITIVE, PYTHON, REF, RESOLVE, SCRATCH, SLICE, STORE, TR,
    VALUE, W_COMPARE, W_DIFFERENT, W_IS, WAKES, WANTED, WATCHED, WOKE, WOKEN, B, E, H,
)  # fmt: skip
from .image import Image
from .needs import NAMES, Stands, decide, need
from .symbols import COMPARISONS

BUDGET = 1 << 20
MOST = 1 << 31  # cells of one array
GROWING = ("heap", "trail", "choices", "envs", "wakes", "pdl", "store")


class Inner(Machine):
    """Runs a goal for the kernel, where what still waits goes on waiting."""

    def require_decided(self) -> None:
        pass


def longer(array: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """A longer array that begins as `array` does; what follows is not touched, and so takes no memory yet."""
    made = np.zeros(size, np.int64)
    made[: len(array)] = array
    return made


def room(heap: npt.NDArray[np.int64]) -> int:
    """The cells of the heap; behind them stands a bit for each."""
    return len(heap) - (len(heap) >> 6) - 2


class Run:
    """The answers to a call of the predicate `number` of `image` with `arity` unknowns.

    `check` is called about every million calls. Whatever is an error raises `Unsupported`: the reference tells it.
    """

    def __init__(self, image: Image, number: int, arity: int, check: Callable[[], object]) -> None:
        self.image, self.symbols, self.check = image, image.symbols, check
        self.held: list[Any] = []  # tables of facts that choices may still refer to
        image.runs.add(self)
        sizes = (1 << 18, 1 << 15, 1 << 15, 1 << 15, 1 << 12, 1 << 12, 1 << 12)  # what is not used costs nothing
        self.heap, self.trail, self.choices, self.envs, self.wakes, self.pdl, self.store = (
            np.zeros(size, np.int64) for size in sizes
        )
        self.x = np.zeros(max(image.registers, arity + 8), np.int64)
        self.st = np.zeros(N_STATE, np.int64)
        self.st[B] = -1
        self.st[ETOP] = 2  # environment 0 is none
        self.st[PC], self.st[CP] = image.entries[number], image.halt
        self.heap[:FIRST_CELL] = INT
        self.heap[CONDITIONS] = NIL
        self.asked = range(FIRST_CELL, FIRST_CELL + arity)
        for n, a in enumerate(self.asked):
            self.heap[a] = self.x[n] = a << 3
        self.st[H] = FIRST_CELL + arity
        self.waiting: dict[int, tuple[Iterator[object], Machine, dict[int, Any]]] = {}  # goals with more answers
        self.serial = 0
        self.site = 0  # where the condition stands that Python decides
        self.pointed: tuple[Any, ...] = (None, None, None)  # the tables whose addresses stand in the state
        self.needed = 0  # the cell of the unknown that an error speaks of
        self.stated: Any = None  # the goal that stated the condition that it speaks of
        self.shown: list[tuple[AnyTerm, int]] = []  # terms of the goal that it speaks of, as they were written and are
        self.outside = 0  # inferences of the resolver for it

    @property
    def inferences(self) -> int:
        """The calls that were made so far."""
        return int(self.st[COUNT]) + self.outside

    def arrays(self) -> tuple[Any, ...]:
        """What the kernel takes; their lengths stand in the state."""
        image, st = self.image, self.st
        image.refresh()
        if len(self.x) < image.registers:
            self.x = np.concatenate([self.x, np.zeros(image.registers, np.int64)])
        for place, name in zip((N_HEAP, N_TRAIL, N_CHOICES, N_ENVS, N_WAKES, N_PDL, N_STORE), GROWING, strict=True):
            st[place] = len(getattr(self, name))
        st[N_HEAP] = room(self.heap)
        st[N_CALLS] = len(image.calls) // 4
        if image.natives:
            self.point()
        return (
            image.code, image.entries, self.symbols.arity, self.symbols.arithmetic, image.calls, self.heap, self.trail,
            self.choices, self.envs, self.x, self.wakes, self.pdl, self.store, st,
        )  # fmt: skip

    def point(self) -> None:
        """Tell the kernel where the builtin relations and their tables are."""
        symbols, st = self.symbols, self.st
        st[AT_NATIVES] = self.image.natives
        st[N_RANKED], st[N_FUNCTORS] = len(symbols.ranks), len(symbols.table) // 3
        tables = (symbols.names, symbols.ranks, symbols.table)
        if any(one is not known for one, known in zip(tables, self.pointed, strict=True)):
            self.pointed = tables
            st[[AT_NAMES, AT_RANKS, AT_FUNCTORS]] = [table.ctypes.data for table in tables]

    def answers(self) -> Iterator[object]:
        """Stop at each answer, and with PAUSED where `check` says so."""
        from ...kernels.launch import launch
        from .kernels.loop import run

        st, image = self.st, self.image
        budget = 1 << 14
        while True:
            reason = launch(run, self.arrays(), budget, image.margin)
            if reason == SLICE:
                budget = min(2 * budget, BUDGET)
                if self.check():
                    yield PAUSED
            elif reason == ANSWER:
                if self.heap[CONDITIONS] != NIL:
                    self.differing({})
                yield None
                st[PC] = image.fail
            elif reason == FAILED:
                return
            else:
                self.attend(reason)

    def attend(self, reason: int) -> None:
        """Do what the kernel leaves to Python; it goes on afterwards."""
        st, image = self.st, self.image
        if reason == MISSING:
            number = int(image.code[st[PC] + 1])
            image.load(number)
            st[PC] = image.entries[number]
        elif reason == FULL:
            self.grow()
        elif reason == PYTHON:
            self.escape()
        elif reason == WOKEN:
            self.wake()
        elif reason == RESOLVE:
            resolve(self)
        elif reason == NEED:
            raise need(self)
        else:
            decide(self)

    def differing(self, variables: dict[int, Any]) -> list[tuple[AnyTerm, AnyTerm]]:
        """The pairs of terms that must differ, in the order in which they were stated.

        Raises
        ------
        NeedsValue
            Another condition waits too.
        """
        found = self.open_conditions(NIL)
        for condition in reversed(found):
            if (kind := int(self.heap[condition + 1]) >> 3) != W_DIFFERENT:
                raise self.undecided(condition, NAMES[kind])
        return [tuple(self.value(self.heap[condition + n], variables) for n in (3, 4)) for condition in reversed(found)]

    def open_conditions(self, until: int) -> list[int]:
        """The conditions that still wait, newest first, of those that are newer than the cell `until`."""
        from ...kernels.launch import launch
        from .kernels.entry import open_now

        found = []
        cell = int(self.heap[CONDITIONS])
        while cell != until:
            while (done := launch(open_now, self.arrays(), cell)) == FULL:
                self.grow()
            if done == NEED or done == PYTHON and self.waits_for(cell >> 3):
                found.append(cell >> 3)
            cell = int(self.heap[(cell >> 3) + 5])
        return found

    def waits_for(self, condition: int) -> int:
        """The address of the first unknown in a condition of arithmetic; 0 where there is none."""
        variables: dict[int, Any] = {}
        left, right = (self.value(self.heap[condition + n], variables) for n in (3, 4))
        is_value = self.heap[condition + 1] >> 3 == W_IS
        try:
            for side in (right,) if is_value else (right, left):
                evaluate(Machine(), side, "is")
        except Unknown as unknown:
            return next(address for address, variable in variables.items() if variable is unknown.variable)
        return 0

    def need(self, cell: int, name: str, stated: int | None = None) -> NeedsValue:
        """The error that the goal `name` needs the value of an unknown; `stated` is where a condition of it stands."""
        self.needed = self.end(cell)
        self.stated = None if stated is None else self.image.place(stated).goal
        return NeedsValue(var(), name)

    def unknowns_shown(self) -> Iterator[Any]:
        """The variables by which the goal of an error calls the unknown that it needs."""
        todo = list(self.shown)
        while todo:
            term, cell = todo.pop()
            cell = self.end(cell)
            if type(term) in VARIABLES:
                if cell == self.needed:
                    yield term
            elif cell & 7 in (LIST, COMPOUND) and (inner := parts(term)) is not None:
                first = (cell >> 3) + (cell & 7 == COMPOUND)
                todo += zip(inner, self.heap[first : first + len(inner)].tolist(), strict=True)

    def show(self, condition: int) -> None:
        """An error is to speak of the unknowns of a condition by the names that its goal gives them."""
        goal = self.image.place(int(self.heap[condition + 2]) >> 3).goal
        if isinstance(goal, Pair):
            self.shown = [(goal.left, int(self.heap[condition + 3])), (goal.right, int(self.heap[condition + 4]))]

    def undecided(self, condition: int, name: str, unknown: int | None = None) -> NeedsValue:
        """The same for a condition that waits, for its first unknown by default."""
        address = self.waits_for(condition) if unknown is None else unknown
        self.show(condition)
        is_arithmetic = self.heap[condition + 1] >> 3 != W_DIFFERENT
        return self.need(address << 3, name, int(self.heap[condition + 2]) >> 3 if is_arithmetic else None)

    def end(self, cell: int) -> int:
        """The cell behind references."""
        while cell & 7 == REF and self.heap[cell >> 3] != cell and self.heap[cell >> 3] & 7 != WATCHED:
            cell = int(self.heap[cell >> 3])
        return cell

    def born(self, address: int) -> int:
        """Where the unknown at `address` was before something waited on it."""
        return int(self.heap[address + 1]) >> 3 if self.heap[address] & 7 == WATCHED else address

    def stands(self) -> Stands:
        """Where the run stands, for messages."""
        return Stands(self)

    # -- memory ------------------------------------------------------------------------------------

    def grow(self) -> None:
        """Make room where it is short."""
        st, margin = self.st, self.image.margin
        wanted, scratch = int(st[WANTED]), int(st[SCRATCH])
        st[WANTED] = st[SCRATCH] = 0
        if wanted or scratch:
            self.make_room(wanted, scratch)
            return
        if st[H] + margin + 64 > st[N_HEAP] and self.collect() and st[H] < len(self.heap) // 2:
            return
        tops = {
            "heap": st[H],
            "trail": st[TR],
            "choices": st[CTOP],
            "envs": st[ETOP],
            "wakes": st[WAKES],
            "store": st[STORE],
        }
        short = [name for name, top in tops.items() if top + margin + 64 > self.size(name)]
        for name in short or ("pdl", "trail", "store", "heap"):  # where it is none of these for certain
            self.check()
            array = getattr(self, name)
            if 2 * len(array) > MOST:
                raise MemoryError
            setattr(self, name, longer(array, 2 * len(array)))

    def make_room(self, wanted: int, scratch: int) -> None:
        """Let the heap have room for so many cells, and the scratch array so many."""
        top = int(self.st[H])
        if top + wanted + self.image.margin > room(self.heap) and self.collect():
            top = 2 * int(self.st[H])  # so that it is not collected again soon
        cells = top + wanted + self.image.margin + 128
        for name, size in (("heap", cells + (cells >> 5)), ("pdl", scratch + 128)):
            array = getattr(self, name)
            if size > MOST:
                raise MemoryError
            if size > len(array):
                self.check()
                setattr(self, name, longer(array, max(size, 2 * len(array))))

    def size(self, name: str) -> int:
        """How much of an array may be used."""
        return room(self.heap) if name == "heap" else len(getattr(self, name))

    def collect(self) -> bool:
        """Drop what is dead from the heap, if the machine stands at a call; else False."""
        from ...kernels.launch import launch
        from .kernels.collect import collect

        st, image = self.st, self.image
        if image.code[st[PC]] not in (CALL, EXECUTE, NATIVE):
            return False
        live = image.predicates[int(image.code[st[PC] + 1])].arity or 0
        h = int(st[H])
        launch(
            collect, self.arrays(), live, self.asked.stop, np.zeros(h, np.int8), np.empty(h + 8, np.int64),
            np.zeros(len(self.envs), np.int8), np.empty(len(self.choices), np.int64),
        )  # fmt: skip
        return True

    # -- goals that Python runs --------------------------------------------------------------------

    def value(self, cell: int, variables: dict[int, Any]) -> AnyTerm:
        """The term behind a cell."""
        return self.symbols.decode(self.heap, int(cell), variables)

    def escape(self) -> None:
        """Do the instruction at the state's place."""
        st, image, x = self.st, self.image, self.x
        pc = int(st[PC])
        op = int(image.code[pc])
        operands = image.code[pc + 1 : pc + 5].tolist()
        variables: dict[int, Any] = {}
        self.site = pc if op in (IS_TERM, COMPARE_TERMS) else 0
        if op == NATIVE and not image.natives:
            image.natives = loading.natives()
        elif op in (PRIMITIVE, NATIVE):
            predicate = image.predicates[operands[0]]
            if op == NATIVE and operands[1] >= P_COMPARE:
                self.symbols.rank()
            args = tuple(self.value(cell, variables) for cell in x[: predicate.arity])
            self.begin(predicate(*args), variables, int(st[CP]) if op == PRIMITIVE else pc + 4)
        elif op == NEXT:
            entry = self.waiting[int(x[0]) >> 3]
            base = int(st[B])
            st[B], st[CTOP] = self.choices[base + C_PREVIOUS], base
            st[HB] = self.choices[st[B] + C_H] if st[B] >= 0 else 0
            self.advance(int(x[0]) >> 3, *entry, int(st[CP]))
        elif op in (IS_TERM, COMPARE_TERMS):
            first = op == COMPARE_TERMS
            left, right = (self.value(x[n], variables) for n in operands[first : first + 2])
            test, name = COMPARISONS[operands[0]] if first else (None, "is")
            if first:
                self.computable(left, name)
            if first and operands[3]:
                self.compare(Evaluation(test, left, right, name), variables, pc + 5, operands[3])
            else:
                self.begin(Evaluation(test, left, right, name), variables, pc + (5 if first else 3))
        elif op == FACTS and st[VALUE] >= 0:
            table = next(table for table in image.tables.values() if table.address == operands[0])
            table.index(int(st[VALUE]))
        else:
            raise Unsupported(f"operation {op}")

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

    def begin(self, goal: Any, variables: dict[int, Any], following: int) -> None:
        """Run a goal on the reference machine, and go on at `following` with each answer."""
        machine = Inner(self.check)
        self.serial += 1
        self.advance(self.serial, machine.answers(goal), machine, variables, following)

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
            wanted = machine.walk(error.variable)
            for address, variable in variables.items():
                if machine.walk(variable) is wanted:
                    self.need(address << 3, error.goal)
            raise
        except RecursionError:
            raise Unsupported("an error") from None
        finally:
            self.outside += machine.inferences - before
        if machine.choices:
            self.waiting[serial] = (found, machine, variables)
            self.push(serial)
        st[PC] = following if self.deliver(machine, variables) else self.image.fail

    def push(self, serial: int) -> None:
        """A choice that asks for the next answer of a goal that Python runs."""
        st = self.st
        while st[CTOP] + 64 > len(self.choices):
            self.grow()
        base, before = int(st[CTOP]), int(st[B])
        protected = max(int(st[ETOP]), int(self.choices[before + C_PROT]) if before >= 0 else 0)
        self.choices[base : base + C_FIELDS + 1] = (
            before, self.image.next, st[H], st[TR], st[E], st[CP], protected, st[FLOOR], st[CALLER],
            1, serial << 3 | INT,
        )  # fmt: skip
        st[B], st[CTOP], st[HB] = base, base + C_FIELDS + 1, st[H]

    def deliver(self, machine: Machine, variables: dict[int, Any]) -> bool:
        """Bind what an answer of the reference machine binds; False where that cannot be."""
        from ...kernels.launch import launch
        from .kernels.entry import equate, hold

        if machine.foreign:
            raise Unsupported("goals of kanren's own")
        known: dict[Any, int] = {}
        for address, variable in variables.items():
            value = machine.walk(variable)
            if value is variable:
                known.setdefault(variable, address << 3)
        for address, variable in variables.items():
            value = machine.walk(variable)
            if value is variable:
                continue
            cell = self.encode(machine.reify(value), known)
            while (done := launch(equate, self.arrays(), address << 3, cell)) == FULL:
                self.grow()
            if done == NEED:
                raise need(self)
            if done == NO:
                return False
        for constraint in dict.fromkeys(c for _, c in machine.waiting()) if machine.watched else ():
            if isinstance(constraint, Neq):
                kind, left, right = W_DIFFERENT, *map(tuple, zip(*constraint.pairs, strict=True))
            elif isinstance(constraint, Evaluation):
                kinds: dict[Any, int] = {test: W_COMPARE + number for number, (test, _) in COMPARISONS.items()}
                kinds[None] = W_IS
                kind, left, right = kinds[constraint.test], constraint.left, constraint.right
            else:
                raise Unsupported("a condition that waits")
            unknowns = [v for v, c in machine.waiting() if c is constraint]
            sides = [self.encode(machine.reify(side), known) for side in (left, right)]
            cells = np.array([known[v] for v in unknowns if v in known][:2], np.int64)
            while (done := launch(hold, self.arrays(), kind, self.site, *sides, cells)) == FULL:
                self.grow()
            if done == NEED:
                raise need(self)
        return True

    def encode(self, term: AnyTerm, known: dict[Any, int]) -> int:
        """The cell of a term, made on the heap."""
        out: list[int] = []
        base = int(self.st[H])
        cell = self.symbols.encode(term, known, out, base)
        while base + len(out) + 64 > room(self.heap):
            self.check()
            self.heap = longer(self.heap, 2 * len(self.heap))
        self.heap[base : base + len(out)] = out
        self.st[H] = base + len(out)
        return cell

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
        self.begin(Evaluation(test, left, right, name), variables, pc)
        if st[PC] != pc:
            st[WAKES] = st[WOKE] = 0
