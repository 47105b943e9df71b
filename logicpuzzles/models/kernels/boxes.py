"""The propagator of boxes in any number of dimensions, no two of which overlap."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import least, most, omit_numbers
from .layout import NUMBER, SCOPE, SCOPE_END, Problem, State


@kernel
def apart(t: Problem, s: State, p: int) -> bool:
    """No two boxes of propagator `p` overlap.

    The scope is the corners of the boxes, number[0] variables a box; weights are their lengths. Two boxes that
    overlap in all dimensions but one are apart in that one. That is generalised arc consistency of each pair.
    Source: N. Beldiceanu and M. Carlsson, Sweep as a generic pruning technique applied to the non-overlapping
    rectangles constraint (2001), their forbidden regions, pair by pair.
    """
    size = 2 * t[p + NUMBER]
    for one in range(t[p + SCOPE], t[p + SCOPE_END], size):
        for two in range(t[p + SCOPE], one, size):
            free = n_free = 0
            for d in range(0, size, 2):
                if not overlap(t, s, one + d, two + d):
                    free = d
                    n_free += 1
            if n_free == 0:
                return False
            if n_free == 1:
                if not separate_from(t, s, one + free, two + free):
                    return False
                if not separate_from(t, s, two + free, one + free):
                    return False
    return True


@kernel
def overlap(t: Problem, s: State, i: int, j: int) -> bool:
    """Whether the sides at `i` and `j` of the scope overlap for certain."""
    v, w = t[i], t[j]
    return most(t, s, v) < least(t, s, w) + t[j + 1] and most(t, s, w) < least(t, s, v) + t[i + 1]


@kernel
def separate_from(t: Problem, s: State, i: int, j: int) -> bool:
    """The side at `i` begins only where the one at `j` can still be apart from it."""
    low, high = most(t, s, t[j]) - t[i + 1] + 1, least(t, s, t[j]) + t[j + 1] - 1
    return low > high or omit_numbers(t, s, t[i], low, high)
