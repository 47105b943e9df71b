"""The wandering blank: a value that every state holds in exactly one cell, and where each rule takes it.

Read off the rules alone: nothing here knows what the value stands for. A knight on its board wanders just as the gap
of a sliding puzzle does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..endings import State
from ..logic.terms import AnyTerm, same
from .rewrite import Cell, Equals, Rewriting, Rule


@dataclass(frozen=True, slots=True)
class Wanderer:
    """A value that stays in exactly one cell: once a state holds it once, so does every state that follows.

    Attributes
    ----------
    value
        The constant that wanders.
    steps
        For each rule, the cell that it takes the value from and the cell that it takes it to.
    """

    value: Any
    steps: tuple[tuple[int, int], ...]

    def is_single_in(self, state: State) -> bool:
        """Whether `state` holds the value exactly once; then so does every state after it."""
        return sum(same(value, self.value) for value in state) == 1


def wanderers(rewriting: Rewriting) -> tuple[Wanderer, ...]:
    """Every value that each rule finds in one cell, by an equality guard, and leaves in one cell."""
    if not rewriting.rules:
        return ()
    found: list[Wanderer] = []
    for guard in rewriting.rules[0].guards:
        if type(guard) is Equals and not any(same(guard.value, known.value) for known in found):
            steps = [step(rule, guard.value) for rule in rewriting.rules]
            if all(steps):
                found.append(Wanderer(guard.value, tuple(filter(None, steps))))
    return tuple(found)


def wandering_blank(rewriting: Rewriting) -> Wanderer | None:
    """The first wanderer that some rule moves to another cell; None where there is none."""
    return next((w for w in wanderers(rewriting) if any(before != after for before, after in w.steps)), None)


def step(rule: Rule, value: AnyTerm) -> tuple[int, int] | None:
    """The cell where `rule` finds `value` and the cell where it leaves it; None if either is not exactly one.

    Where the value is in one cell only, no other cell that the effect copies can hold it.
    """
    found = {guard.cell for guard in rule.guards if type(guard) is Equals and same(guard.value, value)}
    if len(found) != 1:
        return None
    (before,) = found
    after = [
        cell
        for cell, source in enumerate(rule.effect)
        if (source.index == before if type(source) is Cell else same(source, value))
    ]
    return (before, after[0]) if len(after) == 1 else None
