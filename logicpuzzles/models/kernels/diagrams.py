"""The propagator of layered diagrams of any width, by lists of nodes and arcs."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import narrow
from .layout import END, FIRST, NUMBER, QUEUED, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State

ARC = 3  # numbers of an arc: the place of a word in the domain, a set of its values, the node that they enter


@kernel
def diagram(t: Problem, s: State, p: int) -> bool:
    """Every value left of every variable of propagator `p` is on a path through the diagram whose values are left.

    Variable i leads from layer i to layer i + 1. Nodes are numbered layer by layer, number[1] in all; the first is the
    only one of its layer, and so is the last. The arcs of node k are those from t[number[0] + k] before
    t[number[0] + k + 1]. number[2] tells whether no variable is there twice. scratch holds a mark of each node (1: it
    is reached; 2: so is the last one from it), the nodes that are reached, where each layer begins among these, and
    the values that are kept of one variable.
    Source: K. Cheng and R. Yap, An MDD-based generalized arc consistency algorithm for positive and negative table
    constraints and some global constraints (2010), without what that keeps between calls.
    """
    is_idempotent = t[p + NUMBER + 2] != 0
    if is_idempotent:
        s[t[p + QUEUED]] = 1  # its own changes need not wake it
    possible = reach_nodes(t, s, p) and keep_arcs(t, s, p)
    if is_idempotent:
        s[t[p + QUEUED]] = 0
    return possible


@kernel
def reach_nodes(t: Problem, s: State, p: int) -> bool:
    """Mark and list the nodes that can be reached; return whether the last one is among them."""
    n = t[p + NUMBER + 1]
    arcs, marks = t[p + NUMBER], s[SCRATCH]
    listed = marks + n
    layer = listed + n
    for k in range(n):
        s[marks + k] = 0
    s[listed] = 0
    begin, end = listed, listed + 1
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        first = t[t[i] + FIRST]
        s[layer] = begin
        layer += 1
        added = end
        for at in range(begin, end):
            node = arcs + s[at]
            for a in range(t[node], t[node + 1], ARC):
                k = t[a + 2]
                if s[marks + k] == 0 and s[first + t[a]] & t[a + 1]:
                    s[marks + k] = 1
                    s[added] = k
                    added += 1
        begin, end = end, added
    s[layer] = begin
    return s[marks + n - 1] != 0


@kernel
def keep_arcs(t: Problem, s: State, p: int) -> bool:
    """Only values are left whose arcs lead to a node from which the last one can be reached."""
    n, scope = t[p + NUMBER + 1], t[p + SCOPE]
    n_variables = (t[p + SCOPE_END] - scope) // 2
    arcs, marks = t[p + NUMBER], s[SCRATCH]
    layers = marks + 2 * n
    kept = layers + n_variables + 1
    s[marks + n - 1] = 2
    for i in range(n_variables - 1, -1, -1):
        v = t[scope + 2 * i]
        first, end = t[v + FIRST], t[v + END]
        for at in range(kept, kept + end - first, STRIDE):
            s[at] = 0
        for at in range(s[layers + i], s[layers + i + 1]):
            node = arcs + s[at]
            for a in range(t[node], t[node + 1], ARC):
                if s[marks + t[a + 2]] == 2 and s[first + t[a]] & t[a + 1]:
                    s[kept + t[a]] |= t[a + 1]
                    s[marks + s[at]] = 2
        for at in range(first, end, STRIDE):
            new = s[at] & s[kept + at - first]
            if new != s[at] and not narrow(t, s, v, at, new):
                return False
    return True
