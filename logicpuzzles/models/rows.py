"""The answers of a packed model in the order that labelling promises."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import LimitReached
from ..limits import Limits
from ..search.budget import Budget, Halt
from .kernels import layout
from .packed import Packed
from .search import Cuts

MOST_NODES = 1 << 17  # of the search that has an order of its own
MOST_NUMBERS = 1 << 24  # in its answers, which are kept until they are sorted
Ints = NDArray[np.int64]
BUFFER = 256  # answers that a slice of it finds at most


def rows(packed: Packed, is_down: bool) -> Iterator[Sequence[int] | None]:
    """The values of all variables for every answer, by the leftmost variable first; None after a slice without one.

    Raises
    ------
    LimitReached
        It takes too much memory.
    """
    found = yield from _soon(packed)
    if found is not None:
        yield from _sorted(packed, found, is_down)
        return
    yield from found_in(packed, {}, layout.SELECTIONS["leftmost"], is_down)


def found_in(packed: Packed, cuts: Cuts, selection: int = 0, is_down: bool = False) -> Iterator[Sequence[int] | None]:
    """The answers with values from `cuts` only, as soon as they are found; None after a slice without one."""
    from .compiled import CompiledSearch

    try:
        yield from CompiledSearch(packed, cuts, _budget(), selection, is_down).rows()
    except Halt as halt:
        raise LimitReached(str(halt)) from None


def _soon(packed: Packed) -> Generator[None, None, Ints | None]:
    """The bits of all answers, if the best search finds them soon; else None."""
    from .compiled import CompiledSearch

    slices, size = [], 0
    try:
        for bits in CompiledSearch(packed, {}, _budget(MOST_NODES)).slices(BUFFER):
            size += len(bits)
            if size > MOST_NUMBERS:
                return None
            if bits:
                slices.append(np.array(bits, np.int64))
            else:
                yield None
    except Halt:
        return None
    return np.concatenate(slices or [np.zeros(0, np.int64)]).reshape(-1, len(packed.order))


def _sorted(packed: Packed, found: Ints, is_down: bool) -> list[list[int]]:
    """The answers that the rows of `found` are, by their values from left to right."""
    n_main = packed.t[layout.N_MAIN]
    if len(found) > 1:
        found = found[np.lexsort(found[:, :n_main].T[::-1])]  # the bits of a class ascend as its numbers do
        if is_down:
            found = found[::-1]
    if all(c is packed.classes[0] for c in packed.classes):
        values = np.array(packed.classes[0].numbers, np.int64)[found]
    else:
        columns = [np.array(c.numbers, np.int64)[found[:, i]] for i, c in enumerate(packed.classes)]
        values = np.stack(columns, axis=1) if columns else found
    back = np.argsort(np.array(packed.order)) if packed.order != tuple(range(len(packed.order))) else None
    listed: list[list[int]] = (values if back is None else values[:, back]).tolist()
    return listed


def _budget(nodes: int | None = None) -> Budget:
    return Budget(Limits(nodes=nodes), work=2000, seconds=0.05)
