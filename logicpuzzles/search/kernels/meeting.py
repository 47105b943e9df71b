"""The states that a breadth-first search met, by the cells that the query machine keeps for them, in a hash table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.caching import kernel
from .layout import Int64

Cells = NDArray[np.int64]
BEFORE, LABEL = range(2)  # of `records`


@kernel
def slot_of(slots: Cells, queue: Cells, cell: Int64) -> Int64:
    """The slot that holds the row of `cell`, or the free one where it belongs. slots: -1 where free."""
    mask = len(slots) - 1
    code = cell * -7046029254386353131
    slot = (code ^ (code >> 31)) & mask
    while slots[slot] >= 0 and queue[slots[slot]] != cell:
        slot = (slot + 1) & mask
    return slot


@kernel
def meet(answers: Cells, row: Int64, queue: Cells, records: Cells, slots: Cells, entered: Cells) -> Int64:
    """Append the states of `answers` that are not known yet to the `queue`; how many it has then.

    Parameters
    ----------
    answers
        int64[n_answers, 3]: the index of the state before, counted from `row`, the label, the state after.
    records
        int64[capacity, 2]: for each row that of the state before, and the label.
    entered
        int64[1], in and out: the states in the queue.
    """
    for n in range(len(answers)):
        slot = slot_of(slots, queue, answers[n, 2])
        if slots[slot] < 0:
            count = entered[0]
            queue[count] = answers[n, 2]
            records[count, BEFORE] = row + answers[n, 0]
            records[count, LABEL] = answers[n, 1]
            slots[slot] = count
            entered[0] = count + 1
    return entered[0]


@kernel
def enter(queue: Cells, slots: Cells, end: int) -> int:
    """Enter the rows before `end`, whose states are different, into free slots."""
    for row in range(end):
        slots[slot_of(slots, queue, queue[row])] = row
    return end


@kernel
def forget(queue: Cells, slots: Cells, begin: int, entered: Cells) -> int:
    """Take out the rows from `begin` on; how many are left."""
    while entered[0] > begin:  # the last comes out first, as if it had never come in
        slots[slot_of(slots, queue, queue[entered[0] - 1])] = -1
        entered[0] -= 1
    return begin


@kernel
def look_up(answers: Cells, queue: Cells, slots: Cells) -> int:
    """Put the row of each state after in place of its cell, -1 where it has none; the number of those that have one."""
    found = 0
    for n in range(len(answers)):
        answers[n, 2] = slots[slot_of(slots, queue, answers[n, 2])]
        found += answers[n, 2] >= 0
    return found
