"""The states that best-first searches keep, in as few bytes as they need: about 24 a state of one word.

Each state has its packed words, a link and a record. The queue is a pile of states for each estimate, and the link of a
state is the state below it in its pile: it needs no entry of its own. Only a state that is queued again while it
still stands in a pile has one, in `side`. The record holds what the moves cost so far and the rule that led to the
state. Where every rule permutes the cells, that tells the state before, which need not be kept.

The hash table is one of open addressing with 32 bits a slot: the row in its low bits, and above it as many bits of the
hash as fit. A slot is found by multiplication (D. Lemire, Fast random integer generation in an interval, ACM
Transactions on Modeling and Computer Simulation 29, 2019), so the table may have any size; it is filled up to three
quarters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import Int64, Word, int64, uint64
from ..coding.arrays import Packed
from .layout import Control, LeanRecords, LeanSlots, Words
from .stored import grown, hash_of

NONE = 0xFFFFFFFF
SIDE = 1 << 31  # of a reference: from here on, an entry of `side`; below, a row
LINK, INFO = range(2)  # columns of the records
QUEUED, STALE = 1, 2  # of INFO: the state stands in a pile by its link; what it cost when it was put there is outdated
VIA_SHIFT = 2
# Of `control`: states met, bits of a row, bits of a rule, the column of the cost or -1 where it is in INFO, the column
# of the row before or -1.
COUNT, ROW_BITS, VIA_BITS, MADE_IN, BEFORE_IN = range(5)
N_LEAN = 5
FIRST_CAPACITY = 1 << 12


@kernel
def find_lean(words: Words, row: int, code: Word, slots: LeanSlots, row_bits: int) -> Int64:
    """The slot that holds the state in `row`, whose hash is `code`, or the empty one where it belongs."""
    tag, mask = int64(code << row_bits) & NONE, (1 << row_bits) - 1
    n_slots = slots.shape[0]
    slot = int64((code >> 32) * uint64(n_slots) >> 32)
    while True:
        entry = slots[slot]
        if entry == NONE:
            return slot
        if entry & ~mask == tag:
            known = entry & mask
            same = True
            for w in range(words.shape[1]):
                same = same and words[known, w] == words[row, w]
            if same:
                return slot
        slot += 1
        if slot == n_slots:
            slot = 0


@kernel
def slot_entry(code: Word, row: int, row_bits: int) -> Int64:
    """What a slot holds for the state in `row`, whose hash is `code`."""
    return int64(code << row_bits) & NONE | row


@kernel
def fill_lean(words: Words, count: int, slots: LeanSlots, row_bits: int) -> int:
    """Put the first `count` rows, all different, into the empty `slots`; give back `count`."""
    for row in range(count):
        code = hash_of(words, row)
        slots[find_lean(words, row, code, slots, row_bits)] = slot_entry(code, row, row_bits)
    return count


@kernel
def row_of(words: Words, row: int, slots: LeanSlots, row_bits: int) -> int:
    """The row of the stored state that is the same as the one in `row`; -1 if there is none."""
    entry = int64(slots[find_lean(words, row, hash_of(words, row), slots, row_bits)])
    return -1 if entry == NONE else entry & (1 << row_bits) - 1


@kernel
def made_of(records: LeanRecords, row: int, control: Control) -> Int64:
    """What the moves to the state in `row` cost."""
    if control[MADE_IN] >= 0:
        return int64(records[row, control[MADE_IN]])
    return int64(records[row, INFO] >> VIA_SHIFT + control[VIA_BITS])


@kernel
def via_of(records: LeanRecords, row: int, control: Control) -> Int64:
    """The rule that led to the state in `row`."""
    return int64(records[row, INFO]) >> VIA_SHIFT & (1 << control[VIA_BITS]) - 1


@kernel
def record(records: LeanRecords, row: int, control: Control, flags: int, via: int, made: int, before: int) -> None:
    """Note how the state in `row` was met; `made` must fit."""
    info = flags | via << VIA_SHIFT
    if control[MADE_IN] >= 0:
        records[row, control[MADE_IN]] = made
    else:
        info |= made << VIA_SHIFT + control[VIA_BITS]
    records[row, INFO] = info
    if control[BEFORE_IN] >= 0:
        records[row, control[BEFORE_IN]] = before


class LeanStates:
    """The arrays of the states, which grow by half.

    Attributes
    ----------
    words
        uint64[capacity, n_words]; the row after the last state is scratch.
    records
        uint32[capacity, n_columns].
    slots
        uint32[n_slots].
    control
        int64[N_LEAN + n_more]: see above; what a search needs besides comes after.
    """

    def __init__(self, arrays: Packed, start: NDArray[np.uint64], n_more: int) -> None:
        self.arrays, rules = arrays, arrays.program.rules
        orders = [rule.permutation() if rule else () for rule in rules]
        self.orders = None if any(order is None for order in orders) else orders
        via_bits = len(rules).bit_length()  # the number after the last stands for the start
        self.is_narrow = via_bits <= 14
        self.control = np.zeros(N_LEAN + n_more, dtype=np.int64)
        n_columns = 2 if self.is_narrow else 3
        before = -1 if self.orders is not None else n_columns
        self.control[:N_LEAN] = 1, 0, via_bits, -1 if self.is_narrow else 2, before
        self.words = grown(start[None], FIRST_CAPACITY)
        self.records = np.zeros((FIRST_CAPACITY, n_columns + (before >= 0)), dtype=np.uint32)
        self.records[0, :2] = NONE, QUEUED | len(rules) << VIA_SHIFT
        self._fill()

    @property
    def count(self) -> int:
        """The states met."""
        return int(self.control[COUNT])

    @property
    def most_made(self) -> int:
        """The greatest cost that fits."""
        return (1 << 30 - int(self.control[VIA_BITS])) - 1 if self.is_narrow else NONE

    @property
    def nbytes(self) -> int:
        """The bytes held."""
        return int(self.words.nbytes + self.records.nbytes + self.slots.nbytes)

    @property
    def nbytes_to_grow(self) -> int:
        """How many bytes more are held while it grows."""
        if 3 * len(self.words) >= 2 * SIDE:
            return 1 << 62  # references to more rows do not fit
        return self.nbytes // 2 + max(self.words.nbytes, self.records.nbytes)

    def _fill(self) -> None:
        """Make the hash table anew."""
        capacity = len(self.words)
        self.control[ROW_BITS] = capacity.bit_length()
        self.slots = np.empty(0, dtype=np.uint32)
        self.slots = np.full(capacity + capacity // 3, NONE, dtype=np.uint32)
        launch(fill_lean, self.words, self.count, self.slots, int(self.control[ROW_BITS]))

    def grow(self) -> None:
        """Make room for half as many states again; one array after the other, so that little is held twice."""
        capacity = len(self.words) + len(self.words) // 2
        self.words = grown(self.words, capacity)
        self.records = grown(self.records, capacity)
        self._fill()

    def widen(self) -> None:
        """Give the cost a column of its own."""
        shift = VIA_SHIFT + int(self.control[VIA_BITS])
        made = self.records[:, INFO] >> np.uint32(shift)
        self.records[:, INFO] &= np.uint32((1 << shift) - 1)
        self.control[MADE_IN] = self.records.shape[1]
        self.records = np.column_stack([self.records, made])
        self.is_narrow = False

    def trace(self, row: int) -> list[int]:
        """The rules on the way to the state in `row`."""
        vias: list[int] = []
        while row:
            vias.append(int(self.records[row, INFO]) >> VIA_SHIFT & (1 << int(self.control[VIA_BITS])) - 1)
            row = self._before(row, vias[-1])
        return vias[::-1]

    def _before(self, row: int, via: int) -> int:
        """The row from which the rule `via` led to the state in `row`."""
        if self.orders is None:
            return int(self.records[row, self.control[BEFORE_IN]])
        packing, order = self.arrays.packing, self.orders[via]
        assert order is not None
        places = [packing.place(cell) for cell in range(packing.n_cells)]
        before = [0] * packing.n_cells
        for cell, source in enumerate(order):
            word, shift = places[cell]
            before[source] = int(self.words[row, word]) >> shift & packing.cell_mask
        self.words[self.count] = packing.pack(before)
        return launch(row_of, self.words, self.count, self.slots, int(self.control[ROW_BITS]))
