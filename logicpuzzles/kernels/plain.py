"""Kernels: functions in a small, typed part of Python, which also run as they are.

They are read as syntax trees and become LLVM instructions at once (`translation`), all of them in one module, which is
compiled to machine code and kept (`compiling`). Calling it later needs no LLVM.

What they may hold:

- numbers: `int`, signed, and `Word`, unsigned, of 64 bits; `float`; `bool`. Signed and unsigned ones are not mixed:
  `int64(...)` and `uint64(...)` of `words` convert them. A result that may not fit is cut off by the same.
- arrays of integers of 8 to 64 bits, signed or not, and of floats, of any number of dimensions: `row[i]`, `rows[i, j]`,
  `rows.shape[0]`. Indices are not negative. What is narrower than 64 bits is widened when it is read.
- `Cells` and `Marks`, arrays of int64 and int8 of which only the address is known.
- named tuples of these, passed as one address: their fields, and calls of their methods, each compiled for the tuple
  that it is called of.
- assignments, also of several values; `if`, `while`, `for` over a range or a tuple, `break`, `continue`, `return`.
- arithmetic that wraps around, with divisions as Python rounds them; comparisons, `in` a tuple, `and`, `or`, `not`,
  `... if ... else ...`; `min`, `max`, `abs`, `len`, `int`, `float`, `bool`; calls of kernels.

Numbers are declared for arguments and results; a variable has the kind of the first value that it is given. The branch
of an `if` on a constant that is not taken is not compiled. Nobody may ask for a division by 0, or a shift by more than
63. Anything else is a SyntaxError with its place when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
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
