"""Plain functions that also run uncompiled: Python calls them as they are until their machine code is there.

Uncompiled, the cells are lists of Python integers, in which a word of 64 bits is not negative; compiled, a word is an
int64 in two's complement. So that both do the same, such functions look at words by the operations of bits alone, and
by those of `words`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .plain import Plain

F = TypeVar("F", bound=Callable[..., Any])


def inner(function: F) -> F:
    """A plain function, which other plain functions call."""
    function.plain = Plain(function)  # type: ignore[attr-defined]
    return function


def outer(function: F) -> F:
    """A plain function that Python calls, by its name alone."""
    function.plain = Plain(function, is_entry=True)  # type: ignore[attr-defined]
    return function


def plain_of(function: object) -> Plain | None:
    """What is compiled for a function; None where that is nothing."""
    found = function if isinstance(function, Plain) else getattr(function, "plain", None)
    return found if isinstance(found, Plain) else None
