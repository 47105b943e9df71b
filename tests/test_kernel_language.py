"""What the kernel language computes is what Python computes, for every construct; what it rejects, it points at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.kernels.compiling import machine_code
from logicpuzzles.kernels.passing import Passed, kind_of
from logicpuzzles.kernels.translation import Translation
from logicpuzzles.kernels.words import int64, uint32, uint64

Word = int
INTS = st.integers(-(1 << 63), (1 << 63) - 1)
WORDS = st.integers(0, (1 << 64) - 1)
SMALL = st.integers(-(1 << 30), 1 << 30)


def machine(function: Any, *arguments: Any) -> Callable[..., int]:
    """A function as machine code, for arguments like these."""
    made = Translation()
    made.export(function, "exported", [kind_of(one) for one in arguments])
    code = machine_code(made.text(), made.sizes).functions()["exported"]
    return lambda *given: code(*Passed(given).words)


def as_python(function: Any, *arguments: Any) -> Any:
    """What a function gives as Python, on the same arrays, whose elements are Python's numbers there."""
    return function(*(_view(one) for one in arguments))


def _view(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return memoryview(value)
    return type(value)(*map(_view, value)) if isinstance(value, tuple) else value


class Pair(NamedTuple):
    numbers: Any
    weight: int

    def heavier(self, other: int) -> bool:
        return self.weight > other

    def total(self, first: int) -> int:
        n = 0
        for i in range(first, self.numbers.shape[0]):
            n += self.numbers[i] * self.weight
        return n


class Both(NamedTuple):
    table: Any
    pair: Pair


def arithmetic(a: int, b: int, out: Any) -> int:
    out[0] = int64(a + b)
    out[1] = int64(a - b)
    out[2] = int64(a * b)
    out[3] = a & b
    out[4] = a | b
    out[5] = a ^ b
    out[6] = ~a
    out[7] = a >> (b & 63)
    out[8] = int64(a << (b & 63))
    out[9] = a < b
    out[10] = min(a, b, 7)
    out[11] = max(a, b)
    out[12] = -7 if a == b else 5
    if not (b == 0 or b == -1):
        out[13] = a // b
        out[14] = a % b
    return (a <= b) + 2 * (a > b or b >= 0) + 4 * (-5 < a < b)


def unsigned(a: Word, b: Word, out: Any) -> int:
    out[0] = uint64(a + b)
    out[1] = uint64(a - b)
    out[2] = uint64(a * b)
    out[3] = a & b
    out[4] = a | 1
    out[5] = uint64(~a)
    out[6] = a >> (b & 63)
    out[7] = uint64(a << (b & 63))
    out[8] = min(a, b)
    out[9] = max(a, b)
    out[10] = uint64(uint32(int64(a)))
    if b != 0:
        out[11] = a // b
        out[12] = a % b
    return (a < b) + 2 * (a >= b) + 4 * (a == b) + 8 * (int64(a) < int64(b))


def real(a: int, b: int, out: Any) -> int:
    x, y = float(a), a / 3
    out[0] = x * y - 0.5
    out[1] = abs(-x)
    out[2] = max(x, 2.5)
    out[3] = -x + b
    return int(y) + (x < b)


def narrow(a: int, bytes_in: Any, shorts: Any, signed: Any) -> int:
    bytes_in[0] = a & 0xFF
    shorts[1] = a & 0xFFFF
    signed[2] = (a & 0x7F) - 64
    signed[2] -= 1
    return bytes_in[0] + shorts[1] + signed[2]


def matrices(rows: Any, cube: Any, n: int) -> int:
    total = 0
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1] - 1, -1, -1):
            if j == n:
                continue
            if i > 3:
                break
            rows[i, j] += i * 10 + j
            total += rows[i, j] * cube[i % 2, j % 3, 1]
    n = 0
    while True:
        n += 1
        if n > 5:
            return total + n + len(rows)


def records(both: Both, first: int) -> int:
    both.table[first, 0] = both.pair.total(first)
    a, (b, c) = first, swapped(both.pair.weight, first)
    if both.pair.heavier(a) and both.pair.numbers[0] in (1, 3):
        return b - c
    return both.table[first, 0] + b


