"""Pages of models: their solutions, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.page import page
from ..drawing.page_boards import Board
from ..drawing.page_parts import Player, Sheet, Words
from ..models.model import Model, Values
from ..wording import counted


def of_solutions(model: Model, solutions: Sequence[Values], title: str, told: str = "") -> str:
    """The page of solutions of a model, as far as there is room, some at a time; `told` says what is known of them."""
    captions = map(str, range(1, len(solutions) + 1)) if len(solutions) > 1 else [""]
    boards = [Board(model.scene(values), label) for values, label in zip(solutions, captions, strict=True)]
    said = told or f"{counted(len(solutions), 'solution')}."
    return page(title, [Words(said), *([Player([Sheet(boards)], "solution", is_paged=True)] if boards else [])])
