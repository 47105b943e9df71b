"""Room for a run: its arrays grow within the limit on memory, after a collection where that is worth it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...errors import LimitReached
from ...watchdog import require
from .codes import (
    CALL, COLLECT, COLLECT_END, COUNT, CTOP, ETOP, EXECUTE, NATIVE, PC, SCRATCH, STORE, TR, WAKES, WANTED, H,
)  # fmt: skip
from .image import Image
from .kernels.collect import N_COLLECTION
from .kernels.sliding import BLOCK
from .loading import function
from .memory import Memory

TOPS = {"heap": H, "trail": TR, "choices": CTOP, "envs": ETOP, "wakes": WAKES, "store": STORE}
STACK = 1 << 20  # cells; what does not fit on it is found by another pass
_UNSEEN = {  # by operation, what may be short though its top is not
    COLLECT: ("store", "store", "store", "pdl", "trail", "heap"),
    COLLECT_END: ("heap",),
}
_OTHERS = ("pdl", "pdl", "pdl", "heap", "store", "trail")


class Growing(Memory):
    """The arrays of one run, which grow where they are short.

    Attributes
    ----------
    due
        The cells of the heap from which on a collection is worth its time.
    """

    def __init__(self, image: Image, number: int, arity: int, check: Callable[[], object]) -> None:
        super().__init__(image, number, arity, check)
        self.due = 1 << 16
        self.stood: tuple[int, ...] = ()  # where something was short that no top tells of
        self.tries = 0

    def grow(self) -> None:
        """Make room where it is short; raise as `enlarge`."""
        st, needed = self.st, self.image.margin + 64
        wanted, scratch = int(st[WANTED]), int(st[SCRATCH])
        if wanted or scratch:
            st[WANTED] = st[SCRATCH] = 0
            self.give(wanted + needed, scratch + 64)
            return
        short = [name for name, top in TOPS.items() if st[top] + needed > self.size(name)]
        if "heap" in short and st[H] >= self.due and self.compact():
            return
        for name in short or [self.unseen()]:
            try:
                self.enlarge(name)
            except LimitReached:
                if name != "heap" or st[H] < 0.6 * self.due or not self.compact():
                    raise

    def make_room(self) -> None:
        """Make room for the largest clause there is, as a call sees to; raise as `enlarge`."""
        needed = self.image.margin + 64
        while any(self.st[top] + needed > self.size(name) for name, top in TOPS.items()):
            self.grow()

    def give(self, wanted: int, scratch: int) -> None:
        """Room for so many more cells on the heap, and for so many of scratch."""
        if self.st[H] >= self.due and self.st[H] + wanted > self.size("heap"):
            self.compact()
        for name, cells in (("heap", int(self.st[H]) + wanted), ("pdl", scratch)):
            if cells > self.size(name):
                self.enlarge(name, cells + (cells >> 5) - self.size(name))

    def unseen(self) -> str:
        """An array that may be short, where none is for certain: another one in each try."""
        stands = tuple(int(self.st[place]) for place in (PC, COUNT, H, TR))
        self.tries = self.tries + 1 if stands == self.stood else 0
        self.stood = stands
        names = _UNSEEN.get(int(self.image.code[self.st[PC]]), _OTHERS)
        return names[self.tries % len(names)]

    def compact(self) -> bool:
        """Collect the heap; whether a part of it is free then."""
        if not self.collect():
            return False
        self.due = max(2 * int(self.st[H]), 1 << 16)
        return bool(self.st[H] + self.image.margin + 64 <= 0.8 * self.size("heap"))

    def collect(self) -> bool:
        """Drop what is dead from the heap, if the run stands at a call; else False."""
        st, image, collect = self.st, self.image, function("collect")
        if image.code[st[PC]] not in (CALL, EXECUTE, NATIVE):
            return False
        live = image.predicates[int(image.code[st[PC] + 1])].arity or 0
        h = int(st[H])
        require(h + h // 4)
        marks, seen = np.zeros(h + 1, np.int8), np.zeros(len(self.envs), np.int8)
        sums, stack = np.empty((h >> BLOCK) + 2, np.int64), np.empty(min(h, STACK), np.int64)
        bases, gc = np.empty(len(self.choices), np.int64), np.zeros(N_COLLECTION, np.int64)
        places = (
            marks.ctypes.data, sums.ctypes.data, stack.ctypes.data, len(stack), seen.ctypes.data, bases.ctypes.data,
            gc.ctypes.data,
        )  # fmt: skip
        while not collect(self.arrays(), live, self.asked.stop, *places):
            self.check()
        return True
