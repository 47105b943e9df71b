"""The propagator of tasks that share a resource."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import clip_numbers, least, most, omit_numbers
from .layout import NUMBER, SCOPE, SCOPE_END, SCRATCH, Problem, State

# The record of a task, in the place of a weight: how long it lasts, and how much it needs.
DURATION, NEED = range(2)
ENERGETIC = 48  # tasks; of more only the time table is used, since energy costs the cube of their number


@kernel
def cumulative(t: Problem, s: State, p: int) -> bool:
    """The tasks of propagator `p`, which start at its variables, never need more than number[0] at the same time.

    Where tasks take part for certain, others do not start that need too much with them (the time table); and what
    must be done between two times is no more than can be (energy, between earliest starts and latest ends).
    scratch[:4n] holds the times at which the table changes, and what is needed after each.
    Source: P. Baptiste, C. Le Pape and W. Nuijten, Constraint-Based Scheduling (2001), 3.3.
    """
    n = (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    return table_of_times(t, s, p) and (n > ENERGETIC or energy(t, s, p))


@kernel
def table_of_times(t: Problem, s: State, p: int) -> bool:
    """What is needed for certain is there at each time, and leaves enough for the others."""
    begin, end, limit = t[p + SCOPE], t[p + SCOPE_END], t[p + NUMBER]
    times = s[SCRATCH]
    n = 0
    for i in range(begin, end, 2):
        v, task = t[i], t[i + 1]
        first, after = most(t, s, v), least(t, s, v) + t[task + DURATION]
        if first < after:
            insert(s, times, n, first)
            insert(s, times, n + 1, after)
            n += 2
    for at in range(n - 1):
        start, stop = s[times + at], s[times + at + 1]
        if start == stop:
            continue
        needed = 0
        for i in range(begin, end, 2):
            if takes_part(t, s, i, start):
                needed += t[t[i + 1] + NEED]
        if needed > limit:
            return False
        for i in range(begin, end, 2):
            duration, need = t[t[i + 1] + DURATION], t[t[i + 1] + NEED]
            if needed + need <= limit or takes_part(t, s, i, start):
                continue
            if not omit_numbers(t, s, t[i], start - duration + 1, stop - 1):
                return False
    return True


@kernel
def insert(s: State, times: int, n: int, time: int) -> None:
    """Put a time among the `n` that stand in order at `times`."""
    at = times + n
    while at > times and s[at - 1] > time:
        s[at] = s[at - 1]
        at -= 1
    s[at] = time


@kernel
def takes_part(t: Problem, s: State, i: int, time: int) -> bool:
    """Whether the task at `i` of the scope runs at `time` for certain."""
    v = t[i]
    return most(t, s, v) <= time < least(t, s, v) + t[t[i + 1] + DURATION]


@kernel
def energy(t: Problem, s: State, p: int) -> bool:
    """Between the earliest start of a task and the latest end of one, no more is needed than is there."""
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        start = least(t, s, t[i])
        for j in range(t[p + SCOPE], t[p + SCOPE_END], 2):
            stop = most(t, s, t[j]) + t[t[j + 1] + DURATION]
            if start < stop and not enough_between(t, s, p, start, stop):
                return False
    return True


@kernel
def enough_between(t: Problem, s: State, p: int, start: int, stop: int) -> bool:
    """What tasks need between two times, wherever they are put, is there; they are not put where it would not be."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    left = t[p + NUMBER] * (stop - start)
    for i in range(begin, end, 2):
        left -= t[t[i + 1] + NEED] * shared(t, s, i, start, stop)
    if left < 0:
        return False
    for i in range(begin, end, 2):
        v, duration, need = t[i], t[t[i + 1] + DURATION], t[t[i + 1] + NEED]
        low, high = least(t, s, v), most(t, s, v)
        most_inside = shared(t, s, i, start, stop) + left // need
        if min(low + duration, stop) - max(low, start) > most_inside:
            low = stop - most_inside
        if min(high + duration, stop) - max(high, start) > most_inside:
            high = start + most_inside - duration
        if (low > least(t, s, v) or high < most(t, s, v)) and not clip_numbers(t, s, v, low, high):
            return False
    return True


@kernel
def shared(t: Problem, s: State, i: int, start: int, stop: int) -> int:
    """How long the task at `i` of the scope runs between two times at least."""
    duration = t[t[i + 1] + DURATION]
    after, before = least(t, s, t[i]) + duration - start, stop - most(t, s, t[i])
    return max(0, min(duration, stop - start, after, before))
