"""Why layered diagrams remove values and fail; see `set_reasons`.

Source: G. Gange, P. Stuckey and R. Szymanek, MDD propagators with explanation (2011).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .layout import END, FIRST, NUMBER, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State
from .memory import MASK, ROOT, Memory
from .needs import need
from .nogoods import word_record
from .sums import moved


@kernel
def layers_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Values that other variables have lost, without which a path would lead through one of the values that are gone.

    scratch holds the nodes of each layer from which a last node can be reached. From the first layer on, a value must
    be lost if it leads to one of those; with all other values back, others can be reached, but none of those.
    """
    scope = t[p + SCOPE]
    n = (t[p + SCOPE_END] - scope) // 2
    ends = s[SCRATCH]
    s[ends + n] = t[p + NUMBER + 1]
    for place in range(n - 1, -1, -1):
        s[ends + place] = entering(t, s, scope + 2 * place, s[ends + place + 1], v, at, gone)
    nodes = t[p + NUMBER]
    if nodes & s[ends]:
        return False
    for place in range(n):
        nodes = avoiding(t, r, scope + 2 * place, nodes, s[ends + place + 1], v, at, gone)
    return True


@kernel
def entering(t: Problem, s: State, i: int, nodes: int, v: int, at: int, gone: int) -> int:
    """The nodes from which the values left of the variable at t[i] lead to `nodes`; of `v` those that are gone."""
    u, arc, found = t[i], t[i + 1], 0
    for place in range(t[u + FIRST], t[u + END], STRIDE):
        word = s[place]
        if u == v:
            word = gone if place == at else 0
        end = arc + 1 + 3 * t[arc]
        for a in range(arc + 1, end, 3):
            if word & t[a]:
                found |= moved(nodes, -t[a + 2]) & t[a + 1]
        arc = end
    return found


@kernel
def avoiding(t: Problem, r: Memory, i: int, nodes: int, ends: int, v: int, at: int, gone: int) -> int:
    """The nodes that can be reached from `nodes` by values of the variable at t[i], those to `ends` lost."""
    u, arc, found = t[i], t[i + 1], 0
    for place in range(t[u + FIRST], t[u + END], STRIDE):
        end = arc + 1 + 3 * t[arc]
        word = gone if place == at else 0
        if u != v:
            mask = -1
            for a in range(arc + 1, end, 3):
                if moved(nodes & t[a + 1], t[a + 2]) & ends:
                    mask &= ~t[a]
            need(t, r, place, mask)
            record = word_record(r, place)
            word = mask & r[record + ROOT] & r[record + MASK]
        for a in range(arc + 1, end, 3):
            if word & t[a]:
                found |= moved(nodes & t[a + 1], t[a + 2])
        arc = end
    return found
