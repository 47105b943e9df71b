"""What a function of a constraint says: conditions that must all hold, found by calling it with symbols for values.

They are checked against the function itself, on all values where those are few, else on a sample. In that case a
function that does not compare its symbols, or never holds for them, is not taken: it may tell them from values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from .affine import Comparison, comparisons
from .nodes import CHOICE, CONSTANT, Graph, Node, Opaque, worker
from .symbols import Followed
from .values import Values

ALL_SAMPLES = 400  # a function of at most this many combinations of values is compared on all
_SOME_SAMPLES = 24  # at random, and twice as many on the borders of its comparisons


def conditions(function: Callable[..., Any], domains: Sequence[Values], is_checked: bool = False) -> list[Node] | None:
    """The conditions that must all hold for `function` to hold for numbers of `domains`; None if it is not followed.

    None but the last one may raise something, or is OPAQUE where the function is followed in part only. They are not
    compared with what the function says where that `is_checked`.
    """
    n = len(domains)
    followed = Followed(function, domains)
    found = list(conjuncts(followed.graph, followed.node))
    if is_checked:
        return found
    is_small = prod(map(len, domains)) <= ALL_SAMPLES
    if not is_small and not any(one.operation != CONSTANT for one in found):
        return None
    linear = [one for node in found for one in comparisons(node, n) or ()] if followed.is_whole else []
    try:
        said = worker(_all(followed.graph, found), {place: place for place in range(n)})
    except RecursionError:
        return None
    agrees = all(_agrees(function, said, values) for values in _samples(domains, linear))
    return found if agrees else None


def linear(function: Callable[..., Any], domains: Sequence[Sequence[int]]) -> list[Comparison] | None:
    """The comparisons of which `function` is the conjunction for integers of `domains`; None if it is not one.

    >>> linear(lambda a, b: a < b and abs(a - b) != 2, [range(9)] * 2)  # doctest: +NORMALIZE_WHITESPACE
    [Comparison(multipliers=(1, -1), relation='<=', bound=-1),
     Comparison(multipliers=(1, -1), relation='!=', bound=2),
     Comparison(multipliers=(-1, 1), relation='!=', bound=2)]
    """
    found = conditions(function, [tuple(domain) for domain in domains])
    return None if found is None else all_linear(found, len(domains))


def all_linear(found: Sequence[Node], n: int) -> list[Comparison] | None:
    """The conditions as linear comparisons of integers; None if one of them is none."""
    told = [comparisons(node, n) for node in found]
    if any(one is None for one in told):
        return None
    return list(dict.fromkeys(comparison for one in told for comparison in one or ()))


def conjuncts(graph: Graph, node: Node) -> Iterator[Node]:
    """What must hold for a truth to do so."""
    if node.operation == CHOICE:
        condition, one, other = node.operands
        if _is_false(other):
            yield from conjuncts(graph, condition)
            yield from conjuncts(graph, one)
            return
        if _is_false(one):
            yield from conjuncts(graph, graph.opposite(condition))
            yield from conjuncts(graph, other)
            return
    if node.operation == "&":
        for operand in node.operands:
            yield from conjuncts(graph, operand)
    elif not (node.operation == CONSTANT and node.value):
        yield node


def _is_false(node: Node) -> bool:
    return node.operation == CONSTANT and not node.value


def _all(graph: Graph, nodes: Sequence[Node]) -> Node:
    """That all of them hold."""
    found = graph.constant(True)
    for node in reversed(nodes):
        found = graph.choice(node, found, graph.constant(False))
    return found


def _agrees(function: Callable[..., Any], said: Callable[[Values], Any], values: Values) -> bool:
    """Whether what is said is what the function gives; where it raises something, that is asked when it matters."""
    try:
        told = bool(said(values))
    except Opaque:
        return True
    except Exception:
        told = None
    try:
        return bool(function(*values)) is told
    except Exception:
        return told is None


def _samples(domains: Sequence[Values], comparisons: list[Comparison]) -> Iterator[Values]:
    """All values where they are few; else corners, some at random, and some on the border of each comparison."""
    if prod(map(len, domains)) <= ALL_SAMPLES:
        yield from product(*domains)
        return
    random = Random(0)
    yield tuple(domain[0] for domain in domains)
    yield tuple(domain[-1] for domain in domains)
    members = [frozenset(domain) for domain in domains]
    for i in range(_SOME_SAMPLES):
        values = [random.choice(domain) for domain in domains]
        yield tuple(values)
        if comparisons:
            yield from _at_border(values, members, comparisons[i % len(comparisons)], random)


def _at_border(
    values: list[int], members: Sequence[frozenset[int]], comparison: Comparison, random: Random
) -> Iterator[Values]:
    """`values` with one of them changed so that both sides of `comparison` are equal, and so that they just differ."""
    i = random.randrange(len(values))
    m = comparison.multipliers[i]
    if m == 0:
        return
    rest = comparison.bound - sum(a * b for a, b in zip(comparison.multipliers, values, strict=True)) + m * values[i]
    for number in (rest // m, rest // m + 1):
        if number in members[i]:
            yield (*values[:i], number, *values[i + 1 :])
