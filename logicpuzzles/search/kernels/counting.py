"""Counts the states below one by sliding moves, where little slack is left: most of a deepening search.

All that such a subtree adds to the search is the number of its states, if no goal is there. So nothing but states and
steps to come is kept of the path, and whether a step costs something is a bit in a set of pieces. Where a goal could
be, or there are too many states, `depth_first` looks at them again one by one.

Where no more slack can be spent, the next step that is not turned back is looked for before a state is left, so one
that has none is never come back to. The steps are written out, because then the processor foresees what follows the
first, the second and the third: a loop over them took 1.3 times as long, and so did a version without branches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.kernel import kernel
from ...kernels.words import Word, int64
from .layout import Control, Costs, Fields, Spans

MOST_STEPS = 3  # that can follow a step
NEXT, COUNT, SIZE = 4, 12, 16  # numbers a step; where the number of steps stands, and numbers a context: a power of 2


class Counts(NamedTuple):
    """Tables for `count_below`.

    Attributes
    ----------
    table
        uint64[16 * n_contexts]: for each context three times where the piece is that moves, the set of pieces for which
        the step takes no slack, the lowest bits of the two cells, and where the context after it begins; and how many
        steps there are.
    contexts
        uint64[n_steps]: where the context after each step begins.
    slack
        int64[3]: the slack of goals at the depth of the limit; what the steps cost that are not free; what a move of
        the limit adds to the slack. The first is -1 where there are no tables.
    """

    table: Fields
    contexts: Fields
    slack: Control

    @classmethod
    def unused(cls, n_steps: int) -> Counts:
        """Tables where nothing can be counted."""
        return cls(np.zeros(SIZE, np.uint64), np.zeros(n_steps, np.uint64), np.array([-1, 0, 0]))

    @classmethod
    def of(
        cls,
        shifts: Fields,
        swaps: Fields,
        costs: Costs,
        spans: Spans,
        pieces: list[int],
        slack: int,
        divisor: int,
    ) -> Counts:
        """Tables for these steps of `slide.Slides`; `slack` is that of goals at the depth of the limit."""
        begins = {context: SIZE * number for number, context in enumerate(sorted(set(map(tuple, spans.tolist()))))}
        fits = all(end - first <= MOST_STEPS for first, end in begins) and max(pieces, default=0) < 64
        different = set(costs[:, pieces].ravel().tolist()) - {0}
        cost = min(different, default=0)
        if not fits or len(different) != 1 or not 0 <= slack < cost:
            return cls.unused(len(shifts))
        contexts = np.array([begins[context] for context in map(tuple, spans.tolist())], np.uint64)
        table = np.zeros(SIZE * len(begins), np.uint64)
        for (first, end), begin in begins.items():
            for number, step in enumerate(range(first, end)):
                free = sum(1 << piece for piece in pieces if costs[step, piece] == 0)
                at = begin + NEXT * number
                table[at : at + NEXT] = shifts[step], free, swaps[step], contexts[step]
            table[begin + COUNT] = end - first
        return cls(table, contexts, np.array([slack, cost, divisor]))


@kernel(inline=True)
def is_free(table: Fields, step: int, state: Word, cell_mask: Word) -> bool:
    """Whether the step in this place of the table takes no slack."""
    return table[step + 1] >> (state >> table[step] & cell_mask) & 1 != 0


@kernel(inline=True)
def put(scratch: Fields, top: int, state: Word, step: int, bound: int, level: int) -> int:
    """Note that a step is to be taken later; where the next one is noted."""
    scratch[top], scratch[top + 1], scratch[top + 2], scratch[top + 3] = state, step, bound, level
    return top + 4


@kernel(inline=True)
def count_below(
    counts: Counts, fixed: Fields, state: Word, step: int, left: int, rest: int, most: int, scratch: Fields
) -> int:
    """What `depth_first.Moves.count_below` tells of a state, whose steps begin at `step`.

    The level is how many more steps can cost something. The bound, less that of goals, follows from it and `rest`.
    """
    table, cell_mask, blank = counts.table, fixed[0], fixed[1]
    second, third = NEXT, 2 * NEXT
    goal, cost, divisor = counts.slack[0], counts.slack[1], counts.slack[2]
    level = (left - goal) // cost
    bound = rest * divisor - level * cost
    top, spare = 0, most
    while bound > 0 and spare >= 0:
        n_steps = int64(table[step + COUNT])
        spare -= n_steps
        if level > 0:
            ends = n_steps == 0
            if n_steps > 1:
                top = put(scratch, top, state, step + second, bound, level)
        elif is_free(table, step, state, cell_mask):
            ends = False
            if is_free(table, step + second, state, cell_mask):
                top = put(scratch, top, state, step + second, bound, level)
            elif is_free(table, step + third, state, cell_mask):
                top = put(scratch, top, state, step + third, bound, level)
        elif is_free(table, step + second, state, cell_mask):
            ends = False
            if is_free(table, step + third, state, cell_mask):
                top = put(scratch, top, state, step + third, bound, level)
            step += second
        else:
            ends = not is_free(table, step + third, state, cell_mask)
            step += third
        if ends:
            if top == 0:
                return most - spare if spare >= 0 else -1
            top -= 4
            state, step = scratch[top], int64(scratch[top + 1])
            bound, level = int64(scratch[top + 2]), int64(scratch[top + 3])
            if step & SIZE - 1 == second:
                again = is_free(table, step + second, state, cell_mask)
                if level > 0:
                    again = table[step - second + COUNT] > 2
                if again:
                    top = put(scratch, top, state, step + second, bound, level)
        if level > 0 and not is_free(table, step, state, cell_mask):
            level -= 1
            bound += cost
        bound -= divisor
        state ^= ((state >> table[step] & cell_mask) ^ blank) * table[step + 2]
        step = int64(table[step + 3])
    return -1
