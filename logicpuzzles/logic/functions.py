"""The functions of arithmetic, on integers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import gcd, lcm

from ..errors import PuzzleError
from ..integers import in_digits

MOST_BITS = 1_000_000  # of a number: a larger one is a slip, and would take all memory


def _floor_div(left: int, right: int) -> int:
    if right == 0:
        raise PuzzleError("division by zero", hint="state that the divisor is not 0 before it")
    return left // right


def _truncated_div(left: int, right: int) -> int:
    quotient = _floor_div(abs(left), abs(right))
    return quotient if (left < 0) == (right < 0) else -quotient


def product(left: int, right: int) -> int:
    """left * right."""
    if left.bit_length() + right.bit_length() > MOST_BITS:
        raise PuzzleError("the product is too large", expected=f"at most {MOST_BITS:,} bits")
    return left * right


def _power(left: int, right: int) -> int:
    if right < 0 and left == 0:
        raise PuzzleError("division by zero: a negative power of 0", hint="state that it is not 0 before it")
    if right < 0 and left not in (1, -1):
        raise PuzzleError("a negative power is not an integer", got=f"{in_digits(left)} ** {in_digits(right)}")
    if abs(left) > 1 and right * abs(left).bit_length() > MOST_BITS:
        raise PuzzleError("the power is too large", expected=f"at most {MOST_BITS:,} bits")
    return int(left**right) if right >= 0 else (left if right % 2 else 1)


def _shifted(left: int, right: int) -> int:
    """left * 2 ** right, rounded down."""
    if right <= 0:
        return left >> min(-right, MOST_BITS)
    if left and left.bit_length() + right > MOST_BITS:
        raise PuzzleError("the shifted number is too large", expected=f"at most {MOST_BITS:,} bits")
    return left << right if left else 0


def _quotient(left: int, right: int) -> int:
    quotient = _floor_div(left, right)
    if quotient * right != left:
        hint = "use // for the integer quotient, mod for the remainder"
        raise PuzzleError("the quotient is not an integer", got=f"{in_digits(left)} / {in_digits(right)}", hint=hint)
    return quotient


def root(degree: int, number: int) -> int:
    """The root of `number` of this `degree`, of at least 1, towards 0.

    Raises
    ------
    PuzzleError
        There is none: the degree is even, and the number below 0.

    >>> root(2, 10), root(3, -28), root(1000, 7)
    (3, -3, 1)
    """
    if number < 0:
        if degree % 2 == 0:
            raise PuzzleError(f"no number below 0 has a root of degree {in_digits(degree)}", got=in_digits(number))
        return -root(degree, -number)
    if degree >= number.bit_length():
        return min(number, 1)
    if degree == 1:
        return number
    above = 1 << -(-number.bit_length() // degree)  # Newton's steps fall from above, and rise again at the root
    while (lower := ((degree - 1) * above + number // above ** (degree - 1)) // degree) < above:
        above = lower
    return above


def _highest_bit(number: int) -> int:
    if number <= 0:
        raise PuzzleError("msb takes a number above 0", got=in_digits(number))
    return number.bit_length() - 1


def _lowest_bit(number: int) -> int:
    if number <= 0:
        raise PuzzleError("lsb takes a number above 0", got=in_digits(number))
    return (number & -number).bit_length() - 1


def _n_bits(number: int) -> int:
    if number < 0:
        raise PuzzleError("popcount takes a number of at least 0", got=in_digits(number))
    return number.bit_count()


def _bit(number: int, place: int) -> int:
    if min(number, place) < 0:
        got = f"getbit({in_digits(number)}, {in_digits(place)})"
        raise PuzzleError("getbit takes numbers of at least 0", got=got)
    return number >> min(place, MOST_BITS) & 1


def _modular_power(base: int, exponent: int, modulus: int) -> int:
    if min(base, exponent, modulus - 1) < 0:
        got = f"powm({', '.join(map(in_digits, (base, exponent, modulus)))})"
        raise PuzzleError("powm takes numbers of at least 0, and a modulus of at least 1", got=got)
    return pow(base, exponent, modulus)


# What makes an integer of other numbers leaves an integer as it is.
WHOLE = frozenset(["ceiling", "eval", "floor", "integer", "numerator", "rational", "rationalize", "round", "truncate"])
_CHANCE = "rules have no chance in them; `logicpuzzles deal` makes random starts"
_OUTSIDE = "rule files know nothing of the machine; time(Goal). in the session tells seconds and inferences"
_FRACTIONS = "numbers are integers: write // and mod, and tenths, cents or the like as whole numbers"
# What other Prolog systems compute, with what to write instead.
INSTEAD: dict[str, str] = {
    name: hint
    for hint, names in {
        _CHANCE: "random random_float",
        _OUTSIDE: "cputime realtime max_tagged_integer min_tagged_integer max_integer min_integer",
        _FRACTIONS: "pi e inf nan epsilon float sqrt sin cos tan asin acos atan atan2 exp log log2 cot acot sinh cosh "
        "tanh asinh acosh atanh copysign nexttoward float_integer_part float_fractional_part rdiv",
        "write Y is X + 1, or succ(X, Y)": "succ",
        "write Z is X + Y, or plus(X, Y, Z)": "plus",
    }.items()
    for name in names.split()
}
OPERATIONS: dict[tuple[str, int], Callable[..., int]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): product,
    ("//", 2): _truncated_div,
    ("div", 2): _floor_div,
    ("mod", 2): lambda a, b: a - _floor_div(a, b) * b,
    ("rem", 2): lambda a, b: a - _truncated_div(a, b) * b,
    ("min", 2): min,
    ("max", 2): max,
    ("**", 2): _power,
    ("^", 2): _power,
    ("-", 1): operator.neg,
    ("+", 1): operator.pos,
    ("abs", 1): abs,
    ("/\\", 2): operator.and_,
    ("\\/", 2): operator.or_,
    ("xor", 2): operator.xor,
    ("<<", 2): _shifted,
    (">>", 2): lambda a, b: _shifted(a, -b),
    ("\\", 1): operator.invert,
    ("gcd", 2): gcd,
    ("msb", 1): _highest_bit,
    ("sign", 1): lambda a: (a > 0) - (a < 0),
    ("/", 2): _quotient,
    ("lcm", 2): lcm,
    ("lsb", 1): _lowest_bit,
    ("popcount", 1): _n_bits,
    ("getbit", 2): _bit,
    ("powm", 3): _modular_power,
    ("denominator", 1): lambda a: 1,
    **dict.fromkeys(((name, 1) for name in WHOLE), operator.pos),
}
