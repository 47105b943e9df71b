"""A condition over numbers as the instructions of the kernel's `formulas`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite
from typing import Any

from .kernels import intervals
from .kernels.intervals import LARGEST_REAL, LIMIT, UNKNOWN, combined
from .nodes import CHOICE, CONSTANT, OPAQUE, THEN, VARIABLE, Node, below
from .values import DIGITS, LARGEST, Values

MOST_INSTRUCTIONS = 500
_BITS = range(44, 12, -4)  # behind the point of floats, that are tried
_PLAIN = {
    "+": intervals.ADD, "-": intervals.SUBTRACT, "*": intervals.MULTIPLY, "/": intervals.DIVIDE,
    "//": intervals.FLOOR_DIVIDE, "%": intervals.MODULO, "**": intervals.POWER,
    "min": intervals.LEAST, "max": intervals.GREATEST, "abs": intervals.ABSOLUTE,
    "==": intervals.EQUAL, "!=": intervals.EQUAL, "<": intervals.AT_MOST, "<=": intervals.AT_MOST,
    "&": intervals.LEAST, "|": intervals.GREATEST, "^": intervals.EQUAL,
}  # fmt: skip
_WHOLE_ONLY = ("//", "%", "**")
_SAME_SCALE = ("+", "-", "min", "max", "==", "!=", "<", "<=")
_NEGATED = ("!=", "^")  # found as what they deny


class _NotTaken(Exception):
    """The kernel has no instruction for a part."""


@dataclass(frozen=True)
class Instructions:
    """What the kernel takes of a condition.

    Attributes
    ----------
    code
        The records, one after the other; a variable is named by its place.
    bits
        How many bits behind the point of floats it counts.
    is_certain
        Whether they tell the truth wherever all variables are known; else Python must be asked there at times.
    """

    code: tuple[int, ...]
    bits: int
    is_certain: bool


def instructions(node: Node, domains: Mapping[int, Values], at: Mapping[int, int]) -> Instructions | None:
    """The instructions of a condition over variables with these values, by place; None where it has none.

    `at` tells where each variable is in the scope of the form. A part that only the function can tell is one of which
    nothing is known.
    """
    has_reals = any(is_real(domain) for domain in domains.values())
    has_reals |= any(one.operation == "/" or type(one.value) in (float, Fraction) for one in below(node))
    for bits in _BITS if has_reals else (0,):
        try:
            return _Writer(domains, at, bits).written(node)
        except _NotTaken:
            pass
    return None


def is_real(domain: Values) -> bool:
    """Whether some of the values are no integers."""
    return not all(type(value) in (int, bool) for value in domain)


def units(number: Any, bits: int) -> tuple[int, int]:
    """The whole units next to a number, below and above.

    Raises
    ------
    _NotTaken
        It is none, or too large.
    """
    if type(number) not in (int, bool, float, Fraction) or not isfinite(number):
        raise _NotTaken
    exact = Fraction(number) * (1 << bits)
    if abs(exact) > LARGEST_REAL:
        raise _NotTaken
    return floor(exact), ceil(exact)


@dataclass(frozen=True)
class _Register:
    """What is known of one: its bounds, whether it holds a float, and whether it may be UNKNOWN."""

    number: int
    low: int
    high: int
    is_real: bool = False
    is_checked: bool = False
    is_truth: bool = False


class _Writer:
    def __init__(self, domains: Mapping[int, Values], at: Mapping[int, int], bits: int) -> None:
        self.domains, self.at, self.bits = domains, at, bits
        self.code: list[int] = []
        self.known: dict[Any, _Register] = {}

    def written(self, node: Node) -> Instructions:
        """The instructions of a truth."""
        made: dict[int, _Register] = {}
        for one in below(node):
            made[id(one)] = self._register(one, [made[id(operand)] for operand in one.operands])
        root = made[id(node)]
        if not root.is_truth and root.low < root.high or len(self.code) > MOST_INSTRUCTIONS * intervals.SIZE:
            raise _NotTaken
        if root.number != len(self.code) // intervals.SIZE - 1:  # it was there before
            self.code += (intervals.GREATEST, 2 * root.number, 2 * root.number, 0, int(root.is_checked))
        has_reals = any(one.is_real for one in self.known.values())
        return Instructions(tuple(self.code), self.bits, not (root.is_checked or has_reals))

    def _register(self, node: Node, given: list[_Register]) -> _Register:
        if node.operation == CONSTANT:
            return self._constant(node.value)
        if node.operation == VARIABLE:
            return self._variable(node.value)
        if node.operation == OPAQUE:
            return self._add(intervals.NOTHING_KNOWN, 0, 0, 0, (0, 1), is_checked=True, is_truth=True)
        if node.operation == CHOICE:
            return self._choice(*given)
        if node.operation == THEN:
            return self._after(*given)
        if node.operation == "round":
            return self._rounded(given[0])
        if node.operation == "not":
            return self._not(given[0])
        if node.operation == "neg":
            return self._operation("-", self._constant(0), given[0])
        if node.operation == "pos":
            return given[0]
        return self._operation(node.operation, given[0], given[-1])

    def _constant(self, value: Any) -> _Register:
        if type(value) in (int, bool):
            if abs(value) >= LARGEST:
                raise _NotTaken
            return self._add(intervals.CONSTANT, int(value), int(value), 0, (int(value),) * 2, is_truth=value in (0, 1))
        low, high = units(value, self.bits)
        return self._add(intervals.CONSTANT, low, high, 0, (low, high), is_real=True)

    def _variable(self, place: int) -> _Register:
        domain = self.domains[place]
        if is_real(domain):
            bounds = [units(value, self.bits) for value in domain]
            found = min(low for low, _ in bounds), max(high for _, high in bounds)
            return self._add(intervals.REAL_VARIABLE, 2 * self.at[place], 0, 0, found, is_real=True)
        if any(abs(value) >= LARGEST for value in domain):
            raise _NotTaken
        return self._add(intervals.VARIABLE, 2 * self.at[place], 0, 0, (int(min(domain)), int(max(domain))))

    def _choice(self, condition: _Register, one: _Register, other: _Register) -> _Register:
        one, other = self._alike(one, other)
        found = min(one.low, other.low), max(one.high, other.high)
        checked = condition.is_checked or one.is_checked or other.is_checked
        numbers = (2 * condition.number, 2 * one.number, 2 * other.number)
        truth = one.is_truth and other.is_truth
        return self._add(intervals.CHOICE, *numbers, found, one.is_real, checked, truth)

    def _after(self, one: _Register, two: _Register) -> _Register:
        if not one.is_checked:
            return two
        numbers = 2 * one.number, 2 * two.number
        return self._add(intervals.AFTER, *numbers, 0, (two.low, two.high), two.is_real, True, two.is_truth)

    def _rounded(self, given: _Register) -> _Register:
        """A float as python-constraint rounds it; an integer as it is."""
        if not given.is_real:
            return given
        extra = (1 << self.bits) // (2 * 10**DIGITS) + 2
        numbers, found = (2 * given.number, 2 * given.number), (given.low - extra, given.high + extra)
        return self._add(intervals.ROUNDED, *numbers, extra, found, True, given.is_checked)

    def _not(self, given: _Register) -> _Register:
        if not given.is_truth:
            raise _NotTaken
        return self._operation("-", self._constant(1), given, is_truth=True)

    def _alike(self, one: _Register, two: _Register) -> tuple[_Register, _Register]:
        """Both in units, or both whole."""
        if one.is_real is two.is_real:
            return one, two
        return (one, self._as_real(two)) if one.is_real else (self._as_real(one), two)

    def _as_real(self, given: _Register) -> _Register:
        found = given.low << self.bits, given.high << self.bits
        return self._add(intervals.TO_REAL, 2 * given.number, 2 * given.number, 0, found, True, given.is_checked)

    def _operation(self, operation: str, one: _Register, two: _Register, is_truth: bool = False) -> _Register:
        op, extra = self._of(operation, one, two), 0
        if op == intervals.MULTIPLY and one.number == two.number:
            op, two = intervals.POWER, self._constant(2)
        if operation in _SAME_SCALE or (operation == "/" and (one.is_real or two.is_real)):
            one, two = self._alike(one, two)
        has_reals = one.is_real or two.is_real
        if op == intervals.AT_MOST:
            extra = int(operation == "<") + 2 * has_reals
        elif op != intervals.DIVIDE:
            extra = int(has_reals)
        is_compared = op in (intervals.AT_MOST, intervals.EQUAL)
        is_real = (has_reals or operation == "/") and not is_compared
        found, is_open = self._bounds(op, one, two, extra)
        checked = one.is_checked or two.is_checked or is_open
        truth = is_truth or is_compared or (operation in ("&", "|") and one.is_truth and two.is_truth)
        made = self._add(op, 2 * one.number, 2 * two.number, extra, found, is_real, checked, truth)
        return self._not(made) if operation in _NEGATED else made

    @staticmethod
    def _of(operation: str, one: _Register, two: _Register) -> int:
        """The instruction of an operation on these."""
        if operation not in _PLAIN or (operation in _WHOLE_ONLY and (one.is_real or two.is_real)):
            raise _NotTaken
        if operation in ("&", "|", "^") and not (one.is_truth and two.is_truth):
            raise _NotTaken
        if operation == "*" and one.is_real and two.is_real:
            return intervals.MULTIPLY_REAL
        return _PLAIN[operation]

    def _bounds(self, op: int, one: _Register, two: _Register, extra: int) -> tuple[tuple[int, int], bool]:
        """What an operation gives at the least and at most, and whether that may be UNKNOWN."""
        found = combined(op, one.low, one.high, two.low, two.high, extra, self.bits)
        if found[0] != UNKNOWN and found[0] >= -LIMIT and found[1] <= LIMIT:
            return found, False
        size = max(-one.low, one.high, 0)
        if op == intervals.MODULO:
            size = max(-two.low, two.high, 0)
        elif op != intervals.FLOOR_DIVIDE:
            if op in (intervals.DIVIDE, intervals.MULTIPLY_REAL):
                raise _NotTaken
            size = LIMIT
        return (-size, size), True

    def _add(
        self, op: int, a: int, b: int, c: int, bounds: tuple[int, int], is_real: bool = False,
        is_checked: bool = False, is_truth: bool = False,
    ) -> _Register:  # fmt: skip
        """The register of an instruction, which is written once."""
        if is_real and max(-bounds[0], bounds[1]) > LARGEST_REAL:
            raise _NotTaken
        record = (op, a, b, c, int(is_checked))
        key = (*record, is_real)
        if key not in self.known:
            number = len(self.code) // intervals.SIZE
            self.code += record
            self.known[key] = _Register(number, *bounds, is_real, is_checked, is_truth)
        return self.known[key]


def bounds_of(domain: Sequence[Any], bits: int) -> list[int]:
    """The bounds of each value in units, one after the other; of what is not a number, those of 0."""
    found: list[int] = []
    for value in domain:
        try:
            found += units(value, bits)
        except _NotTaken:
            found += (0, 0)
    return found
