"""What the kernel language computes is what Python computes, for every construct; what it rejects, it points at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from as_python import as_python
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.kernels.cells import scratch
from logicpuzzles.kernels.compiling import machine_code
from logicpuzzles.kernels.passing import Passed, kind_of
from logicpuzzles.kernels.translation import Translation
from logicpuzzles.kernels.words import (
    Int64,
    Word,
    count_bits,
    highest_bit,
    int64,
    lowest_bit,
    reverse_bits,
    shift_right,
    uint8,
    uint16,
    uint32,
    uint64,
)

State = tuple[int, Word, Int64]
OPTIONS, SPARE = (2, 3, -7), 5
INTS = st.integers(-(1 << 63), (1 << 63) - 1)
WORDS = st.integers(0, (1 << 64) - 1)
SMALL = st.integers(-(1 << 30), 1 << 30)


def machine(function: Any, *arguments: Any) -> Callable[..., int]:
    """A function as machine code, for arguments like these."""
    made = Translation()
    made.export(function, "exported", [kind_of(one) for one in arguments])
    code = machine_code(made.text(), made.sizes).functions()["exported"]
    return lambda *given: code(*Passed(given).words)


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


ITEM = np.dtype(
    [("size", np.int64), ("small", np.int32), ("byte", np.uint8), ("short", np.int16), ("word", np.uint64)], align=True
)


class Steps:
    """What moves share: a method that another class may have instead, and one that calls it."""

    def first(self, at: int) -> int:
        return at + 1

    def state(self, at: int, word: Word) -> State:
        return self.first(at), word, self.first(self.first(at))  # type: ignore[attr-defined]


class Row(NamedTuple):
    numbers: Any
    weight: Word


class Moving(Row, Steps):
    """A named tuple with the methods of a base."""


class MovingOtherwise(Row, Steps):
    def first(self, at: int) -> int:
        return self.numbers[at & 1] - at


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


def shortened(a: int, b: Word, out: Any) -> int:
    out[0], out[1], out[2], out[3] = uint8(a), uint16(a), uint32(a), uint8(b)
    return uint8(a - 1) * uint16(a) + uint16(int64(b))


def bits_of(a: Word, b: int, out: Any) -> int:
    out[0], out[1], out[2] = int64(reverse_bits(a)), int64(shift_right(a, b & 63)), shift_right(b, b & 63) >> 1
    n = count_bits(a) - count_bits(b)
    if a != 0:
        n -= 100 * lowest_bit(a) - highest_bit(a)
    return n


def rows_of(cube: Any, i: int, out: Any) -> int:
    plane, row = cube[i], cube[1, i]
    out[0], out[1] = total_of(plane[1]), total_of(row)
    plane[0, 1] = i
    row[2] = total_of(cube[i, 0])
    return plane.shape[0] * 10 + plane.shape[1] + len(row)


def total_of(row: Any) -> int:
    total = 0
    for i in range(row.shape[0]):
        total += row[i] * (i + 1)
    return total


def structures(items: Any, table: Any, a: int, i: int) -> int:
    one, other = items[i], items[1 - i]
    one.size = a
    one.small = a
    one.byte -= 3
    other.short, other.word = a, uint64(a)
    other.byte = one.byte + other.byte
    items[2] = one
    table[i, 1] = items[1 - i]
    row = table[i]
    row[1].small += row[0].small + 1
    return moved_by(one, table[i, 1].short) + (other.word > 5) + row.shape[0]


def moved_by(item: Any, by: int) -> int:
    item.small += by
    return item.small


def states(moves: Any, at: int, word: Word, out: Any) -> int:
    state = moves.state(at, word)
    state = state[2], uint64(state[1] + moves.weight), state[0]
    out[0], out[1] = int64(state[1]), state[0]
    first, (second, _), third = pairs(state[0], word)
    return first - third + (second > word) + OPTIONS[2] * OPTIONS[0]


def pairs(at: int | Int64, word: Word) -> tuple[int, tuple[Word, bool], Int64]:
    return at, (word >> 1, at > 0), at - 1


def spare(n: int, out: Any) -> int:
    found = scratch(SPARE)
    for i in range(SPARE):
        found[i] = n + i
    out[0] = inner_total(found, SPARE)
    return found[3]


def inner_total(found: Any, size: int) -> int:
    more, total = scratch(2), 0
    for i in range(size):
        more[i & 1] = found[i]
        total += more[i & 1] * i
    return total


def sorted_by_itself(row: Any, first: int, end: int) -> int:
    if end - first < 2:
        return 1
    at = first
    for i in range(first + 1, end):
        if row[i] < row[first]:
            at += 1
            row[at], row[i] = row[i], row[at]
    row[first], row[at] = row[at], row[first]
    return sorted_by_itself(row, first, at) + sorted_by_itself(row, at + 1, end)


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


@given(a=INTS, b=WORDS)
def test_conversions_cut_off(a: int, b: int) -> None:
    compare("shortened", shortened, a, np.uint64(b), np.zeros(4, np.int64))


@given(a=st.one_of(WORDS, st.integers(0, 9)), b=INTS)
def test_operations_on_bits(a: int, b: int) -> None:
    """Numbers of bits are signed, whatever the word is."""
    compare("bits_of", bits_of, np.uint64(a), b, np.zeros(3, np.int64))


@given(i=st.integers(0, 1), numbers=st.lists(SMALL, min_size=12, max_size=12))
def test_rows_of_arrays(i: int, numbers: list[int]) -> None:
    """They are the array itself, also as arguments."""
    compare("rows_of", rows_of, np.array(numbers, np.int32).reshape(2, 2, 3), i, np.zeros(2, np.int64))


@given(a=st.one_of(SMALL, INTS), i=st.integers(0, 1), seed=st.integers(0, 255))
def test_arrays_of_structures(a: int, i: int, seed: int) -> None:
    """Fields are read, written and copied, each cut to its size."""
    items = np.array([(seed, -seed, seed, 2 * seed, seed) for _ in range(3)], ITEM)
    compare("structures", structures, items, np.zeros((2, 2), ITEM), a, i)


@pytest.mark.parametrize("kind", [Moving, MovingOtherwise])
@given(at=st.integers(-9, 9), word=WORDS, weight=WORDS)
def test_methods_of_bases_and_tuples(kind: Any, at: int, word: int, weight: int) -> None:
    moves = kind(np.array([7, -5]), np.uint64(weight))
    compare(f"states {kind.__name__}", states, moves, at, np.uint64(word), np.zeros(2, np.int64))


@given(n=SMALL)
def test_scratch(n: int) -> None:
    compare("spare", spare, n, np.zeros(1, np.int64))


@given(row=st.lists(SMALL, max_size=20))
def test_kernels_call_themselves(row: list[int]) -> None:
    compare("sorted", sorted_by_itself, np.array(row, np.int64), 0, len(row))


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


def beyond(a: int) -> int:
    return swapped(a, a)[2]


def unknown_field(items: Any) -> int:
    return items[0].colour


def replaced(row: Any) -> int:
    row.weight = 3
    return 0


def as_many(n: int) -> int:
    return scratch(n)[0]


def sliced(row: Any) -> int:
    return len(row[:2])


REJECTED = [
    (mixed, (1, 2), "a + b", "int64 and uint64 are not mixed"),
    (undeclared, (1,), "missing", "no variable"),
    (text, (1,), '"text"', ""),
    (power, (1,), "a**2", ""),
    (changed, (1,), "b = b > 1", "float64 is expected"),
    (third, (np.zeros(2),), "row[0, 1]", "not indexed so"),
    (wanting, (1,), "swapped(a)", "takes 2 arguments"),
    (beyond, (1,), "swapped(a, a)[2]", "named by its number"),
    (unknown_field, (np.zeros(1, ITEM),), "items[0].colour", "has no field colour"),
    (replaced, (Row(np.zeros(1), 2),), "row.weight = 3", "are not written"),
    (as_many, (3,), "scratch(n)", "is a constant"),
    (sliced, (np.zeros(3),), ":2", ""),
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
