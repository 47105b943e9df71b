"""The states that match a pattern, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...endings import State
from ...rewriting.rewrite import Among, Cell, Equals, Guard, Pattern, Same
from ...rewriting.values import Values


def matching(pattern: Pattern, domains: Sequence[Sequence[Any]], values: State | None) -> Iterator[State]:
    """The states over `domains` for which `pattern` holds, in the order of the domains; a cell at a time.

    With `values` only arrangements of these. A guard is tested as soon as its cells are filled.
    """
    n_cells = len(domains)
    due: list[list[Guard]] = [[] for _ in range(n_cells)]
    for guard in pattern:
        due[max(_cells(guard))].append(guard)
    numbering = Values(values or ())
    left = [0] * len(numbering)
    for value in values or ():
        left[numbering.add(value)] += 1
    state: list[Any] = [None] * n_cells
    choices: list[Iterator[Any]] = [iter(domains[0])]
    taken: list[int | None] = [None] * n_cells
    while choices:
        cell = len(choices) - 1
        held = taken[cell]
        if held is not None:
            left[held] += 1
            taken[cell] = None
        for value in choices[-1]:
            if values is not None:
                number = numbering.get(value)
                if number is None or not left[number]:
                    continue
            state[cell] = value
            if all(guard.holds(tuple(state)) for guard in due[cell]):
                break
        else:
            choices.pop()
            continue
        if values is not None:
            number = numbering.get(value)
            assert number is not None
            left[number] -= 1
            taken[cell] = number
        if cell + 1 == n_cells:
            yield tuple(state)
        else:
            choices.append(iter(domains[cell + 1]))


def _cells(guard: Guard) -> Iterator[int]:
    if isinstance(guard, Equals | Among):
        yield guard.cell
    elif isinstance(guard, Same):
        yield from (guard.cell, guard.other)
    else:
        for left, right in guard.pairs:
            yield left.index
            if type(right) is Cell:
                yield right.index
