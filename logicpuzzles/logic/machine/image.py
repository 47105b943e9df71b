"""The code of all predicates that queries have called so far, loaded one by one when they are first called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakSet

import numpy as np

from ..facts import Relation
from .assembler import Place
from .clauses import IN, Auxiliary, Clause, Native
from .codes import CALL_N, FACTS, FACTS_CURSORS, FACTS_NEXT, FAIL, HALT, LOAD, NATIVE, NEXT, PRIMITIVE, PROCEED
from .indexing import compile_predicate
from .symbols import Symbols
from .tables import Rows, Table

Source = Callable[[Any], "Sequence[Clause] | Rows | Auxiliary | int | None"]

MOST_CLAUSES = 1000  # facts that become code: made in 30 ms, and called twice as fast as a table


class Image:
    """Code, entries, and what calls have met.

    Parameters
    ----------
    clauses_of
        The clauses of a predicate; None for one that only Python can run.
    """

    def __init__(self, clauses_of: Source, resolve: Any = None, wrapper: str = "$in") -> None:
        self.clauses_of, self.resolve = clauses_of, resolve
        self.symbols = Symbols(wrapper)
        self.code = np.zeros(1 << 14, np.int64)
        self.top = 0
        self.entries = np.zeros(256, np.int64)
        self.predicates: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.beginnings: list[int] = []  # the addresses at which the code of a goal begins, ascending
        self.places: list[Place] = []  # what each stands for
        self.named: dict[Any, str] = {}  # the names of variables inside goals of queries, for messages
        self.calls = np.full(4 * 256, -1, np.int64)
        self.n_calls = 0
        self.shapes = 0  # states of shapes of goals
        self.margin = 1024
        self.natives = 0  # the address of the kernel of the builtin relations, once it is loaded
        self.registers = 64
        self.tables: dict[int, Table] = {}  # by the number of the predicate, which the code refers to by address
        self.stated: dict[int, Rows] = {}  # the loaded predicates whose facts may become more
        self.runs: WeakSet[Any] = WeakSet()
        self.changes = Relation.changes
        self.starts: list[tuple[int, int]] = []  # where the code of each loaded predicate begins
        self.fail = self.add([FAIL])
        self.halt = self.add([HALT])
        self.proceed = self.add([PROCEED])
        self.next = self.add([NEXT])

    def add(self, numbers: Sequence[int]) -> int:
        """Append code; where it begins."""
        begin = self.top
        self.beginnings.append(begin)
        self.places.append(Place())
        self.top += len(numbers)
        while self.top > len(self.code):
            self.code = np.concatenate([self.code, np.zeros_like(self.code)])
        self.code[begin : self.top] = numbers
        return begin

    def number(self, predicate: Any) -> int:
        """The number of a predicate, which need not be loaded."""
        number = self.numbers.get(id(predicate))
        if number is None:
            number = self.numbers[id(predicate)] = len(self.predicates)
            self.predicates.append(predicate)
            if number >= len(self.entries):
                self.entries = np.concatenate([self.entries, np.zeros_like(self.entries)])
            self.entries[number] = self.add([LOAD, number])
        return number

    def load(self, number: int) -> None:
        """Compile a predicate."""
        predicate = self.predicates[number]
        made = predicate if isinstance(predicate, Auxiliary) else self.clauses_of(predicate)
        arity = predicate.arity
        if isinstance(made, Rows):
            rows, made = made, None
            if len(rows.rows) > MOST_CLAUSES:
                self._load_table(number, Table(self.symbols, arity, rows))
            else:
                made = rows.clauses
            if rows.whole:
                self.stated[number] = Rows(rows.rows, True, len(rows.rows))
            if made is None:
                return
        if isinstance(made, int):
            self.entries[number] = self.add([CALL_N, made])
            self.registers = max(self.registers, 2 * made + 8)
            return
        begin = None
        if isinstance(made, Native):
            begin = self.add([NATIVE, number, made.number, 0, PROCEED])
            self.registers = max(self.registers, arity + 8)
            self.entries[number] = begin
            made = made.clauses
            if made is None:
                return
        if made is not None:
            out = compile_predicate(self, arity, made)
            base = self.add(out.finish(self.top))
            if begin is None:
                self.entries[number] = base
            else:
                self.code[begin + 3] = base
            for at, place in sorted(out.places.items()):
                self.beginnings.append(base + at)
                self.places.append(place)
            self.margin = max(self.margin, 2 * out.cells + 256)
            self.registers = max(self.registers, out.registers + 8)
        else:
            self.entries[number] = self.add([PRIMITIVE, number])
            self.registers = max(self.registers, arity + 8)

    def place(self, address: int) -> Place:
        """What the code at `address` stands for."""
        return self.places[bisect_right(self.beginnings, address) - 1]

    def _load_table(self, number: int, table: Table) -> None:
        """Load a predicate that is facts alone."""
        for run in self.runs:
            run.held.append(self.tables.get(number))  # a choice of it may be among the facts of before
        self.tables[number] = table
        self.entries[number] = self.add([FACTS, table.address, FACTS_NEXT, table.address, PROCEED])
        self.margin = max(self.margin, 2 * table.largest + 256)
        self.registers = max(self.registers, table.cells.shape[1] + FACTS_CURSORS + table.unknowns + 8)

    def refresh(self) -> None:
        """Load anew, when it is called next, what has got more facts."""
        if self.changes != Relation.changes:
            self.changes = Relation.changes
            for number, rows in list(self.stated.items()):
                if len(rows.rows) != rows.loaded:
                    del self.stated[number]
                    self.entries[number] = self.add([LOAD, number])

    def remember_call(self, key: int, names: int, extra: int, number: int) -> None:
        """From now on the goal with this functor or atom, these names and so many arguments added is that predicate."""
        if 2 * (self.n_calls + 1) > len(self.calls) // 4:
            old = self.calls.reshape(-1, 4)
            self.calls = np.full(2 * self.calls.size, -1, np.int64)
            self.n_calls = 0
            for row in old[old[:, 0] >= 0].tolist():
                self.remember_call(*row)
        mask = len(self.calls) // 4 - 1
        i = (key ^ key >> 3 ^ names << 4 ^ extra) & mask
        while self.calls[4 * i] >= 0:
            i = (i + 1) & mask
        self.calls[4 * i : 4 * i + 4] = key, names, extra, number
        self.n_calls += 1


def image_of() -> Image:
    """The image of what predicates say of themselves: clauses of any room, by their method `lowered`."""
    return Image(lambda predicate: predicate.lowered(), lambda names, *key: names.resolve(*key), IN)
