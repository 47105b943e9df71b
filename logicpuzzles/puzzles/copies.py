"""Copies and pickles of puzzles: what was declared, without what was worked out; that is worked out again."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import PuzzleError
from ..logic.relations import Predicate
from .declaration import Declaration

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]  # a function and the arguments that make the object again


class Declared:
    """What is copied and pickled by its declaration; copies share relations, as they share functions.

    Attributes
    ----------
    origin
        What a pickle holds instead, where a rule file gives it: the puzzle is loaded again.
    """

    origin: Reduced | None = None

    def declare(self, declaration: Declaration) -> None:
        """Take over the parts of `declaration` as attributes."""
        self.declaration = declaration
        self.start, self.n_cells, self.move = declaration.start, declaration.n_cells, declaration.move
        self.goal, self.distance, self.valid = declaration.goal, declaration.distance, declaration.valid
        self.domains, self.order, self.relations = declaration.domains, declaration.order, declaration.relations
        self.picture, self.symbols = declaration.picture, declaration.symbols

    def __copy__(self: T) -> T:
        return _declared(type(self), self.declaration, self.origin)

    def __deepcopy__(self: T, _: object) -> T:
        return self.__copy__()

    def __reduce__(self) -> Reduced:
        if self.origin is not None:
            return self.origin
        for name, part in self.declaration.parts():
            _require_pickled(name, part)
        return _declared, (type(self), self.declaration)


T = TypeVar("T", bound=Declared)


def _declared(kind: type[T], declaration: Declaration, origin: Reduced | None = None) -> T:
    made = object.__new__(kind)
    made.declare(declaration)
    made.origin = origin
    return made


def _require_pickled(name: str, part: object) -> None:
    """Raise `PuzzleError` if a part cannot be pickled, such as a relation that is defined inside a function."""
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
