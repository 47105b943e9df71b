"""The arrays of a run, what the kernel is told of them, terms out of them and in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_not
from typing import Any

import numpy as np

from ...watchdog import require
from ..resolver import Machine
from ..terms import AnyTerm, var
from .image import Image
from .codes import (
    AT_FUNCTORS, AT_NAMES, AT_RANKS, ATOM, CONDITIONS, COUNT, CP, ETOP, FIRST_CELL, INT, N_CALLS, N_CHOICES, N_ENVS,
    N_FUNCTORS, N_HEAP, N_PDL, N_RANKED, N_STATE, N_STORE, N_TRAIL, N_WAKES, NIL, NOTES, PC, REF, WATCHED, B, H,
)  # fmt: skip

GROWING = ("heap", "trail", "choices", "envs", "wakes", "pdl", "store")
DOUBLED = 1 << 20  # cells up to which an array doubles; a larger one grows by a quarter: limits on memory are kept


class Memory:
    """The arrays of one run, and what the kernel is told of them."""

    def __init__(self, image: Image, number: int, arity: int, check: Callable[[], object]) -> None:
        self.image, self.symbols, self.check = image, image.symbols, check
        self.held: list[Any] = []  # tables of facts that choices may still refer to
        image.runs.add(self)
        sizes = (1 << 14, 1 << 12, 1 << 12, 1 << 12, 1 << 11, 1 << 11, 1 << 11)  # short queries need no more
        self.heap, self.trail, self.choices, self.envs, self.wakes, self.pdl, self.store = (
            np.zeros(size, np.int64) for size in sizes
        )
        self.x = np.zeros(max(image.registers, arity + 8), np.int64)
        self.st = np.zeros(N_STATE, np.int64)
        self.st[B] = -1
        self.st[ETOP] = 2  # environment 0 is none
        self.st[PC], self.st[CP] = image.entries[number], image.halt
        self.heap[:FIRST_CELL] = INT
        self.heap[CONDITIONS] = self.heap[NOTES] = NIL
        self.asked = range(FIRST_CELL, FIRST_CELL + arity)
        for n, a in enumerate(self.asked):
            self.heap[a] = self.x[n] = a << 3
        self.st[H] = FIRST_CELL + arity
        self.waiting: dict[int, tuple[Iterator[object], Machine, list[Any]]] = {}  # goals with more answers
        self.rows: dict[int, Iterator[Any]] = {}  # of models with more answers
        self.labelled: tuple[Any, Any] | None = None  # unknowns, and a row of their values
        self.labelling = False  # whether a label that nothing follows is being asked
        self.serial = 0
        self.site = 0  # where the condition stands that Python decides
        self.passed: tuple[Any, ...] | None = None  # the arrays whose addresses and sizes the kernel knows
        self.addresses = np.zeros(17, np.int64)
        self.at = int(self.addresses.ctypes.data)
        self.needed = 0  # the cell of the unknown that an error speaks of
        self.stated: Any = None  # the goal that stated the condition that it speaks of
        self.met: dict[int, Any] = {}  # in the goal that Python runs: what stands for the unknowns, by address
        self.subject: tuple[str, tuple[AnyTerm, ...]] = ("", ())  # the name and the arguments of that goal
        self.shown: list[tuple[AnyTerm, int]] = []  # terms of the goal that it speaks of, as they were written and are
        self.later = False  # whether a goal raised it that a relation in Python has returned, not the relation itself
        self.outside = 0  # inferences of the resolver for it

    @property
    def inferences(self) -> int:
        """The calls that were made so far."""
        return int(self.st[COUNT]) + self.outside

    def arrays(self) -> int:
        """The address of the addresses of what the kernel takes; how long it is stands in the state."""
        image, symbols = self.image, self.symbols
        image.refresh()
        if len(self.x) < image.registers:
            self.x = np.concatenate([self.x, np.zeros(image.registers, np.int64)])
        arrays = (
            image.code, image.entries, symbols.arity, symbols.arithmetic, image.calls, self.heap, self.trail,
            self.choices, self.envs, self.x, self.wakes, self.pdl, self.store, self.st,
            symbols.names, symbols.ranks, symbols.table,
        )  # fmt: skip
        if self.passed is None or any(map(is_not, arrays, self.passed)):
            self.passed = arrays
            self.addresses[:] = addresses = [array.ctypes.data for array in arrays]
            st = self.st
            for place, name in zip((N_HEAP, N_TRAIL, N_CHOICES, N_ENVS, N_WAKES, N_PDL, N_STORE), GROWING, strict=True):
                st[place] = self.size(name)
            st[N_CALLS] = len(image.calls) // 4
            st[N_RANKED], st[N_FUNCTORS] = len(symbols.ranks), len(symbols.table) // 3
            st[[AT_NAMES, AT_RANKS, AT_FUNCTORS]] = addresses[-3:]
        return self.at

    def size(self, name: str) -> int:
        """How much of an array may be used. Behind the cells of the heap stands a bit for each."""
        n = len(getattr(self, name))
        return n - (n >> 6) - 2 if name == "heap" else n

    def enlarge(self, name: str, least: int = 0) -> None:
        """Make an array longer, by `least` cells at least.

        The system moves its pages where it can, so that the old one and the new one are not there at once. What stands
        behind the heap is left where it was, and forgotten: that is more than the bits that stand behind it then.

        Raises
        ------
        LimitReached
            That would pass the limit on memory.
        MemoryError
            The system has no more.
        """
        array = getattr(self, name)
        more = max(least, len(array) if len(array) <= DOUBLED else len(array) // 4)
        require(8 * more)
        array.resize(len(array) + more, refcheck=False)
        self.passed = None

    def value(self, cell: int, variables: dict[int, Any]) -> AnyTerm:
        """The term behind a cell."""
        cell, item = int(cell), self.heap.item
        while cell & 7 == REF:
            following = item(cell >> 3)
            if following == cell or following & 7 == WATCHED:
                address = cell >> 3
                unknown = variables.get(address)
                if unknown is None:
                    unknown = variables[address] = var()
                return unknown
            cell = following
        tag = cell & 7
        if tag == INT:  # constants are what the relations on texts take and give
            return cell >> 3
        return self.symbols.constants[cell >> 4] if tag == ATOM else self.symbols.decode(self.heap, cell, variables)

    def encode(self, term: AnyTerm, known: dict[Any, int]) -> int:
        """The cell of a term, made on the heap."""
        if type(term) is int or type(term) is str:
            return self.symbols.constant(term)
        out: list[int] = []
        base = int(self.st[H])
        cell = self.symbols.encode(term, known, out, base)
        if (short := base + len(out) + 64 - self.size("heap")) > 0:
            self.enlarge("heap", short + (short >> 5))
        self.heap[base : base + len(out)] = out
        self.st[H] = base + len(out)
        return cell
