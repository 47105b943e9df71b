"""The code of all predicates that queries have called so far, loaded one by one when they are first called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, TypeAlias
from weakref import WeakSet

import numpy as np

from ..facts import Relation
from .assembler import Place
from .clauses import Auxiliary, Callee, Clause, Native, Rows
from .codes import CALL_N, FACTS, FACTS_CURSORS, FACTS_NEXT, FAIL, HALT, LOAD, NATIVE, NEXT, PRIMITIVE, PROCEED
from .indexing import compile_predicate
from .symbols import Symbols
from .tables import Table

Model: TypeAlias = tuple[Any, bool]  # packed, or None without an answer; and whether values descend
MOST_CLAUSES = 1000  # facts that become code: made in 30 ms, and called twice as fast as a table


class Image:
    """Code, entries, and what calls have met."""

    def __init__(self) -> None:
        self.symbols = Symbols()
        self.code = np.zeros(1 << 14, np.int64)
        self.top = 0
        self.entries = np.zeros(256, np.int64)
        self.predicates: list[Callee] = []
        self.numbers: dict[int, int] = {}
        self.beginnings: list[int] = []  # the addresses at which the code of a goal begins, ascending
        self.places: list[Place] = []  # what each stands for
        self.named: dict[Any, str] = {}  # the names of variables inside goals of queries, for messages
        self.calls = np.full(4 * 256, -1, np.int64)
        self.n_calls = 0
        self.shapes = 0  # states of shapes of goals
        self.margin = 1024
        self.registers = 64
        self.tables: dict[int, Table] = {}  # by the number of the predicate, which the code refers to by address
        self.stated: dict[int, Rows] = {}  # the loaded predicates whose facts may become more
        self.runs: WeakSet[Any] = WeakSet()
        self.questions: dict[Any, Any] = {}  # the code of queries, by how they are written
        self.labelled: dict[Any, bool] = {}  # by the goals of queries, whether the kernel labels what they post
        self.models: dict[bytes, Model | None] = {}  # by the cells of what they were made of
        self.changes = Relation.changes
        self.fail = self.add([FAIL])
        self.halt = self.add([HALT])
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

    def number(self, predicate: Callee) -> int:
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
        """Make the code of a predicate."""
        predicate = self.predicates[number]
        made, arity = predicate.lowered(), predicate.arity or 0
        self.registers = max(self.registers, 2 * arity + 8)
        if isinstance(made, Rows):
            if made.whole:
                self.stated[number] = Rows(made.rows, True, len(made.rows))
            if len(made.rows) > MOST_CLAUSES:
                self._load_table(number, Table(self.symbols, arity, made))
                return
            made = made.clauses
        if made is None:
            self.entries[number] = self.add([PRIMITIVE, number])
        elif isinstance(made, int):
            self.entries[number] = self.add([CALL_N, made])
        elif isinstance(made, Native):
            begin = self.entries[number] = self.add([NATIVE, number, made.number, 0, PROCEED])
            if made.clauses is not None:
                self.code[begin + 3] = self._compiled(arity, made.clauses)
        else:
            self.entries[number] = self._compiled(arity, made)

    def _compiled(self, arity: int, made: Sequence[Clause] | Auxiliary) -> int:
        """Append the code of clauses or of a control construct; where it begins."""
        out = compile_predicate(self, arity, made)
        base = self.add(out.finish(self.top))
        for at, place in sorted(out.places.items()):
            self.beginnings.append(base + at)
            self.places.append(place)
        self.margin = max(self.margin, 2 * out.cells + 256)
        self.registers = max(self.registers, out.registers + 8)
        return base

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
