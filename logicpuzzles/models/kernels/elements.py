"""The propagator of arrays: the item at an index, or at two, is the result."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import narrow
from .layout import END, FIRST, NUMBER, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State


@kernel
def element(t: Problem, s: State, p: int) -> bool:
    """Every value left of the indices has an item that can be the result, and every one of the result such an item.

    The scope is number[0] indices (1 or 2), the items and the result; items and result are of one class. The weight of
    an index is the address in `t` of how many items lie before each of its values, -1 where there is none.
    scratch holds the values that are kept of the result and of the indices, a word for each of theirs.
    """
    first, n_indices = t[p + SCOPE], t[p + NUMBER]
    result = t[t[p + SCOPE_END] - 2]
    kept = s[SCRATCH]
    width = n_words(t, result)
    for r in range(kept, kept + width + n_words(t, t[first]) + (n_words(t, t[first + 2]) if n_indices == 2 else 0)):
        s[r] = 0
    items = first + 2 * n_indices
    n_found = item = 0
    at, k, kept_one = t[t[first] + FIRST], 0, kept + width
    for r in range(kept_one, kept_one + n_words(t, t[first])):
        word = s[at]
        while word:
            bit = word & -word
            before = t[t[first + 1] + k + lowest_bit(word)]
            word &= word - 1
            if n_indices == 2:
                n, last = meetings(t, s, p, items + 2 * before, kept)
            else:
                n, last = 1, items + 2 * before
                n = collect(t, s, t[last], result, kept)
            if n:
                s[r] |= bit
                n_found += n
                item = last
        at += STRIDE
        k += 64
    if n_found == 0:
        return False
    if not keep(t, s, t[first], kept_one):
        return False
    if n_indices == 2 and not keep(t, s, t[first + 2], kept_one + n_words(t, t[first])):
        return False
    if not keep(t, s, result, kept):
        return False
    return n_found > 1 or meet(t, s, t[item], result)


@kernel
def n_words(t: Problem, v: int) -> int:
    """How many words the domain of `v` has."""
    return (t[v + END] - t[v + FIRST]) // STRIDE


@kernel
def meetings(t: Problem, s: State, p: int, row: int, kept: int) -> tuple[int, int]:
    """How many items can be the result, of those from `row` on at the second index; and where the last of them is."""
    second = t[p + SCOPE] + 2
    result = t[t[p + SCOPE_END] - 2]
    n = item = k = 0
    at = t[t[second] + FIRST]
    r = kept + n_words(t, result) + n_words(t, t[second - 2])
    while at < t[t[second] + END]:
        word = s[at]
        while word:
            bit = word & -word
            found = row + 2 * t[t[second + 1] + k + lowest_bit(word)]
            word &= word - 1
            if collect(t, s, t[found], result, kept):
                s[r] |= bit
                n += 1
                item = found
        at += STRIDE
        r += 1
        k += 64
    return n, item


@kernel
def collect(t: Problem, s: State, item: int, result: int, kept: int) -> int:
    """Add the values that an item and the result have in common to those kept; 1 if there are any."""
    own, found = t[item + FIRST], 0
    for at in range(t[result + FIRST], t[result + END], STRIDE):
        common = s[at] & s[own]
        s[kept] |= common
        if common:
            found = 1
        own += STRIDE
        kept += 1
    return found


@kernel
def keep(t: Problem, s: State, v: int, kept: int) -> bool:
    """Only values in the words of `s` at `kept` are left of `v`."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        new = s[at] & s[kept]
        if new != s[at] and not narrow(t, s, v, at, new):
            return False
        kept += 1
    return True


@kernel
def meet(t: Problem, s: State, one: int, two: int) -> bool:
    """Two variables of one class have the same values left."""
    other = t[two + FIRST]
    for at in range(t[one + FIRST], t[one + END], STRIDE):
        common = s[at] & s[other]
        if s[at] != common and not narrow(t, s, one, at, common):
            return False
        if s[other] != common and not narrow(t, s, two, other, common):
            return False
        other += STRIDE
    return True
