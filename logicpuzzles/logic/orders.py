"""Relations between lists of nearly the same elements, true in every direction: `selecto`, `rembero`, `permuteo`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from .goals import Eq, Neq, conde
from .lists import is_open, opened, prefixed, same_length
from .relations import primitive
from .resolver import Machine
from .terms import pair, split_list, vars


@primitive
def selecto(machine: Machine, item: Any, items: Any, others: Any) -> Any:
    """Taking `item` once out of `items` leaves the list `others`."""
    return _selections(machine, item, items, others)


def _selections(machine: Machine, item: Any, items: Any, others: Any) -> Iterator[None]:
    mark = len(machine.trail)
    before: list[Any] = []
    for known in _walks(machine, items, others):
        parts = split_list(known)
        if parts is None:
            return
        if machine.unify(item, parts[0]) and machine.unify(others, prefixed(before, parts[1])):
            yield
        machine.undo(mark)
        before.append(parts[0])


def _walks(machine: Machine, items: Any, others: Any) -> Iterator[Any]:
    """Each suffix of `items`; where its end is unknown, it is opened one cell at a time.

    `others` has one element less, so a known end of it ends the walk.
    """
    left, rest = opened(machine, others)
    most = len(left) + 1 if not is_open(rest) else None
    elements, end = opened(machine, items)
    for position in count():
        if most is not None and position >= most or position >= len(elements) and not is_open(end):
            return
        machine.tick()
        while position >= len(elements):
            elements.append(vars(1)[0])
        (beyond,) = vars(1) if is_open(end) else ((),)
        mark = len(machine.trail)
        if is_open(end) and not machine.unify(end, prefixed(elements[len(opened(machine, items)[0]) :], beyond)):
            return
        yield prefixed(elements[position:], beyond)
        machine.undo(mark)


@primitive
def rembero(machine: Machine, item: Any, items: Any, others: Any) -> Any:
    """`others` is `items` without the first element that equals `item`, or `items` where there is none."""
    head, tail, left = vars(3)
    return conde(
        [Eq(items, ()), Eq(others, ())],
        [Eq(items, pair(item, others))],
        [Eq(items, pair(head, tail)), Neq(((head, item),)), Eq(others, pair(head, left)), rembero(item, tail, left)],
    )


@primitive
def permuteo(machine: Machine, items: Any, ordered: Any) -> Any:
    """The list `ordered` holds the elements of `items` in some order."""
    return _permutations(machine, items, ordered)


def _permutations(machine: Machine, items: Any, ordered: Any) -> Iterator[None]:
    for source, target in same_length(machine, items, ordered):
        yield from _arranged(machine, source, target)


def _arranged(machine: Machine, source: list[Any], target: list[Any]) -> Iterator[None]:
    """Unify each of `target` with another of `source`, in lexicographic order of places; a stack of its own."""
    chosen: list[int] = []
    used: set[int] = set()
    marks: list[int] = []
    start = 0
    while True:
        machine.tick()
        if len(chosen) == len(target):
            yield
        else:
            marks.append(len(machine.trail))
            place = _fitting(machine, source, target[len(chosen)], used, start)
            if place is not None:
                chosen.append(place)
                used.add(place)
                start = 0
                continue
            marks.pop()
        if not chosen:
            return
        start = chosen.pop() + 1
        used.remove(start - 1)
        machine.undo(marks.pop())


def _fitting(machine: Machine, source: list[Any], item: Any, used: set[int], start: int) -> int | None:
    """The first place from `start` on that is not used and whose element `item` now equals."""
    mark = len(machine.trail)
    for place in range(start, len(source)):
        if place not in used:
            if machine.unify(item, source[place]):
                return place
            machine.undo(mark)
    return None
