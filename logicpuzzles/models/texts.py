"""A constraint given as text, until its variables are known."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import constraint as library

from ..by_name import entry
from .values import Variable

if TYPE_CHECKING:
    from .formulas import Formula

_WORD = r"[^\W\d]\w*"


class TextConstraint(library.Constraint):  # type: ignore[misc]
    """What a text says of the variables that it names, such as "a + 1 < b".

    Raises
    ------
    PuzzleError
        The text cannot be read, whatever its variables.
    """

    def __init__(self, text: str, place: str | None) -> None:
        self.text = text
        self.read(re.findall(_WORD, text), place)

    def read(self, variables: Collection[Variable], place: str | None) -> list[Formula]:
        """The formulas over these variables that must hold.

        Raises
        ------
        PuzzleError
            It names others, or none.
        """
        return entry("models.formulas:conjuncts")(self.text, variables, place)  # type: ignore[no-any-return]

    def __call__(self, *_: Any, **__: Any) -> bool:
        raise NotImplementedError("a text is read when its variables are known")
