"""Calls of a rule file's functions: whatever they raise becomes one message with its line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import PuzzleError, must_be
from .terms import Tell

T = TypeVar("T")


def called(function: Callable[..., T], place: str, *args: object, hint: str | None = None) -> T:
    """What `function` returns.

    Raises
    ------
    PuzzleError
        It raises something.
    """
    try:
        return function(*args)
    except PuzzleError:
        raise
    except Exception as error:
        raise failed(function, error, place, hint) from error


class Telling:
    """A function that must give text.

    Raises
    ------
    PuzzleError
        It is not a function; or when it is called: it raises something, or gives no text.
    """

    def __init__(self, function: Tell, place: str) -> None:
        must_be(Callable, function, "this is not a function", place=place, expected="a function to text")
        self.function, self.place = function, place

    def __call__(self, term: object) -> str:
        text = called(self.function, self.place, term)
        return str(must_be(str, text, "the function gives no text", place=self.place, expected="a str"))


def failed(function: Callable[..., Any], error: Exception, place: str, hint: str | None = None) -> PuzzleError:
    """The message for what `function` raised, with its line."""
    line = _line(function, error)
    return PuzzleError(f"{type(error).__name__}: {error}", place=": ".join(filter(None, (line, place))), hint=hint)


def _line(function: Callable[..., Any], error: Exception) -> str | None:
    """The innermost line that raised in the file of `function`, as file:line; None where that is not known."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == code.co_filename]
    return f"{code.co_filename}:{frames[-1].lineno if frames else code.co_firstlineno}"
