"""The propagator of formulas: whether one holds, by interval arithmetic over its instructions.

t[number[1]:number[2]] are records of SIZE numbers: an operation of `intervals`, the registers of up to three operands
(or what else it takes), and whether it may have no result or one that is too large. An instruction writes the register
with its own number: two words of scratch, the bounds of what it gives. The last one is 1 where the formula holds, and
0 where it does not. number[3] is the number of bits behind the point of floats. Of a variable with floats, the weight
is the address of the bounds of each value of its class.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import intervals
from .bits import lowest_bit
from .domains import drop, is_fixed, least, most
from .intervals import CHECKED, EXTRA, LEFT, LIMIT, RIGHT, SIZE, UNKNOWN, combined
from .layout import (
    ASKED,
    CONFLICT,
    END,
    FIRST,
    NUMBER,
    NUMBERS,
    OK,
    OPEN,
    QUESTION,
    QUEUED,
    SCOPE,
    SCOPE_END,
    SCRATCH,
    STRIDE,
    Problem,
    State,
)
from .undoing import narrowed


@kernel
def formula(t: Problem, s: State, p: int) -> int:
    """The formula of propagator `p` can still hold: OK or CONFLICT, or QUESTION where Python must tell.

    Bounds are narrowed from the result back to the variables (F. Benhamou et al., Revising hull and box consistency,
    1999). Where one variable is open, each of its values is tried.
    """
    root = forward(t, s, p, 0, 0)
    if s[root] == 1:
        return OK
    if s[root + 1] == 0 and s[root] != UNKNOWN:
        return CONFLICT
    s[t[p + QUEUED]] = 1  # its own changes need not wake it
    outcome = OK
    if s[root] != UNKNOWN:
        s[root] = 1
        if not narrowed(t, s, p):
            outcome = CONFLICT
        elif s[forward(t, s, p, 0, 0)] == 1:
            s[t[p + QUEUED]] = 0
            return OK
    if outcome == OK:
        outcome = tried(t, s, p)
    s[t[p + QUEUED]] = 0
    return outcome


@kernel
def tried(t: Problem, s: State, p: int) -> int:
    """Where one variable is open at most: only values of it are left for which the formula holds."""
    open_at = 0
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if not is_fixed(t, s, t[i]):
            if open_at:
                return OK
            open_at = i
    v = t[open_at] if open_at else t[t[p + SCOPE]]
    is_asked = False
    base = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[at]
        while word:
            k = base + lowest_bit(word)
            word &= word - 1
            root = forward(t, s, p, v, k)
            if s[root] == 1:
                continue
            if s[root + 1] == 1 or s[root] == UNKNOWN:
                is_asked = True
            elif not drop(t, s, v, k):
                return CONFLICT
        base += 64
    if is_asked:
        s[ASKED] = p
        s[OPEN] = v
        return QUESTION
    return OK


@kernel
def forward(t: Problem, s: State, p: int, fixed: int, k: int) -> int:
    """Work out all registers, where the variable `fixed` has value `k`; the address of the last one."""
    x = s[SCRATCH]
    at = x - 2
    for i in range(t[p + NUMBER + 1], t[p + NUMBER + 2], SIZE):
        at += 2
        op = t[i]
        if op == intervals.CONSTANT:
            s[at] = t[i + LEFT]
            s[at + 1] = t[i + RIGHT]
        elif op <= intervals.REAL_VARIABLE:
            place = t[p + SCOPE] + t[i + LEFT]
            v = t[place]
            if op == intervals.REAL_VARIABLE:
                if v == fixed:
                    s[at], s[at + 1] = t[t[place + 1] + 2 * k], t[t[place + 1] + 2 * k + 1]
                else:
                    s[at], s[at + 1] = real_bounds(t, s, v, t[place + 1])
            elif v == fixed:
                s[at] = s[at + 1] = t[t[v + NUMBERS] + k]
            else:
                s[at], s[at + 1] = least(t, s, v), most(t, s, v)
        elif op == intervals.CHOICE:
            s[at], s[at + 1] = chosen(s, x + t[i + LEFT], x + t[i + RIGHT], x + t[i + EXTRA])
        else:
            a, b = x + t[i + LEFT], x + t[i + RIGHT]
            if t[i + CHECKED] and (op == intervals.NOTHING_KNOWN or s[a] == UNKNOWN or s[b] == UNKNOWN):
                s[at], s[at + 1] = UNKNOWN, 0
            else:
                s[at], s[at + 1] = combined(op, s[a], s[a + 1], s[b], s[b + 1], t[i + EXTRA], t[p + NUMBER + 3])
                if t[i + CHECKED] and (s[at] < -LIMIT or s[at + 1] > LIMIT):
                    s[at], s[at + 1] = UNKNOWN, 0
    return at


@kernel
def chosen(s: State, condition: int, one: int, other: int) -> tuple[int, int]:
    """What a choice gives by its condition: one, or the other, or what lies between both."""
    if s[condition] == UNKNOWN:
        return UNKNOWN, 0
    if s[condition] == 1:
        return s[one], s[one + 1]
    if s[condition + 1] == 0:
        return s[other], s[other + 1]
    if s[one] == UNKNOWN or s[other] == UNKNOWN:
        return UNKNOWN, 0
    return min(s[one], s[other]), max(s[one + 1], s[other + 1])


@kernel
def real_bounds(t: Problem, s: State, v: int, bounds: int) -> tuple[int, int]:
    """The least and the greatest of what is left of a variable with floats, in units."""
    low, high = LIMIT, -LIMIT
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[at]
        while word:
            place = bounds + 2 * lowest_bit(word)
            word &= word - 1
            low, high = min(low, t[place]), max(high, t[place + 1])
        bounds += 128
    return low, high
