"""Relations over lists, true in every direction; lists are tuples, or open lists with an unknown rest.

An unknown list is enumerated from the shortest on, so a query may have infinitely many answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import count
from typing import Any

from ..errors import PuzzleError
from ..integers import represented
from .goals import Eq, Goal
from .relations import Outcome, primitive
from .resolver import Machine
from .terms import VARIABLES, WHOLE, AnyTerm, pair, prefixed, split_list, var, vars


def opened(machine: Machine, items: AnyTerm) -> tuple[list[Any], Any]:
    """The known elements of a list and its rest: () when the end is known, else the unknown.

    Anything that is not a list gives the elements before it and itself as the rest.
    """
    elements: list[Any] = []
    items = machine.walk(items)
    while type(items) not in WHOLE:
        parts = split_list(items)
        if parts is None:
            require_term(items)
            return elements, items
        elements.append(parts[0])
        items = machine.walk(parts[1])
    elements.extend(items)
    return elements, ()


def require_term(items: AnyTerm) -> None:
    """Raise `PuzzleError` if `items` is an iterable of Python's that is not a list."""
    if isinstance(items, range | Set | Mapping | Iterator):
        raise PuzzleError(
            "this is not a list", expected="a tuple or a list", got=represented(items), hint="write tuple(...)"
        )


def closing(machine: Machine, rest: AnyTerm, shortest: int = 0) -> Iterator[list[Any]]:
    """The unknowns of ever longer lists of fresh ones, to each of which the unknown end `rest` is bound in turn.

    It is always the same list, which grows, and each further answer binds one more cell: a step takes as long as any.
    """
    found: list[Any] = []
    first = len(machine.trail)
    while True:
        machine.tick()
        mark = len(machine.trail)
        if len(found) >= shortest and machine.unify(rest, ()):
            yield found
        machine.undo(mark)
        element, beyond = vars(2)
        if not machine.unify(rest, pair(element, beyond)):
            machine.undo(first)
            return
        found.append(element)
        rest = beyond


def same_length(machine: Machine, one: AnyTerm, two: AnyTerm, least: int = 0) -> Iterator[tuple[list[Any], list[Any]]]:
    """The elements of two lists made equally long; of ever longer ones where both ends are unknown.

    Unknown ends are tried from the length `least` on.
    """
    mark = len(machine.trail)
    (first, end), (second, other) = opened(machine, one), opened(machine, two)
    if not all(is_open(rest) or rest == () for rest in (end, other)):
        return
    sizes: Iterable[int] = count(max(len(first), len(second), least))
    if not (is_open(end) and is_open(other)):
        sizes = {len(elements) for elements, rest in ((first, end), (second, other)) if rest == ()}
        if len(sizes) > 1:
            return
    for size in sizes:
        machine.tick(1 + size)
        if _closed(machine, end, size - len(first)) and _closed(machine, other, size - len(second)):
            yield opened(machine, one)[0], opened(machine, two)[0]
        machine.undo(mark)


def _closed(machine: Machine, rest: AnyTerm, size: int) -> bool:
    """Make the rest of a list have `size` elements; False if it cannot."""
    return size >= 0 and (rest == () if not is_open(rest) else machine.unify(rest, vars(size)))


def is_open(rest: AnyTerm) -> bool:
    """Whether the rest that `opened` gave is an unknown end."""
    return type(rest) in VARIABLES


def conso(head: AnyTerm, tail: AnyTerm, items: AnyTerm) -> Goal:
    """The list `items` is `head` followed by the list `tail`."""
    return Eq(pair(head, tail), items)


@primitive
def heado(machine: Machine, head: AnyTerm, items: AnyTerm) -> Outcome:
    """`head` is the first element of `items`."""
    return Eq(pair(head, var()), items)


@primitive
def tailo(machine: Machine, tail: AnyTerm, items: AnyTerm) -> Outcome:
    """`tail` is `items` without its first element."""
    return Eq(pair(var(), tail), items)


@primitive
def nullo(machine: Machine, *lists: AnyTerm) -> bool:
    """Each of `lists` is the empty list."""
    return all(machine.unify(items, ()) for items in lists)


@primitive
def itero(machine: Machine, items: AnyTerm) -> Outcome:
    """`items` is a list."""
    _, rest = opened(machine, items)
    if not is_open(rest):
        return rest == ()  # type: ignore[no-any-return]
    return (None for _ in closing(machine, rest))


@primitive
def membero(machine: Machine, item: AnyTerm, items: AnyTerm) -> Iterator[None]:
    """`item` is an element of `items`, once for each place where it is."""
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
        machine.tick()
        if machine.unify(rest, pair(item, var())):
            yield
        machine.undo(mark)
        beyond = var()
        if not machine.unify(rest, pair(var(), beyond)):
            return
        mark, rest = len(machine.trail), beyond


@primitive
def appendo(machine: Machine, front: AnyTerm, back: AnyTerm, items: AnyTerm) -> Outcome:
    """`items` is the list `front` followed by the list `back`."""
    elements, rest = opened(machine, front)
    if not is_open(rest):
        return rest == () and machine.unify(items, prefixed(elements, back))
    return _splits(machine, elements, rest, back, items)


def _splits(machine: Machine, elements: list[Any], rest: AnyTerm, back: AnyTerm, items: AnyTerm) -> Iterator[None]:
    mark = len(machine.trail)
    tail: Any = machine.walk(items)
    for element in elements:
        following = var()
        if not machine.unify(tail, pair(element, following)):
            return
        tail = machine.walk(following)
    taken: list[Any] = []
    start = len(machine.trail)
    while True:
        machine.tick()
        if machine.unify(back, tail, lambda: (rest, tuple(taken))):  # no front is built in vain
            yield
        machine.undo(start)
        parts = split_list(tail)
        if parts is None:
            if is_open(tail):
                yield from _longer_splits(machine, taken, rest, back, tail)
            machine.undo(mark)
            return
        taken.append(parts[0])
        tail = machine.walk(parts[1])


def _longer_splits(machine: Machine, taken: list[Any], rest: AnyTerm, back: AnyTerm, tail: AnyTerm) -> Iterator[None]:
    """The same from the unknown end `tail` on, whose first split was tried: each is one cell longer."""
    end = var()
    if not machine.unify(rest, prefixed(taken, end)):
        return
    while True:
        first, following, further = vars(3)
        if not machine.unify((tail, end), (pair(first, following), pair(first, further))):
            return
        tail, end = machine.walk(following), further
        machine.tick()
        mark = len(machine.trail)
        if machine.unify((back, end), (tail, ())):
            yield
        machine.undo(mark)


@primitive
def lengtho(machine: Machine, items: AnyTerm, size: AnyTerm) -> Outcome:
    """The list `items` has `size` elements."""
    elements, rest = opened(machine, items)
    if not is_open(rest):
        return rest == () and machine.unify(size, len(elements))
    if type(size) is int:
        return size >= len(elements) and machine.unify(rest, vars(size - len(elements)))
    if type(size) not in VARIABLES:
        return False
    return (None for more in closing(machine, rest) if machine.unify(size, len(elements) + len(more)))
