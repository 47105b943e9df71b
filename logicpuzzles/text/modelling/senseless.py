"""Constraints that no solution can hold, whatever the unknowns are: in a model they are errors.

In a query they fail, or leave out what can never be, as in SWI-Prolog.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import PuzzleError
from ...logic.terms import Term
from ...wording import alternatives, counted


def require_sense(goal: Term) -> None:
    """Raise `PuzzleError` for a table with rows of a wrong width, and an automaton that cannot begin or end."""
    match goal:
        case Term("tuples_in", (tuples, rows)):
            _require_widths(tuples, rows)
        case Term("automaton", (_, nodes, _)):
            _require_ends(nodes)


def _require_widths(tuples: Sequence[Any], rows: Sequence[Any]) -> None:
    """Raise for a row that is as long as none of the tuples, or the other way round."""
    for name, many, ones, those in (("row", "rows", rows, tuples), ("tuple", "tuples", tuples, rows)):
        widths = sorted({len(one) for one in those})
        for number, one in enumerate(ones, 1):
            if widths and len(one) not in widths:
                raise PuzzleError(
                    f"{name} {number} of tuples_in has {counted(len(one), 'column')}",
                    expected=f"{alternatives(widths)}, as the {'tuples' if name == 'row' else 'rows'} have",
                    got=list(one) if name == "row" else None,
                    hint=f"write all {many} alike",
                )


def _require_ends(nodes: Sequence[Any]) -> None:
    for kind, what in (("source", "the state in which it begins"), ("sink", "the states in which it may end")):
        if not any(type(node) is Term and node.name == kind for node in nodes):
            raise PuzzleError(f"automaton has no {kind}", expected=f"{kind}(State) among its nodes", hint=f"add {what}")
