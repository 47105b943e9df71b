"""The texts that format makes: directives such as ~w, each of which stands for an argument, and columns."""

from __future__ import annotations

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import floor
from sys import float_info
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...integers import write_integer
from ...logic.lists import is_open, opened
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm
from ...logic.writer import Style
from .terms import number, unfit
from .texts import LONGEST, any_text

QUOTED = Style(spaces=False, comma=",")
KNOWN = "~w ~p ~q ~a ~d ~D ~s ~e ~f ~g ~n ~c ~r ~R ~i ~* ~` ~t ~| ~+ ~~"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Written = Callable[..., str]  # of a machine, a term and a style


def column_after(text: str, column: int) -> int:
    """The column in which `text` ends that begins in this one."""
    _, newline, last = text.rpartition("\n")
    return len(last) if newline else column + len(text)


def formatted(machine: Machine, template: AnyTerm, args: AnyTerm, column: int, written: Written) -> str:
    """The text of a `template` and its arguments, a list or a single one; it begins in `column`.

    Raises
    ------
    PuzzleError
        A directive is not known, or the arguments are not those that the directives take.
    """
    text = any_text(machine, template, "format")
    found, rest = opened(machine, args)
    if rest != ():
        if is_open(rest) and found:
            raise NeedsValue(rest, "format")
        found = [args]
    return _Formatting(machine, text, found, column, written).run()


class _Formatting:
    """One text that is made."""

    def __init__(self, machine: Machine, text: str, args: list[AnyTerm], column: int, written: Written) -> None:
        self.machine, self.text, self.args, self.written = machine, text, args, written
        self.at = self.taken = 0  # in the text, and of the arguments
        self.done: list[str] = []  # up to the last column stop
        self.pending: list[str] = []  # after it
        self.fills: list[tuple[int, str]] = []  # where in what is pending room is filled, and with which character
        self.stop = self.column = column  # the last column stop, and the present column

    def run(self) -> str:
        """The text."""
        while (tilde := self.text.find("~", self.at)) >= 0:
            self.add(self.text[self.at : tilde])
            self.at = tilde + 1
            self.directive()
        self.add(self.text[self.at :])
        if self.taken < len(self.args):
            raise PuzzleError("format has more arguments than directives", got=str(len(self.args)))
        return "".join([*self.done, *self.pending])

    def add(self, text: str) -> None:
        """Go on with `text`."""
        if not text:
            return
        self.pending.append(text)
        self.column = column_after(text, self.column)
        if "\n" in text:
            self.done += self.pending
            self.pending, self.fills, self.stop = [], [], 0
        if len(text) > LONGEST:
            raise PuzzleError("format: the text is too long", expected=f"at most {LONGEST:,} characters")

    def take(self) -> AnyTerm:
        """The next argument."""
        if self.taken == len(self.args):
            raise PuzzleError("format has fewer arguments than directives", got=str(len(self.args)))
        self.taken += 1
        return self.machine.walk(self.args[self.taken - 1])

    def integer(self, term: AnyTerm) -> int:
        """The argument as an integer."""
        if type(term) is not int:
            raise unfit(self.machine, term, "format", "an integer for this directive")
        return term

    def next(self) -> str:
        """The next character of the text."""
        if self.at == len(self.text):
            raise PuzzleError("format: the text ends within a directive", got=self.text)
        self.at += 1
        return self.text[self.at - 1]

    def directive(self) -> None:
        """Do what stands behind a tilde."""
        one, size = self.next(), None
        if one == "*":
            size, one = self.integer(self.take()), self.next()
        elif one == "`":
            size, one = ord(self.next()), self.next()
        else:
            start = self.at - 1
            while one.isascii() and one.isdigit():
                one = self.next()
            size = int(self.text[start : self.at - 1]) if self.at - 1 > start else None
        if size is not None and not 0 <= size <= LONGEST:
            raise PuzzleError("format: that is too wide", expected=f"0 to {LONGEST:,}")
        if one in "|+":
            self.column_stop(one, size)
        elif one == "t":
            self.fills.append((len(self.pending), " " if size is None else chr(size)))
        else:
            self.add(self.made(one, size))

    def made(self, one: str, size: int | None) -> str:
        """The text of a directive."""
        machine = self.machine
        if one == "~":
            return "~"
        if one == "n":
            return "\n" * (1 if size is None else size)
        if one == "i":
            self.take()
            return ""
        if one in "wpqa":
            term = self.take()
            if one == "a":
                if type(term) in VARIABLES or not isinstance(term, str | int | Fraction) and term != ():
                    raise unfit(machine, term, "format", "an atom for ~a")
                return self.written(machine, term)
            return self.written(machine, term) if one == "w" else self.written(machine, term, QUOTED)
        if one == "s":
            return any_text(machine, self.take(), "format")
        if one == "c":
            code = self.integer(self.take())
            if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
                raise unfit(machine, code, "format", "the code of a character for ~c")
            return chr(code) * (1 if size is None else size)
        if one in "dD":
            return _grouped(self.integer(self.take()), size or 0, "," if one == "D" else "")
        if one in "rR":
            if size is None or not 2 <= size <= 36:
                raise PuzzleError("format takes a base from 2 to 36 before ~r", got=str(size))
            text = _in_base(self.integer(self.take()), size)
            return text.upper() if one == "R" else text
        if one in "efg":
            value = number(machine, self.take(), "format")
            size = 6 if size is None else size
            if one == "f":
                return _grouped(_rounded(Fraction(value) * 10**size), size, "")
            if one == "e" and isinstance(value, int | Fraction) and value and not _fits_float(value):
                return _exponential(Fraction(value), size)
            try:
                return f"%.{size}{one}" % value
            except OverflowError:
                raise unfit(machine, value, "format", f"a smaller number for ~{one}") from None
        raise PuzzleError(f"format does not know the directive ~{one}", expected=KNOWN)

    def column_stop(self, kind: str, size: int | None) -> None:
        """Fill what is pending up to a column: that of the number, or so many behind the last one."""
        wanted = self.stop + (8 if size is None else size) if kind == "+" else self.column if size is None else size
        room = max(0, wanted - self.column)
        if room:
            fills = self.fills or [(len(self.pending), " ")]
            share, more = divmod(room, len(fills))
            for number, (place, character) in reversed(list(enumerate(fills))):
                self.pending.insert(place, character * (share + (more if number == len(fills) - 1 else 0)))
            self.column += room
        self.done += self.pending
        self.pending, self.fills, self.stop = [], [], self.column


