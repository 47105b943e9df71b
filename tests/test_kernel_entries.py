"""Kernels that Python calls by their names give what they give in Python, and say what they cannot hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from llvmlite import binding

from logicpuzzles.kernels import compiling, linking, objects
from logicpuzzles.kernels.cells import Cells, Marks
from logicpuzzles.kernels.compiling import compiled
from logicpuzzles.kernels.executable import Code, is_flat
from logicpuzzles.kernels.kernel import kernel, kernel_of

SIZE, LAST = 8, -3
NUMBERS = st.integers(-(1 << 40), 1 << 40)


@kernel(inline=True)
def halves(a: int, b: int) -> tuple[int, int, int]:
    """Quotient, rest, and which of both is greater."""
    if b == 0:
        return 0, a, -1
    return a // b, a - a // b * b + a % b, 1 if a > b else -1 if a < b else 0


@kernel
def is_within(a: int, b: int) -> bool:
    """A truth that hangs on several."""
    return -100 < a <= 100 and b > 0 or not (a < b) and abs(float(a) * float(b)) > 1e6


@kernel
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


@kernel(entry=True)
def together(a: int, b: int, row: Cells, marks: Marks) -> int:
    """Calls, and values that swap places."""
    fill(row, marks, a)
    quotient, rest, greater = halves(a, b)
    a, b = b, a
    c = d = min(a, b) + LAST
    row[2], row[3] = max(c, -d), is_within(a, b)
    both = greater == 1 and rest > 0
    return quotient + (rest << 2) + (abs(a) if greater != 0 else -abs(b)) + both


def code_of(function: Callable[..., int]) -> Code:
    """The machine code of a kernel."""
    found = kernel_of(function)
    assert found is not None
    return compiled([found])


@pytest.fixture(scope="module")
def codes() -> list[Code]:
    """The machine code of `together`: as one piece where that can be, and as an object file that LLVM loads."""
    with pytest.MonkeyPatch.context() as patch:
        here = code_of(together)
        patch.setattr(compiling, "is_flat", lambda: False)
        return [here, code_of(together)]


@pytest.fixture(scope="module")
def functions(codes: list[Code]) -> list[Callable[..., int]]:
    """`together`, from each of these, kept as bytes meanwhile."""
    return [Code.of(code.dump()).functions()["together"] for code in codes]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(a=NUMBERS, b=NUMBERS)
def test_values_are_those_of_python(functions, a: int, b: int):
    expected, mine = [1] * SIZE, [1] * SIZE
    value = together(a, b, expected, mine)
    for function in functions:
        row, marks = np.ones(SIZE, np.int64), np.ones(SIZE, np.int8)
        assert function(a, b, row.ctypes.data, marks.ctypes.data) == value
        assert row.tolist() == expected
        assert marks.tolist() == mine


@pytest.mark.skipif(not is_flat(), reason="an object file is used here")
def test_code_that_refers_to_something_outside_is_not_linked():
    """Its symbol would be an address that no other process has."""
    target = objects.machine()
    text = 'declare i64 @"outside"()\ndefine i64 @"f"() {\n %a = call i64 @"outside"()\n ret i64 %a\n}'
    with pytest.raises(ValueError, match="something outside"):
        linking.linked(target.emit_object(binding.parse_assembly(text)), {"f": 0})


@kernel
def with_power(a: int) -> int:
    return a**2


@kernel
def with_operand(a: int, b: int) -> int:
    c = a or b
    return c


@kernel
def with_text(a: int) -> int:
    name = "text"
    return a + len(name)


CALLS = {"a ** 2": with_power, "a or b": with_operand, "'text'": with_text}


@pytest.mark.parametrize("part", CALLS)
def test_what_cannot_be_held_is_told_with_its_place(part: str):
    with pytest.raises(SyntaxError, match=rf"a kernel cannot hold this: {re.escape(part)}") as caught:
        code_of(CALLS[part])
    assert caught.value.filename == __file__
    assert caught.value.lineno is not None
