"""The propagator of tables: rows of values that are allowed together, as sets of rows for each value."""

from __future__ import annotations

from ...kernels.inner import inner
from .bits import lowest_bit
from .domains import drop
from .layout import END, FIRST, NUMBER, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State


@inner
def table(t: Problem, s: State, p: int) -> bool:
    """Every value left of every variable of propagator `p` has a row whose other values are left too.

    scratch[:n] holds the rows that are left, n = number[0] words.
    Source: J. Demeulenaere et al., Compact-Table (2016), without its incremental part: tables here are small.
    """
    n = t[p + NUMBER]
    for r in range(n):
        s[s[SCRATCH] + r] = -1
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        restrict(t, s, t[i], t[i + 1], n)
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        v, k = t[i], 0
        for at in range(t[v + FIRST], t[v + END], STRIDE):
            word = s[at]
            while word:
                bit = k + lowest_bit(word)
                word &= word - 1
                if not supported(t, s, t[i + 1] + bit * n, n) and not drop(t, s, v, bit):
                    return False
            k += 64
    return True


@inner
def restrict(t: Problem, s: State, v: int, supports: int, n: int) -> None:
    """Only rows are left in scratch that hold one of the values left of `v`; t[supports + k n:] has those of k."""
    for r in range(n):
        rows, base = 0, supports + r
        for at in range(t[v + FIRST], t[v + END], STRIDE):
            word = s[at]
            while word:
                rows |= t[base + lowest_bit(word) * n]
                word &= word - 1
            base += 64 * n
        s[s[SCRATCH] + r] &= rows


@inner
def supported(t: Problem, s: State, rows: int, n: int) -> bool:
    """Whether one of the rows at t[rows:] is left."""
    for r in range(n):  # noqa: SIM110  numba knows no any()
        if t[rows + r] & s[s[SCRATCH] + r]:
            return True
    return False
