"""The propagator of layered diagrams with at most 64 nodes a layer: sets of nodes are words, moved by shifts."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import narrow
from .layout import END, FIRST, NUMBER, QUEUED, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State
from .sums import moved


@kernel
def layers(t: Problem, s: State, p: int) -> bool:
    """Every value left of every variable of propagator `p` is on a path through the diagram whose values are left.

    Variable i leads from layer i to layer i + 1. Its weight is the address in `t` of its arcs: for each word of the
    domain their number, then three numbers for each: a set of values, the set of nodes that they leave, and how far up
    the node that they enter is. number holds the first nodes, the last, and whether no variable is there twice.
    scratch[i] holds the nodes of layer i that can be reached.
    Source: G. Pesant, A regular language membership constraint for finite sequences of variables (2004); the arcs of
    many nodes at once as in R. Baeza-Yates and G. Gonnet, A new approach to text searching (1992).
    """
    is_idempotent = t[p + NUMBER + 2] != 0
    if is_idempotent:
        s[t[p + QUEUED]] = 1  # its own changes need not wake it
    possible = reach(t, s, p) and keep_paths(t, s, p)
    if is_idempotent:
        s[t[p + QUEUED]] = 0
    return possible


@kernel
def reach(t: Problem, s: State, p: int) -> bool:
    """Fill scratch; return whether one of the last nodes is reached."""
    reached = s[SCRATCH]
    s[reached] = nodes = t[p + NUMBER]
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        v, arc = t[i], t[i + 1]
        after = 0
        for at in range(t[v + FIRST], t[v + END], STRIDE):
            end = arc + 1 + 3 * t[arc]
            for a in range(arc + 1, end, 3):
                if s[at] & t[a]:
                    after |= moved(nodes & t[a + 1], t[a + 2])
            arc = end
        reached += 1
        s[reached] = nodes = after
        if nodes == 0:
            return False
    return nodes & t[p + NUMBER + 1] != 0


@kernel
def keep_paths(t: Problem, s: State, p: int) -> bool:
    """Only values are left that lead from a node reached to one from which a last node can be reached."""
    scope = t[p + SCOPE]
    nodes = t[p + NUMBER + 1]
    for place in range((t[p + SCOPE_END] - scope) // 2 - 1, -1, -1):
        v, arc = t[scope + 2 * place], t[scope + 2 * place + 1]
        before, reached = 0, s[s[SCRATCH] + place]
        for at in range(t[v + FIRST], t[v + END], STRIDE):
            end = arc + 1 + 3 * t[arc]
            values = 0
            for a in range(arc + 1, end, 3):
                if s[at] & t[a]:
                    left = moved(nodes, -t[a + 2]) & t[a + 1] & reached
                    if left:
                        before |= left
                        values |= t[a]
            arc = end
            new = s[at] & values
            if new != s[at] and not narrow(t, s, v, at, new):
                return False
        nodes = before
    return True
