"""Room for a run: its arrays grow within the limit on memory, after a collection where that is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...errors import LimitReached
from ...watchdog import require
from .codes import (
    CALL, COLLECT, COLLECT_END, COUNT, CTOP, ETOP, EXECUTE, NATIVE, PC, SCRATCH, STORE, TR, WAKES, WANTED, H,
)  # fmt: skip

if TYPE_CHECKING:
    from .memory import Memory

TOPS = {"heap": H, "trail": TR, "choices": CTOP, "envs": ETOP, "wakes": WAKES, "store": STORE}
SMALL = 1 << 20  # cells up to which an array doubles; a larger one grows by a quarter: limits on memory are kept
STACK = 1 << 20  # cells; what does not fit on it is found by another pass
_UNSEEN = {  # by operation, what may be short though its top is not
    COLLECT: ("store", "store", "store", "pdl", "trail", "heap"),
    COLLECT_END: ("heap",),
}
_OTHERS = ("pdl", "pdl", "pdl", "heap", "store", "trail")


def room(heap: npt.NDArray[np.int64]) -> int:
    """The cells of the heap; behind them stands a bit for each."""
    return len(heap) - (len(heap) >> 6) - 2


def size(run: Memory, name: str) -> int:
    """How much of an array may be used."""
    return room(run.heap) if name == "heap" else len(getattr(run, name))


class Room:
    """What is known of the memory of one run.

    Attributes
    ----------
    due
        The cells of the heap from which on a collection is worth its time.
    """

    def __init__(self) -> None:
        self.due = 1 << 16
        self.stood: tuple[int, ...] = ()  # where something was short that no top tells of
        self.tries = 0

    def grow(self, run: Memory) -> None:
        """Make room where it is short.

        Raises
        ------
        LimitReached
            That would pass the limit on memory.
        MemoryError
            The system has no more.
        """
        st, needed = run.st, run.image.margin + 64
        wanted, scratch = int(st[WANTED]), int(st[SCRATCH])
        if wanted or scratch:
            st[WANTED] = st[SCRATCH] = 0
            self.give(run, wanted + needed, scratch + 64)
            return
        short = [name for name, top in TOPS.items() if st[top] + needed > size(run, name)]
        if "heap" in short and st[H] >= self.due and self.collect(run):
            return
        for name in short or [self.unseen(run)]:
            try:
                enlarge(run, name)
            except LimitReached:
                if name != "heap" or st[H] < 0.6 * self.due or not self.collect(run):
                    raise

    def collect(self, run: Memory) -> bool:
        """Drop what is dead; whether a part of the heap is free then."""
        if not collect(run):
            return False
        self.due = max(2 * int(run.st[H]), 1 << 16)
        return bool(run.st[H] + run.image.margin + 64 <= 0.8 * room(run.heap))

    def give(self, run: Memory, wanted: int, scratch: int) -> None:
        """Room for so many more cells on the heap, and for so many of scratch."""
        if run.st[H] >= self.due and run.st[H] + wanted > room(run.heap):
            self.collect(run)
        for name, cells in (("heap", int(run.st[H]) + wanted), ("pdl", scratch)):
            if cells > size(run, name):
                enlarge(run, name, cells + (cells >> 5) - size(run, name))

    def unseen(self, run: Memory) -> str:
        """An array that may be short, where none is for certain: another one in each try."""
        stands = tuple(int(run.st[place]) for place in (PC, COUNT, H, TR))
        self.tries = self.tries + 1 if stands == self.stood else 0
        self.stood = stands
        names = _UNSEEN.get(int(run.image.code[run.st[PC]]), _OTHERS)
        return names[self.tries % len(names)]


def enlarge(run: Memory, name: str, least: int = 0) -> None:
    """Make an array longer, by `least` cells at least; raise as `Room.grow`.

    The system moves its pages where it can, so that the old one and the new one are not there at once. What stands
    behind the heap is left where it was, and forgotten: that is more than the bits that stand behind it then.
    """
    array = getattr(run, name)
    more = max(least, len(array) if len(array) <= SMALL else len(array) // 4)
    require(8 * more)
    array.resize(len(array) + more, refcheck=False)


def collect(run: Memory) -> bool:
    """Drop what is dead from the heap, if the run stands at a call; else False."""
    from ...kernels.launch import launch
    from .kernels.collect import N_COLLECTION, collect
    from .kernels.sliding import BLOCK

    st, image = run.st, run.image
    if image.code[st[PC]] not in (CALL, EXECUTE, NATIVE):
        return False
    live = image.predicates[int(image.code[st[PC] + 1])].arity or 0
    h = int(st[H])
    require(h + h // 4)
    scratch = (
        np.zeros(h + 1, np.int8), np.empty((h >> BLOCK) + 2, np.int64), np.empty(min(h, STACK), np.int64),
        np.zeros(len(run.envs), np.int8), np.empty(len(run.choices), np.int64), np.zeros(N_COLLECTION, np.int64),
    )  # fmt: skip
    while not launch(collect, run.arrays(), live, run.asked.stop, *scratch):
        run.check()
    return True
