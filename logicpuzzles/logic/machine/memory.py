"""The arrays of a run: how they grow, when the heap is collected, terms out of them and in."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from collections.abc import Callable, Iterator
from typing import Any
from ..resolver import Machine
from ..terms import AnyTerm
from .image import Image
from .codes import (
    AT_FUNCTORS, AT_NAMES, AT_NATIVES, AT_RANKS, CALL, CONDITIONS, COUNT, CP, CTOP, ETOP, EXECUTE, FIRST_CELL, INT,
    N_CALLS, N_CHOICES, N_ENVS, N_FUNCTORS, N_HEAP, N_PDL, N_RANKED, N_STATE, N_STORE, N_TRAIL, N_WAKES, NATIVE,
    NIL, PC, SCRATCH, STORE, TR, WAKES, WANTED, B, H,
)  # fmt: skip

MOST = 1 << 31  # cells of one array
GROWING = ("heap", "trail", "choices", "envs", "wakes", "pdl", "store")


def longer(array: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """A longer array that begins as `array` does; what follows is not touched, and so takes no memory yet."""
    made = np.zeros(size, np.int64)
    made[: len(array)] = array
    return made


def room(heap: npt.NDArray[np.int64]) -> int:
    """The cells of the heap; behind them stands a bit for each."""
    return len(heap) - (len(heap) >> 6) - 2


class Memory:
    """The arrays of one run, and what the kernel is told of them."""

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
        self.waiting: dict[int, tuple[Iterator[object], Machine, list[Any]]] = {}  # goals with more answers
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

    def value(self, cell: int, variables: dict[int, Any]) -> AnyTerm:
        """The term behind a cell."""
        return self.symbols.decode(self.heap, int(cell), variables)

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
