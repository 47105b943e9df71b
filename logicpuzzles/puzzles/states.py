"""Whether a tuple of values is a state of a puzzle; if not, what is wrong with it, in the puzzle's terms."""

from __future__ import annotations

from collections import Counter

from ..endings import State
from ..errors import PuzzleError
from ..logic.writer import write
from ..rewriting.rewrite import Rewriting
from ..rewriting.values import Values
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
        doc = (valid.__doc__ or "").strip()
        raise PuzzleError(
            f"{write(state)} is not {valid.name}", place=place, expected=doc.split("\n")[0] if doc else None
        )
    return state


def _require_same_pieces(pieces: State, state: State, place: str) -> None:
    """Moves only permute the cells, so a state has the pieces that the goal (or the start) has."""
    values = Values(pieces)
    given = values.encode(pieces)
    expected = f"each of {write(pieces)} once" if len(values) == len(pieces) else f"the pieces of {write(pieces)}"
    left = Counter(given)
    for cell, value in enumerate(state):
        number = values.get(value)
        if number is None:
            raise PuzzleError(f"there is no piece {write(value)}", place=place, expected=expected, got=write(state))
        left[number] -= 1
        if left[number] < 0:
            missing = Counter(given) - Counter(map(values.add, state))
            first = next((piece for piece, number in zip(pieces, given, strict=True) if missing[number]), None)
            raise PuzzleError(
                f"piece {write(value)} is there once too often, at position {cell}",
                place=place,
                expected=expected,
                got=write(state),
                hint=f"{write(first)} is missing" if missing else None,
            )
