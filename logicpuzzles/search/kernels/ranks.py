"""Breadth first over numbered arrangements: states that hold each value a fixed number of times, two bits a state.

The number of an arrangement is how many come before it in lexicographic order, the first cell first (D. Knuth, TAOCP
4A, section 7.2.1.2). The code of a state that was met is 1 plus its depth modulo 3; there is one region.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Int64, Word, int64, lowest_bit, uint64
from ..budget import Outcome
from ..coding.arrays import RuleArrays
from .bits import HIGH, LOW, code_of, open_in
from .layout import Counts, Cursor, Places, Planes, Words
from .rules import apply, holds

ENDED, PAUSED = int(Outcome.ENDED), int(Outcome.PAUSED)


@kernel
def arrange(number: int, words: Words, row: int, places: Places, counts: Counts, left: Counts) -> None:
    """Write the arrangement with this number into `row` of `words`, uint64[n_rows, n_words].

    Parameters
    ----------
    places
        int64[n_cells, 2]: the word and the shift of each cell.
    counts, left
        int64[n_values + 1]: how often each value stands, and last how many arrangements there are; scratch.
    """
    n_values, n_cells = counts.shape[0] - 1, places.shape[0]
    for each in range(n_values + 1):
        left[each] = counts[each]
    total = counts[n_values]
    for w in range(words.shape[1]):
        words[row, w] = uint64(0)
    for cell in range(n_cells):
        value = 0
        share = total * left[0] // (n_cells - cell)
        while number >= share:
            number -= share
            value += 1
            share = total * left[value] // (n_cells - cell)
        words[row, places[cell, 0]] |= uint64(value) << uint64(places[cell, 1])
        left[value] -= 1
        total = share


@kernel
def number_of(words: Words, row: int, places: Places, cell_mask: Word, counts: Counts, left: Counts) -> Int64:
    """The number of the arrangement in `row`; the arguments are those of `arrange`."""
    n_values, n_cells = counts.shape[0] - 1, places.shape[0]
    for each in range(n_values + 1):
        left[each] = counts[each]
    total = counts[n_values]
    number = int64(0)
    for cell in range(n_cells):
        value = int64(words[row, places[cell, 0]] >> uint64(places[cell, 1]) & cell_mask)
        before = int64(0)
        for smaller in range(value):
            before += left[smaller]
        number += total * before // (n_cells - cell)
        total = total * left[value] // (n_cells - cell)
        left[value] -= 1
    return number


@kernel
def spread(
    bits: Planes,
    depth: int,
    words: Words,
    places: Places,
    counts: Counts,
    left: Counts,
    rules: RuleArrays,
    cursor: Cursor,
    budget: int,
) -> int:
    """Mark what one move leads to from the states of `depth`, where it was not met before.

    Parameters
    ----------
    bits
        uint64[3, 1, n], in and out: the planes.
    words, left
        uint64[2, n_words], and int64[n_values + 1] as `counts`: scratch.
    rules
        `RuleArrays`; the last context has all rules.
    cursor
        int64[1, 3], in and out: the word to go on with, and the states marked, in the last columns.
    budget
        About how many states to expand before it pauses.
    """
    here, code = depth % 3 + 1, (depth + 1) % 3 + 1
    low, high = uint64(code & 1), uint64(code >> 1)
    cell_mask = rules.cell_mask[0]
    first, end = rules.context[rules.context.shape[0] - 2], rules.context[rules.context.shape[0] - 1]
    w, marked = cursor[0, 1], cursor[0, 2]
    while w < bits.shape[2] and budget > 0:
        budget -= 1
        states = open_in(bits, 0, w, here)
        while states:
            budget -= 8
            arrange(int64(w) * 64 + lowest_bit(states), words, 0, places, counts, left)
            states &= states - uint64(1)
            for step in range(first, end):
                if holds(words, 0, rules.guards, step, cell_mask):
                    apply(words, 0, words, 1, rules, rules.steps[step, 0])
                    number = number_of(words, 1, places, cell_mask, counts, left)
                    if code_of(bits, 0, number) == 0:
                        bits[LOW, 0, number >> 6] |= low << uint64(number & 63)
                        bits[HIGH, 0, number >> 6] |= high << uint64(number & 63)
                        marked += 1
        w += 1
    cursor[0, 1], cursor[0, 2] = w, marked
    return PAUSED if w < bits.shape[2] else ENDED
