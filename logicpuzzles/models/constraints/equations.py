"""An equation whose sides are about different variables, as a table: sides of equal value are joined.

That takes as many steps as its sides have values, and not as many as these have together: 200 in place of 10,000 for
two digits on either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from ..nodes import Node, may_raise, places, worker
from ..values import Values


def rows(node: Node, domains: Sequence[Values]) -> tuple[Values, ...] | None:
    """The values of integers for which a node holds, in the order of their product; None if it is no such equation.

    >>> from ..nodes import Graph
    >>> graph = Graph()
    >>> a, b = map(graph.variable, range(2))
    >>> rows(graph.make("==", graph.make("*", a, a), b), [(2, 1, 3), (9, 4)])
    ((2, 4), (3, 9))
    """
    if node.operation != "==" or may_raise(node):
        return None
    scopes = [places(side) for side in node.operands]
    if not all(scopes) or sorted(scopes[0] + scopes[1]) != list(range(len(domains))):
        return None
    one, two = [_by_value(side, at, domains) for side, at in zip(node.operands, scopes, strict=True)]
    if one is None or two is None:
        return None
    joined = scopes[0] + scopes[1]
    place = [joined.index(v) for v in range(len(domains))]
    pairs = [first + second for value, firsts in one.items() for first in firsts for second in two.get(value, ())]
    ranks = sorted([tuple([pair[i] for i in place]) for pair in pairs])
    return tuple([tuple([domain[k] for domain, k in zip(domains, row, strict=True)]) for row in ranks])


def _by_value(side: Node, at: Sequence[int], domains: Sequence[Values]) -> dict[int, list[tuple[int, ...]]] | None:
    """For each value of one side, where the values of its variables that lead to it stand in their domains.

    None where it is no integer: floats may be no numbers, which differ from themselves.
    """
    found: dict[Any, list[tuple[int, ...]]] = {}
    among = [domains[v] for v in at]
    try:
        work = worker(side, {v: i for i, v in enumerate(at)})
        for ranks, values in zip(product(*[range(len(d)) for d in among]), product(*among), strict=True):
            found.setdefault(work(values), []).append(ranks)
    except RecursionError:  # a formula of many thousand operations
        return None
    return found if all(type(value) in (int, bool) for value in found) else None
