"""Pages of HTML for what commands find: which boards stand on them, and what is said of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path as File
from typing import TYPE_CHECKING

from ..drawing.gallery import caption, moves
from ..drawing.page import Bar, Board, page
from ..endings import Path, State
from ..errors import PuzzleError
from ..puzzles.puzzle import Puzzle
from ..search.exploration import Exploration
from ..wording import counted
from .report import apart, in_moves, rows

if TYPE_CHECKING:
    from ..models.model import Model, Values

MOST = 1000  # solutions that are drawn on one page
SHOWN = 6  # states of each depth


def write_page(name: str, option: str, made: str) -> str:
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
        raise PuzzleError(f"the page cannot be written: {why}", place=option, got=name, hint=hint) from None
    return f"page    {name}"


def of_path(puzzle: Puzzle, path: Path, title: str) -> str:
    """The page of a solution: its moves to be played, its boards, and how it was found."""
    boards = []
    for number, state in enumerate(path.states):
        label = caption(number, path.moves[number - 1]) if number else "start"
        bound = "" if path.bounds is None else f"; at least {path.bounds[number]:,} to go"
        said = f"{label} (of {path.length}){bound}" if number else f"start{bound}"
        boards.append(Board(puzzle.scene(state), label, said, changed(path.states, number)))
    told = f"Solved in {in_moves(path)}{apart(path)}:\n{moves(path.moves)}" if path.moves else "The start is a goal."
    values = [value for domain in puzzle.domains or () for value in domain]
    return page(title, boards, told, rows(path), values)


def of_solutions(model: Model, solutions: Sequence[Values], title: str) -> str:
    """The page of solutions of a model: the first of them, drawn."""
    drawn = solutions[:MOST]
    boards = [
        Board(model.scene(values), str(number) if len(drawn) > 1 else "") for number, values in enumerate(drawn, 1)
    ]
    more = f", the first {len(drawn):,} of them drawn" if len(drawn) < len(solutions) else ""
    return page(title, boards, f"{counted(len(solutions), 'solution')}{more}.")


def of_exploration(puzzle: Puzzle, found: Exploration, states: Sequence[State], title: str, said: str) -> str:
    """The page of a whole space: how many states are how far, some of them behind each bar, and the hardest."""
    bars = []
    for depth, number in enumerate(found.depths):
        some = islice(found.table.states(depth), SHOWN)
        bars.append(Bar(str(depth), number, [Board(puzzle.scene(state), "") for state in some] if number else ()))
    axes = ("cost" if puzzle.cost else "moves", "states")
    return page(title, [Board(puzzle.scene(state), "") for state in states], said, chart=bars, axes=axes)


def changed(states: Sequence[State], number: int) -> list[int]:
    """The cells of a state that a move put something into: those that hold another value than before.

    Where values changed places, those whose value is a symbol for nothing are drawn as empty, with their frame.
    """
    if number == 0:
        return []
    before, after = states[number - 1], states[number]
    return [cell for cell, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
