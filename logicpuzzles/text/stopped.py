"""What to write instead of a query that a limit on time stopped: that depends on what took the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import LimitReached
from ..logic.integers.registry import GOALS
from ..logic.resolver import Machine
from .syntax.nodes import Node, indicator_of, walk

if TYPE_CHECKING:
    from .kernel import KernelRun

ENDLESS = "ask for less, allow more seconds, or let what calls itself come to an end: `:- table name/N.` does"
POSTING = "state fewer constraints, on fewer unknowns, let what calls itself come to an end, or allow more seconds"
LABELLING = "label in another order, as labeling([ff], Xs) does, state tighter domains, or allow more seconds"


def stopped(
    error: LimitReached, query: Node, machine: Machine, kernel: KernelRun | None, backwards: str | None
) -> LimitReached:
    """`error` with what fits the query, which the resolver `machine` ran, or the kernel did.

    `backwards` is what to write for a move asked backwards.
    """
    hint, on = error.hint, machine.propagation
    growth = None if machine.evaluating is None else machine.evaluating.growth()
    if hint == ENDLESS and growth is not None:
        hint = growth
    elif hint == ENDLESS:
        if kernel.is_labelling if kernel is not None else on is not None and on.labelling:
            hint = LABELLING
        elif on is not None or any(indicator_of(node) in GOALS for node in walk(query)):
            hint = POSTING
    error.hint = hint if backwards is None else f"{backwards}; or {hint}"
    error.args = (str(error),)
    return error
