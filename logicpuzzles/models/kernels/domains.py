"""Reading and narrowing domains; every change goes on the trail and wakes the propagators that wait for it.

`t` and `s` are the arrays of `layout`, `v` a variable, `k` the index of a value (a bit) in its class, `at` the
address of a word. Functions that narrow return False when the domain becomes empty.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import count_bits, highest_bit, lowest_bit
from .layout import (
    BOUNDS,
    CHANGED,
    DECISION,
    DENSE,
    END,
    FIRST,
    FIXED,
    HEAD,
    LATE,
    N_PROPAGATORS,
    NUMBERS,
    QUEUED,
    QUEUES,
    SPAN,
    STRIDE,
    TRAIL,
    UNDO,
    WAITING,
    WATCH,
    WATCH_END,
    Problem,
    State,
)


@kernel
def lowest(t: Problem, s: State, v: int) -> int:
    """The index of the first value left."""
    at = t[v + FIRST]
    k = 0
    while s[at] == 0:
        at += STRIDE
        k += 64
    return k + lowest_bit(s[at])


@kernel
def highest(t: Problem, s: State, v: int) -> int:
    """The index of the last value left."""
    at = t[v + END] - STRIDE
    k = (at - t[v + FIRST]) // STRIDE * 64
    while s[at] == 0:
        at -= STRIDE
        k -= 64
    return k + highest_bit(s[at])


@kernel
def is_narrow(t: Problem, v: int) -> bool:
    """Whether the domain is one word."""
    return t[v + END] - t[v + FIRST] == STRIDE


@kernel
def is_fixed(t: Problem, s: State, v: int) -> bool:
    """Whether one value is left."""
    if is_narrow(t, v):
        word = s[t[v + FIRST]]
        return word & (word - 1) == 0
    return lowest(t, s, v) == highest(t, s, v)


@kernel
def size(t: Problem, s: State, v: int) -> int:
    """How many values are left."""
    n = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        n += count_bits(s[at])
    return n


@kernel
def nth(t: Problem, s: State, v: int, n: int) -> int:
    """The index of the value left that has `n` before it."""
    at = t[v + FIRST]
    k = 0
    while count_bits(s[at]) <= n:
        n -= count_bits(s[at])
        at += STRIDE
        k += 64
    word = s[at]
    for _ in range(n):
        word &= word - 1
    return k + lowest_bit(word)


@kernel
def least(t: Problem, s: State, v: int) -> int:
    """The least number left."""
    return t[t[v + NUMBERS] + lowest(t, s, v)]


@kernel
def most(t: Problem, s: State, v: int) -> int:
    """The greatest number left."""
    return t[t[v + NUMBERS] + highest(t, s, v)]


@kernel
def has(t: Problem, s: State, v: int, k: int) -> bool:
    """Whether value `k` is left."""
    return (s[t[v + FIRST] + STRIDE * (k >> 6)] >> (k & 63)) & 1 == 1


@kernel
def push(t: Problem, s: State, p: int) -> None:
    """Propagator `p` waits in its queue, once."""
    if s[t[p + QUEUED]]:
        return
    s[t[p + QUEUED]] = 1
    late = t[p + LATE]
    n = t[N_PROPAGATORS]
    place = s[HEAD + late] + s[WAITING + late]
    s[s[QUEUES] + late * n + (place if place < n else place - n)] = p
    s[WAITING + late] += 1


@kernel
def wide_event(t: Problem, s: State, v: int, at: int, old: int, new: int) -> int:
    """The event of a change in a domain of several words, 0 when it is empty."""
    below = above = 0
    for place in range(t[v + FIRST], at, STRIDE):
        below += count_bits(s[place])
    for place in range(at + STRIDE, t[v + END], STRIDE):
        above += count_bits(s[place])
    left = below + above + count_bits(new)
    if left <= 1:
        return left * (CHANGED | BOUNDS | FIXED)
    if below == 0 and (new == 0 or lowest_bit(old) != lowest_bit(new)):
        return CHANGED | BOUNDS
    if above == 0 and (new == 0 or highest_bit(old) != highest_bit(new)):
        return CHANGED | BOUNDS
    return CHANGED


@kernel
def narrow(t: Problem, s: State, v: int, at: int, new: int) -> bool:
    """The word at `at` of `v` becomes `new`, a proper subset of what it is."""
    old = s[at]
    if s[at + 1] != s[DECISION]:
        s[at + 1] = s[DECISION]
        entry = s[UNDO] + 2 * s[TRAIL]
        s[entry] = at
        s[entry + 1] = old
        s[TRAIL] += 1
    s[at] = new
    if not is_narrow(t, v):
        event = wide_event(t, s, v, at, old, new)
    elif new & (new - 1) == 0:
        event = CHANGED | BOUNDS | FIXED if new else 0
    elif lowest_bit(old) != lowest_bit(new) or highest_bit(old) != highest_bit(new):
        event = CHANGED | BOUNDS
    else:
        event = CHANGED
    for i in range(t[v + WATCH], t[v + WATCH_END], 2):
        if t[i + 1] & event:
            push(t, s, t[i])
    return event != 0


@kernel
def drop(t: Problem, s: State, v: int, k: int) -> bool:
    """Value `k` is not among those left."""
    at = t[v + FIRST] + STRIDE * (k >> 6)
    bit = 1 << (k & 63)
    return not s[at] & bit or narrow(t, s, v, at, s[at] & ~bit)


@kernel
def clip(t: Problem, s: State, v: int, low: int, high: int) -> bool:
    """Only values with an index from `low` to `high` are left."""
    base = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        new = s[at]
        if low > base:
            new = new & -(1 << (low - base)) if low - base < 64 else 0
        if high < base + 63:
            new = new & ((1 << (high - base + 1)) - 1) if high >= base else 0
        if new != s[at] and not narrow(t, s, v, at, new):
            return False
        base += 64
    return True


@kernel
def index_at_most(t: Problem, v: int, number: int) -> int:
    """The index of the greatest number of the class of `v` that is at most `number`; -1 if there is none."""
    begin = t[v + NUMBERS]
    n = t[v + SPAN]
    if n == 0 or number < t[begin]:
        return -1
    if number >= t[begin + n - 1]:
        return n - 1
    if t[v + DENSE]:
        return number - t[begin]
    low, high = 0, n - 1  # the number lies from that at low to before that at high
    while high - low > 1:
        middle = (low + high) >> 1
        if t[begin + middle] <= number:
            low = middle
        else:
            high = middle
    return low


@kernel
def clip_numbers(t: Problem, s: State, v: int, low: int, high: int) -> bool:
    """Only numbers from `low` to `high` are left; `v` has numbers only."""
    return clip(t, s, v, index_at_most(t, v, low - 1) + 1, index_at_most(t, v, high))


@kernel
def omit(t: Problem, s: State, v: int, low: int, high: int) -> bool:
    """No values with an index from `low` to `high` are left."""
    base = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        if low < base + 64 and high >= base:
            below = s[at] & ((1 << (low - base)) - 1) if low > base else 0
            above = s[at] & -(1 << (high - base + 1)) if high < base + 63 else 0
            if below | above != s[at] and not narrow(t, s, v, at, below | above):
                return False
        base += 64
    return True


@kernel
def omit_numbers(t: Problem, s: State, v: int, low: int, high: int) -> bool:
    """No numbers from `low` to `high` are left; `v` has numbers only."""
    return omit(t, s, v, index_at_most(t, v, low - 1) + 1, index_at_most(t, v, high))
