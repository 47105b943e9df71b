"""Breadth first over a space with a few bits for each state: what is the same for `board` and `ranks`, its numberings.

A numbering gives each state a *region* and a *number* in it. Two bits of a state are its *code*: 0 if it was not met,
else something of its depth, from which a way back to a source tells the depth. States are *open* while they are
expanded; where they have no code of their own then, a third bit tells which states were expanded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ...endings import State
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import Int64, Word, int64, lowest_bit, uint64
from ..budget import UNLIMITED, Outcome
from ..depths import summary
from .layout import Cursor, Numbers, Planes

LOW, HIGH, EXPANDED = range(3)  # the planes
KEPT_STATES = 1 << 22  # so many of the hardest states are kept
MOST_WORK = 1 << 40


@kernel
def code_of(bits: Planes, region: int, number: int) -> Int64:
    """The code of a state."""
    at, shift = number >> 6, uint64(number & 63)
    low, high = bits[LOW, region, at] >> shift & uint64(1), bits[HIGH, region, at] >> shift & uint64(1)
    return int64(low) + 2 * int64(high)


@kernel
def open_in(bits: Planes, region: int, w: int, code: int) -> Word:
    """The states of a word that have this code and were not expanded."""
    low, high = bits[LOW, region, w], bits[HIGH, region, w]
    found = (low if code & 1 else ~low) & (high if code & 2 else ~high)
    return uint64(found & ~bits[EXPANDED, region, w]) if bits.shape[0] > EXPANDED else uint64(found)


@kernel
def close(bits: Planes, region: int, code: int, closed: int) -> int:
    """The open states of `region`, which have this code, are expanded and get the code `closed`."""
    for w in range(bits.shape[2]):
        states = open_in(bits, region, w, code)
        for plane in range(EXPANDED):
            if (code ^ closed) >> plane & 1:
                bits[plane, region, w] ^= states
        if bits.shape[0] > EXPANDED:
            bits[EXPANDED, region, w] |= states
    return 0


@kernel
def collect(bits: Planes, region: int, code: int, found: Numbers) -> int:
    """Write the numbers of the open states of `region`, which have this code, into `found`, as many as it has room for.

    Returns how many these are.
    """
    count = 0
    for w in range(bits.shape[2]):
        left = open_in(bits, region, w, code)
        while left:
            if count == found.shape[0]:
                return count
            found[count] = int64(w) * 64 + lowest_bit(left)
            left &= left - uint64(1)
            count += 1
    return count


class Place(NamedTuple):
    """Where the bits of a state are."""

    region: int
    number: int


class BitQueue:
    """An exploration in slices; its subclass is a numbering.

    Attributes
    ----------
    bits
        uint64[n_planes, n_regions, n_words]: the planes of bits.
    level
        The number of states of each complete depth, and how far the next one is: in one piece, so that an interrupt
        comes before or after a change of both.
    hardest
        The open states when it ended, none if there are too many; None before.
    given
        The arguments of the numbering.
    tries
        How many drawings of a random state are worth it before all of its depth are listed.
    """

    given: tuple[Any, ...]
    tries: int

    def __init__(self, n_planes: int, n_regions: int, n_numbers: int, sources: Iterable[Place]) -> None:
        self.n_regions, self.n_numbers = n_regions, n_numbers
        self.bits: Planes = np.zeros((n_planes, n_regions, -(-n_numbers // 64)), dtype=np.uint64)
        self.sources = set(sources)
        for region, number in self.sources:
            for plane in (LOW, HIGH):
                self.bits[plane, region, number >> 6] |= np.uint64((self.codes(0)[0] >> plane & 1) << (number & 63))
        self.level: tuple[tuple[int, ...], Cursor] = (len(self.sources),), self._begin()
        self.ended = False
        self.hardest: list[tuple[int, Numbers]] | None = None

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        raise NotImplementedError

    def state(self, place: Place) -> State:
        """The state there."""
        raise NotImplementedError

    def depth_of(self, place: Place) -> int | None:
        """The depth of the state there; None if it was not met."""
        raise NotImplementedError

    def codes(self, depth: int) -> tuple[int, int]:
        """The codes of the states of this depth, while they are open and after."""
        raise NotImplementedError

    def regions(self, depth: int) -> Iterable[int]:
        """The regions of the states of this depth."""
        return range(self.n_regions)

    def spread(self, depth: int, cursor: Cursor, work: int) -> bool:
        """Mark what a move leads to from the states of `depth`, in about `work` words and states; whether all is."""
        raise NotImplementedError

    def close(self, depth: int, last: bool) -> None:
        """The states of this depth are expanded; `last` tells whether there is no other depth."""
        for region in self.regions(depth):
            launch(close, self.bits, region, *self.codes(depth))

    def _begin(self) -> Cursor:
        """For each region the move and the word to go on with, and the states marked."""
        return np.zeros((self.n_regions, 3), dtype=np.int64)

    @property
    def depths(self) -> tuple[int, ...]:
        """The number of states of each depth that is known to be complete."""
        return self.level[0]

    @property
    def count(self) -> int:
        """States met."""
        depths, cursor = self.level
        return sum(depths) + int(cursor[:, 2].sum())

    def memory(self) -> int:
        """The bytes held."""
        return self.bits.nbytes

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for about `work` words and states, or to the end of a depth."""
        if self.ended:
            return Outcome.ENDED
        if self.count >= cap:
            return Outcome.FULL
        depths, cursor = self.level
        depth = len(depths) - 1
        if not self.spread(depth, cursor, min(work, MOST_WORK)):
            return Outcome.PAUSED
        found = int(cursor[:, 2].sum())
        if not found and self.hardest is None:
            self.hardest = list(self.open(depth)) if depths[depth] <= KEPT_STATES else []
        self.close(depth, last=not found)  # once more, after an interrupt, changes nothing
        if found:
            self.level = (*depths, found), self._begin()
            return Outcome.PAUSED
        if len(self.bits) > EXPANDED:
            self.bits = self.bits[:EXPANDED].copy()
        self.ended = True
        return Outcome.ENDED

    def open(self, depth: int, most: int = UNLIMITED) -> Iterator[tuple[int, Numbers]]:
        """The regions and numbers of the states of the depth that is being expanded, at most so many of each region."""
        small: type[np.integer[Any]] = np.uint32 if self.n_numbers <= 1 << 32 else np.int64
        for region in self.regions(depth):
            found = np.empty(min(self.depths[depth], most), dtype=np.int64)
            count = launch(collect, self.bits, region, self.codes(depth)[0], found)
            yield region, found[:count].astype(small)

    def table(self) -> BitTable:
        """The table, after `ENDED`."""
        return BitTable(self)


