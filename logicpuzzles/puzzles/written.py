"""States and bounds as people write them: on the command line, in files of starts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from ..endings import State, Value
from ..errors import PuzzleError
from ..wording import counted, did_you_mean

if TYPE_CHECKING:
    from ..drawing.picture import Symbols
    from ..logic.terms import AnyTerm
    from .chosen_bound import BoundChoice
    from .puzzle import Puzzle

_SLASH = re.compile(r"""/(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")  # outside of quotes
_PARTING = r"[\s,()'\"\[\]]"  # characters of a state that is not written with one character a cell


def read_start(puzzle: Puzzle, text: str, place: str) -> State:
    """The state that `text` means, such as START on the command line; `PuzzleError` where it is none."""
    values = list(chain(*puzzle.declaration.named_values))
    return puzzle.state(read_state(text, puzzle.n_cells, puzzle.symbols, place, values), place=place)


def read_state(text: str, n_cells: int, symbols: Symbols | None, place: str, values: Iterable[AnyTerm] = ()) -> State:
    """The state that `text` means: as `notation.read` tells, or one character a cell, or as the puzzle draws it.

    Compounds among `values` may be written with operators, such as a-1.

    >>> read_state("07214365", 8, None, "START"), read_state("1 2 . 3", 4, {0: "."}, "START")
    ((0, 7, 2, 1, 4, 3, 6, 5), (1, 2, 0, 3))
    """
    if n_cells > 1 and len(text) > 1 and not re.search(_PARTING, text):
        if len(text) != n_cells:
            expected = f"{n_cells}, one a cell, or values with commas"
            raise PuzzleError(counted(len(text), "character"), place=place, expected=expected, got=text)
        text = " ".join(text)
    return _read_values(text, symbols, place, values)


def _read_values(text: str, symbols: Symbols | None, place: str, values: Iterable[AnyTerm]) -> tuple[Value, ...]:
    """The values that `text` names, as they are written or as the puzzle draws them."""
    from ..logic import notation  # here, as below: models need none of it
    from ..logic.terms import Term
    from ..logic.writer import write

    drawn = {write(value): value for value in values if type(value) is Term}
    drawn.update({symbol: value for value, symbol in (symbols or {}).items()})
    found = notation.read(text, place)
    return tuple(drawn.get(value, value) if isinstance(value, str) else value for value in found)


def read_bound(puzzle: Puzzle, text: str | None, memory: int | None) -> BoundChoice:
    """The bound that --bound and --bound-memory choose; what they do not say, the rule file does.

    Groups are separated by slashes, as in 1 2 3 / 4 5 6; one in which every value is a list has a group in each.
    """
    from .chosen_bound import EXPECTED, NAMES, as_bound

    own, place = puzzle.bound_choice, "--bound"
    memory = own.memory if memory is None else memory
    if text is None:
        return replace(own, memory=memory)
    if text.strip() in NAMES:
        return as_bound(text.strip(), place, memory)
    values = list(chain(*puzzle.declaration.named_values))
    groups = [_read_values(part, puzzle.symbols, place, values) for part in _SLASH.split(text)]
    if len(groups) == 1 and (hint := did_you_mean(text.strip(), NAMES)) is not None:
        raise PuzzleError(f"there is no bound {text.strip()!r}", place=place, expected=EXPECTED, hint=hint)
    if len(groups) == 1 and groups[0] and all(type(value) is tuple for value in groups[0]):
        groups = list(groups[0])
    return as_bound(groups, place, memory)
