"""Pages of state puzzles: a solution to be played, a whole space behind its bars."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..drawing.gallery import caption, moves
from ..drawing.page import Bar, Board, page
from ..drawing.report import apart, in_moves, rows
from ..endings import Path, State
from ..puzzles.puzzle import Puzzle
from ..search.exploration import Exploration
from ..wording import counted

SHOWN = 6  # states of each depth


def of_path(puzzle: Puzzle, path: Path, title: str) -> str:
    """The page of a solution: its moves to be played, its boards, and how it was found."""
    boards = []
    for number, state in enumerate(path.states):
        label = caption(number, path.moves[number - 1]) if number else "start"
        of = f" (of {path.length})" if number else ""
        bound = "" if path.bounds is None else f"; at least {path.bounds[number]:,} to go"
        boards.append(Board(puzzle.scene(state), label, label + of + bound, changed(path.states, number)))
    told = f"Solved in {in_moves(path)}{apart(path)}:\n{moves(path.moves)}" if path.moves else "The start is a goal."
    values = [value for domain in puzzle.domains or () for value in domain]
    return page(title, boards, told, rows(path), values)


def of_exploration(puzzle: Puzzle, found: Exploration, hardest: Sequence[State], title: str) -> str:
    """The page of a whole space: how many states are how far, and some of each behind its bar."""
    bars = []
    for depth, number in enumerate(found.depths):
        some = islice(found.table.states(depth), SHOWN) if number else ()
        bars.append(Bar(str(depth), number, [Board(puzzle.scene(state), "") for state in some]))
    axes = ("cost" if puzzle.cost else "moves", "states")
    said = f"{counted(found.count, 'state')} in all; the hardest stand below, some of each depth behind its bar."
    boards = [Board(puzzle.scene(state), "") for state in hardest]
    return page(title, boards, said, chart=bars, axes=axes)


def changed(states: Sequence[State], number: int) -> list[int]:
    """The cells of a state that a move changed."""
    if number == 0:
        return []
    before, after = states[number - 1], states[number]
    return [cell for cell, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
