"""Invariants in words: why a goal that differs from the start in one cannot be reached.

What is claimed: a sentence is true word by word of every state that can be reached, every move between them, and every
goal state that has the values which no move makes or takes away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..endings import State
from ..logic.terms import typed
from ..notation import write
from .relaxation import Relaxed

if TYPE_CHECKING:
    from .invariants import Invariant

PARITY = ("even", "odd")


def in_words(invariant: Invariant, relaxed: Relaxed, start: State, goal: State, is_settled: bool) -> str:
    """Why `goal` cannot be reached from `start`: their numbers differ, and no move changes the number.

    The goal may stand for several states with the same number; with `is_settled` they agree in all that it counts.
    """
    return (
        _parity(invariant, start, goal)
        or (is_settled and _colours(invariant, relaxed, start, goal))
        or f"{invariant} never changes, but it differs: {_number(invariant, start)} at the start, "
        f"{_number(invariant, goal)} in the goal"
    )


def _number(invariant: Invariant, state: State) -> str:
    number = invariant.value(state)
    return PARITY[number] if invariant.modulus == 2 else str(number)


def _parity(invariant: Invariant, start: State, goal: State) -> str | None:
    """The words for a sign of a permutation, with or without the colours of one value's places."""
    if not invariant.regions or len(invariant.terms) > 1:
        return None
    features = invariant.features
    one, two = features.vector(start), features.vector(goal)
    signs = range(features.first_sign, len(features))
    is_odd = sum(one.get(at, 0) + two.get(at, 0) for at in signs if at in invariant.weights) % 2
    where = features.within(invariant.regions)
    what = f"{where[1:]}{' ' if where else ''}the goal is an {PARITY[is_odd]} permutation of the start"
    if not invariant.terms:
        return f"{what}, and every move is an {PARITY[1 - is_odd]} one"
    ((value, _, _),) = invariant.terms
    before, after = _only(value, start), _only(value, goal)
    if before is None or after is None:
        return None
    name = write(value)
    if before == after:
        return f"{what} with {name} in place: moves that bring {name} back make only even ones"
    return f"{what}, but moves that take {name} from position {before} to {after} make only {PARITY[1 - is_odd]} ones"


def _only(value: Any, state: State) -> int | None:
    """The one cell that holds `value`."""
    cells = [cell for cell, held in enumerate(state) if typed(held) == typed(value)]
    return cells[0] if len(cells) == 1 else None


def _colours(invariant: Invariant, relaxed: Relaxed, start: State, goal: State) -> str | None:
    """The words for a value that changes colour with every move, where a count tells how many moves there are."""
    n_cells = len(start)
    walkers = [value for value, cells, _ in invariant.terms if len(cells) < n_cells]
    counted = [value for value, cells, _ in invariant.terms if len(cells) == n_cells]
    if invariant.regions or invariant.modulus != 2 or len(walkers) != 1 or len(counted) != 1:
        return None
    falls, rises = relaxed.change(counted[0])
    stays_single = _only(walkers[0], start) is not None and relaxed.change(walkers[0]) == (0, 0)
    if not stays_single or _only(walkers[0], goal) is None or falls != rises or abs(falls) != 1:
        return None
    count = [sum(typed(held) == typed(counted[0]) for held in state) for state in (start, goal)]
    n_moves = (count[1] - count[0]) * falls
    if n_moves < 0:
        return None
    walker, fewer = write(walkers[0]), "fewer" if falls < 0 else "more"
    sides = ("the colour that it started from", "the other colour")
    return (
        f"every move takes {walker} to a position of the other colour and makes one {write(counted[0])} {fewer}: after"
        f" {n_moves} moves {walker} is on {sides[n_moves % 2]}, but in the goal on {sides[1 - n_moves % 2]}"
    )
