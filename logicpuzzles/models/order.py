"""The order in which a model is searched, and its solutions are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .values import Variable


@dataclass(frozen=True)
class Order:
    """What is tried first: what `label` or `labeling` of a text says, and `Problem.order` of a model.

    Solutions come in this order. Without one the engine chooses, which mostly is faster; where the marks of a ruler are
    set from left to right, or tasks by time, it is not. With an objective it guides the search alone.

    Attributes
    ----------
    variables
        Those that are tried, in their order.
    selection
        Which of them is next: "leftmost", "ff" (the fewest values left), "ffc" (of these the most constraints), "min"
        (the least value left) or "max" (the greatest).
    descending
        Whether the greatest value is tried first.
    best
        Variables by which solutions come first of all, each with whether its greatest value does.
    """

    variables: Sequence[Variable]
    selection: str = "leftmost"
    descending: bool = False
    best: Sequence[tuple[Variable, bool]] = ()
