"""Whether a tuple of values is a state of a puzzle; if not, what is wrong with it, in the puzzle's terms."""

from __future__ import annotations

from collections.abc import Iterable

from ..endings import State, Value
from ..errors import PuzzleError
from ..logic.terms import same
from ..notation import write
from ..rewriting.rewrite import Rewriting
from .declaration import Declaration
from .parts import require_within
from .relation_answers import holds


def checked(declared: Declaration, rules: Rewriting | None, state: State, place: str) -> State:
    """`state`, if it is one of the declared puzzle, which has these rules.

    Raises
    ------
    PuzzleError
        It is not a state of the puzzle.
    """
    if len(state) != declared.n_cells:
        raise PuzzleError(
            f"{len(state)} cell{'' if len(state) == 1 else 's'}",
            place=place,
            expected=f"{declared.n_cells} as in {write(declared.start)}",
            got=write(state),
        )
    if declared.domains is not None:
        require_within(state, declared.domains, place)
    if rules is not None and rules.rules and rules.permutes:
        _require_same_pieces(declared.goal if isinstance(declared.goal, tuple) else declared.start, state, place)
    elif rules is not None:
        require_within(state, rules.domains, place)
    valid = declared.valid
    if valid is not None and not holds(valid, state):
        raise PuzzleError(f"{write(state)} is not {valid.name}", place=place, expected=_first_line(valid.__doc__))
    return state


def _require_same_pieces(pieces: State, state: State, place: str) -> None:
    """Moves only permute the cells, so a state has the pieces that the goal (or the start) has."""
    expected = f"each of {write(pieces)} once"
    if any(same(one, two) for n, one in enumerate(pieces) for two in pieces[:n]):
        expected = f"the pieces of {write(pieces)}"
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


def _count(values: Iterable[Value], value: Value) -> int:
    return sum(same(one, value) for one in values)


def _first_line(doc: str | None) -> str | None:
    return doc.strip().split("\n")[0] if doc else None
