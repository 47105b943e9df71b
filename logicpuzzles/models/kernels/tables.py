"""The propagator of tables: rows of values that are allowed together, as sets of rows for each value."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import drop, size
from .layout import END, FIRST, NUMBER, QUEUED, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State


@kernel
def table(t: Problem, s: State, p: int) -> bool:
    """Every value left of every variable of propagator `p` has a row whose other values are left too.

    Sets of rows are number[0] words; each variable is in the scope once. scratch holds the words of rows that are left,
    but for those without any, and behind them which words these are.
    Source: J. Demeulenaere et al., Compact-Table (2016), without its incremental part: the variable with the fewest
    values leaves few words, which alone are looked at.
    """
    s[t[p + QUEUED]] = 1  # its own changes need not wake it
    n_left = rows_left(t, s, p)
    possible = n_left > 0
    i = t[p + SCOPE]
    while possible and i < t[p + SCOPE_END]:
        possible = keep_supported(t, s, p, i, n_left)
        i += 2
    s[t[p + QUEUED]] = 0
    return possible


@kernel
def rows_left(t: Problem, s: State, p: int) -> int:
    """Fill scratch; return how many words of rows are left."""
    n, left = t[p + NUMBER], s[SCRATCH]
    first, fewest = t[p + SCOPE], size(t, s, t[t[p + SCOPE]])
    for i in range(t[p + SCOPE] + 2, t[p + SCOPE_END], 2):
        if fewest > 1 and size(t, s, t[i]) < fewest:
            first, fewest = i, size(t, s, t[i])
    n_left = 0
    for r in range(n):
        word = rows_of(t, s, t[first], t[first + 1] + r, n, -1)
        if word:
            s[left + n_left] = word
            s[left + n + n_left] = r
            n_left += 1
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if i != first:
            kept = 0
            for k in range(n_left):
                r = s[left + n + k]
                word = rows_of(t, s, t[i], t[i + 1] + r, n, s[left + k])
                if word:
                    s[left + kept] = word
                    s[left + n + kept] = r
                    kept += 1
            n_left = kept
    return n_left


@kernel
def rows_of(t: Problem, s: State, v: int, at: int, n: int, wanted: int) -> int:
    """Those of the rows `wanted` that hold a value left; t[at + k n] has those of value k."""
    rows = 0
    for domain in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[domain]
        while word:
            rows |= t[at + lowest_bit(word) * n]
            word &= word - 1
        if rows & wanted == wanted:
            return rows & wanted
        at += 64 * n
    return rows & wanted


@kernel
def keep_supported(t: Problem, s: State, p: int, i: int, n_left: int) -> bool:
    """Only values are left of the variable at `i` of the scope that one of the rows in scratch holds."""
    n, v, k = t[p + NUMBER], t[i], 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[at]
        while word:
            bit = k + lowest_bit(word)
            word &= word - 1
            if not supported(t, s, t[i + 1] + bit * n, n, n_left) and not drop(t, s, v, bit):
                return False
        k += 64
    return True


@kernel
def supported(t: Problem, s: State, rows: int, n: int, n_left: int) -> bool:
    """Whether one of the rows at t[rows:] is left."""
    left = s[SCRATCH]
    for k in range(n_left):  # noqa: SIM110  kernels know no any()
        if t[rows + s[left + n + k]] & s[left + k]:
            return True
    return False
