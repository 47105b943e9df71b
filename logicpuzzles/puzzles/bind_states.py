"""Bind terms of a relation to the states of an explored space, one after another."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TypeVar

from ..endings import State
from ..logic.resolver import Machine
from ..logic.terms import AnyTerm
from ..search.exploration import Exploration

T = TypeVar("T", bound=AnyTerm)


def ground_state(machine: Machine, state: AnyTerm) -> State | None:
    """`state` as a tuple of values; None while something in it is unknown."""
    value = machine.reify(state)
    return value if isinstance(value, tuple) and not machine.unknowns(value) else None


def bind_each(machine: Machine, term: AnyTerm, values: Iterable[T]) -> Iterator[T]:
    """Make `term` equal to each value in turn; the values that it can be."""
    mark = len(machine.trail)
    for value in values:
        machine.tick()
        if machine.unify(term, value):
            yield value
        machine.undo(mark)


def bind_states(
    machine: Machine, space: Exploration, state: AnyTerm, depths: Container[int] | None = None
) -> Iterator[tuple[State, int]]:
    """The explored states at one of `depths` that `state` may be, nearest first, each bound in turn, with its depth."""
    for depth in range(len(space.depths)):
        if depths is None or depth in depths:
            for found in bind_each(machine, state, space.table.states(depth)):
                yield found, depth
