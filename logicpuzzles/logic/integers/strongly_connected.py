"""The strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Sequence


def components(edges: Sequence[Sequence[int]]) -> list[int]:
    """The number of the component of each node; `edges` are the nodes that follow each. Without recursion.

    Source: R. Tarjan, Depth-first search and linear graph algorithms (1972).

    >>> components([[1], [0], [0]])
    [0, 0, 1]
    """
    n = len(edges)
    index, low, found = [-1] * n, [0] * n, [-1] * n
    stack: list[int] = []
    clock = n_found = 0
    for start in range(n):
        if index[start] >= 0:
            continue
        path = [(start, iter(edges[start]))]
        index[start] = low[start] = clock
        clock += 1
        stack.append(start)
        while path:
            node, left = path[-1]
            for after in left:
                if index[after] < 0:
                    index[after] = low[after] = clock
                    clock += 1
                    stack.append(after)
                    path.append((after, iter(edges[after])))
                    break
                if found[after] < 0:
                    low[node] = min(low[node], index[after])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        found[member] = n_found
                        if member == node:
                            break
                    n_found += 1
    return found
