"""The propagator of values that differ, domain consistent, for domains of several words: by a matching.

Every variable is given a value of its own first. Another value is possible for it where its holder could go on to one
that nobody has, or along others to the value that the variable gives up.
Source: J.-C. Regin, A filtering algorithm for constraints of difference in CSPs (1994); components as in R. Tarjan,
Depth-first search and linear graph algorithms (1972).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import is_fixed, narrow
from .layout import CACHE, END, FIRST, NUMBER, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State

MOST_SKIPPED = 63  # runs of `matching`

# Parts of scratch, for n variables of w words; a place is the number of a variable among the open ones.
# For each value: the place of the variable that holds it, and of that by which a search came to it; then in words:
# the values reached, those held, and those whose holders cannot go on to a value that nobody has.
N_BY_VALUE, N_WORDS = 2, 3
# Of each place: the variable, its value (-1 for none); the number in which it was visited (-1 where it need not be),
# the least number met from it, its component (0 while it has none); the variables still without one, the path (or a
# queue), and which value is looked at next.
VARIABLE, VALUE, INDEX, LOW, COMPONENT, STACK, PATH, NEXT = range(8)
N_BY_VARIABLE = 8


@kernel
def matching(t: Problem, s: State, p: int) -> bool:
    """The variables of propagator `p` can still differ; every value left has such a choice.

    `all_different` lets it run, as it does `flows.distinct`, with the same count of skipped runs in the cache.
    """
    skipped = s[CACHE] + t[p + NUMBER]
    first = t[t[p + SCOPE]]
    width = (t[first + END] - t[first + FIRST]) // STRIDE
    most = (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    words = s[SCRATCH] + N_BY_VALUE * 64 * width
    x = words + N_WORDS * width
    n = 0
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if not is_fixed(t, s, t[i]):
            s[x + n] = t[i]
            n += 1
    if not match(t, s, x, most, n, width):
        s[skipped + 1] = 0
        return False
    find_roomy(t, s, x, most, n, width)
    join(t, s, x, most, n, width)
    changed = False
    for j in range(n):
        v = s[x + j]
        component = s[x + COMPONENT * most + j]
        for w in range(width):
            at = t[v + FIRST] + STRIDE * w
            left = s[at]
            new = left & ~s[words + 2 * width + w]
            if s[x + INDEX * most + j] >= 0:
                new = 0
                while left:
                    bit = left & -left
                    holder = s[s[SCRATCH] + 64 * w + lowest_bit(left)]
                    left &= left - 1
                    if s[x + COMPONENT * most + holder] == component:
                        new |= bit
            if new != s[at]:
                changed = True
                if not narrow(t, s, v, at, new):
                    return False
    s[skipped + 1] = 0 if changed else min(2 * s[skipped + 1] + 1, MOST_SKIPPED)
    s[skipped] = s[skipped + 1]
    return True


@kernel
def match(t: Problem, s: State, x: int, most: int, n: int, width: int) -> bool:
    """Give each of `n` variables a value of its own; False where that cannot be."""
    held = x - 2 * width
    for w in range(width):
        s[held + w] = 0
    for j in range(n):
        at, k = t[s[x + j] + FIRST], 0
        while k < width and s[at] & ~s[held + k] == 0:
            at += STRIDE
            k += 1
        s[x + VALUE * most + j] = -1
        if k < width:
            bit = lowest_bit(s[at] & ~s[held + k])
            s[held + k] |= 1 << bit
            s[x + VALUE * most + j] = 64 * k + bit
            s[s[SCRATCH] + 64 * k + bit] = j
    for j in range(n):  # noqa: SIM110  kernels know no all()
        if s[x + VALUE * most + j] < 0 and not augment(t, s, x, most, j, width):
            return False
    return True


@kernel
def augment(t: Problem, s: State, x: int, most: int, start: int, width: int) -> bool:
    """Give the variable at place `start` a value too, by moving others along a path; False if there is none."""
    reached, held, queue = x - 3 * width, x - 2 * width, x + PATH * most
    came = s[SCRATCH] + 64 * width
    for w in range(width):
        s[reached + w] = 0
    s[queue] = start
    head, tail = 0, 1
    while head < tail:
        j = s[queue + head]
        head += 1
        for w in range(width):
            new = s[t[s[x + j] + FIRST] + STRIDE * w] & ~s[reached + w]
            free = new & ~s[held + w]
            if free:
                s[held + w] |= free & -free
                k = 64 * w + lowest_bit(free)
                while k >= 0:
                    before = s[x + VALUE * most + j]
                    s[x + VALUE * most + j] = k
                    s[s[SCRATCH] + k] = j
                    k = before
                    if k >= 0:
                        j = s[came + k]
                return True
            s[reached + w] |= new
            while new:
                k = 64 * w + lowest_bit(new)
                new &= new - 1
                s[came + k] = j
                s[queue + tail] = s[s[SCRATCH] + k]
                tail += 1
    return False


@kernel
def find_roomy(t: Problem, s: State, x: int, most: int, n: int, width: int) -> None:
    """Note the values whose holders cannot go on to one that nobody has; the holders of others need no visit."""
    held, closed = x - 2 * width, x - width
    for w in range(width):
        s[closed + w] = s[held + w]
    for j in range(n):
        s[x + INDEX * most + j] = s[x + COMPONENT * most + j] = 0
    grown = True
    while grown:
        grown = False
        for j in range(n):
            if s[x + INDEX * most + j] == 0:
                v, w = s[x + j], 0
                while w < width and s[t[v + FIRST] + STRIDE * w] & ~s[closed + w] == 0:
                    w += 1
                if w < width:
                    k = s[x + VALUE * most + j]
                    s[closed + (k >> 6)] &= ~(1 << (k & 63))
                    s[x + INDEX * most + j] = -1
                    grown = True


@kernel
def join(t: Problem, s: State, x: int, most: int, n: int, width: int) -> None:
    """The other variables have the same component where each can go on, along others, to the value of the other."""
    index, low, component = x + INDEX * most, x + LOW * most, x + COMPONENT * most
    stack, path, following = x + STACK * most, x + PATH * most, x + NEXT * most
    n_visited = height = 0
    for root in range(n):
        if s[index + root] != 0:
            continue
        s[path] = root
        s[following + root] = 0
        depth = 1
        while depth:
            j = s[path + depth - 1]
            if s[index + j] == 0:
                n_visited += 1
                s[index + j] = s[low + j] = n_visited
                s[stack + height] = j
                height += 1
            k = next_value(t, s, s[x + j], s[following + j], width)
            if k >= 0:
                s[following + j] = k + 1
                other = s[s[SCRATCH] + k]
                if s[index + other] == 0:
                    s[following + other] = 0
                    s[path + depth] = other
                    depth += 1
                elif s[component + other] == 0:
                    s[low + j] = min(s[low + j], s[index + other])
                continue
            depth -= 1
            if depth:
                above = s[path + depth - 1]
                s[low + above] = min(s[low + above], s[low + j])
            if s[low + j] == s[index + j]:
                other = -1
                while other != j:
                    height -= 1
                    other = s[stack + height]
                    s[component + other] = s[index + j]


@kernel
def next_value(t: Problem, s: State, v: int, k: int, width: int) -> int:
    """The first value left of `v` from `k` on; -1 if there is none."""
    w = k >> 6
    if w >= width:
        return -1
    left = s[t[v + FIRST] + STRIDE * w] & -(1 << (k & 63))
    while left == 0:
        w += 1
        if w == width:
            return -1
        left = s[t[v + FIRST] + STRIDE * w]
    return 64 * w + lowest_bit(left)
