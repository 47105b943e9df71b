"""The states that match a pattern, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...endings import State
from ...logic.terms import typed
from ...rewriting.rewrite import Among, Cell, Equals, Guard, Pattern, Same, matches


def matching(pattern: Pattern, domains: Sequence[Sequence[Any]], values: State | None) -> Iterator[State]:
    """The states over `domains` for which `pattern` holds, in the order of the domains; a cell at a time.

    With `values` only arrangements of these. A guard is tested as soon as its cells are filled.
    """
    n_cells = len(domains)
    due: list[Pattern] = [()] * n_cells
    for guard in pattern:
        due[max(_cells(guard))] += (guard,)
    left = Counter(map(typed, values or ()))
    state: list[Any] = []
    choices: list[Iterator[Any]] = [iter(domains[0])]
    while choices:
        if len(state) == len(choices):  # back at this cell, for its next value
            before = state.pop()
            if values is not None:
                left[typed(before)] += 1
        for value in choices[-1]:
            if (values is None or left[typed(value)]) and matches(due[len(state)], (*state, value)):
                break
        else:
            choices.pop()
            continue
        if values is not None:
            left[typed(value)] -= 1
        state.append(value)
        if len(state) < n_cells:
            choices.append(iter(domains[len(state)]))
        else:
            yield tuple(state)


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
