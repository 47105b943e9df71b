"""Pages of models: their solutions, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.page import Board, page
from ..models.model import Model, Values
from ..wording import counted

MOST = 1000  # solutions that are drawn on one page


def of_solutions(model: Model, solutions: Sequence[Values], title: str) -> str:
    """The page of solutions of a model: the first of them, drawn."""
    drawn = solutions[:MOST]
    captions = map(str, range(1, len(drawn) + 1)) if len(drawn) > 1 else [""]
    boards = [Board(model.scene(values), label) for values, label in zip(drawn, captions, strict=True)]
    more = f", the first {len(drawn):,} of them drawn" if len(drawn) < len(solutions) else ""
    return page(title, boards, f"{counted(len(solutions), 'solution')}{more}.")
