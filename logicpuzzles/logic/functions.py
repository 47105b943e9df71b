"""The functions of arithmetic, on integers and fractions.

A fraction is a `fractions.Fraction`; what is whole is an int.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any, TypeAlias

from ..errors import PuzzleError
from ..integers import in_digits
from .balls import error_term
from .terms import Term

MOST_BITS = 1_000_000  # of a number: a larger one is a mistake, and would take all memory
MOST_FRACTION_BITS = 100_000  # of each part of a fraction: to reduce it takes time by the square of that
AT_ONCE = 10**11  # bits of an exponent times the square of those of the modulus, for which Python itself takes 0.3 s
Number: TypeAlias = int | Fraction


def _zero_divisor() -> Term:
    return error_term("evaluation_error", "zero_divisor")


def _too_small(problem: str, got: int | str, number: int, least: int) -> PuzzleError:
    """What is wrong with a number below `least`, 0 or 1."""
    kind = ("not_less_than_zero", "not_less_than_one")[least]
    shown = got if isinstance(got, str) else in_digits(got)
    return PuzzleError(problem, got=shown, ball=error_term("domain_error", kind, number))


def _floor_div(left: int, right: int) -> int:
    if right == 0:
        hint = "state that the divisor is not 0 before it"
        raise PuzzleError("division by zero", hint=hint, ball=_zero_divisor())
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
        hint = "state that it is not 0 before it"
        raise PuzzleError("division by zero: a negative power of 0", hint=hint, ball=_zero_divisor())
    if right < 0 and left not in (1, -1):
        got = f"{in_digits(left)} ** {in_digits(right)}"
        raise PuzzleError("a negative power is not an integer", got=got, hint="write 1 rdiv X ** N for a fraction")
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
        hint = "use // for the integer quotient, mod for the remainder, rdiv for a fraction"
        raise PuzzleError("the quotient is not an integer", got=f"{in_digits(left)} / {in_digits(right)}", hint=hint)
    return quotient


def _require_small(*numbers: Number) -> None:
    """Raise `PuzzleError` for numbers that are too large to make a fraction of."""
    if any(max(abs(n.numerator).bit_length(), n.denominator.bit_length()) > MOST_FRACTION_BITS for n in numbers):
        raise PuzzleError("the fraction is too large", expected=f"at most {MOST_FRACTION_BITS:,} bits of each part")


def _divided(left: Number, right: Number) -> Number:
    """left / right, exactly."""
    if right == 0:
        hint = "state that the divisor is not 0 before it"
        raise PuzzleError("division by zero", hint=hint, ball=_zero_divisor())
    if type(left) is int and type(right) is int and left % right == 0:
        return left // right
    _require_small(left, right)
    return Fraction(left) / right


def _exact_power(base: Number, exponent: Number) -> Number:
    """The power, exactly.

    Raises
    ------
    PuzzleError
        There is none, or no fraction is it.
    """
    if isinstance(exponent, Fraction):
        return _power_of_root(base, exponent)
    if type(base) is int and exponent >= 0:
        return _power(base, exponent)
    if base == 0 and exponent < 0:
        hint = "state that it is not 0 before it"
        raise PuzzleError("division by zero: a negative power of 0", hint=hint, ball=_zero_divisor())
    if abs(base) == 1 or exponent == 0:
        return base if exponent % 2 else 1
    n_bits = max(abs(base.numerator).bit_length(), base.denominator.bit_length())
    if n_bits * abs(exponent) > MOST_FRACTION_BITS:
        raise PuzzleError("the power is too large", expected=f"at most {MOST_FRACTION_BITS:,} bits")
    return Fraction(base) ** exponent


def _power_of_root(base: Number, exponent: Fraction) -> Number:
    """The power whose exponent is a fraction, where it is one too."""
    degree, parts = exponent.denominator, (base.numerator, base.denominator)
    undefined = base < 0 and degree % 2 == 0
    if undefined or any(root(degree, part) ** degree != part for part in parts):
        ball = error_term("evaluation_error", "undefined") if undefined else None
        got = f"{in_fraction(base)} ** {in_fraction(exponent)}"
        raise PuzzleError("the power is not a fraction", got=got, ball=ball)
    above, below = (root(degree, part) for part in parts)
    return _exact_power(Fraction(above, below), exponent.numerator)


def _away(number: Number) -> int:
    """The nearest integer; of two the one farther from 0."""
    return int(number + Fraction(1, 2)) if number > 0 else int(number - Fraction(1, 2))


def in_fraction(number: Number) -> str:
    """`number` as texts write it, for messages.

    >>> in_fraction(Fraction(-1, 3)), in_fraction(7)
    ('-1r3', '7')
    """
    parts = [in_digits(number)] if type(number) is int else map(in_digits, (number.numerator, number.denominator))
    return "r".join(parts)


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
            problem = f"no number below 0 has a root of degree {in_digits(degree)}"
            raise PuzzleError(problem, got=in_digits(number), ball=error_term("evaluation_error", "undefined"))
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
        raise _too_small("msb takes a number above 0", number, number, 1)
    return number.bit_length() - 1


def _lowest_bit(number: int) -> int:
    if number <= 0:
        raise _too_small("lsb takes a number above 0", number, number, 1)
    return (number & -number).bit_length() - 1


def _n_bits(number: int) -> int:
    if number < 0:
        raise _too_small("popcount takes a number of at least 0", number, number, 0)
    return number.bit_count()


def _bit(number: int, place: int) -> int:
    if min(number, place) < 0:
        got = f"getbit({in_digits(number)}, {in_digits(place)})"
        raise _too_small("getbit takes numbers of at least 0", got, min(number, place), 0)
    return number >> min(place, MOST_BITS) & 1


def _modular_power(base: int, exponent: int, modulus: int) -> int:
    if min(base, exponent, modulus - 1) < 0:
        got = f"powm({', '.join(map(in_digits, (base, exponent, modulus)))})"
        wrong = (modulus, 1) if min(base, exponent) >= 0 else (base if base < 0 else exponent, 0)
        raise _too_small("powm takes numbers of at least 0, and a modulus of at least 1", got, *wrong)
    n_bits, step = exponent.bit_length(), max(1, AT_ONCE // modulus.bit_length() ** 2)
    if n_bits <= step:
        return pow(base, exponent, modulus)
    found, mask = 1, (1 << step) - 1
    for at in reversed(range(0, n_bits, step)):  # so that limits and Ctrl-C come in between
        found = pow(found, 1 << step, modulus) * pow(base, exponent >> at & mask, modulus) % modulus
    return found


# What makes an integer of other numbers leaves an integer as it is.
WHOLE = frozenset(["ceiling", "eval", "floor", "integer", "numerator", "rational", "rationalize", "round", "truncate"])
_CHANCE = "rules have no chance in them; `logicpuzzles deal` makes random starts"
_OUTSIDE = "rule files know nothing of the machine; time(Goal). in the session tells seconds and inferences"
_FRACTIONS = "numbers are integers and fractions: write // and mod, or rdiv; tenths, cents or the like as whole numbers"
# What other Prolog systems compute, with what to write instead.
INSTEAD: dict[str, str] = {
    name: hint
    for hint, names in {
        _CHANCE: "random random_float",
        _OUTSIDE: "cputime realtime max_tagged_integer min_tagged_integer max_integer min_integer",
        _FRACTIONS: "pi e inf nan epsilon float sqrt sin cos tan asin acos atan atan2 exp log log2 cot acot sinh cosh "
        "tanh asinh acosh atanh copysign nexttoward float_integer_part float_fractional_part",
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

# The same on fractions too, where they have a value.
_ON_FRACTIONS: dict[tuple[str, int], Callable[..., Number]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("/", 2): _divided,
    ("rdiv", 2): _divided,
    ("**", 2): _exact_power,
    ("^", 2): _exact_power,
    ("min", 2): min,
    ("max", 2): max,
    ("-", 1): operator.neg,
    ("+", 1): operator.pos,
    ("abs", 1): abs,
    ("sign", 1): lambda a: (a > 0) - (a < 0),
    ("floor", 1): floor,
    ("ceiling", 1): ceil,
    ("round", 1): _away,
    ("integer", 1): _away,
    ("truncate", 1): int,
    ("numerator", 1): lambda a: a.numerator,
    ("denominator", 1): lambda a: a.denominator,
    **dict.fromkeys([("rational", 1), ("rationalize", 1), ("eval", 1)], operator.pos),
}


def whole(number: Number) -> Number:
    """`number`, an int where it is one.

    Raises
    ------
    PuzzleError
        It is a fraction too large to be worked with.
    """
    if type(number) is int:
        return number
    if number.denominator == 1:
        return number.numerator
    _require_small(number)
    return number


def _on_numbers(key: tuple[str, int], is_exact: bool) -> Callable[..., Number]:
    """The function `key`, on integers and fractions; `is_exact` says that it is on integers as on fractions."""
    on_integers, on_fractions = OPERATIONS.get(key), _ON_FRACTIONS.get(key)

    def function(*numbers: Any) -> Number:
        fractions = [number for number in numbers if type(number) is not int]
        if on_integers is not None and not fractions and not is_exact:
            return on_integers(*numbers)
        if on_fractions is None:
            ball = error_term("type_error", "integer", fractions[0])
            raise PuzzleError(f"{key[0]} takes integers", got=in_fraction(fractions[0]), ball=ball)
        if fractions:
            _require_small(*numbers)
        return whole(on_fractions(*numbers))

    return function


# The functions on all numbers; and those of texts with the flag prefer_rationals, where `/` and powers are exact.
RATIONAL = {key: _on_numbers(key, False) for key in {**OPERATIONS, **_ON_FRACTIONS}}
EXACT = {**RATIONAL, **{key: _on_numbers(key, True) for key in (("/", 2), ("**", 2), ("^", 2))}}
