"""Plain functions: all of the kernel, written in a small part of Python and compiled without numba.

Every variable is an int64 or the address of cells, so there are no types to find out, which took numba half a minute.
The functions are read as syntax trees and become LLVM instructions at once (`translation`), all of them in one module,
which is compiled to machine code and kept (`compiling`). Who only calls it needs neither numba nor LLVM.

What they may hold: integers, `Cells` and `Marks`; assignments, `if`, `while`, `for` over a range, `return` of an
integer or some; arithmetic that wraps around, comparisons, `and`, `or`, `not`, calls of plain functions, `min`, `max`,
`abs`. A division by 0 must not be asked for. Anything else is a SyntaxError when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from ..records import frozen

F = TypeVar("F", bound=Callable[..., Any])


@frozen()
class Plain:
    """A plain function as it was written.

    Attributes
    ----------
    is_placed
        Whether it is put in the place of each call.
    is_entry
        Whether Python calls it: with integers and addresses, for an integer.
    """

    function: Any
    is_placed: bool = False
    is_entry: bool = False

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"


def plain(function: F) -> F:
    """A plain function, which other plain functions call."""
    return cast(F, Plain(function))


def placed(function: F) -> F:
    """A plain function that is put in the place of each call."""
    return cast(F, Plain(function, is_placed=True))


def entry(function: F) -> F:
    """A plain function that Python calls, by its name alone."""
    return cast(F, Plain(function, is_entry=True))
