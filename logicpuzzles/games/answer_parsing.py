"""Answers, guesses and secrets parsed from what a person types; there are finitely many to choose from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable
from functools import cached_property

from .opaque_values import take_apart
from .terms import Tell

_WORDS = re.compile(r"(?<!\w)-\d+|\d+|[^\W\d_]+|_")
_NO_DIGIT = re.compile(r"\D")
_SYMBOLS = re.compile(r"[^\w\s,.;:!?()\[\]'\"]|_")
_SPACES = re.compile(r"\s+")
_FEW = 1000  # terms: up to so many are also compared amount by amount


def words(text: str) -> tuple[str, ...]:
    """The numbers and words in `text`, in lower case.

    >>> words("2 Bulls, 0 cows"), words("2b0c"), words("-3,4")
    (('2', 'bulls', '0', 'cows'), ('2', 'b', '0', 'c'), ('-3', '4'))
    """
    return tuple(_WORDS.findall(unicodedata.normalize("NFKC", text).lower()))


def squeezed(text: str) -> str:
    """`text` in lower case, without spaces."""
    return _SPACES.sub("", unicodedata.normalize("NFKC", text)).casefold()


def is_number(word: str) -> bool:
    """Whether one of `words` is a number."""
    return word.lstrip("-").isdecimal()


class Reader:
    """Finds the term that a person means among finitely many.

    A term can be typed as its text or as its constants, with anything between them, or nothing where that is not
    ambiguous. Its numbers alone are enough, and so is the beginning of a word. Amounts of different things may be typed
    in any order, and some may be left out if the rest is not ambiguous. Where the texts have different symbols, as in
    -G-, only case and spaces may differ.

    >>> reader = Reader([(0, 2), (2, 0), (4, 0)], lambda a: f"{a[0]} bulls, {a[1]} cows")
    >>> [reader.find(text) for text in ("2 0", "20", "2b 0c", "2 cows and 0 bulls", "4 bulls", "0 cows", "3")]
    [(2, 0), (2, 0), (2, 0), (0, 2), (4, 0), None, None]
    """

    def __init__(self, terms: Iterable[Hashable], tell: Tell) -> None:
        self.terms, self.tell = tuple(terms), tell

    def find(self, text: str) -> Hashable | None:
        """The term that `text` means; None where it means none, or more than one."""
        meant = self.candidates(text)
        return meant[0] if len(meant) == 1 else None

    def candidates(self, text: str) -> list[Hashable]:
        """The terms that `text` may mean."""
        exact = [term for term in self._by_text.get(squeezed(text), ()) if text.strip()]
        if exact or self._has_symbols:
            return exact if len(exact) < 2 else [term for term in exact if self.tell(term) == text.strip()] or exact
        typed = words(text)
        if not typed:
            return []
        told = list(self._with_digits(typed))
        found = [term for term, text in told if text == typed] or [term for term, text in told if _fits(typed, text)]
        return list(dict.fromkeys(found)) or self._by_amounts(typed)

    def _with_digits(self, typed: tuple[str, ...]) -> Iterable[tuple[Hashable, tuple[str, ...]]]:
        """The terms with the same digits as `typed`, each with the words of its text and of its constants."""
        digits = _NO_DIGIT.sub("", "".join(typed))
        for term in self._by_digits.get(digits, ()):
            for told in self._tellings(term):
                if _NO_DIGIT.sub("", told) == digits:
                    yield term, words(told)

    @cached_property
    def _by_digits(self) -> dict[str, list[Hashable]]:
        """The terms by the digits in them, so that not every term has to be compared."""
        found: dict[str, list[Hashable]] = {}
        for term in self.terms:
            for digits in {_NO_DIGIT.sub("", told) for told in self._tellings(term)}:
                found.setdefault(digits, []).append(term)
        return found

    @cached_property
    def _by_text(self) -> dict[str, list[Hashable]]:
        """The terms by their text in lower case, without spaces."""
        found: dict[str, list[Hashable]] = {}
        for term in self.terms:
            found.setdefault(squeezed(self.tell(term)), []).append(term)
        return found

    @cached_property
    def _has_symbols(self) -> bool:
        """Whether the texts of the terms have different symbols: then these must be typed."""
        symbols = {"".join(_SYMBOLS.findall(re.sub(r"-(?=\d)", "", self.tell(term)))) for term in self.terms}
        return len(symbols) > 1

    def _tellings(self, term: Hashable) -> tuple[str, str]:
        return self.tell(term), " ".join(map(str, take_apart(term)[1]))

    def _by_amounts(self, typed: tuple[str, ...]) -> list[Hashable]:
        """The terms with these amounts among theirs, such as 2 cows."""
        wanted = _amounts(typed)
        if not wanted or len(self.terms) > _FEW:
            return []
        return [term for term in self.terms if _has(_amounts(words(self.tell(term))), wanted)]


def _fits(typed: tuple[str, ...], told: tuple[str, ...]) -> bool:
    """Whether `typed` may be short for `told`; both have the same digits."""
    if not any(map(is_number, typed)):
        return len(typed) <= len(told) and all(map(_begins, typed, told)) or "".join(typed) == "".join(told)
    if all(map(is_number, typed)):
        told = tuple(filter(is_number, told))
    if len(typed) == 1 or len(told) == 1:
        return "".join(typed) == "".join(told)
    return len(typed) == len(told) and all(map(_begins, typed, told))


def _begins(typed: str, told: str) -> bool:
    """Whether `typed` is the number `told`, or the beginning or plural of the word."""
    return typed == told or (not is_number(typed) and (told.startswith(typed) or typed == f"{told}s"))


def _amounts(found: tuple[str, ...]) -> list[tuple[str, str]]:
    """Numbers with their words, which all follow or all precede them; none where words and numbers do not alternate.

    >>> _amounts(("2", "cows", "and", "0", "bulls")), _amounts(("bulls", "0")), _amounts(("2", "0"))
    ([('2', 'cows'), ('0', 'bulls')], [('0', 'bulls')], [])
    """
    found = tuple(word for word in found if word != "and")
    pairs = list(zip(found[::2], found[1::2], strict=False))
    if len(found) % 2 or not all(is_number(one) != is_number(two) for one, two in pairs):
        return []
    first = [is_number(one) for one, _ in pairs]
    if all(first):
        return pairs
    return [] if any(first) else [(number, word) for word, number in pairs]


def _has(told: list[tuple[str, str]], wanted: list[tuple[str, str]]) -> bool:
    """Whether each amount of `wanted` is one of `told`, each of another thing."""
    rest = list(told)
    for number, word in wanted:
        found = [pair for pair in rest if pair[0] == number and (_begins(word, pair[1]) or pair[1] == f"{word}s")]
        if len(found) != 1:
            return False
        rest.remove(found[0])
    return True
