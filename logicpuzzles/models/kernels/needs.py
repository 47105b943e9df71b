"""What an explanation needs: literals that are true now, kept as masks of words while a conflict is analysed."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import highest_bit, lowest_bit
from .domains import index_at_most
from .layout import END, FIRST, NUMBERS, SCOPE, SCOPE_END, SPAN, STRIDE, Problem, State
from .memory import (
    ACTIVITY,
    ANALYSIS,
    BASE,
    BASE_OF,
    BUMP,
    LISTED,
    MASK,
    N_TOUCHED,
    NEEDED,
    OWNER,
    PENDING,
    ROOT,
    TOUCHED,
    Memory,
)
from .nogoods import variable_record, word_record


@kernel
def put_mask(t: Problem, r: Memory, word: int, mask: int) -> None:
    """The mask of the word with the record `word` is now `mask`; counts what is pending."""
    if r[word + ROOT] & ~mask == 0:
        mask = -1
    if r[word + BASE_OF] == r[ANALYSIS]:
        before = r[word + BASE] & ~r[word + MASK] != 0
        after = r[word + BASE] & ~mask != 0
        if before != after:
            needed = variable_record(t, r, r[word + OWNER]) + NEEDED
            if after:
                r[PENDING] += r[needed] == 0
                r[needed] += 1
            else:
                r[needed] -= 1
                r[PENDING] -= r[needed] == 0
    r[word + MASK] = mask


@kernel
def need(t: Problem, r: Memory, at: int, mask: int) -> None:
    """The literal that the word at `at` lies within `mask` is needed; it is true."""
    word = word_record(r, at)
    new = r[word + MASK] & mask
    if new == r[word + MASK] or r[word + ROOT] & ~new == 0:
        return
    if not r[word + LISTED]:
        r[word + LISTED] = 1
        r[r[TOUCHED] + r[N_TOUCHED]] = at
        r[N_TOUCHED] += 1
        r[variable_record(t, r, r[word + OWNER]) + ACTIVITY] += r[BUMP]
    put_mask(t, r, word, new)


@kernel
def need_domain(t: Problem, s: State, r: Memory, v: int) -> None:
    """The domain of `v` is needed as it is."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        need(t, r, at, s[at])


@kernel
def need_range(t: Problem, r: Memory, v: int, low: int, high: int) -> None:
    """It is needed that the values left of `v` have indices from `low` to `high`."""
    base = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        mask = -1
        if low > base:
            mask = mask & -(1 << (low - base)) if low - base < 64 else 0
        if high < base + 63:
            mask = mask & ((1 << (high - base + 1)) - 1) if high >= base else 0
        need(t, r, at, mask)
        base += 64


@kernel
def need_outside(t: Problem, r: Memory, v: int, k: int) -> None:
    """It is needed that `v` does not have the value with index `k`."""
    need(t, r, t[v + FIRST] + STRIDE * (k >> 6), ~(1 << (k & 63)))


@kernel
def root_least(t: Problem, r: Memory, v: int) -> int:
    """The least number of `v` at the root."""
    k = 0
    at = t[v + FIRST]
    while r[word_record(r, at) + ROOT] == 0:
        at += STRIDE
        k += 64
    return t[t[v + NUMBERS] + k + lowest_bit(r[word_record(r, at) + ROOT])]


@kernel
def root_most(t: Problem, r: Memory, v: int) -> int:
    """The greatest number of `v` at the root."""
    at = t[v + END] - STRIDE
    k = (at - t[v + FIRST]) // STRIDE * 64
    while r[word_record(r, at) + ROOT] == 0:
        at -= STRIDE
        k -= 64
    return t[t[v + NUMBERS] + k + highest_bit(r[word_record(r, at) + ROOT])]


@kernel
def need_at_least(t: Problem, r: Memory, v: int, number: int) -> int:
    """It is needed that `v` is at least `number`; the least number of its class that is."""
    k = index_at_most(t, v, number - 1) + 1
    need_range(t, r, v, k, t[v + SPAN] - 1)
    return t[t[v + NUMBERS] + k]


@kernel
def need_at_most(t: Problem, r: Memory, v: int, number: int) -> int:
    """It is needed that `v` is at most `number`; the greatest number of its class that is."""
    k = index_at_most(t, v, number)
    need_range(t, r, v, 0, k)
    return t[t[v + NUMBERS] + k]


@kernel
def need_scope(t: Problem, s: State, r: Memory, p: int, but: int) -> None:
    """The domains of the variables of propagator `p` are needed as they are, but for variable `but`."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] != but:
            need_domain(t, s, r, t[i])
