"""Whether domains can all have different values, decided exactly: propagation over single values misses some cases."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from .values import Values


def is_matchable(domains: Sequence[Values]) -> bool:
    """Whether one value can be chosen from each domain, all different.

    Source: C. Berge, Two theorems in graph theory (1957): a matching grows along augmenting paths.

    >>> is_matchable([(1, 2), (1,), (2, 3)]), is_matchable([(1, 2), (1, 2), (1, 2), (3, 4)])
    (True, False)
    """
    given: dict[int, Any] = {}
    taker: dict[Any, int] = {}
    for start in range(len(domains)):
        reached, end = _search(domains, start, taker)
        if end is None:
            return False
        place = -1
        while place != start:
            place = reached[end[0]]
            taker[end[0]] = place
            given[place], end = end[0], (given.get(place),)
    return True


def _search(domains: Sequence[Values], start: int, taker: dict[Any, int]) -> tuple[dict[Any, int], tuple[Any] | None]:
    """For each value reached from `start` the domain it was reached from; and a value that is still free."""
    reached: dict[Any, int] = {}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for value in domains[place]:
            if value not in reached:
                reached[value] = place
                if value not in taker:
                    return reached, (value,)
                waiting.append(taker[value])
    return reached, None
