"""Why values that differ, in domains of several words, were removed: sets of variables that have as many values."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .layout import END, FIRST, SCOPE, SCOPE_END, STRIDE, Problem, State
from .memory import SCRATCH, Memory
from .needs import need

# Parts of scratch, w words: for each value who has it and from whom it was reached; then in words the values reached
# and those taken; of each variable its value; and those reached.
TAKER, PARENT = 0, 64


@kernel
def wide_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Sets of other variables take up the values `gone` of the word at `at` of `v`; with `v` 0, one has too few."""
    first = t[t[p + SCOPE]]
    width = (t[first + END] - t[first + FIRST]) // STRIDE
    if v == 0:
        return wide_hall(t, s, r, p, 0, 0, 0, width)
    w = (at - t[v + FIRST]) // STRIDE
    while gone:
        if not wide_hall(t, s, r, p, v, w, gone & -gone, width):
            return False
        gone &= ~r[r[SCRATCH] + 128 * width + w]
    return True


@kernel
def wide_hall(t: Problem, s: State, r: Memory, p: int, but: int, w: int, value: int, width: int) -> bool:
    """Whether variables other than `but` take up bit `value` of word `w`, as in `set_reasons.hall`; they are needed.

    The values that they take up are left in scratch.
    """
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    taker = r[SCRATCH] + TAKER * width
    parent, reached = r[SCRATCH] + PARENT * width, r[SCRATCH] + 128 * width
    taken = reached + width
    own = taken + width
    queue = own + (end - begin) // 2
    for k in range(width):
        r[taken + k] = value if k == w else 0
    for start in range(begin, end, 2):
        if t[start] == but:
            continue
        for k in range(width):
            r[reached + k] = value if k == w else 0
        r[queue] = start
        done, n, found = 0, 1, -1
        while done < n and found < 0:
            i = r[queue + done]
            done += 1
            k = 0
            while k < width and found < 0:
                new = s[t[t[i] + FIRST] + STRIDE * k] & ~r[reached + k]
                free = new & ~r[taken + k]
                if free:
                    found = 64 * k + lowest_bit(free)
                    r[parent + found] = i
                    new = 0
                r[reached + k] |= new
                while new:
                    one = 64 * k + lowest_bit(new)
                    new &= new - 1
                    r[parent + one] = i
                    r[queue + n] = r[taker + one]
                    n += 1
                k += 1
        if found < 0:
            for j in range(n):
                for k in range(width):
                    need(t, r, t[t[r[queue + j]] + FIRST] + STRIDE * k, r[reached + k])
            return True
        r[taken + (found >> 6)] |= 1 << (found & 63)
        i = r[parent + found]
        while i != start:
            before = r[own + (i - begin) // 2]
            r[own + (i - begin) // 2] = found
            r[taker + found] = i
            found = before
            i = r[parent + found]
        r[own + (start - begin) // 2] = found
        r[taker + found] = start
    return False
