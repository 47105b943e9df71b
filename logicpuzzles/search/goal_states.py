"""The states that match patterns, listed: the goals to search backwards from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from ..endings import State
from ..logic.termdict import TermDict
from ..rewriting.reach import has_pieces
from ..rewriting.rewrite import Among, Cell, Equals, Guard, Pattern, Rewriting, Same, matches

MOST_GOALS = 100_000


def matching_states(
    patterns: Sequence[Pattern], rewriting: Rewriting, pieces: Sequence[State], most: int = MOST_GOALS
) -> list[State]:
    """The states that match one of `patterns`, each once, at most `most + 1` of them.

    Where the rules only move values about, only arrangements of the values of one of `pieces` are states.
    """
    kinds: Sequence[State | None] = pieces if rewriting.permutes else [None]
    states = (
        [state] if (state := exact(pattern, rewriting.n_cells)) else matching(pattern, rewriting.domains, values)
        for pattern in patterns
        for values in kinds
        if values is None or has_pieces(pattern, values)
    )
    return list(TermDict((state, None) for state in islice(chain.from_iterable(states), most + 1)))


def exact(pattern: Pattern, n_cells: int) -> State | None:
    """The state that `pattern` spells out cell by cell, in order; None if it is not of that kind."""
    values = [guard.value for cell, guard in enumerate(pattern) if isinstance(guard, Equals) and guard.cell == cell]
    return tuple(values) if len(values) == len(pattern) == n_cells else None


def matching(pattern: Pattern, domains: Sequence[Sequence[Any]], values: State | None) -> Iterator[State]:
    """The states over `domains` for which `pattern` holds, in the order of the domains; a cell at a time.

    With `values` only arrangements of these. A guard is tested as soon as its cells are filled.
    """
    n_cells = len(domains)
    due: list[Pattern] = [()] * n_cells
    for guard in pattern:
        due[max(_cells(guard))] += (guard,)
    kinds = TermDict((value, number) for number, value in enumerate(values or ()))
    left: Counter[int | None] = Counter(kinds[value] for value in values or ())  # of each kind, those not yet placed
    numbered = [[(value, kinds.get(value)) for value in domain] for domain in domains]
    state: list[Any] = []
    placed: list[int | None] = []
    choices = [iter(numbered[0])]
    while choices:
        if len(state) == len(choices):  # back at this cell, for its next value
            state.pop()
            left[placed.pop()] += 1
        for value, kind in choices[-1]:
            if (values is None or left[kind]) and matches(due[len(state)], (*state, value)):
                break
        else:
            choices.pop()
            continue
        left[kind] -= 1
        state.append(value)
        placed.append(kind)
        if len(state) < n_cells:
            choices.append(iter(numbered[len(state)]))
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
