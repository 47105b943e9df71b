"""How many states there can be at most, told without looking at them."""

from __future__ import annotations

from math import factorial, prod

from .codes import typed
from .task import Task


def most_states(task: Task) -> int | None:
    """An upper bound on the number of states that can be reached from the start; None if nothing is known.

    Where every rule permutes the cells, they are arrangements of the start's values; else every cell may hold each
    value of its domain.
    """
    if task.rewriting is None:
        return None
    start = tuple(map(typed, task.start))
    if task.rewriting.permutes:
        return factorial(len(start)) // prod(factorial(start.count(key)) for key in set(start))
    domains = [set(map(typed, domain)) for domain in task.rewriting.domains]
    if all(key in domain for key, domain in zip(start, domains, strict=True)):
        return prod(map(len, domains))
    return None
