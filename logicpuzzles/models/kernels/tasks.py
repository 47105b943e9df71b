"""The propagator of tasks on one machine, none at the same time as another."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import clip_numbers, least, most
from .layout import NUMBER, SCOPE, SCOPE_END, SCRATCH, Problem, State

# Scratch is arrays of a number for each task: its earliest start, latest end and duration; the tasks by their earliest
# start and by their latest end; the earliest end of a set of tasks that is looked at; and the start that was found.
START, END, DURATION, BY_START, BY_END, UNION, FOUND, N_ARRAYS = range(8)


@kernel
def disjunctive(t: Problem, s: State, p: int) -> bool:
    """The tasks of propagator `p`, which start at its variables and last as long as their weights, can take turns.

    number[0] is more than any time. Starts are bounded by edge finding, by precedences that are detected, and by what
    can be neither first nor last; all in quadratic time, and once more whenever a domain changes.
    Source: P. Baptiste, C. Le Pape and W. Nuijten, Constraint-Based Scheduling (2001), 4.1, for edge finding;
    P. Vilim, Global constraints in scheduling (2007), 2, for the others, with scans in place of his trees.
    """
    scope, n = t[p + SCOPE], (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    x = s[SCRATCH]
    for i in range(n):
        v, duration = t[scope + 2 * i], t[scope + 2 * i + 1]
        s[x + i] = least(t, s, v)
        s[x + END * n + i] = most(t, s, v) + duration
        s[x + DURATION * n + i] = duration
    for side in range(2):  # the second time is mirrored, so that latest ends become earliest starts
        if not later_starts(s, n, t[p + NUMBER]):
            return False
        for i in range(n):
            v, found = t[scope + 2 * i], s[x + FOUND * n + i]
            if found > s[x + i]:
                if side == 0 and not clip_numbers(t, s, v, found, most(t, s, v)):
                    return False
                if side == 1 and not clip_numbers(t, s, v, least(t, s, v), -found - t[scope + 2 * i + 1]):
                    return False
        for i in range(n):
            v, duration = t[scope + 2 * i], t[scope + 2 * i + 1]
            s[x + i] = -most(t, s, v) - duration
            s[x + END * n + i] = -least(t, s, v)
    return True


@kernel
def later_starts(s: State, n: int, never: int) -> bool:
    """FOUND becomes when each task can start, at the earliest; whether all tasks can be done."""
    x = s[SCRATCH]
    for i in range(n):
        s[x + FOUND * n + i] = s[x + i]
    sort(s, x + BY_START * n, x + START * n, n)
    sort(s, x + BY_END * n, x + END * n, n)
    if not find_edges(s, n, never):
        return False
    for i in range(n):
        detect(s, n, i, never)
        not_first(s, n, i, never)
    return True


@kernel
def sort(s: State, order: int, by: int, n: int) -> None:
    """The numbers below `n` at `order`, by what they have at `by`, ascending."""
    for i in range(n):
        at = i
        while at and s[by + s[order + at - 1]] > s[by + i]:
            s[order + at] = s[order + at - 1]
            at -= 1
        s[order + at] = i


@kernel
def find_edges(s: State, n: int, never: int) -> bool:
    """Edge finding: a task that cannot end before the end of a set of others comes after all of these."""
    x = s[SCRATCH]
    start, end, duration = x + START * n, x + END * n, x + DURATION * n
    order, union, found = x + BY_START * n, x + UNION * n, x + FOUND * n
    for k in range(n):
        limit = s[end + k]  # the set are the tasks that end by then
        total, latest = 0, -never
        for at in range(n - 1, -1, -1):
            i = s[order + at]
            if s[end + i] <= limit:
                total += s[duration + i]
                latest = max(latest, s[start + i] + total)
                if latest > limit:
                    return False
            s[union + i] = latest
        before = -never
        for at in range(n):
            i = s[order + at]
            if s[end + i] <= limit:
                before = max(before, s[start + i] + total)
                total -= s[duration + i]
            else:
                if s[start + i] + total + s[duration + i] > limit:
                    s[found + i] = max(s[found + i], s[union + i])
                if before + s[duration + i] > limit:
                    s[found + i] = max(s[found + i], latest)
    return True


@kernel
def detect(s: State, n: int, i: int, never: int) -> None:
    """Task `i` starts after those that can end no more when they start after it."""
    x = s[SCRATCH]
    start, end, duration = x + START * n, x + END * n, x + DURATION * n
    own_end, latest = s[start + i] + s[duration + i], -never
    for at in range(n):
        j = s[x + BY_START * n + at]
        if j != i and own_end > s[end + j] - s[duration + j]:
            latest = max(latest, s[start + j]) + s[duration + j]
    s[x + FOUND * n + i] = max(s[x + FOUND * n + i], latest)


@kernel
def not_first(s: State, n: int, i: int, never: int) -> None:
    """Where task `i` cannot come before all of a set, it starts after the end of one of them."""
    x = s[SCRATCH]
    start, end, duration = x + START * n, x + END * n, x + DURATION * n
    latest, first_end = never, never  # the latest start of the set, and the earliest end of one of it
    for at in range(n - 1, -1, -1):
        j = s[x + BY_END * n + at]
        if j != i and s[start + j] + s[duration + j] > s[start + i]:
            latest = min(latest, s[end + j]) - s[duration + j]
            first_end = min(first_end, s[start + j] + s[duration + j])
    if s[start + i] + s[duration + i] > latest:
        s[x + FOUND * n + i] = max(s[x + FOUND * n + i], first_end)
