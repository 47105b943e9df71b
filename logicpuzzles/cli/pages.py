"""Pages of HTML for what commands find: which boards stand on them, and what is said of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path as File
from typing import TYPE_CHECKING

from ..commands.layout import first_line
from ..drawing.gallery import caption, moves
from ..drawing.page import Bar, Board, page
from ..endings import Path, State
from ..errors import PuzzleError
from ..rulefile.rulebook import RuleFile
from ..search.exploration import Exploration
from ..wording import counted
from .report import apart, in_moves, rows

if TYPE_CHECKING:
    from ..models.model import Values

MOST = 1000  # solutions that are drawn on one page
SHOWN = 6  # states of each depth


def of_path(name: str, rulefile: RuleFile, path: Path) -> str:
    """Write the page of a solution: its moves to be played, its boards, and how it was found. What to tell of it."""
    puzzle = rulefile.puzzle
    boards = []
    for number, state in enumerate(path.states):
        label = caption(number, path.moves[number - 1]) if number else "start"
        of = f" (of {path.length})" if number else ""
        bound = "" if path.bounds is None else f"; at least {path.bounds[number]:,} to go"
        boards.append(Board(puzzle.scene(state), label, label + of + bound, changed(path.states, number)))
    told = f"Solved in {in_moves(path)}{apart(path)}:\n{moves(path.moves)}" if path.moves else "The start is a goal."
    values = [value for domain in puzzle.domains or () for value in domain]
    return _write(name, page(_title(rulefile), boards, told, rows(path), values))


def of_solutions(name: str, rulefile: RuleFile, solutions: Sequence[Values]) -> str:
    """Write the page of solutions of a model: the first of them, drawn. What to tell of it."""
    drawn = solutions[:MOST]
    captions = map(str, range(1, len(drawn) + 1)) if len(drawn) > 1 else [""]
    boards = [Board(rulefile.model.scene(values), label) for values, label in zip(drawn, captions, strict=True)]
    more = f", the first {len(drawn):,} of them drawn" if len(drawn) < len(solutions) else ""
    return _write(name, page(_title(rulefile), boards, f"{counted(len(solutions), 'solution')}{more}."))


def of_exploration(name: str, rulefile: RuleFile, found: Exploration, hardest: Sequence[State]) -> str:
    """Write the page of a whole space: how many states are how far, some of each behind its bar. What to tell of it."""
    puzzle = rulefile.puzzle
    bars = []
    for depth, number in enumerate(found.depths):
        some = islice(found.table.states(depth), SHOWN) if number else ()
        bars.append(Bar(str(depth), number, [Board(puzzle.scene(state), "") for state in some]))
    axes = ("cost" if puzzle.cost else "moves", "states")
    said = f"{counted(found.count, 'state')} in all; the hardest stand below, some of each depth behind its bar."
    boards = [Board(puzzle.scene(state), "") for state in hardest]
    return _write(name, page(_title(rulefile), boards, said, chart=bars, axes=axes))


def changed(states: Sequence[State], number: int) -> list[int]:
    """The cells of a state that a move changed."""
    if number == 0:
        return []
    before, after = states[number - 1], states[number]
    return [cell for cell, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]


def _title(rulefile: RuleFile) -> str:
    return first_line(rulefile.doc) or rulefile.name


def _write(name: str, made: str) -> str:
    """Write a page into the file of this name, which is replaced; what to tell of it.

    Raises
    ------
    PuzzleError
        It cannot be written.
    """
    try:
        File(name).write_text(made, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        hint = "name a file in a folder that can be written"
        raise PuzzleError(f"the page cannot be written: {why}", place="--html", got=name, hint=hint) from None
    return f"page    {name}"
