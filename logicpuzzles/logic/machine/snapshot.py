"""The terms of an answer, as cells that are read when they are first looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..terms import AnyTerm, Term, prefixed, var
from .codes import ATOM, BIG, COMPOUND, INT, LIST, NIL
from .loading import function
from .memory import Memory
from .symbols import Symbols

MOST = 1 << 16  # cells; a larger answer is read at once, within the limits of its query
FEW = 64  # cells that are no more than the terms that they stand for
_room = np.zeros(MOST, np.int64)  # scratch


class Values(Mapping[str, AnyTerm]):
    """The terms that `names` stand for, in the order of the first cells of a snapshot."""

    __slots__ = ("_cells", "_names", "_symbols", "_values")

    def __init__(self, names: Sequence[str], cells: npt.NDArray[np.int64], symbols: Symbols) -> None:
        self._names, self._symbols = names, symbols
        self._cells: npt.NDArray[np.int64] | None = cells
        self._values: dict[str, AnyTerm] = {}

    def _read(self) -> dict[str, AnyTerm]:
        if self._cells is not None:
            terms = terms_of(self._symbols, self._cells.tolist(), len(self._names))
            self._values = {name: term for name, term in zip(self._names, terms, strict=True) if name[0] != "_"}
            self._cells = None
        return self._values

    def __getitem__(self, name: str) -> AnyTerm:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __reduce__(self) -> tuple[Any, ...]:
        return (dict, (self._read(),))


def values_of(run: Memory, names: Sequence[str]) -> Mapping[str, AnyTerm] | None:
    """The terms that the run's goal asks for, where nothing waits; None where they are large."""
    size = function("snapshot")(run.arrays(), run.asked.start, len(names), _room.ctypes.data, MOST)
    if size == 0:
        return None
    found = Values(names, _room[:size].copy(), run.symbols)
    return found if size > FEW else found._read()


class _Known(dict[int, AnyTerm]):
    """The term of each cell; those of lists and compounds are entered."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def __missing__(self, cell: int) -> AnyTerm:
        tag = cell & 7
        if tag == INT:
            term: AnyTerm = cell >> 3
        elif tag == ATOM:
            term = self.symbols.constants[cell >> 4]
        else:
            term = self.symbols.bigs[cell >> 3] if tag == BIG else var()
        self[cell] = term
        return term


def terms_of(symbols: Symbols, cells: list[int], n: int) -> list[AnyTerm]:
    """The terms of the first `n` cells of a snapshot: what is inside others stands behind them, and is made first."""
    known = _Known(symbols)
    term = known.__getitem__
    blocks = []
    at = n
    while at < len(cells):
        blocks.append(at)
        head = cells[at]
        at += 2 + (head >> 3) if head & 7 == INT else 1 + symbols.functors[head >> 3][1]
    for at in reversed(blocks):
        head = cells[at]
        if head & 7 == INT:
            items = tuple(map(term, cells[at + 2 : at + 2 + (head >> 3)]))
            end = cells[at + 1]
            known[at << 3 | LIST] = items if end == NIL else prefixed(items, term(end))
        else:
            name, arity = symbols.functors[head >> 3]
            known[at << 3 | COMPOUND] = Term(name, tuple(map(term, cells[at + 1 : at + 1 + arity])))
    return [term(cell) for cell in cells[:n]]
