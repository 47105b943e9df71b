"""Whether a tuple of values is a state of a puzzle; if not, what is wrong with it, in the puzzle's terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import PuzzleError
from ..logic.terms import same
from ..notation import write
from .declaration import require_within
from .relation_answers import holds

if TYPE_CHECKING:
    from .puzzle import Puzzle


def checked(puzzle: Puzzle, state: State, place: str) -> State:
    """`state`, if it is one of `puzzle`.

    Raises
    ------
    PuzzleError
        It is none.
    """
    if len(state) != puzzle.n_cells:
        raise PuzzleError(
            f"{len(state)} cell{'' if len(state) == 1 else 's'}",
            place=place,
            expected=f"{puzzle.n_cells} as in {write(puzzle.start)}",
            got=write(state),
        )
    if puzzle.domains is not None:
        require_within(state, puzzle.domains, place)
    if puzzle.refusal is None and puzzle.rewriting.rules and puzzle.rewriting.permutes:
        _require_same_pieces(puzzle, state, place)
    elif puzzle.refusal is None:
        require_within(state, puzzle.rewriting.domains, place)
    if puzzle.valid is not None and not holds(puzzle.valid, state):
        raise PuzzleError(
            f"{write(state)} is not {puzzle.valid.name}", place=place, expected=_first_line(puzzle.valid.__doc__)
        )
    return state


def _require_same_pieces(puzzle: Puzzle, state: State, place: str) -> None:
    """Moves only permute the cells, so a state has the pieces that the goal (or the start) has."""
    pieces = list(puzzle.goal if isinstance(puzzle.goal, tuple) else puzzle.start)
    expected = f"each of {write(tuple(pieces))} once"
    if any(same(one, two) for n, one in enumerate(pieces) for two in pieces[:n]):
        expected = f"the pieces of {write(tuple(pieces))}"
    left = list(pieces)
    for cell, value in enumerate(state):
        found = next((n for n, piece in enumerate(left) if same(piece, value)), None)
        if found is not None:
            left.pop(found)
        elif any(same(piece, value) for piece in pieces):
            missing = [piece for piece in pieces if _count(state, piece) < _count(pieces, piece)]
            raise PuzzleError(
                f"piece {write(value)} is there once too often, at position {cell}",
                place=place,
                expected=expected,
                got=write(state),
                hint=f"{write(missing[0])} is missing" if missing else None,
            )
        else:
            raise PuzzleError(f"there is no piece {write(value)}", place=place, expected=expected, got=write(state))


def _count(values: Any, value: Any) -> int:
    return sum(same(one, value) for one in values)


def _first_line(doc: str | None) -> str | None:
    return doc.strip().split("\n")[0] if doc else None