def swapped(a: int, b: int) -> tuple[int, int]:
    return b, a


@given(a=st.one_of(INTS, SMALL), b=st.one_of(INTS, SMALL))
def test_signed_integers(a: int, b: int) -> None:
    compare("arithmetic", arithmetic, a, b, np.zeros(15, np.int64))


@given(a=st.one_of(WORDS, st.integers(0, 9)), b=st.one_of(WORDS, st.integers(0, 70)))
def test_unsigned_integers(a: int, b: int) -> None:
    """Comparison, shifts and division take the top bit as a number."""
    out, expected = np.zeros(13, np.uint64), np.zeros(13, np.uint64)
    found = _machine("unsigned", unsigned, 0, 0, out)(int64(a), int64(b), out)
    assert (found, out.tolist()) == (as_python(unsigned, a, b, expected), expected.tolist())


@given(a=SMALL, b=SMALL)
def test_floats(a: int, b: int) -> None:
    compare("real", real, a, b, np.zeros(4, np.float64))


@given(a=INTS)
def test_narrow_elements(a: int) -> None:
    """They are widened when they are read, with their sign or without one."""
    compare("narrow", narrow, a, np.zeros(3, np.uint8), np.zeros(3, np.uint16), np.full(3, -9, np.int8))


@given(n=st.integers(-1, 4), shape=st.tuples(st.integers(0, 6), st.integers(0, 5)))
def test_matrices(n: int, shape: tuple[int, int]) -> None:
    """Empty ones too, in which no loop turns."""
    compare("matrices", matrices, np.ones(shape, np.int32), np.arange(12).reshape(2, 3, 2), n)


@given(first=st.integers(0, 3), weight=SMALL, numbers=st.lists(SMALL, min_size=4, max_size=6))
def test_records_and_their_methods(first: int, weight: int, numbers: list[int]) -> None:
    compare("records", records, Both(np.zeros((4, 1), np.int64), Pair(np.array(numbers, np.int64), weight)), first)


_made: dict[str, Callable[..., int]] = {}


def _machine(name: str, function: Any, *arguments: Any) -> Callable[..., int]:
    if name not in _made:
        _made[name] = machine(function, *arguments)
    return _made[name]


def compare(name: str, function: Any, *arguments: Any) -> None:
    """Both ways give the same number, and leave the same in the arrays."""
    copies = [_copy(one) for one in arguments]
    found = _machine(name, function, *arguments)(*arguments)
    assert found == int(as_python(function, *copies))
    assert repr(arguments) == repr(tuple(copies))


def _copy(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value)(*map(_copy, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def mixed(a: int, b: Word) -> int:
    return a + b


def undeclared(a: int) -> int:
    return a + missing  # noqa: F821


def text(a: int) -> int:
    name = "text"
    return a + len(name)


def power(a: int) -> int:
    return a**2


def changed(a: int) -> int:
    b = 1.5
    b = a
    b = b > 1
    return b


def third(row: Any) -> int:
    return row[0, 1]


def wanting(a: int) -> int:
    return swapped(a)


REJECTED = [
    (mixed, (1, 2), "a + b", "int64 and uint64 are not mixed"),
    (undeclared, (1,), "missing", "no variable"),
    (text, (1,), '"text"', ""),
    (power, (1,), "a**2", ""),
    (changed, (1,), "b = b > 1", "float64 is expected"),
    (third, (np.zeros(2),), "row[0, 1]", "not indexed so"),
    (wanting, (1,), "swapped(a)", "takes 2 arguments"),
]


@pytest.mark.parametrize(("function", "arguments", "part", "why"), REJECTED, ids=[one[2] for one in REJECTED])
def test_what_is_rejected_is_pointed_at(function: Any, arguments: tuple[Any, ...], part: str, why: str) -> None:
    """The message has the file, the line and the column, and says why."""
    with pytest.raises(SyntaxError, match=".") as caught:
        machine(function, *arguments)
    problem = caught.value
    assert problem.filename == __file__
    assert why in str(problem)
    assert problem.text is not None
    assert problem.offset is not None
    assert problem.text[problem.offset - 1 :].startswith(part)
