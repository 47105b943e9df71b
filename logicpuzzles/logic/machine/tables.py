"""Facts as arrays of cells, with an index on each argument by which they are looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .clauses import Rows
from .codes import (
    F_ARITY, F_CELLS, F_INDEXES, F_POOL, F_ROWS, F_UNKNOWNS, F_WHOLE, I_FIELDS, I_MASK, I_NEXT, I_OPEN, I_OPENED,
    I_SLOTS, INT, NIL, REF, SMALL, WATCHED,
)  # fmt: skip
from .loading import function
from .parts import occurrences
from .symbols import Symbols

PLAIN = frozenset({int, str})
VOID = WATCHED  # the cell of an unknown that stands once only


class Table:
    """The facts of a predicate for the kernel; `head` [F_INDEXES + arity * I_FIELDS] describes it.

    Attributes
    ----------
    cells
        [n_rows, arity], the arguments.
    pool
        The cells of the compound terms in them.
    largest
        The cells of the largest fact.

    Raises
    ------
    Unsupported
        A fact holds what the machine has no cell for.
    """

    def __init__(self, symbols: Symbols, arity: int, rows: Rows) -> None:
        self.symbols = symbols
        self._pool: list[int] = []
        self.largest = self.unknowns = 0
        self.cells = self._cells(rows.rows, arity)
        self.pool = np.array(self._pool or [0], np.int64)
        del self._pool
        self._indexes: list[np.ndarray] = []
        self.head = np.zeros(F_INDEXES + arity * I_FIELDS, np.int64)
        self.head[[F_ROWS, F_ARITY, F_UNKNOWNS, F_WHOLE]] = len(self.cells), arity, self.unknowns, rows.whole
        self.head[[F_CELLS, F_POOL]] = self.cells.ctypes.data, self.pool.ctypes.data

    @property
    def address(self) -> int:
        """Where the description stands; the table must be kept for as long as code refers to it."""
        return int(self.head.ctypes.data)

    def index(self, position: int) -> None:
        """Make the index on an argument."""
        keys = self.cells[:, position]
        ordered = np.sort(keys)  # ten times as fast as `unique`
        size = 1 << (2 * int(np.count_nonzero(ordered[1:] != ordered[:-1])) + 8).bit_length()
        slots = np.zeros((size, 3), np.int64)
        slots[:, 1] = -1
        following = np.empty(len(keys), np.int64)
        first = np.zeros(1, np.int64)
        opened = function("fill_index")(
            self.cells.ctypes.data, *self.cells.shape, self.pool.ctypes.data, position, slots.ctypes.data, size - 1,
            following.ctypes.data, first.ctypes.data,
        )  # fmt: skip
        self._indexes += (slots, following)
        at = F_INDEXES + position * I_FIELDS
        self.head[[at + I_OPENED, at + I_OPEN, at + I_MASK]] = opened, first[0], size - 1
        self.head[[at + I_NEXT, at + I_SLOTS]] = following.ctypes.data, slots.ctypes.data

    def _cells(self, rows: Sequence[tuple[Any, ...]], arity: int) -> np.ndarray:
        cells = np.empty((len(rows), arity), np.int64)
        odd: set[int] = set()  # numbers of the facts that hold more than integers and atoms
        for position in range(arity):
            column = [row[position] for row in rows]
            kinds = set(map(type, column))
            if kinds <= PLAIN:
                cells[:, position] = self._plain(column, kinds)
            else:
                odd.update(number for number, value in enumerate(column) if type(value) not in PLAIN)
                known = {value: self.symbols.constant(value) for value in column if type(value) in PLAIN}
                cells[:, position] = [known[value] if type(value) in PLAIN else NIL for value in column]
        for number in odd:
            self._odd(cells, number, rows[number])
        return cells

    def _plain(self, column: list[Any], kinds: set[type]) -> np.ndarray:
        """The cells of integers and atoms."""
        if kinds == {int}:
            try:
                numbers = np.array(column, np.int64)
                if numbers.min() >= -SMALL and numbers.max() < SMALL:
                    return numbers << 3 | INT
            except OverflowError:
                pass
        known = {value: self.symbols.constant(value) for value in set(column)}
        return np.fromiter(map(known.__getitem__, column), np.int64, len(column))

    def _odd(self, cells: np.ndarray, number: int, row: tuple[Any, ...]) -> None:
        """The cells of a fact with compound terms, unknowns or values of other types."""
        counts = occurrences(row)
        shared = [variable for variable, n in counts.items() if n > 1]
        known = dict.fromkeys(counts, VOID) | {variable: n << 3 | REF for n, variable in enumerate(shared)}
        begin = len(self._pool)
        for position, value in enumerate(row):
            if type(value) not in PLAIN:
                cells[number, position] = self.symbols.encode(value, known, self._pool, 0)
        self.largest = max(self.largest, len(self._pool) - begin + len(shared))
        self.unknowns = max(self.unknowns, len(shared))
