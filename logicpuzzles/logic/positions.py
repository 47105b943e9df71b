"""Relations over lists by position, counted from 0, true in every direction: `ntho`, `swapo`, `seto`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from .lists import is_open, opened, same_length
from .relations import bind_each, primitive
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, pair, prefixed, var, vars


@primitive
def ntho(machine: Machine, index: AnyTerm, items: AnyTerm, item: AnyTerm) -> Iterator[None]:
    """`item` is the element at `index`, counted from 0, of `items`."""
    if type(index) is not int and type(index) not in VARIABLES:
        return
    mark = len(machine.trail)
    elements, rest = opened(machine, items)
    wanted = range(len(elements)) if type(index) is not int else (index,)
    for position in wanted:
        if 0 <= position < len(elements):
            if machine.unify((item, index), (elements[position], position)):
                yield
            machine.undo(mark)
    if not is_open(rest) or type(index) is int and index < len(elements):
        return
    if type(index) is int:
        made = prefixed((*vars(index - len(elements)), item), var())
        yield from bind_each(machine, rest, (made,))
        return
    for position in count(len(elements)):  # each further answer has one more unknown before the item
        machine.tick()
        start = len(machine.trail)
        if machine.unify((rest, index), (pair(item, var()), position)):
            yield
        machine.undo(start)
        beyond = var()
        if not machine.unify(rest, pair(var(), beyond)):
            machine.undo(mark)
            return
        rest = beyond


@primitive
def swapo(machine: Machine, one: AnyTerm, two: AnyTerm, before: AnyTerm, after: AnyTerm) -> Iterator[None]:
    """Exchanging the elements at `one` and `two`, counted from 0, turns the list `before` into `after`."""
    for cells, changed in _lists(machine, before, after, one, two):
        mark = len(machine.trail)
        for i in _places(one, len(cells)):
            for j in _places(two, len(cells)):
                machine.tick()
                swapped = list(cells)
                swapped[i], swapped[j] = cells[j], cells[i]
                if machine.unify((one, two, changed), (i, j, tuple(swapped))):
                    yield
                machine.undo(mark)


@primitive
def seto(machine: Machine, index: AnyTerm, before: AnyTerm, item: AnyTerm, after: AnyTerm) -> Iterator[None]:
    """Putting `item` at `index`, counted from 0, turns the list `before` into `after`."""
    for cells, changed in _lists(machine, before, after, index):
        options = ((i, (*cells[:i], item, *cells[i + 1 :])) for i in _places(index, len(cells)))
        yield from bind_each(machine, (index, changed), options)


def _lists(
    machine: Machine, before: AnyTerm, after: AnyTerm, *indexes: AnyTerm
) -> Iterator[tuple[Sequence[Any], AnyTerm]]:
    """The elements of two lists of the same length, long enough for the indexes that are known.

    Where `after` is unknown and the length is known, it gives `after` itself instead of its elements.
    """
    known = [index for index in indexes if type(index) not in VARIABLES]
    if any(type(index) is not int or index < 0 for index in known):
        return iter(())
    least = max(known, default=-1) + 1
    if type(before) is tuple and type(after) in VARIABLES:  # no unknown for each element that would be bound at once
        return iter([(before, after)] if least <= len(before) else ())
    return same_length(machine, before, after, least)


def _places(index: AnyTerm, size: int) -> Sequence[int]:
    """The places in a list that `index`, walked, may mean."""
    if type(index) in VARIABLES:
        return range(size)
    return (index,) if index < size else ()
