"""Relations over lists, true in every direction; lists are tuples, or open lists with an unknown rest.

An unknown list is enumerated from the shortest on, so a query may have infinitely many answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from .goals import Eq, Goal
from .relations import primitive
from .resolver import Machine
from .terms import VARIABLES, Cons, Suffix, pair, split_list, vars

_KNOWN = frozenset({tuple, list, Suffix})


def opened(machine: Machine, items: Any) -> tuple[list[Any], Any]:
    """The known elements of a list and its rest: () when the end is known, else the unknown.

    Anything that is no list gives the elements before it and itself as the rest.
    """
    elements: list[Any] = []
    items = machine.walk(items)
    while type(items) not in _KNOWN:
        parts = split_list(items)
        if parts is None:
            return elements, items
        elements.append(parts[0])
        items = machine.walk(parts[1])
    elements.extend(items)
    return elements, ()


def closing(machine: Machine, rest: Any, shortest: int = 0) -> Iterator[list[Any]]:
    """Bind the unknown end of a list to ever longer lists of fresh unknowns; each time those unknowns."""
    mark = len(machine.trail)
    for size in count(shortest):
        unknowns = vars(size)
        if machine.unify(rest, unknowns):
            yield list(unknowns)
        machine.undo(mark)


def prefixed(elements: list[Any], rest: Any) -> Any:
    """The list of `elements` followed by `rest`."""
    if type(rest) in _KNOWN:
        return (*elements, *rest)
    for element in reversed(elements):
        rest = pair(element, rest)
    return rest


def is_open(rest: Any) -> bool:
    """Whether the rest that `opened` gave is an unknown end."""
    return type(rest) in VARIABLES


def conso(head: Any, tail: Any, items: Any) -> Goal:
    """The list `items` is `head` followed by the list `tail`."""
    return Eq(pair(head, tail), items)


@primitive
def heado(machine: Machine, head: Any, items: Any) -> Any:
    """`head` is the first element of `items`."""
    (rest,) = vars(1)
    return Eq(pair(head, rest), items)


@primitive
def tailo(machine: Machine, tail: Any, items: Any) -> Any:
    """`tail` is `items` without its first element."""
    (head,) = vars(1)
    return Eq(pair(head, tail), items)


@primitive
def nullo(machine: Machine, items: Any) -> bool:
    """`items` is the empty list."""
    return machine.unify(items, ())


@primitive
def itero(machine: Machine, items: Any) -> Any:
    """`items` is a list."""
    _, rest = opened(machine, items)
    if not is_open(rest):
        return rest == ()
    return (None for _ in closing(machine, rest))


@primitive
def membero(machine: Machine, item: Any, items: Any) -> Any:
    """`item` is an element of `items`, once for each place where it is."""
    return _members(machine, item, items)


def _members(machine: Machine, item: Any, items: Any) -> Iterator[None]:
    mark = len(machine.trail)
    flat = type(item) in (int, str)
    elements, rest = opened(machine, items)
    for element in elements:
        if flat and type(element) in (int, str) and (type(element) is not type(item) or element != item):
            continue
        if machine.unify(item, element):
            yield
        machine.undo(mark)
    while is_open(rest):  # each further answer has one more unknown before the item
        (after,) = vars(1)
        if machine.unify(rest, pair(item, after)):
            yield
        machine.undo(mark)
        (skipped, beyond) = vars(2)
        if not machine.unify(rest, pair(skipped, beyond)):
            return
        mark, rest = len(machine.trail), beyond


@primitive
def appendo(machine: Machine, front: Any, back: Any, items: Any) -> Any:
    """`items` is the list `front` followed by the list `back`."""
    elements, rest = opened(machine, front)
    if not is_open(rest):
        return rest == () and machine.unify(items, prefixed(elements, back))
    return _splits(machine, elements, rest, back, items)


def _splits(machine: Machine, elements: list[Any], rest: Any, back: Any, items: Any) -> Iterator[None]:
    mark = len(machine.trail)
    tail: Any = machine.walk(items)
    for element in elements:
        (following,) = vars(1)
        if not machine.unify(tail, pair(element, following)):
            return
        tail = machine.walk(following)
    taken: list[Any] = []
    start = len(machine.trail)
    while True:
        if machine.unify(rest, tuple(taken)) and machine.unify(back, tail):
            yield
        machine.undo(start)
        parts = split_list(tail)
        if parts is None:
            if not is_open(tail):
                machine.undo(mark)
                return
            parts = vars(2)
            if not machine.unify(tail, pair(*parts)):
                return
            start = len(machine.trail)
        taken.append(parts[0])
        tail = machine.walk(parts[1])


@primitive
def lengtho(machine: Machine, items: Any, size: Any) -> Any:
    """The list `items` has `size` elements."""
    elements, rest = opened(machine, items)
    if not is_open(rest):
        return rest == () and machine.unify(size, len(elements))
    if type(size) is int:
        return size >= len(elements) and machine.unify(rest, vars(size - len(elements)))
    if type(size) not in VARIABLES:
        return False
    return (None for more in closing(machine, rest) if machine.unify(size, len(elements) + len(more)))


@primitive
def ntho(machine: Machine, index: Any, items: Any, item: Any) -> Any:
    """`item` is the element at `index`, counted from 0, of `items`."""
    if type(index) is not int and type(index) not in VARIABLES:
        return False
    return _nths(machine, index, items, item)


def _nths(machine: Machine, index: Any, items: Any, item: Any) -> Iterator[None]:
    mark = len(machine.trail)
    elements, rest = opened(machine, items)
    wanted = range(len(elements)) if type(index) is not int else (index,)
    for position in wanted:
        if 0 <= position < len(elements):
            if machine.unify(item, elements[position]) and machine.unify(index, position):
                yield
            machine.undo(mark)
    if not is_open(rest) or type(index) is int and index < len(elements):
        return
    for position in count(len(elements)) if type(index) is not int else (index,):
        (beyond,) = vars(1)
        front = list(vars(position - len(elements)))
        if machine.unify(rest, prefixed([*front, item], beyond)) and machine.unify(index, position):
            yield
        machine.undo(mark)


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
    from .goals import Neq, conde

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


@primitive
def swapo(machine: Machine, one: Any, two: Any, before: Any, after: Any) -> Any:
    """Exchanging the elements at `one` and `two`, counted from 0, turns the list `before` into `after`."""
    return _changed(machine, before, after, lambda size: _swaps(machine, one, two, before, after, size))


def _swaps(machine: Machine, one: Any, two: Any, before: Any, after: Any, size: int) -> Iterator[None]:
    mark = len(machine.trail)
    for i in range(size) if type(one) in VARIABLES else (one,):
        for j in range(size) if type(machine.walk(two)) in VARIABLES else (machine.walk(two),):
            if type(i) is int and type(j) is int and 0 <= i < size and 0 <= j < size:
                cells = list(opened(machine, before)[0])
                cells[i], cells[j] = cells[j], cells[i]
                if machine.unify((one, two), (i, j)) and machine.unify(after, tuple(cells)):
                    yield
                machine.undo(mark)


@primitive
def seto(machine: Machine, index: Any, before: Any, item: Any, after: Any) -> Any:
    """Putting `item` at `index`, counted from 0, turns the list `before` into `after`."""
    return _changed(machine, before, after, lambda size: _settings(machine, index, before, item, after, size))


def _settings(machine: Machine, index: Any, before: Any, item: Any, after: Any, size: int) -> Iterator[None]:
    mark = len(machine.trail)
    for i in range(size) if type(index) in VARIABLES else (index,):
        if type(i) is int and 0 <= i < size:
            cells = list(opened(machine, before)[0])
            cells[i] = item
            if machine.unify(index, i) and machine.unify(after, tuple(cells)):
                yield
            machine.undo(mark)


def _changed(machine: Machine, before: Any, after: Any, changes: Any) -> Iterator[None]:
    """The `changes` of two lists of the same length, for every length where it is unknown."""
    mark = len(machine.trail)
    (first, end), (second, other) = opened(machine, before), opened(machine, after)
    if not (is_open(end) or end == ()) or not (is_open(other) or other == ()):
        return
    least = max(len(first), len(second))
    sizes: Any = count(least) if is_open(end) and is_open(other) else (len(second) if is_open(end) else len(first),)
    for size in sizes:
        if size < least:
            return
        missing = vars(size - len(first)) if is_open(end) else ()
        if machine.unify(end, missing) and machine.unify(other, vars(size - len(second)) if is_open(other) else ()):
            yield from changes(size)
        machine.undo(mark)
