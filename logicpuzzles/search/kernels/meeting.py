"""The states that a breadth-first search met: cells that the query machine keeps, each a row of one word (`stored`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.words import Int64
from .layout import Slots, Words
from .stored import BEFORE, ROW, VIA, entry_of, find, hash_of

Cells = NDArray[np.int64]


@kernel
def meet(answers: Cells, row: Int64, words: Words, records: Cells, slots: Slots, entered: Cells) -> Int64:
    """Append the states of `answers` that are not known yet to `words`; how many it has then.

    Parameters
    ----------
    answers
        int64[n_answers, 3]: the index of the state before, counted from `row`, the label, the state after.
    records
        int64[capacity, 2]: for each row that of the state before, and the label.
    entered
        int64[1], in and out: the states in `words`, which has room for one more than all answers.
    """
    for n in range(len(answers)):
        count = entered[0]
        words[count, 0] = answers[n, 2]
        code = hash_of(words, count)
        slot = find(words, count, code, slots)
        if slots[slot] < 0:
            records[count, BEFORE] = row + answers[n, 0]
            records[count, VIA] = answers[n, 1]
            slots[slot] = entry_of(code, count)
            entered[0] = count + 1
    return entered[0]


@kernel
def forget(words: Words, slots: Slots, begin: int, entered: Cells) -> int:
    """Take out the rows from `begin` on; how many are left."""
    while entered[0] > begin:  # the last comes out first, as if it had never come in
        row = entered[0] - 1
        slots[find(words, row, hash_of(words, row), slots)] = -1
        entered[0] = row
    return begin


@kernel
def look_up(answers: Cells, words: Words, slots: Slots, count: int) -> int:
    """Put the row of each state after in place of its cell, -1 where it has none; the number of those that have one.

    Row `count` of `words`, which is free, is scratch.
    """
    found = 0
    for n in range(len(answers)):
        words[count, 0] = answers[n, 2]
        known = slots[find(words, count, hash_of(words, count), slots)]
        answers[n, 2] = known & ROW if known >= 0 else -1
        found += known >= 0
    return found
