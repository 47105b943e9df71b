"""Copies and pickles of objects made from functions: their parts alone, without what was computed from them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar

from .errors import PuzzleError, raised_by

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]  # a function and the arguments that make the object again


class Copied:
    """An object that is copied and pickled by its `parts`.

    Attributes
    ----------
    origin
        What a pickle holds instead, where a rule file gives the object: the file as content.
    """

    origin: Reduced | None = None
    parts: ClassVar[tuple[str, ...]]  # the attributes from which everything else is computed anew
    thing: ClassVar[str]  # what it is called in a message
    # What to do where a part cannot be pickled, such as a lambda.
    instead: ClassVar[str] = "write the function at the top of a module, or load the rule file again where it is needed"

    def __copy__(self) -> Any:
        return restored(type(self), self._parts())

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return restored(type(self), copy.deepcopy(self._parts(), memo))

    def __reduce__(self) -> Reduced:
        if self.origin is not None:
            return self.origin
        import pickle  # here: few objects are

        for name, part in self._parts().items():
            try:
                pickle.dumps(part)
            except Exception as error:
                raise self._cannot(name, part, error) from error
        return restored, (type(self), self._parts())

    def _cannot(self, name: str, part: object, error: Exception) -> PuzzleError:
        """The message that the part `name` cannot be pickled."""
        reason = f"{self.thing} cannot be pickled, as its {name.strip('_')} cannot: {error}"
        return raised_by(error, reason, place="pickle", hint=self.instead)

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.parts}


def restored(kind: type[Any], parts: dict[str, Any]) -> Any:
    """An object of `kind` with these parts, as `__init__` leaves it."""
    made: Any = object.__new__(kind)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made
