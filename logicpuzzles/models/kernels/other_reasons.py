"""Why tables, circuits, products and parts that hang together remove values; see `set_reasons`."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import count_bits, lowest_bit
from .domains import highest, is_fixed, lowest
from .layout import END, FIRST, NUMBER, SCOPE, SCOPE_END, STRIDE, Problem, State
from .layout import SCRATCH as ROWS
from .memory import MASK, ROOT, START, Memory
from .needs import need, need_domain, need_range
from .nogoods import word_record
from .sets import meets


@kernel
def table_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Every row with one of these values has a value that another variable has lost.

    What is needed anyway serves first, then always the variable that rules out the most rows.
    """
    n = t[p + NUMBER]
    rows = s[ROWS]
    for j in range(n):
        s[rows + j] = 0
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    for i in range(begin, end, 2):
        if t[i] == v:
            base = t[i + 1] + (at - t[v + FIRST]) // STRIDE * 64 * n
            while gone:
                k = lowest_bit(gone)
                gone &= gone - 1
                for j in range(n):
                    s[rows + j] |= t[base + k * n + j]
    for i in range(begin, end, 2):
        if t[i] != v:
            strike(t, s, r, i, n, True)
    while any_left(s, rows, n):
        best = best_struck = 0
        for i in range(begin, end, 2):
            if t[i] != v:
                struck = would_strike(t, s, r, i, n)
                if struck > best_struck:
                    best, best_struck = i, struck
        if not best:
            return False
        strike(t, s, r, best, n, False)
    return True


@kernel
def any_left(s: State, rows: int, n: int) -> bool:
    """Whether one of the `n` words of rows is not empty."""
    for j in range(n):  # noqa: SIM110  kernels know no any()
        if s[rows + j]:
            return True
    return False


@kernel
def would_strike(t: Problem, s: State, r: Memory, i: int, n: int) -> int:
    """How many of the rows hold a value that the variable at t[i] has lost since the root."""
    base, struck = t[i + 1], 0
    for at in range(t[t[i] + FIRST], t[t[i] + END], STRIDE):
        lost = r[word_record(r, at) + ROOT] & ~s[at]
        while lost:
            k = lowest_bit(lost)
            lost &= lost - 1
            for j in range(n):
                struck += count_bits(t[base + k * n + j] & s[s[ROWS] + j])
        base += 64 * n
    return struck


@kernel
def strike(t: Problem, s: State, r: Memory, i: int, n: int, known: bool) -> None:
    """Take out the rows with a value that the variable at t[i] has lost, of these only what is needed anyway if known.

    Values that were lost at the root need no reason.
    """
    base = t[i + 1]
    rows = s[ROWS]
    for at in range(t[t[i] + FIRST], t[t[i] + END], STRIDE):
        word = word_record(r, at)
        lost = r[word + START] & ~(r[word + MASK] & r[word + ROOT]) if known else r[word + ROOT] & ~s[at]
        keep = -1
        while lost:
            k = lowest_bit(lost)
            lost &= lost - 1
            hit = False
            for j in range(n):
                if t[base + k * n + j] & s[rows + j]:
                    hit = True
                    s[rows + j] &= ~t[base + k * n + j]
            if hit:
                keep &= ~(1 << k)
        if not known:
            need(t, r, at, keep)
        base += 64 * n


@kernel
def circuit_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """A path leads from the place that `v` may not go to to the place of `v`."""
    scope, place_of = t[p + SCOPE], t[p + NUMBER]
    base = (at - t[v + FIRST]) // STRIDE * 64
    while gone:
        k = base + lowest_bit(gone)
        gone &= gone - 1
        place = t[place_of + k]
        for _ in range((t[p + SCOPE_END] - scope) // 2):
            u = t[scope + 2 * place]
            if u == v:
                break
            if not is_fixed(t, s, u):
                return False
            need_domain(t, s, r, u)
            place = t[place_of + lowest(t, s, u)]
        if t[scope + 2 * place] != v:
            return False
    return True


@kernel
def fixed_reason(t: Problem, s: State, r: Memory, p: int) -> bool:
    """The variables that are fixed are so."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if is_fixed(t, s, t[i]):
            need_domain(t, s, r, t[i])
    return True


@kernel
def bounds_reason(t: Problem, s: State, r: Memory, p: int, v: int) -> bool:
    """The bounds of the other variables are needed."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] != v:
            need_range(t, r, t[i], lowest(t, s, t[i]), highest(t, s, t[i]))
    return True


@kernel
def places_reason(t: Problem, s: State, r: Memory, p: int, v: int) -> bool:
    """Of the other variables of a part that hangs together those are needed that are surely in it, or out of it."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] == v:
            continue
        can, must = meets(t, s, t[i], t[i + 1])
        mask = t[i + 1]
        if can == must:
            for at in range(t[t[i] + FIRST], t[t[i] + END], STRIDE):
                need(t, r, at, t[mask] if must else ~t[mask])
                mask += 1
    return True
