"""Why arrays and inverse lists remove values and fail; see `set_reasons`."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import count_bits, lowest_bit
from .domains import has, is_fixed
from .layout import END, FIRST, NUMBER, SCOPE, SCOPE_END, STRIDE, Problem, State
from .memory import ROOT, Memory
from .needs import need, need_domain, need_outside
from .nogoods import word_record


@kernel
def element_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Of an index that is gone no item can be the result; none that another index leaves has a value that is gone.

    Of an item values are gone that the result does not have, where the indices are fixed. With `v` 0 no item can be
    the result. False where `v` is there twice.
    """
    begin, n_indices = t[p + SCOPE], t[p + NUMBER]
    result, place = t[t[p + SCOPE_END] - 2], 0
    for i in range(begin, t[p + SCOPE_END], 2):
        if t[i] == v:
            if place:
                return False
            place = i
    if place >= begin + 2 * n_indices and v != result:
        for i in range(begin, begin + 2 * n_indices, 2):
            if not is_fixed(t, s, t[i]):
                return False
            need_domain(t, s, r, t[i])
        need(t, r, t[result + FIRST] + at - t[v + FIRST], ~gone)
        return True
    if n_indices == 1:
        return items_apart(t, s, r, p, begin, begin + 2, v, at, gone)
    second = begin + 2
    if v == t[begin]:
        return rows_apart(t, s, r, p, at, gone)
    k = 0
    for word in range(t[t[begin] + FIRST], t[t[begin] + END], STRIDE):
        left = r[word_record(r, word) + ROOT]
        while left:
            one = k + lowest_bit(left)
            left &= left - 1
            if not has(t, s, t[begin], one):
                need_outside(t, r, t[begin], one)
            elif not items_apart(t, s, r, p, second, second + 2 + 2 * t[t[begin + 1] + one], v, at, gone):
                return False
        k += 64
    return True


@kernel
def rows_apart(t: Problem, s: State, r: Memory, p: int, at: int, gone: int) -> bool:
    """No item can be the result of those at the values `gone` of the first index."""
    begin = t[p + SCOPE]
    base = t[begin + 1] + (at - t[t[begin] + FIRST]) // STRIDE * 64
    while gone:
        row = begin + 4 + 2 * t[base + lowest_bit(gone)]
        gone &= gone - 1
        if not items_apart(t, s, r, p, begin + 2, row, 0, 0, 0):
            return False
    return True


@kernel
def items_apart(t: Problem, s: State, r: Memory, p: int, i: int, items: int, v: int, at: int, gone: int) -> bool:
    """Of each value of the index at t[i], that is gone or is left, the item cannot be the result, or lacks `gone`.

    The items are from t[items] on. The index is t[i] itself where that is `v`; the values gone are those of the result
    where that is `v`; else all of the result count.
    """
    index, result = t[i], t[t[p + SCOPE_END] - 2]
    k = 0
    for word in range(t[index + FIRST], t[index + END], STRIDE):
        left = r[word_record(r, word) + ROOT]
        if v == index:
            left = gone if word == at else 0
        while left:
            one = k + lowest_bit(left)
            left &= left - 1
            item = t[items + 2 * t[t[i + 1] + one]]
            if v != index and not has(t, s, index, one):
                need_outside(t, r, index, one)
            elif v == result:
                own = t[item + FIRST] + at - t[result + FIRST]
                if s[own] & gone:
                    return False
                need(t, r, own, ~gone)
            elif not need_apart(t, s, r, item, result):
                return False
        k += 64
    return True


@kernel
def need_apart(t: Problem, s: State, r: Memory, one: int, two: int) -> bool:
    """It is needed that two variables of one class have no value in common; False if they have."""
    other = t[two + FIRST]
    for at in range(t[one + FIRST], t[one + END], STRIDE):
        if s[at] & s[other]:
            return False
        if count_bits(s[at]) <= count_bits(s[other]):
            need(t, r, at, s[at])
            need(t, r, other, ~s[at])
        else:
            need(t, r, at, ~s[other])
            need(t, r, other, s[other])
        other += STRIDE
    return True


@kernel
def inverse_reason(t: Problem, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """The variables of the other list do not name the place of `v`; False where `v` is in both."""
    begin = t[p + SCOPE]
    n = (t[p + SCOPE_END] - begin) // 2
    place = 0
    for i in range(begin, t[p + SCOPE_END], 2):
        if t[i] == v:
            if place:
                return False
            place = i
    others = begin + n if place < begin + n else begin
    base = (at - t[v + FIRST]) // STRIDE * 64
    while gone:
        k = base + lowest_bit(gone)
        gone &= gone - 1
        for j in range(others, others + n, 2):
            if t[j + 1] == k and t[place + 1] >= 0:
                need_outside(t, r, t[j], t[place + 1])
    return True
