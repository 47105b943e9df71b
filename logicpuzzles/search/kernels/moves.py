"""The moves between states that a search keeps: what every shortest solution is made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ..coding.arrays import Ints, RuleArrays
from .layout import Edges, Marks, Rows, Slots, Words
from .rules import apply, context, holds
from .stored import ROW, Stored, find, hash_of

CHUNK = 1 << 16  # rows between two looks at Ctrl-C
ROOM_FOR = 1 << 20  # moves that are written at once


@kernel
def write_moves(
    words: Words,
    slots: Slots,
    marks: Marks,
    rows: Rows,
    vias: Rows,
    first: int,
    last: int,
    edges: Edges,
    rules: RuleArrays,
) -> int:
    """Write every move from one of ``rows[first:last]``, met by ``vias[first:last]``, to a marked row; their number.

    Parameters
    ----------
    words, slots
        The states, of which the last row is scratch, and their hash table, as in `Stored`.
    marks
        uint8[capacity]: 1 for the rows that are wanted.
    rows, vias
        int64[n]: the rows to move from, and the rule that led to each, as `rules.context` counts them.
    edges
        int64[m, 3], output: the row, the rule, the row after; there must be room for every move.
    """
    count = 0
    cell_mask = rules.cell_mask[0]
    scratch = words.shape[0] - 1
    for number in range(first, last):
        row = rows[number]
        here = context(words, row, vias[number], rules)
        for step in range(rules.context[here], rules.context[here + 1]):
            if holds(words, row, rules.guards, step, cell_mask):
                rule = rules.steps[step, 0]
                apply(words, row, words, scratch, rules, rule)
                slot = find(words, scratch, hash_of(words, scratch), slots)
                after = slots[slot] & ROW
                if slots[slot] >= 0 and marks[after]:
                    edges[count, 0], edges[count, 1], edges[count, 2] = row, rule, after
                    count += 1
    return count


def moves_into(
    stored: Stored, marks: NDArray[np.uint8], rows: Ints, vias: Ints, rules: RuleArrays
) -> dict[int, list[tuple[int, int]]]:
    """For each of `rows` with a move to a marked row: the rules of such moves and the rows after, in clause order."""
    most_steps = int(np.diff(rules.context).max(initial=1))
    chunk = max(1, min(CHUNK, len(rows), ROOM_FOR // most_steps))
    edges = np.empty((chunk * most_steps, 3), dtype=np.int64)
    found: dict[int, list[tuple[int, int]]] = {}
    for first in range(0, len(rows), chunk):
        last = min(first + chunk, len(rows))
        count = launch(write_moves, stored.words, stored.slots, marks, rows, vias, first, last, edges, rules)
        for row, rule, after in edges[:count].tolist():
            found.setdefault(row, []).append((rule, after))
    return found