class BitTable:
    """The depths of the states of a space, in the order of regions and numbers."""

    def __init__(self, queue: BitQueue) -> None:
        self.queue, self.depths = queue, queue.depths

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        place = self.queue.place_of(state)
        return None if place is None else self.queue.depth_of(place)

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth; all but those of the greatest are found by exploring again, up to there."""
        if not 0 <= depth < len(self.depths):
            return
        found: Iterable[tuple[int, Numbers]] | None = self.queue.hardest
        if depth < len(self.depths) - 1 or not found:
            again = type(self.queue)(*self.queue.given)
            while len(again.depths) <= depth:
                again.run(1 << 16)
            found = list(again.open(depth))
        for region, numbers in found:
            for number in numbers.tolist():
                yield self.queue.state(Place(region, number))

    def first_states(self, most: int) -> Iterator[list[State]]:
        """The first states of each depth, at most so many: all are found while it is explored again once."""
        again = type(self.queue)(*self.queue.given)
        for depth in range(len(self.depths)):
            while len(again.depths) <= depth:
                again.run(1 << 16)
            found = again.open(depth, most)
            places = (Place(region, number) for region, numbers in found for number in numbers.tolist())
            yield [again.state(place) for place in islice(places, most)]

    def __repr__(self) -> str:
        return summary(self)

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""
        queue = self.queue
        if self.depths[depth] * queue.tries > 10 * queue.n_regions * queue.n_numbers:
            while True:
                region = random.randrange(queue.n_regions) if queue.n_regions > 1 else 0
                place = Place(region, random.randrange(queue.n_numbers))
                if launch(code_of, queue.bits, *place) == queue.codes(depth)[1] and queue.depth_of(place) == depth:
                    return queue.state(place)
        return next(islice(self.states(depth), random.randrange(self.depths[depth]), None))
