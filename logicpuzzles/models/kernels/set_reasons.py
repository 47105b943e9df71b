"""Why propagators over sets of values remove values and fail.

`v` is the variable that lost the values `gone` of its word at `at`, or 0 for a failure; False where another reason
must be given.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit, shift_right
from .domains import is_fixed, is_narrow, least, most
from .layout import END, FIRST, NUMBER, NUMBERS, SCOPE, SCOPE_END, STRIDE, Problem, State
from .matching_reasons import wide_reason
from .memory import SCRATCH, Memory
from .needs import need, need_at_least, need_at_most, need_domain
from .sets import meets


@kernel
def different_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Other variables have these values: one each, or a set of variables has as many values as they are."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    shift = 0
    for i in range(begin, end, 2):
        if t[i] == v:
            shift = t[i + 1]
    narrow = is_narrow(t, t[begin])
    offset = at - t[v + FIRST] if v else 0
    left = gone << shift
    for i in range(begin, end, 2):
        if v and t[i] != v and is_fixed(t, s, t[i]):
            word = s[t[t[i] + FIRST] + offset] << t[i + 1]
            if word & left:
                need_domain(t, s, r, t[i])
                left &= ~word
    if left == 0 and v:
        return True
    if not narrow:
        return wide_reason(t, s, r, p, v, at, left)
    if v == 0:
        return hall(t, s, r, p, 0, 0) != 0
    while left:
        found = hall(t, s, r, p, v, left & -left)
        if not found:
            return False
        left &= ~found
    return True


@kernel
def hall(t: Problem, s: State, r: Memory, p: int, but: int, value: int) -> int:
    """Values that a set of variables other than `but` takes up, that with bit `value` among them; 0 if there is none.

    With value 0: a set of variables that has too few values. Variables are given values one after the other; where
    one cannot be, those that it competes with are the set. scratch: who has each of the 64 values, from whom each was
    reached, the value of each variable, and those reached.
    Source: C. Berge, Two theorems in graph theory (1957).
    """
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    taker = r[SCRATCH]
    parent, own = taker + 64, taker + 128
    queue = own + (end - begin) // 2
    taken = value
    for start in range(begin, end, 2):
        if t[start] == but:
            continue
        reached, n, done, free = value, 1, 0, 0
        r[queue] = start
        while done < n and free == 0:
            i = r[queue + done]
            done += 1
            new = (s[t[t[i] + FIRST]] << t[i + 1]) & ~reached
            free = new & ~taken
            if free != 0:
                free &= -free
                new = free
            reached |= new
            while new:
                k = lowest_bit(new)
                new &= new - 1
                r[parent + k] = i
                if free == 0:
                    r[queue + n] = r[taker + k]
                    n += 1
        if free == 0:
            for j in range(n):
                i = r[queue + j]
                need(t, r, t[t[i] + FIRST], shift_right(reached, t[i + 1]))
            return reached if reached else -1
        taken |= free
        k = lowest_bit(free)
        i = r[parent + k]
        while i != start:
            before = r[own + (i - begin) // 2]
            r[own + (i - begin) // 2] = k
            r[taker + k] = i
            k = before
            i = r[parent + k]
        r[own + (start - begin) // 2] = k
        r[taker + k] = start
    return 0


@kernel
def count_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """As many others as may be have a value in their mask, or as many as may be have none there."""
    end, target = t[p + SCOPE_END], 0
    low, high = t[p + NUMBER], t[p + NUMBER + 1]
    if t[p + NUMBER + 2]:
        end -= 2
        target = t[end]
        if v == target:
            return target_reason(t, s, r, p, v, at, gone)
        low, high = least(t, s, target), most(t, s, target)
    inside = outside = n = 0
    into = False
    for i in range(t[p + SCOPE], end, 2):
        if t[i] == v:
            mask = t[t[i + 1] + (at - t[v + FIRST]) // STRIDE]
            into = gone & mask == 0
            if not into and gone & ~mask:
                return False
        else:
            can, must = meets(t, s, t[i], t[i + 1])
            n += 1
            outside += 1 - can
            inside += must
    if v == 0:
        into = inside <= high
        high += 1
    wanted = n - low + 1 if into else high
    if (outside if into else inside) < wanted:
        return False
    if target and into:
        need_at_least(t, r, target, low)
    elif target:
        need_at_most(t, r, target, high - 1 if v == 0 else high)
    need_members(t, s, r, p, end, v, wanted, not into)
    return True


@kernel
def target_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """So many variables must have a value in their mask, or so many cannot, that `v` is not how many they are."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END] - 2
    base = t[v + NUMBERS] + (at - t[v + FIRST]) // STRIDE * 64
    inside = possible = 0
    for i in range(begin, end, 2):
        if t[i] == v:
            return False
        can, must = meets(t, s, t[i], t[i + 1])
        possible += can
        inside += must
    n_in = n_out = 0
    while gone:
        number = t[base + lowest_bit(gone)]
        gone &= gone - 1
        if number < inside:
            n_in = max(n_in, number + 1)
        elif number > possible:
            n_out = max(n_out, (end - begin) // 2 - number + 1)
        else:
            return False
    need_members(t, s, r, p, end, v, n_in, True)
    need_members(t, s, r, p, end, v, n_out, False)
    return True


@kernel
def need_members(t: Problem, s: State, r: Memory, p: int, end: int, but: int, wanted: int, inside: bool) -> None:
    """It is needed that so many variables before `end`, not `but`, must be in their mask, or cannot."""
    for i in range(t[p + SCOPE], end, 2):
        if t[i] == but or wanted <= 0:
            continue
        can, must = meets(t, s, t[i], t[i + 1])
        if (must != 0 and inside) or (can == 0 and not inside):
            need_side(t, r, t[i], t[i + 1], inside)
            wanted -= 1


@kernel
def need_side(t: Problem, r: Memory, v: int, mask: int, inside: bool) -> None:
    """It is needed that `v` has a value in the mask at t[mask:], or outside of it."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        need(t, r, at, t[mask] if inside else ~t[mask])
        mask += 1


@kernel
def equal_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """One of the others lacks each of these values."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] != v:
            place = t[t[i] + FIRST] + at - t[v + FIRST]
            lacking = gone & ~s[place]
            if lacking:
                need(t, r, place, ~lacking)
                gone &= ~lacking
    return gone == 0