def _grouped(value: int, places: int, comma: str) -> str:
    """An integer with a point before its last `places` digits, and `comma` between each three before it."""
    digits = write_integer(abs(value)).rjust(places + 1, "0")
    whole, rest = (digits[:-places], f".{digits[-places:]}") if places else (digits, "")
    if comma:
        first = len(whole) % 3 or 3
        whole = comma.join([whole[:first], *(whole[n : n + 3] for n in range(first, len(whole), 3))])
    return ("-" if value < 0 else "") + whole + rest


def _fits_float(value: int | Fraction) -> bool:
    """Whether a number other than 0 is a float of full precision, neither too large nor too near to 0."""
    try:
        return abs(float(value)) >= float_info.min
    except OverflowError:
        return False


def _exponential(value: Fraction, places: int) -> str:
    """A number that is no float, with an exponent and so many digits behind the point."""
    exact = Context(prec=places + 1, rounding=ROUND_HALF_UP, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = exact.divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{quotient:.{places}e}"


def _rounded(value: Fraction) -> int:
    """The integer next to a number; of two the one farther from 0."""
    nearest = floor(abs(value) + Fraction(1, 2))
    return -nearest if value < 0 else nearest


def _in_base(value: int, base: int) -> str:
    digits: list[Any] = []
    left = abs(value)
    while left or not digits:
        left, digit = divmod(left, base)
        digits.append(DIGITS[digit])
    return ("-" if value < 0 else "") + "".join(reversed(digits))
