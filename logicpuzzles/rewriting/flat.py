"""Answers of the query machine that hold nothing but unknown cells and constants: they are read many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..logic.machine.codes import ATOM, CONDITIONS, INT, NIL, REF
from ..logic.machine.driver import Run
from ..logic.machine.loading import function
from ..logic.machine.snapshot import terms_of
from ..logic.resolver import Machine
from ..logic.terms import FLAT, AnyTerm
from .cells import Answer, cell_at, cells_at
from .rewrite import Equals, Pattern

Cells = npt.NDArray[np.int64]

ROOM = 1 << 17  # cells that are kept before they are read


class PlainAnswer(Answer):
    """An answer in which each cell before is an unknown by itself or a constant, and all else is one of either."""

    def __init__(self, pattern: Pattern, sources: tuple[AnyTerm, ...], label: AnyTerm) -> None:
        self.pattern, self.sources, self.label = pattern, sources, label
        self.compounds, self.prefixes = [], []

    def guards(self) -> Pattern:
        return self.pattern

    def effect(self) -> tuple[AnyTerm, ...]:
        return self.sources

    def by_cell(self, term: AnyTerm) -> AnyTerm:
        return term  # it is so already


class FlatAnswers:
    """The answers of a run without lists and compounds, as rows of cells until they are read.

    The run is asked for `n_cells` cells before a move, a label, and as many cells after it; or for no cells after it,
    and the label means nothing.
    """

    def __init__(self, run: Run, n_cells: int) -> None:
        self.run, self.n_cells = run, n_cells
        self.first, self.width = run.asked.start, len(run.asked)
        self.most = ROOM // self.width + 1
        self.rows = np.empty((self.most + 2) * self.width + 1, np.int64)  # one more is begun before it is known as flat
        self.count = 0
        self.snapshot = function("snapshot")
        self.place = self.rows.ctypes.data
        self.equals = cache(lambda cell, constant: Equals(cell, self._term(constant)))
        self.change = cache(lambda cell, source: (cell, self._term(source)))

    def take(self) -> bool:
        """Keep the answer at which the run stands; False where it is not flat, or where conditions wait."""
        run = self.run
        if run.heap[CONDITIONS] != NIL:
            return False
        place = self.place + 8 * self.count * self.width
        size = self.snapshot(run.at, self.first, self.width, place, 2 * self.width + 1)
        self.count += size == self.width
        return bool(size == self.width)

    @property
    def is_full(self) -> bool:
        """Whether what is there must be read before more is kept."""
        return self.count == self.most

    def read(self) -> Iterator[Answer]:
        """The answers that were kept, in their order; afterwards there are none."""
        rows = self.rows[: self.count * self.width].reshape(-1, self.width)
        self.count = 0
        is_plain = self._plain(rows)
        plain = self._read(rows[is_plain])
        for row, simple in zip(rows, is_plain.tolist(), strict=True):
            yield next(plain) if simple else self._answer(row)

    def _plain(self, rows: Cells) -> npt.NDArray[np.bool_]:
        """Which rows become plain answers."""
        n, first, constants = self.n_cells, self.first, self.run.symbols.constants
        addresses, tags = rows >> 3, rows & 7
        is_cell = (addresses >= first) & (addresses < first + n)
        is_cell[:, :n] = addresses[:, :n] == np.arange(first, first + n)
        is_simple = np.array([type(constant) in FLAT for constant in constants])
        is_constant = (tags == INT) | (tags == ATOM) & is_simple[np.where(tags == ATOM, rows >> 4, 0)]
        found = np.where(tags == REF, is_cell, is_constant)
        if self.width == n + 1:
            found[:, n] = True
        return np.asarray(found.all(axis=1))

    def _read(self, rows: Cells) -> Iterator[PlainAnswer]:
        n = self.n_cells
        before, labels, after = rows[:, :n], rows[:, n].tolist(), rows[:, n + 1 :]
        kept = cells_at(after.shape[1])
        patterns = _parted(before & 7 != REF, before, self.equals)
        changes = _parted(after != before[:, : len(kept)], after, self.change)
        for pattern, changed, label in zip(patterns, changes, labels, strict=True):
            sources: list[AnyTerm] = list(kept)
            for cell, source in changed:
                sources[cell] = source
            yield PlainAnswer(tuple(pattern), tuple(sources), self._term(label))

    def _term(self, cell: int) -> AnyTerm:
        """The constant or the cell of the state that a cell of the machine stands for."""
        if cell & 7 == REF:
            return cell_at((cell >> 3) - self.first)
        return cell >> 3 if cell & 7 == INT else self.run.symbols.constants[cell >> 4]

    def _answer(self, row: Cells) -> Answer:
        terms, n = terms_of(self.run.symbols, row.tolist(), self.width), self.n_cells
        return Answer(Machine(), terms[:n], terms[n], terms[n + 1 :])


def _parted(chosen: npt.NDArray[np.bool_], cells: Cells, make: Callable[[int, int], Any]) -> Iterator[list[Any]]:
    """For each row what is made of the chosen cells and of their columns."""
    rows, columns = np.nonzero(chosen)
    made = list(map(make, columns.tolist(), cells[rows, columns].tolist()))
    ends = np.cumsum(chosen.sum(axis=1)).tolist()
    return (made[begin:end] for begin, end in pairwise([0, *ends]))
