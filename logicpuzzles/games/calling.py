"""Calls of a rule file's functions: whatever they raise becomes one message with its line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ..errors import PuzzleError, must_be
from ..logic.goals import place_of_error
from .terms import Tell

T = TypeVar("T")


def called(function: Callable[..., T], place: str, *args: object) -> T:
    """What `function` returns; raises `PuzzleError` where that raises something."""
    try:
        return function(*args)
    except PuzzleError:
        raise
    except Exception as error:
        raise failed(function, error, place) from error


def failed(function: Callable[..., Any], error: Exception, place: str, hint: str | None = None) -> PuzzleError:
    """The message for what `function` raised, with its line."""
    return PuzzleError(f"{type(error).__name__}: {error}", place=place_of_error(error, function, place), hint=hint)


def telling(function: Tell, place: str) -> Tell:
    """`function`, which must give text.

    Raises
    ------
    PuzzleError
        It is not a function; or when it is called: it raises something, or gives no text.
    """
    must_be(Callable, function, "this is not a function", place=place, expected="a function to text")
    return partial(_text_from, function, place)


def _text_from(function: Tell, place: str, term: object) -> str:
    text = called(function, place, term)
    return str(must_be(str, text, "the function gives no text", place=place, expected="a str"))
