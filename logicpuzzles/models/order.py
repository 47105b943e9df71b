"""The order in which solutions of a model are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .values import Variable


@dataclass(frozen=True)
class Order:
    """What `label` or `labeling` of a text says.

    Attributes
    ----------
    variables
        Those that are tried, in their order.
    selection
        Which of them is next: "leftmost", "ff", "ffc", "min" or "max".
    descending
        Whether the greatest value is tried first.
    best
        Variables by which solutions come first of all, each with whether its greatest value does.
    """

    variables: Sequence[Variable]
    selection: str = "leftmost"
    descending: bool = False
    best: Sequence[tuple[Variable, bool]] = ()
