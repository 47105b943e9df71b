"""Relations over lists by position, counted from 0, true in every direction: `ntho`, `swapo`, `seto`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from .lists import is_open, opened, prefixed
from .relations import primitive
from .resolver import Machine
from .terms import VARIABLES, vars


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
