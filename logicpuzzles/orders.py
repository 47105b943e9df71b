"""Relations between lists of nearly the same elements, true in every direction: `selecto`, `rembero`, `permuteo`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from .goals import Eq, Neq, conde
from .lists import closing, is_open, opened, prefixed
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
    mark = len(machine.trail)
    (first, end), (second, other) = opened(machine, items), opened(machine, ordered)
    if not (is_open(end) or end == ()) or not (is_open(other) or other == ()):
        return
    if is_open(end) and is_open(other):
        for _ in closing(machine, end, max(0, len(second) - len(first))):
            yield from _permutations(machine, items, ordered)
        machine.undo(mark)
        return
    size = len(second) if is_open(end) else len(first)
    if len(first) > size or len(second) > size:
        return
    if machine.unify(end, vars(size - len(first)) if is_open(end) else ()) and machine.unify(
        other, vars(size - len(second)) if is_open(other) else ()
    ):
        yield from _arrange(machine, opened(machine, items)[0], opened(machine, ordered)[0])
    machine.undo(mark)


def _arrange(machine: Machine, source: list[Any], target: list[Any]) -> Iterator[None]:
    """Unify each of `target` with another of `source`, in lexicographic order of places; a stack of its own."""
    size = len(source)
    used = [False] * size
    places = [-1]
    marks = [len(machine.trail)]
    while places:
        depth = len(places) - 1
        machine.undo(marks[depth])
        place = places[depth]
        if place >= 0:
            used[place] = False
        if depth == size:
            places.pop()
            marks.pop()
            continue
        place = next((p for p in range(place + 1, size) if not used[p]), size)
        if place == size:
            places.pop()
            marks.pop()
            continue
        places[depth] = place
        used[place] = True
        if machine.unify(target[depth], source[place]):
            if depth + 1 == size:
                yield
                continue
            places.append(-1)
            marks.append(len(machine.trail))
    if size == 0:
        yield
