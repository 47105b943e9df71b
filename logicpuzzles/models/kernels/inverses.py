"""The propagator of two lists of variables that are inverse."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import drop, has
from .layout import SCOPE, SCOPE_END, Problem, State


@kernel
def inverse(t: Problem, s: State, p: int) -> bool:
    """A variable of the first half can name a place if, and only if, that there can name its own.

    All are of one class; weight is the value that stands for the place of the variable, -1 where no domain has it.
    Source: T. Walsh, Permutation problems and channelling constraints (2001).
    """
    n = (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    middle = t[p + SCOPE] + n
    for i in range(t[p + SCOPE], middle, 2):
        for j in range(middle, middle + n, 2):
            there = t[j + 1] >= 0 and has(t, s, t[i], t[j + 1])
            back = t[i + 1] >= 0 and has(t, s, t[j], t[i + 1])
            if there and not back and not drop(t, s, t[i], t[j + 1]):
                return False
            if back and not there and not drop(t, s, t[j], t[i + 1]):
                return False
    return True
