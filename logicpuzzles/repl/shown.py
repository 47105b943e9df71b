"""An answer as the session shows it: what is long is shortened, until all of it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from ..text.answer import Answer

DEEPEST = 10  # levels that are written, and elements less one: what SWI-Prolog's toplevel writes


class Shown:
    """An answer, for a terminal of `width` columns; `is_whole` tells whether all of it is written.

    It is written within what `limits` gives.

    >>> shown = Shown(Answer({"L": tuple(range(12))}), 80)
    >>> print(shown)
    L = [0, 1, 2, 3, 4, 5, 6, 7, 8|...]
    >>> shown.is_whole = True
    >>> print(shown)
    L = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """

    def __init__(
        self,
        answer: Answer,
        width: int,
        is_whole: bool = False,
        limits: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.answer, self.width, self.is_whole, self.limits = answer, width, is_whole, limits

    def __str__(self) -> str:
        """On one line, or with an equation a line where that is too long."""
        with self.limits():
            goals = self.answer.goals(None if self.is_whole else DEEPEST) or ["true"]
            line = ", ".join(goals)
            return line if len(line) <= self.width - 2 else ",\n".join(goals)

    @property
    def is_shortened(self) -> bool:
        """Whether something is left out."""
        if self.is_whole or "..." not in str(self):
            return False
        with self.limits():
            return self.answer.goals(DEEPEST) != self.answer.goals()
