"""Secrets, guesses and answers by number and by name, and why something is none of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import groupby, islice

from ..errors import PuzzleError
from ..logic.termdict import is_among
from ..logic.writer import write
from ..wording import alternatives
from .answer_parsing import Reader, is_number, words
from .opaque_values import take_apart
from .terms import Constant, Tell

_FEW, _SOME = 20, 3  # terms in a list: all of them, or the first ones
_LISTED = 6  # the same in a message of what is wrong


class Names:
    """Finitely many terms, no two of which are equal in Python: by number, as text, and as a person types them.

    Attributes
    ----------
    terms
        By number.
    numbers
        The number of each term, by Python's equality: True finds the number of 1 here, but not in `find`.
    noun
        What each of them is: "secret", "guess" or "answer".

    >>> colours = Names([("red", 1), ("blue", 2)], write, "secret")
    >>> colours.find(("blue", 2)), colours.find(("red", True)), colours.find(["red", 1])
    (1, None, None)
    """

    def __init__(self, terms: Sequence[Hashable], tell: Tell, noun: str) -> None:
        self.terms = tuple(terms)
        self.numbers = {term: number for number, term in enumerate(self.terms)}
        self.tell, self.noun = tell, noun
        self._reader = Reader(self.terms, tell)

    def find(self, term: object) -> int | None:
        """The number of `term`; None if it is not one of the terms, even where Python finds it equal to one."""
        try:
            number = self.numbers.get(term)
        except TypeError:
            return None
        return number if number is not None and is_among(term, [self.terms[number]]) else None

    def own(self, term: object, place: str | None = None) -> Hashable:
        """The one of these terms that equals `term`; a list counts as a tuple.

        Raises
        ------
        PuzzleError
            It is none of them; the message says why, as far as that is known.
        """
        number = self.find(tuple(term) if isinstance(term, list) else term)
        if number is None:
            raise self._refused(write(term), take_apart(term)[1], place or self.noun, write)
        return self.terms[number]

    def read(self, text: str) -> Hashable:
        """The term that a person means.

        Raises
        ------
        PuzzleError
            The text fits none of them, or several.
        """
        meant = self._reader.candidates(text)
        if len(meant) != 1:
            raise self._unread(text, meant)
        return meant[0]

    def _unread(self, text: str, meant: Sequence[Hashable]) -> PuzzleError:
        if meant:
            return PuzzleError(f"{text.strip()!r} may mean {examples(meant, self.tell)}", hint="type more of it")
        if not (typed := words(text)):
            problem = f"{text.strip()!r} is no {self.noun}" if text.strip() else "nothing was typed"
            return self._refusal(problem, None, self.tell)
        known = {word for term in self.terms[:_FEW] for word in words(self.tell(term))}
        parts = [word for word in typed if is_number(word) or word not in known]
        if len(parts) == 1 and all(len(str(value)) == 1 for value in self._values):
            parts = list(parts[0])
        values = [int(part) if is_number(part) else part for part in parts]
        return self._refused(text.strip(), values, None, self.tell)

    def _refused(self, text: str, values: Sequence[Constant], place: str | None, tell: Tell) -> PuzzleError:
        """Why `text`, with these constants in it, is none of the terms; they are told by `tell`."""
        problem = self._reason(text, values)
        if problem is not None:
            return self._refusal(problem, place, tell)
        where = "to this guess" if self.noun == "answer" else "of this game"
        return self._refusal(f"{text} is no {self.noun} {where}", place, tell, self._nearest(text))

    def _reason(self, text: str, values: Sequence[Constant]) -> str | None:
        """The reason, as far as the constants show it; None where they do not."""
        noun, sizes = _article(self.noun), sorted(set(map(len, self._constants)))
        if sizes == [1] and len(values) < 2:
            return None
        if len(values) not in sizes:
            wanted = alternatives(sizes) if len(sizes) <= _SOME else f"{sizes[0]} to {sizes[-1]}"
            return f"{text} has {len(values)} value{'s' * (len(values) != 1)}, {noun} has {wanted}"
        if strange := [value for value in values if value not in self._values]:
            return f"{text} has {write(strange[0])}, which is in no {self.noun}"
        twice = [value for value in values if values.count(value) > 1]
        if twice and all(len(set(constants)) == len(constants) for constants in self._constants):
            return f"{text} has {write(twice[0])} more than once, the values of {noun} are all different"
        return None

    def _refusal(self, problem: str, place: str | None, tell: Tell, hint: str | None = None) -> PuzzleError:
        few = len(self.terms) <= _LISTED
        expected = examples(self.terms if few else (*self.terms[: _SOME - 1], self.terms[-1]), tell)
        expected = expected if few else f"{_article(self.noun)} such as {expected}"
        return PuzzleError(problem, place=place, expected=expected, hint=hint)

    def _nearest(self, text: str) -> str | None:
        """The only term that has the same numbers between the same words, in another order."""
        typed = _runs(text)
        meant = list(islice((term for term in self.terms if _runs(self.tell(term)) == typed), 2))
        return f"did you mean {self.tell(meant[0])}?" if len(meant) == 1 else None

    @cached_property
    def _constants(self) -> list[tuple[Constant, ...]]:
        return [take_apart(term)[1] for term in self.terms]

    @cached_property
    def _values(self) -> set[Constant]:
        return {value for constants in self._constants for value in constants}


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _runs(text: str) -> tuple[str | tuple[str, ...], ...]:
    """The words in `text`, and between them its numbers in ascending order.

    >>> _runs("2 1 against 4, 3")
    (('1', '2'), 'against', ('3', '4'))
    """
    groups = groupby(words(text), is_number)
    return tuple(part for numeric, group in groups for part in ((tuple(sorted(group)),) if numeric else group))


def examples(terms: Sequence[Hashable], tell: Tell) -> str:
    """The first terms as they are told; all of them where they are few.

    >>> examples(["left", "right", "balance"], str)
    'left, right or balance'
    """
    if len(terms) > _FEW:
        return f"{', '.join(map(tell, terms[:_SOME]))}, ..."
    told = [f"'{text}'" if "," in text and text[0] != "[" else text for text in map(tell, terms)]
    return alternatives(told)
