"""Whether a tuple of values is a state of a puzzle; if not, what is wrong with it, in the puzzle's terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

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
        _require_pieces(declared.pieces, state, place)
    elif rules is not None:
        require_within(state, rules.domains, place)
    valid = declared.valid
    if valid is not None and not holds(valid, state):
        doc = (valid.__doc__ or "").strip()
        raise PuzzleError(
            f"{write(state)} is not {valid.name}", place=place, expected=doc.split("\n")[0] if doc else None
        )
    return state


def _require_pieces(pieces: Sequence[State], state: State, place: str) -> None:
    """Moves only permute the cells, so a state has the pieces that one of the declared states has."""
    values = Values(chain(*pieces))
    numbers = [values.get(value) for value in state]
    given = Counter(numbers)
    known: list[Counter[int | None]] = [Counter(values.encode(one)) for one in pieces]
    if given in known:
        return
    expected = " or ".join(
        f"each of {write(one)} once" if max(counts.values()) == 1 else f"the pieces of {write(one)}"
        for one, counts in zip(pieces, known, strict=True)
    )
    if None in given:
        strange = write(state[numbers.index(None)])
        raise PuzzleError(f"there is no piece {strange}", place=place, expected=expected, got=write(state))
    nearest = min(known, key=lambda counts: (given - counts).total())
    missing = nearest - given
    cell = next(cell for cell, number in enumerate(numbers) if numbers[: cell + 1].count(number) > nearest[number])
    first = next(number for number in values.encode(pieces[known.index(nearest)]) if missing[number])
    raise PuzzleError(
        f"piece {write(state[cell])} is there once too often, at position {cell}",
        place=place,
        expected=expected,
        got=write(state),
        hint=f"{write(values[first])} is missing",
    )
