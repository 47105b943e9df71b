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
    several = len(solutions) > 1
    boards = [Board(model.scene(values), str(at) if several else "") for at, values in enumerate(solutions, 1)]
    said = told or f"{counted(len(solutions), 'solution')}."
    return page(title, [Words(said), *([Player([Sheet(boards)], "solution", is_paged=True)] if boards else [])])
