"""What a search will still cost, judged by how it grew: in whole numbers, so that every machine judges alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

MOST = 1 << 100  # a cost that no search can pay: sums stop there


def levels_to_come(sizes: Sequence[Sequence[int]], side: int, begun: int, levels: int) -> int:
    """The states that `levels` more levels will have, without those already met.

    Parameters
    ----------
    sizes
        For each side from which the search goes, the number of states of each level.
    side, begun
        The side of the level in hand, and how many of its states are already met.

    >>> levels_to_come([[1, 3, 9]], 0, 20, levels=2)
    140
    """
    nexts = [next_size(of) for of in sizes]
    growths = [(of[-1], of[-2]) if len(of) > 1 else (2, 1) for of in sizes]
    nexts[side] = max(nexts[side], 2 * begun)  # more than was expected: then as many again
    total = -begun
    for number in range(levels):
        if number:
            side = min(range(len(nexts)), key=nexts.__getitem__)
        size = nexts[side]
        total += size
        up, down = growths[side]
        nexts[side] = size * up // down
        if size == 0 or total > MOST:
            break
    return total


def next_size(sizes: Sequence[int]) -> int:
    """How many states the level after these has if it grows as the last one did."""
    return sizes[-1] * sizes[-1] // sizes[-2] if len(sizes) > 1 else 2 * sizes[-1]


def smallest_next(sizes: Sequence[Sequence[int]]) -> int:
    """The side whose next level seems to be the smallest; the first of several."""
    return min(range(len(sizes)), key=lambda side: next_size(sizes[side]))


def level_sizes(ends: Sequence[int]) -> list[int]:
    """The number of states of each complete level."""
    return [ends[0], *(end - begin for begin, end in pairwise(ends))]


def space_size(ends: Sequence[int]) -> int | None:
    """About how many states there are in all, if breadth first grows more slowly with each level; else None.

    A growth that falls in proportion to the part of the space that was seen (the logistic curve) tells how large the
    whole is. Early levels tell too little, so it is the larger of what the last two say.
    """
    sizes = level_sizes(ends)
    if len(sizes) < 4:
        return None
    estimates = []
    for last in (len(sizes) - 1, len(sizes) - 2):
        first, second, third = islice(sizes, last - 2, last + 1)
        fall = second * second - third * first  # growths second/first and third/second, over their common denominator
        if fall <= 0:
            return None
        estimates.append((second * second * ends[last] - third * first * ends[last - 1]) // fall)
    return max(estimates)


def rounds_to_come(rounds: Sequence[tuple[int, int]], limit: int, nodes: int, target: int) -> int:
    """The nodes of deepening until every limit below `target` was searched.

    Parameters
    ----------
    rounds
        The limits that were searched, and their nodes.
    limit, nodes
        The limit that is being searched, and its nodes so far.

    >>> rounds_to_come([(3, 10), (4, 50)], 5, 20, 7)
    1480
    """
    up, down, step = growth(rounds)
    latest = next((n for _, n in reversed(rounds) if n), 1)
    total = 0
    for at in range(limit, target, step):
        latest = latest * up // down
        if at == limit:
            latest = max(latest, 2 * nodes)
            total -= nodes
        total += latest
        if total > MOST:
            break
    return total


def taken_to_come(taken: Sequence[tuple[int, int]], least: int, nodes: int, target: int) -> int:
    """The states that A* will take until the least moves made plus bound is `target`.

    Parameters
    ----------
    taken
        How far it was before: that least, and the states taken.
    least, nodes
        The same now.

    >>> taken_to_come([(10, 100), (12, 400)], 14, 1600, 18)
    24000
    """
    up, down, step = growth([*(pair for pair in taken if pair[0] < least), (least, nodes)])
    total = nodes
    for _ in range(least, target, step):
        total = max(total * up // down, total + 1)
        if total > MOST:
            break
    return total - nodes


def growth(rounds: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """The nodes of the last round and of the one before, and by how much its limit is higher; a guess for too few."""
    searched = [(limit, nodes) for limit, nodes in rounds if nodes]
    if len(searched) < 2:
        return 2, 1, 1
    (before, fewer), (limit, nodes) = searched[-2:]
    return max(nodes, fewer), fewer, limit - before


def both_ends_to_come(rounds: Sequence[tuple[int, int]], target: int) -> int:
    """The states that a search from both ends would meet until no solution has fewer than `target` moves.

    Judged by deepening: without its bound that would grow from level to level as it does from limit to limit.
    """
    up, down, step = growth(rounds)
    total, size = 0, 1
    for level in range(target // 2 + 1):
        if level and level % step == 0:
            size = max(size * up // down, size + 1)
        total += 2 * size
        if total > MOST:
            break
    return total
