"""What can go wrong, said once: the place, what was expected, what came, and the next step."""

from __future__ import annotations

import os
import sys
from typing import Any


class PuzzleError(Exception):
    """Bad input, in one message for a person; the parts are attributes too.

    Parameters
    ----------
    problem
        One sentence: what is wrong.
    place
        Where: a file with its line, an option, a relation. Printed first.
    expected, got
        What was wanted and what came instead.
    hint
        The next step.
    excerpt
        The lines of the input that are meant, with a caret under the spot; printed on lines of their own.

    >>> print(PuzzleError("the state has 7 cells", place="START", expected="8 cells", hint="add one"))
    START: the state has 7 cells; expected 8 cells. Next: add one
    """

    def __init__(
        self,
        problem: str,
        *,
        place: str | None = None,
        expected: str | None = None,
        got: object = None,
        hint: str | None = None,
        excerpt: str | None = None,
    ) -> None:
        self.problem, self.place, self.expected, self.got, self.hint = problem, place, expected, got, hint
        self.excerpt = excerpt
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.place}: {self.problem}" if self.place else self.problem
        if self.expected is not None:
            text += f"; expected {self.expected}"
        if self.got is not None:
            text += f", got {self.got}"
        if self.excerpt is not None:
            return f"{text}\n{self.excerpt}" + (f"\nNext: {self.hint}" if self.hint else "")
        return f"{text}. Next: {self.hint}" if self.hint else text

    def at(self, place: str) -> PuzzleError:
        """The same error, placed at `place`; a place that it has already follows, unless it lies in `place`.

        >>> print(PuzzleError("no goal", place="move").at("my.py:3"))
        my.py:3: move: no goal
        """
        inner = self.place or ""
        where = inner if inner.startswith(place.split(":")[0]) else ": ".join(filter(None, (place, inner)))
        kind = LimitReached if isinstance(self, LimitReached) else PuzzleError
        return kind(
            self.problem, place=where, expected=self.expected, got=self.got, hint=self.hint, excerpt=self.excerpt
        )


class LimitReached(PuzzleError):
    """A limit on time or memory stopped a query."""


class CacheWarning(UserWarning):
    """What is kept between runs cannot be used or renewed; all works the same, and takes longer."""


class NeedsValue(Exception):
    """A goal that cannot run on an unknown met one; the compiler splits on it, a query reports it.

    Attributes
    ----------
    variable
        The unknown that was touched.
    goal
        The name of the goal that touched it.
    place
        Where the goal is, as file:line or file:line:column, if that is known.
    """

    def __init__(self, variable: Any, goal: str) -> None:
        self.variable, self.goal = variable, goal
        self.place: str | None = None
        super().__init__(f"{goal} needs a value for the unknown {variable!r}")


class Refusal(Exception):
    """The compiler's one-sentence reason why a relation does not become rewrite rules."""


TRACEBACK = "LOGICPUZZLES_TRACEBACK"  # the environment variable that asks for it


def defect(problem: BaseException) -> str:
    """What is said of an exception that nobody foresaw: one line, and the traceback where the user wants it."""
    what = " ".join(f"{type(problem).__name__}: {problem}".split()).rstrip(": ")
    said = f"this is a defect of logicpuzzles: {what}. Next: set {TRACEBACK}=1 to see where, and report it"
    if not os.environ.get(TRACEBACK):
        return said
    from traceback import format_exception

    return f"{said}\n{''.join(format_exception(problem)).rstrip()}"


def place_here() -> str:
    """The file and line that calls the function which calls this one."""
    frame = sys._getframe(2)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
