"""Copies and pickles of puzzles: what was declared, without what was worked out; that is worked out again."""

from __future__ import annotations

import pickle
from typing import Any

from ..errors import PuzzleError
from ..logic.relations import Predicate

PARTS = (
    "start", "n_cells", "move", "goal", "valid", "distance", "domains", "picture", "symbols", "order", "relations",
)  # fmt: skip


class Copied:
    """What is copied and pickled by its declaration; copies share relations, as they share functions."""

    def __copy__(self) -> Any:
        return _from_parts(type(self), parts_of(self))

    def __deepcopy__(self, _: object) -> Any:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)


def parts_of(puzzle: object) -> dict[str, Any]:
    """What was declared, by the names of the attributes."""
    return {name: puzzle.__dict__[name] for name in (*PARTS, "origin") if name in puzzle.__dict__}


def reduced(puzzle: object) -> tuple[Any, ...]:
    """For a pickle: the rule file and its parameters where the puzzle came from one, else its parts.

    Raises
    ------
    PuzzleError
        A part cannot be pickled, such as a relation that is defined inside a function.
    """
    origin = puzzle.__dict__.get("origin")
    if origin is not None:
        return _from_file, origin
    parts = parts_of(puzzle)
    for name, part in parts.items():
        try:
            pickle.dumps(part)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            named = part.name if isinstance(part, Predicate) else name
            raise PuzzleError(
                f"a puzzle with {named} cannot be pickled: {error}",
                place=name,
                expected="relations and functions that a module defines under their names",
                hint="define it at the top of a module, or put the puzzle into a rule file",
            ) from None
    return _from_parts, (type(puzzle), parts)


def _from_file(path: str, values: dict[str, Any]) -> Any:
    from ..rulefile.rulebook import load

    return load(path, **values).declared


def _from_parts(kind: type, parts: dict[str, Any]) -> Any:
    made: Any = object.__new__(kind)
    made.__dict__.update(parts)
    return made
