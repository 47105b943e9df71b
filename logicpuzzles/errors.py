"""What can go wrong, in one form: the place, what was expected, what was given, and the next step."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from .integers import in_digits, represented

Given = Any  # what a user gives, before it is checked
Kind = Any  # a class, several, or an abstract one


class PuzzleError(Exception):
    """Bad input, explained in one message whose parts are attributes too.

    Parameters
    ----------
    problem
        One sentence: what is wrong.
    place
        Where: a file with its line, an option, a relation. Printed first.
    expected, got
        What was wanted and what was given instead.
    hint
        The next step.
    excerpt
        The input at fault, with a caret under the spot; printed on lines of its own.
    ball
        What Prolog throws for it, a term, where a goal may catch it.

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
        ball: object = None,
    ) -> None:
        self.problem, self.place, self.expected, self.got, self.hint = problem, place, expected, got, hint
        self.excerpt, self.ball = excerpt, ball
        super().__init__(str(self))

    def __str__(self) -> str:
        return self._text()

    def _text(self) -> str:
        text = f"{self.place}: {self.problem}" if self.place else self.problem
        if self.expected is not None:
            text += f"; expected {self.expected}"
        if self.got is not None:
            text += f", got {in_digits(self.got) if type(self.got) is int else self.got}"
        if self.excerpt is not None:
            return f"{text}\n{self.excerpt}" + (f"\nNext: {self.hint}" if self.hint else "")
        return f"{text}. Next: {self.hint}" if self.hint else text

    def at(self, place: str) -> PuzzleError:
        """The same error, with `place` before its own place unless that is in the same file.

        >>> print(PuzzleError("no goal", place="move").at("my.py:3"))
        my.py:3: move: no goal
        """
        inner = self.place or ""
        where = inner if inner.startswith(file_of(place)) else ": ".join(filter(None, (place, inner)))
        made = type(self).__new__(type(self), *self.args)
        made.__dict__.update(self.__dict__, place=where)
        made.__cause__ = self.__cause__
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (_made, (type(self), self.args, self.__dict__))


def file_of(place: str) -> str:
    """The file of a place: what stands before the first colon, but for that of a drive.

    >>> file_of("rules/my.py:3")
    'rules/my.py'
    """
    drive, rest = os.path.splitdrive(place)
    return drive + rest.partition(":")[0]


class Several(PuzzleError):
    """Several mistakes in one text. It has the attributes of the first; `errors` are those that are told.

    >>> one, two = PuzzleError("no end", place="a:1:1"), PuzzleError("no head", place="a:2:1")
    >>> print(several([one, two, two], most=2))
    a:1:1: no end
    Error: a:2:1: no head
    Error: and 1 more
    """

    errors: tuple[PuzzleError, ...] = ()
    more: int = 0

    def __str__(self) -> str:
        lines = [error._text() for error in self.errors] + ([f"and {self.more:,} more"] if self.more else [])
        return "\nError: ".join(lines)


def several(errors: Sequence[PuzzleError], most: int = 20) -> PuzzleError:
    """One error for `errors`, of which the first `most` are told and the others counted."""
    first, *others = errors
    if not others:
        return first
    made = Several.__new__(Several, *first.args)
    made.__dict__.update(first.__dict__, errors=tuple(errors[:most]), more=max(0, len(errors) - most))
    made.args = (str(made),)
    return made


def must_be(
    kind: Kind,
    given: Given,
    problem: str,
    *,
    place: str | None = None,
    expected: str | None = None,
    hint: str | None = None,
) -> Given:
    """`given`, checked to be of this kind. Text does not count as an iterable.

    Raises
    ------
    PuzzleError
        It is of another kind; `problem` says so.

    >>> must_be(int, "x", "not a depth", place="depth", expected="a number")
    Traceback (most recent call last):
    logicpuzzles.errors.PuzzleError: depth: not a depth; expected a number, got 'x'
    """
    if not isinstance(given, kind) or (kind is Iterable and isinstance(given, str)):
        raise PuzzleError(problem, place=place, expected=expected, got=represented(given), hint=hint)
    return given


