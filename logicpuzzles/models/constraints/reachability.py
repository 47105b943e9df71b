"""That places hang together, as CP-SAT takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def encode_reachability(model: Any, inside: Sequence[Any], neighbors: Sequence[Sequence[int]]) -> None:
    """The places whose literal in `inside` is true hang together.

    Each gets its distance from the first of them: 0 there, and one more than that of a neighbour elsewhere. What is
    added has one value for each choice of places, so that no solution is found twice.
    """
    n = len(inside)
    distance = [model.new_int_var(0, max(n - 1, 0), "") for _ in range(n)]
    earlier = model.new_constant(0)
    for i, places in enumerate(neighbors):
        before = [_step(model, inside, distance, i, j) for j in places]
        model.add(distance[i] == 0).only_enforce_if(~inside[i])
        model.add(distance[i] == 0).only_enforce_if(~earlier)
        model.add_bool_or([*before, ~inside[i], ~earlier])
        later = model.new_bool_var("")
        model.add_max_equality(later, [earlier, inside[i]])
        earlier = later


def _step(model: Any, inside: Sequence[Any], distance: Sequence[Any], i: int, j: int) -> Any:
    """A literal that is true exactly where neighbours `i` and `j` are inside, and `i` is one step further away."""
    step = model.new_bool_var("")
    model.add_implication(step, inside[i])
    model.add_implication(step, inside[j])
    model.add(distance[i] == distance[j] + 1).only_enforce_if(step)
    model.add(distance[i] <= distance[j]).only_enforce_if(~step, inside[i], inside[j])
    return step
