"""Endings in words, as `print` and the command line show them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, cast

from ..by_name import entry
from ..drawing import report
from ..drawing.folding import WIDEST, WIDTH
from ..endings import Assignment, Counted, Ending, Path
from ..wording import counted

if TYPE_CHECKING:
    from ..models.model import Model
    from ..puzzles.puzzle import Puzzle


def in_words(ending: Ending, boards: str = "some", width: int = WIDTH) -> str:
    """An ending as a person reads it: what was found, drawn by whoever handed it out, and how the search went.

    Parameters
    ----------
    boards
        As for `drawing.report.in_words`.
    width
        Of boards, in columns.
    """
    kind = None if ending.drawing is None else ending.drawing.kind
    if kind == "game":
        return entry("games.report:in_words")(ending.drawing, ending, width=min(width, WIDEST))  # type: ignore[no-any-return]
    if kind == "model" or isinstance(ending, Assignment):
        model = cast("Model", ending.drawing) if kind == "model" else None
        return entry("pages.model_words:in_words")(ending, model, width)  # type: ignore[no-any-return]
    puzzle = cast("Puzzle", ending.drawing) if kind == "puzzle" else None
    if isinstance(ending, Path):
        picture, symbols = (None, None) if puzzle is None else (puzzle.picture, puzzle.symbols)
        return report.in_words(ending, picture, symbols, boards, width, "draw()")
    if isinstance(ending, Counted):
        return f"{counted(ending.count, 'solution')}.\n\n{report.facts(ending, width)}"
    if hasattr(ending, "depths"):
        return _of_space(ending, puzzle, width)
    if ending.status == "solved":
        return f"Solved.\n\n{report.facts(ending, width)}"
    return report.in_words(ending, None, None, boards, width)


def _of_space(ending: Ending, puzzle: Puzzle | None, width: int) -> str:
    from ..search.exploration import Exploration, Unexplored
    from .space_words import DRAWN, parts

    found = cast(Exploration | Unexplored, ending)
    hardest = tuple(islice(found.hardest(), DRAWN)) if isinstance(found, Exploration) else ()
    return "\n\n".join(parts(found, hardest, puzzle, width))
