"""The propagator of places of a graph that hang together."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .layout import NUMBER, SCOPE, SCOPE_END, SCRATCH, Problem, State
from .sets import confine, meets

OUT, OPEN, IN = range(3)  # states of a place
# Scratch is arrays of a number for each place: its state; the number by which a depth-first search reached it, 0 where
# it did not; the least number next to it or to a place below it; its parent, -1 of a root; which neighbour is looked
# at next; how many places it and those below are, and how many of them are IN; how many are cut off from the root
# where it is out, itself among them; and 1 where one of these, but not itself, is IN.
STATE, REACHED, LOWEST, PARENT, NEXT, TOTAL, SURE, LOST, CUT, N_ARRAYS = range(10)


@kernel
def connected(t: Problem, s: State, p: int) -> bool:
    """The places of propagator `p` whose variables have a value in their mask can form one connected part of a graph.

    number is the least and the greatest size of the part (which may be empty where that is allowed), then the
    address in t of pairs of addresses, one pair a place of the scope, between which its neighbours stand.

    What a place that is IN does not reach is out; a place without which two that are IN, or too few in all, hang
    together is in. Without sizes that is generalised arc consistency. Of what is too far away for the greatest size,
    only single places are seen: to connect several places with fewest others is the Steiner tree problem.
    Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), for cut vertices; P. Prosser and
    C. Unsworth, A connectivity constraint using bridges (2006), for their use.
    """
    begin, n = t[p + SCOPE], (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    low, high = t[p + NUMBER], t[p + NUMBER + 1]
    state, reached = s[SCRATCH], s[SCRATCH] + REACHED * n
    n_in = n_possible = root = 0
    for i in range(n):
        can, must = meets(t, s, t[begin + 2 * i], t[begin + 2 * i + 1])
        s[state + i] = can + must
        s[reached + i] = 0
        n_in += must
        n_possible += can
        if must:
            root = i
    if n_in > high or n_possible < low:
        return False
    if n_in == 0:
        return high == 0 or low == 0 or enough(t, s, p, n, low)
    size = visit(t, s, p, n, root)
    if size < low:
        return False
    lost, cut = s[SCRATCH] + LOST * n, s[SCRATCH] + CUT * n
    for i in range(n):
        if s[state + i] != OUT and s[reached + i] == 0:
            if s[state + i] == IN or not place(t, s, begin, i, False):
                return False
            s[state + i] = OUT
        elif s[state + i] == OPEN and (s[cut + i] or size - s[lost + i] < low):
            if not place(t, s, begin, i, True):
                return False
            s[state + i] = IN
            n_in += 1
    return n_in <= high and (size <= high or grow(t, s, p, n, high - n_in))


@kernel
def place(t: Problem, s: State, begin: int, i: int, into: bool) -> bool:
    """The variable of place `i` has a value in its mask, or none in it."""
    return confine(t, s, t[begin + 2 * i], t[begin + 2 * i + 1], into)


@kernel
def enough(t: Problem, s: State, p: int, n: int, low: int) -> bool:
    """While no place is IN, parts of the graph with fewer than `low` places are out, and one is larger."""
    state, reached = s[SCRATCH], s[SCRATCH] + REACHED * n
    found = False
    for root in range(n):
        if s[state + root] == OUT or s[reached + root]:
            continue
        before = last(s, n)
        if visit(t, s, p, n, root) >= low:
            found = True
            continue
        for i in range(n):
            if s[reached + i] > before and not place(t, s, t[p + SCOPE], i, False):
                return False
    return found


@kernel
def last(s: State, n: int) -> int:
    """The greatest number by which a place was reached."""
    found = 0
    for i in range(n):
        found = max(found, s[s[SCRATCH] + REACHED * n + i])
    return found


@kernel
def visit(t: Problem, s: State, p: int, n: int, root: int) -> int:
    """Reach all places that hang together with `root`, depth first, and fill the arrays; how many they are."""
    state, lists = s[SCRATCH], t[p + NUMBER + 2]
    reached, parent, onward = state + REACHED * n, state + PARENT * n, state + NEXT * n
    lowest = state + LOWEST * n
    first = last(s, n)
    reach(t, s, p, n, root, -1, first + 1)
    n_reached, at = 1, root
    while at >= 0:
        if s[onward + at] == t[lists + 2 * at + 1]:
            if s[parent + at] >= 0:
                leave(s, n, at, s[parent + at])
            at = s[parent + at]
            continue
        other = t[s[onward + at]]
        s[onward + at] += 1
        if s[state + other] == OUT:
            continue
        if s[reached + other]:
            s[lowest + at] = min(s[lowest + at], s[reached + other])
        else:
            n_reached += 1
            reach(t, s, p, n, other, at, first + n_reached)
            at = other
    return n_reached


@kernel
def reach(t: Problem, s: State, p: int, n: int, at: int, parent: int, number: int) -> None:
    """Begin with the place `at`."""
    state = s[SCRATCH]
    s[state + REACHED * n + at] = s[state + LOWEST * n + at] = number
    s[state + PARENT * n + at] = parent
    s[state + NEXT * n + at] = t[t[p + NUMBER + 2] + 2 * at]
    s[state + TOTAL * n + at] = s[state + LOST * n + at] = 1
    s[state + SURE * n + at] = s[state + at] == IN
    s[state + CUT * n + at] = 0


@kernel
def leave(s: State, n: int, at: int, parent: int) -> None:
    """What is below `at` is known: tell its parent."""
    state = s[SCRATCH]
    lowest, total, sure = state + LOWEST * n, state + TOTAL * n, state + SURE * n
    s[lowest + parent] = min(s[lowest + parent], s[lowest + at])
    s[total + parent] += s[total + at]
    s[sure + parent] += s[sure + at]
    if s[lowest + at] >= s[state + REACHED * n + parent]:
        s[state + LOST * n + parent] += s[total + at]
        if s[sure + at]:
            s[state + CUT * n + parent] = 1


@kernel
def grow(t: Problem, s: State, p: int, n: int, most: int) -> bool:
    """Only places that at most `most` more connect with one that is IN are not out, themselves counted.

    REACHED becomes 1 + how many are needed; LOWEST, a queue.
    """
    state, lists = s[SCRATCH], t[p + NUMBER + 2]
    reached, queue = state + REACHED * n, state + LOWEST * n
    n_queued = 0
    for i in range(n):
        s[reached + i] = s[state + i] == IN
        if s[state + i] == IN:
            s[queue + n_queued] = i
            n_queued += 1
    at = 0
    while at < n_queued:
        i = s[queue + at]
        at += 1
        if s[reached + i] > most:
            break
        for j in range(t[lists + 2 * i], t[lists + 2 * i + 1]):
            other = t[j]
            if s[reached + other] == 0 and s[state + other] != OUT:
                s[reached + other] = s[reached + i] + 1
                s[queue + n_queued] = other
                n_queued += 1
    for i in range(n):
        if s[state + i] == OPEN and s[reached + i] == 0 and not place(t, s, t[p + SCOPE], i, False):
            return False
    return True
