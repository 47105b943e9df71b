"""Patterns over values, such as ``0*1{3}0+``: parsed, and read as an automaton without empty moves.

pattern:  rows of parts, `|` between alternatives
part:     item, then any of `*`, `+`, `?`, `{3}`, `{2,5}`, `{2,}`
item:     a value, `.` for any, `[125]`, `[^0]`, `[1-4]`, or a pattern in `(` `)`
value:    the character that it is written as, or its text in angle brackets: `<12>`, `<red>`

Blanks count for nothing. The states are the places of the pattern at which a value is read.
Source: V. M. Glushkov, The abstract theory of automata (1961).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NoReturn

from ...errors import PuzzleError
from ..values import Value

MOST_PLACES = 20_000  # in a pattern, its repetitions written out
_SPECIAL = "|()[]{}<>*+?.^"
_MOST_DEPTH = 100  # of parts in ( )
_MOST_DIGITS = 5  # of how many times a part is there
_DIGITS = frozenset("0123456789")
_END = ""  # what stands after the last character
_SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
START: frozenset[int] = frozenset((-1,))  # the states before the first value


@dataclass(frozen=True)
class Symbol:
    """Values that one place of a pattern stands for: those written as one of `texts`, or all others."""

    texts: frozenset[str]
    is_negated: bool = False

    def accepts(self, value: Value) -> bool:
        """Whether it stands for `value`."""
        return self.texts.isdisjoint(written(value)) is self.is_negated


ANY = Symbol(frozenset(), is_negated=True)


def written(value: Value) -> tuple[str, ...]:
    """How a value may be written in a pattern: a truth value also as 0 or 1."""
    return (str(value), str(int(value))) if isinstance(value, bool) else (str(value),)


@dataclass(frozen=True)
class Part:
    """A part of a pattern: the places at which it may begin and end, and whether it may be empty."""

    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    is_empty: bool = True


Written = Callable[[], Part]  # makes a part: with places of its own each time


class Pattern:
    """A pattern, as an automaton whose states are the places of its symbols, and -1 before the first.

    Parameters
    ----------
    text
        The pattern.

    Raises
    ------
    PuzzleError
        It is no pattern; the message has the column.

    >>> pattern = Pattern("0*1{2}")
    >>> [pattern.accepts(values) for values in [(0, 1, 1), (1, 1), (1,), (1, 0, 1)]]
    [True, True, False, False]
    """

    def __init__(self, text: str) -> None:
        self.text, self._at, self._depth = text, 0, 0
        self.symbols: list[Symbol] = []
        self.follow: list[set[int]] = []
        made = self._alternatives()
        if self._next() != _END:
            self._fail("a pattern without it: no ( is open")
        whole = made()
        self.first, self.last, self.is_empty = whole.first, whole.last, whole.is_empty
        self.start = START

    def after_any(self, states: Iterable[int]) -> frozenset[int]:
        """The places that follow some of `states`."""
        return frozenset(place for state in states for place in (self.first if state < 0 else self.follow[state]))

    def after(self, states: Iterable[int], value: Value) -> frozenset[int]:
        """The states that `value` leads to from some of `states`."""
        return frozenset(place for place in self.after_any(states) if self.symbols[place].accepts(value))

    def is_end(self, states: Iterable[int]) -> bool:
        """Whether the pattern may end in one of the states."""
        return any(self.is_empty if state < 0 else state in self.last for state in states)

    def accepts(self, values: Iterable[Value]) -> bool:
        """Whether the values, one after the other, fit the pattern."""
        states: Iterable[int] = START
        for value in values:
            states = self.after(states, value)
        return self.is_end(states)

    def _next(self) -> str:
        """The next character that counts."""
        while self._at < len(self.text) and self.text[self._at].isspace():
            self._at += 1
        return self.text[self._at] if self._at < len(self.text) else _END

    def _take(self, expected: str) -> bool:
        found = self._next() == expected
        self._at += found
        return found

    def _fail(self, expected: str, hint: str | None = None) -> NoReturn:
        found = self._next()
        raise PuzzleError(
            f"the pattern {self.text!r} is wrong at column {self._at + 1}",
            expected=expected,
            got=found or "its end",
            hint=hint,
        )

    def _alternatives(self) -> Written:
        options = [self._row()]
        while self._take("|"):
            options.append(self._row())
        return options[0] if len(options) == 1 else lambda: _either([make() for make in options])

    def _row(self) -> Written:
        parts: list[Written] = []
        while self._next() not in ("|", ")", _END):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else lambda: self._joined(parts)

    def _joined(self, parts: Iterable[Written]) -> Part:
        """The parts one after the other."""
        found = Part()
        for make in parts:
            part = make()
            for place in found.last:
                self.follow[place] |= part.first
            found = Part(
                found.first | part.first if found.is_empty else found.first,
                found.last | part.last if part.is_empty else part.last,
                found.is_empty and part.is_empty,
            )
        return found

    def _repeated(self) -> Written:
        made = self._item()
        while (bounds := self._bounds()) is not None:
            made = self._times(made, *bounds)
        return made

    def _times(self, make: Written, least: int, most: int | None) -> Written:
        """A part from `least` to `most` times, or any number of times from there."""
        if most is not None:
            return lambda: self._joined([make] * least + [lambda: _optional(make())] * (most - least))
        if least > 1:
            return lambda: self._joined([make] * (least - 1) + [self._times(make, 1, None)])

        def looped() -> Part:
            part = make()
            for place in part.last:
                self.follow[place] |= part.first
            return part if least else _optional(part)

        return looped

    def _bounds(self) -> tuple[int, int | None] | None:
        """How often the part before may be there; None where that is not said."""
        for sign, bounds in _SIGNS.items():
            if self._take(sign):
                return bounds
        opened = self._at
        if not self._take("{"):
            return None
        least = self._number()
        most: int | None = least
        if self._take(","):
            most = None if self._next() == "}" else self._number()
        if not self._take("}"):
            self._fail("}")
        if most is not None and most < least:
            self._at = opened
            self._fail("the smaller number first in {,}")
        return least, most

    def _number(self) -> int:
        text = ""
        while self._next() in _DIGITS:
            text += self._next()
            self._at += 1
        if not text or len(text) > _MOST_DIGITS:
            self._fail("how many times, such as {3}, {2,5} or {2,}")
        return int(text)

    def _item(self) -> Written:
        opened = self._at
        if self._take("("):
            self._depth += 1
            if self._depth > _MOST_DEPTH:
                self._fail(f"at most {_MOST_DEPTH} parts in each other")
            made = self._alternatives()
            self._depth -= 1
            if not self._take(")"):
                self._fail(f") for the ( at column {opened + 1}")
            return made
        symbol = self._symbol()
        return lambda: self._place(symbol)

    def _symbol(self) -> Symbol:
        if self._take("."):
            return ANY
        if not self._take("["):
            return Symbol(frozenset((self._value(),)))
        is_negated, texts = self._take("^"), set[str]()
        while not self._take("]"):
            low = self._value()
            texts |= self._range(low) if self._take("-") else {low}
        return Symbol(frozenset(texts), is_negated)

    def _range(self, low: str) -> set[str]:
        """The values from `low` to the one that comes next."""
        at = self._at
        high = self._value()
        try:
            return set(map(str, range(int(low), int(high) + 1)))
        except ValueError:
            pass
        if len(low) == len(high) == 1:
            return set(map(chr, range(ord(low), ord(high) + 1)))
        self._at = at
        self._fail("two numbers or two characters around -")

    def _value(self) -> str:
        """The text of a value."""
        found = self._next()
        if self._take("<"):
            text, end, _ = self.text[self._at :].partition(">")
            if not end:
                self._at = len(self.text)
                self._fail("> at the end of a value")
            self._at += len(text) + 1
            return text
        if found in _SPECIAL:  # the end as well
            self._fail("a value", hint="write a value of several characters, or a sign, as <12> or <*>")
        self._at += 1
        return found

    def _place(self, symbol: Symbol) -> Part:
        """A place of its own for a symbol."""
        if len(self.symbols) == MOST_PLACES:
            raise PuzzleError(
                f"the pattern {self.text!r} is too long",
                expected=f"at most {MOST_PLACES:,} values, repetitions written out",
                hint="repeat fewer parts, or give an automaton",
            )
        place = frozenset((len(self.symbols),))
        self.symbols.append(symbol)
        self.follow.append(set())
        return Part(place, place, False)


def _either(parts: Iterable[Part]) -> Part:
    first, last, empty = zip(*((part.first, part.last, part.is_empty) for part in parts), strict=True)
    return Part(frozenset().union(*first), frozenset().union(*last), any(empty))


def _optional(part: Part) -> Part:
    return Part(part.first, part.last)
