"""The propagator of one round trip through all places."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import drop, is_fixed, lowest
from .layout import NUMBER, SCOPE, SCOPE_END, SCRATCH, Problem, State


@kernel
def circuit(t: Problem, s: State, p: int) -> bool:
    """The successors of propagator `p` can still form one round trip: the end of a path does not lead to its beginning.

    Places are numbered as in the scope; weight is the value that stands for each, t[number[0] + k] the place
    that value k stands for. scratch holds n successors, -1 where open, then n marks of places that are one.
    That the successors differ is another propagator's work.
    """
    scope, place_of = t[p + SCOPE], t[p + NUMBER]
    n = (t[p + SCOPE_END] - scope) // 2
    after = s[SCRATCH]
    entered = after + n
    for i in range(n):
        s[after + i] = -1
        s[entered + i] = 0
    for i in range(n):
        v = t[scope + 2 * i]
        if is_fixed(t, s, v):
            j = t[place_of + lowest(t, s, v)]
            if s[entered + j]:
                return False
            s[after + i] = j
            s[entered + j] = 1
    visited = 0
    for i in range(n):
        if s[entered + i]:
            continue
        length, end = 1, i
        while s[after + end] >= 0:
            end = s[after + end]
            length += 1
        visited += length
        if length < n and not drop(t, s, t[scope + 2 * end], t[scope + 2 * i + 1]):
            return False
    return visited == n or (visited == 0 and is_round(s, after, n))


@kernel
def is_round(s: State, after: int, n: int) -> bool:
    """Whether the round trip from place 0 has length `n`; every place has a successor and is one."""
    place, length = s[after], 1
    while place != 0:
        place = s[after + place]
        length += 1
    return length == n
