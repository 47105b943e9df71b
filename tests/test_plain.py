"""Plain functions give what they give in Python, and say what they cannot hold."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from numpy import int8
from numpy.typing import NDArray

from logicpuzzles.kernels.cells import Cells, Marks, Row, cells, marks_of
from logicpuzzles.kernels.plain import placed, plain

SIZE, LAST = 8, -3
NUMBERS = st.integers(-(1 << 40), 1 << 40)


@placed
def halves(a: int, b: int) -> tuple[int, int, int]:
    """Quotient, rest, and which of both is greater."""
    if b == 0:
        return 0, a, -1
    return a // b, a - a // b * b + a % b, 1 if a > b else -1 if a < b else 0


@plain
def is_within(a: int, b: int) -> bool:
    """A truth that hangs on several."""
    return -100 < a <= 100 and b > 0 or not (a < b) and abs(float(a) * float(b)) > 1e6


@plain
def fill(row: Cells, marks: Marks, a: int) -> None:
    """Loops of all kinds."""
    for i in range(SIZE):
        row[i] = marks[i] = 0
    for i in range(SIZE - 1, 1, -2):
        if i == 3:
            continue
        row[i] = a ^ i
    for t in (a, 5):
        row[0] += t & 0xFF
    n = 0
    while True:
        n += 1
        if n >= SIZE:
            break
        marks[n] += n & 3
        if marks[n] and n == a & 7:
            row[1] |= ~n << 2


@plain
def together(a: int, b: int, row: Cells, marks: Marks) -> int:
    """Calls, and values that swap places."""
    fill(row, marks, a)
    quotient, rest, greater = halves(a, b)
    a, b = b, a
    c = d = min(a, b) + LAST
    row[2], row[3] = max(c, -d), is_within(a, b)
    both = greater == 1 and rest > 0
    return quotient + (rest << 2) + (abs(a) if greater != 0 else -abs(b)) + both


@njit
def compiled(a: int, b: int, row: Row, marks: NDArray[int8]) -> int:
    return together(a, b, cells(row), marks_of(marks))


def in_python(name: str, *args: object) -> int:
    """What a function of this file gives as Python."""
    scope = dict(globals(), plain=lambda function: function, placed=lambda function: function)
    text = Path(__file__).read_text("utf-8")
    for function in re.findall(r"^@pla.*?(?=\n\n\n)", text, re.MULTILINE | re.DOTALL):
        exec(f"from __future__ import annotations\n{function}", scope)
    return scope[name](*args)


@given(NUMBERS, NUMBERS)
def test_values_are_those_of_python(a: int, b: int):
    row, marks = np.ones(SIZE, np.int64), np.ones(SIZE, np.int8)
    expected, mine = [1] * SIZE, [1] * SIZE
    assert compiled(a, b, row, marks) == in_python("together", a, b, expected, mine)
    assert row.tolist() == expected
    assert marks.tolist() == mine


@plain
def with_power(a: int) -> int:
    return a**2


@plain
def with_operand(a: int, b: int) -> int:
    c = a or b
    return c


@plain
def with_text(a: int) -> int:
    name = "text"
    return a + len(name)


CALLS = {
    "a ** 2": lambda a: with_power(a),
    "a or b": lambda a: with_operand(a, a),
    "'text'": lambda a: with_text(a),
}


@pytest.mark.parametrize("part", CALLS)
def test_what_cannot_be_held_is_told_with_its_place(part: str):
    with pytest.raises(Exception, match=rf"test_plain\.py:\d+: .* cannot hold this: {re.escape(part)}"):
        njit(CALLS[part])(1)