def _made(kind: type[PuzzleError], args: tuple[Any, ...], state: dict[str, Any]) -> PuzzleError:
    made = kind.__new__(kind, *args)
    plain: Any = next(b for b in kind.__mro__ if b.__module__ == "builtins" and not issubclass(b, PuzzleError))
    plain.__init__(made, *args)  # an OSError takes its errno from them
    made.__dict__.update(state)
    return made


_OF_PYTHON = (StopIteration, StopAsyncIteration, RecursionError, MemoryError, BrokenPipeError)


def raised_by(error: Exception, problem: str, *, place: str, hint: str | None) -> PuzzleError:
    """A `PuzzleError` for `error`, raised by a user's code; it has that type too, so that `except` catches it.

    It has the attributes of `error`, which is its cause. Where no type can be both, and for the types that mean
    something else to callers, such as `StopIteration`, it is a plain `PuzzleError`.
    """
    said = PuzzleError(problem, place=place, hint=hint)
    said.__cause__ = error
    if isinstance(error, _OF_PYTHON):
        return said
    try:
        made = _made(_both(type(error)), error.args, {**vars(error), **vars(said)})
    except TypeError:
        return said
    made.__cause__ = error
    return made


_types: dict[Any, Any] = {}


def _both(kind: Any) -> Any:
    if kind not in _types:
        _types[kind] = type(kind.__name__, (_Raised, kind), {"kind": kind, "__module__": kind.__module__})
    return _types[kind]


class LimitReached(PuzzleError):
    """A limit on time or memory stopped what was asked."""

    around = False  # whether the limit belongs to an enclosing task, not to the one that was stopped
    is_time = False  # whether it is one of seconds


class CacheWarning(UserWarning):
    """A cache kept between runs cannot be read or written; everything works the same, but takes longer."""


class BoundWarning(UserWarning):
    """A lower bound that was asked for cannot be used; searches go on with a weaker one, and take longer."""


class _Raised(PuzzleError):
    """A `PuzzleError` that is also of the type `kind`."""

    kind: type[Exception]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_raised, (self.kind, self.args, self.__dict__))


def _raised(kind: type[Exception], args: tuple[Any, ...], state: dict[str, Any]) -> PuzzleError:
    return _made(_both(kind), args, state)


_GIVEN = "ask what gives it one before this goal, such as member or between"
_SHARED = "share it, as X in {X}/[Y]>>Goal, or ask what gives it one before this goal"


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
    is_spent
        Whether it ended an iterator that the goal reads: the same goal cannot be run again.
    is_error
        Whether Prolog raises an instantiation error there, which a goal may catch.
    what, hint
        What of the unknown is needed, and how to give it; `{name}` in it stands for what the unknown is called.
    """

    def __init__(self, variable: Any, goal: str, is_error: bool = False) -> None:
        self.variable, self.goal, self.is_error = variable, goal, is_error
        self.what, self.hint = "a value", _SHARED if goal == ">>" else _GIVEN  # the name of a lambda
        self.place: str | None = None
        self.is_spent = False
        super().__init__(variable, goal)

    def __str__(self) -> str:
        return f"{self.goal} needs {self.what} for the unknown {self.variable!r}"


class Refusal(Exception):
    """The compiler's one-sentence reason why a relation does not become rewrite rules."""


class NoRoom(Refusal):
    """Why something is not built: it would take more memory than it may."""


TRACEBACK = "LOGICPUZZLES_TRACEBACK"  # the environment variable that asks for tracebacks


def defect(problem: BaseException) -> str:
    """The message for an unforeseen exception: one line, and the traceback where the user wants it."""
    what = " ".join(f"{type(problem).__name__}: {problem}".split()).rstrip(": ")
    said = f"this is a defect of logicpuzzles: {what}. Next: set {TRACEBACK}=1 to see where, and report it"
    if not os.environ.get(TRACEBACK):
        return said
    from traceback import format_exception

    return f"{said}\n{''.join(format_exception(problem)).rstrip()}"


def place_here() -> str:
    """The file and line from which the caller was called."""
    frame = sys._getframe(2)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def check_choice(what: str, got: object, choices: Collection[str]) -> None:
    """Raise `PuzzleError` unless `got` is one of `choices`."""
    if got not in choices:
        raise PuzzleError(f"there is no {what} {got!r}", place=what, expected="one of " + ", ".join(choices))
