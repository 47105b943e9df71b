"""Kernels: functions in a small, typed part of Python, which also run as they are.

Uncompiled, cells are lists of Python's integers, in which a word of 64 bits is not negative; compiled, it is an int64
in two's complement. So that both do the same, functions that run in both ways look at words in cells by the operations
of bits alone, and by those of `words`.

They are read as syntax trees and become LLVM instructions at once (`translation`), which are compiled to machine code
and kept on disk (`compiling`). Calling them later needs no LLVM.

What they may hold:

- numbers: `int` and `Int64`, signed, and `Word`, unsigned, of 64 bits; `float`; `bool`. Signed and unsigned ones are
  not mixed: `int64(...)` and `uint64(...)` of `words` convert them; `uint8`, `uint16` and `uint32` cut them short. As
  Python has no largest integer, the same conversions mark every result that may not fit.
- arrays of integers of 8 to 64 bits, signed or not, and of floats, of any number of dimensions: `row[i]`, `rows[i, j]`,
  `rows.shape[0]`, and with fewer indices a row: `rows[i]`. Indices are not negative. What is narrower than 64 bits is
  widened when it is read, and cut short when it is written.
- arrays of structures of numbers: `frames[i].size` is read and written, `frames[i] = frames[j]` copies all fields.
- `Cells` and `Marks`, arrays of int64 and int8 of which only the address is known.
- named tuples of these, passed as one address: their fields, and calls of their methods, each compiled for the tuple
  that it is called of and put in the place of the call.
- tuples of values: several results, `a, b = b, a`, and `state[0]`, with a number.
- assignments, also of several values; `if`, `while`, `for` over a range or a tuple, `break`, `continue`, `return`.
- arithmetic, with divisions as Python rounds them; comparisons, `in` a tuple, `and`, `or`, `not`, `... if ... else
  ...`; `min`, `max`, `abs`, `len`, `int`, `float`, `bool`; calls of kernels; the operations on bits of `words`; of
  `cells`, `scratch(n)` for a few numbers that only this call needs.

The kinds of arguments that are numbers, and of results, are declared; arrays, named tuples and tuples are what is
given, and a kernel is compiled for each kind of them. A variable has the kind of the first value that it is given. The
branch of an `if` on a constant that is not taken is not compiled. Nobody may ask for a division by 0, or a shift by
more than 63. Anything else is a SyntaxError with its place when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])


class Kernel(NamedTuple):
    """How a function is compiled.

    Attributes
    ----------
    inline
        Whether it is put in the place of each call.
    nogil
        Whether other threads of Python run meanwhile, where `launch` runs it.
    entry
        Whether it is one of those of a whole kernel that Python calls by their names (`library`): with integers and the
        addresses of cells, for an integer.
    """

    function: Any
    inline: bool = False
    nogil: bool = False
    entry: bool = False

    @property
    def name(self) -> str:
        """Its name in full."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, inline: bool = ..., nogil: bool = ..., entry: bool = ...) -> Callable[[F], F]: ...


def kernel(function: Any = None, *, inline: bool = False, nogil: bool = False, entry: bool = False) -> Any:
    """The function itself, which kernels call and `launch` runs as machine code; called by Python, it runs as it is."""

    def declared(function: Any) -> Any:
        function.kernel = Kernel(function, inline, nogil, entry)
        return function

    return declared if function is None else declared(function)


def kernel_of(function: object) -> Kernel | None:
    """How a function is compiled; None if it is no kernel."""
    found = getattr(function, "kernel", None)
    return found if isinstance(found, Kernel) else None
