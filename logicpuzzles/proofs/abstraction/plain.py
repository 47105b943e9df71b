"""The table of a pattern, filled in plain Python: for small ones, and to compare with."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from ...rewriting.numbered import Guards
from .numbering import Numbering
from .rules import Abstract


def filled(rules: Abstract, made: Numbering, goals: Iterable[int], every: bool) -> dict[int, int]:
    """By number, the least cost from one of `goals`, for all that `rules` lead to (E. W. Dijkstra, 1959).

    With `every`, every move counts; else those that change a digit that counts.
    """
    costs: dict[int, int] = {}
    queue = [(0, number) for number in sorted(goals)]
    rows, size = made.rows.tolist(), made.size
    while queue:
        cost, number = heappop(queue)
        if number in costs:
            continue
        costs[number] = cost
        classes = [*made.decode(number), *range(made.n_classes)]
        for rule in rules.rules:
            if holds(rule.guards, classes):
                after = number
                for cell in rule.moved():
                    after += rows[classes[rule.sources[cell]]][cell] - rows[classes[cell]][cell]
                if after not in costs:
                    heappush(queue, (cost + (rule.cost if every or after % size != number % size else 0), after))
    return costs


def holds(guards: Guards, classes: list[int]) -> bool:
    """Whether `guards` hold where the cells, and after them the virtual ones, hold these classes."""
    return all(bits >> classes[cell] & 1 for cell, bits in guards.allowed.items()) and all(
        any((classes[one] == classes[other]) == equal for one, other in pairs) for equal, pairs in guards.tests
    )
