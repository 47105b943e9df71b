"""Relations between lists of nearly the same elements, true in every direction: `selecto`, `rembero`, `permuteo`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any

from .goals import Eq, Goal, Neq, conde, lall
from .lists import is_open, opened, same_length
from .relations import Outcome, Primitive, primitive
from .resolver import Machine
from .terms import AnyTerm, pair, prefixed, split_list, var, vars


@primitive
def selecto(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Iterator[None]:
    """Taking `item` once out of `items` leaves the list `others`."""
    mark = len(machine.trail)
    left, rest_of_others = opened(machine, others)
    if is_open(rest_of_others) and is_open(opened(machine, items)[1]):
        yield from _endlessly(machine, item, items, others)
        return
    before: list[Any] = []
    for known in _walks(machine, items, others):
        first, rest = split_list(known)  # type: ignore[misc]
        if machine.unify(item, first, partial(_without, others, before, rest)):
            yield
        machine.undo(mark)
        place = len(before)
        if place < len(left) and Neq(((first, left[place]),)).prefix(machine) is None:
            return  # it must stay, and cannot
        before.append(first)


def _without(others: AnyTerm, before: Sequence[AnyTerm], rest: AnyTerm) -> tuple[AnyTerm, AnyTerm]:
    """Two terms that must be equal: the list `others`, and the elements `before` with the `rest` after them."""
    return others, prefixed(before, rest)


def _endlessly(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Iterator[None]:
    """The same for two lists with unknown ends: each answer is one cell longer than the one before."""
    first = len(machine.trail)
    while True:
        machine.tick()
        mark = len(machine.trail)
        rest = var()
        if machine.unify((items, others), (pair(item, rest), rest)):
            yield
        machine.undo(mark)
        element, rest, left = vars(3)
        if not machine.unify((items, others), (pair(element, rest), pair(element, left))):
            machine.undo(first)
            return
        items, others = rest, left


def _walks(machine: Machine, items: AnyTerm, others: AnyTerm) -> Iterator[Any]:
    """Each suffix of `items` that has an element; where its end is unknown, it is opened one cell at a time.

    `others` has one element fewer, so a known end of it ends the walk.
    """
    left, rest = opened(machine, others)
    elements, end = opened(machine, items)
    known, mark, fresh = prefixed(elements, end), len(machine.trail), []
    for position in count() if is_open(rest) else range(len(left) + 1):
        machine.tick()
        if position < len(elements):
            yield known
            known = split_list(known)[1]  # type: ignore[index]
            continue
        element, beyond = vars(2)
        fresh.append(element)
        if not is_open(end) or not machine.unify(end, prefixed(fresh, beyond)):
            return
        yield pair(element, beyond)
        machine.undo(mark)


@primitive
def rembero(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Outcome:
    """`others` is `items` without the first element that equals `item`, or `items` where there is none."""
    head, tail, left = vars(3)
    return conde(
        [Eq(items, ()), Eq(others, ())],
        [Eq(items, pair(item, others))],
        [Eq(items, pair(head, tail)), Neq(((head, item),)), Eq(others, pair(head, left)), rembero(item, tail, left)],
    )


class Permutation(Primitive):
    """The relation between two orders of a list, which takes options as kanren's does."""

    def __call__(
        self, *args: AnyTerm, inner_eq: Callable[[Any, Any], Any] | None = None, no_ident: bool = False
    ) -> Goal:
        """The goal that the second list holds the elements of the first in some order.

        Parameters
        ----------
        inner_eq
            Makes the goal that relates the second list to an order of the first, instead of `eq`.
        no_ident
            Whether the order must differ from the first list.
        """
        plain = super().__call__(*args)
        if inner_eq is None and not no_ident:
            return plain
        order = var()
        differs = [Neq(((args[0], order),))] if no_ident else []
        return lall(super().__call__(args[0], order), *differs, (inner_eq or Eq)(args[1], order))


def _permuteo(machine: Machine, items: AnyTerm, ordered: AnyTerm) -> Iterator[None]:
    """The list `ordered` holds the elements of `items` in some order."""
    for source, target in same_length(machine, items, ordered):
        yield from _arranged(machine, source, target)


permuteo = permuteq = Permutation(_permuteo, "permuteo")


def _arranged(machine: Machine, source: list[Any], target: list[Any]) -> Iterator[None]:
    """Unify each of `target` with another of `source`, in lexicographic order of places; without recursion."""
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


def _fitting(machine: Machine, source: list[Any], item: AnyTerm, used: set[int], start: int) -> int | None:
    """The first unused place from `start` on whose element `item` unifies with; None without one."""
    mark = len(machine.trail)
    for place in range(start, len(source)):
        if place not in used:
            if machine.unify(item, source[place]):
                return place
            machine.undo(mark)
    return None
