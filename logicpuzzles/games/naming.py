"""Secrets, guesses and answers as a person types them, and why a term is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from ..errors import PuzzleError
from ..notation import write
from .strangers import take_apart

Tell = Callable[[Any], str]
_WORDS = re.compile(r"(?<!\w)-\d+|\d+|[^\W\d_]+|_")
_FEW, _SOME = 20, 3  # terms in a message: all of them, or the first ones


def words(text: str) -> tuple[str, ...]:
    """The numbers and words in `text`, in lower case.

    >>> words("2 Bulls, 0 cows"), words("2b0c"), words("-3,4")
    (('2', 'bulls', '0', 'cows'), ('2', 'b', '0', 'c'), ('-3', '4'))
    """
    return tuple(_WORDS.findall(text.lower()))


def constants(term: Any) -> tuple[Any, ...]:
    """The constants in `term`, from left to right."""
    return take_apart(term)[1]


class Reader:
    """Finds the term that a person means among finitely many.

    A term can be typed as it is told or as its constants, with anything between them or nothing where it stays clear;
    its numbers alone will do, and so does the beginning of a word.

    >>> reader = Reader([(0, 2), (2, 0)], lambda a: f"{a[0]} bulls, {a[1]} cows")
    >>> [reader.find(text) for text in ("2 0", "20", "2b 0c", "2 bulls, 0 cows", "2")]
    [(2, 0), (2, 0), (2, 0), (2, 0), None]
    """

    def __init__(self, terms: Iterable[Any], tell: Tell) -> None:
        self.terms, self.tell = tuple(terms), tell
        self._meant: dict[str, Any] = {}
        self._unclear: set[str] = set()
        for term in self.terms:
            for key in _keys(tell(term)) | _keys(" ".join(map(str, constants(term)))):
                if self._meant.setdefault(key, term) != term:
                    self._unclear.add(key)

    def find(self, text: str) -> Any | None:
        """The term that `text` means; None where it means none, or more than one."""
        found = words(text)
        numbers = [word for word in found if word.isdigit()]
        for key in (" ".join(found), "".join(found), " ".join(numbers)):
            if key in self._meant and key not in self._unclear:
                return self._meant[key]
        begun = "".join(found)
        meant = {self._meant[key] for key in self._meant if begun.isalpha() and key.startswith(begun)}
        return meant.pop() if len(meant) == 1 else None

    def read(self, text: str, noun: str, place: str | None = None) -> Any:
        """The term that `text` means.

        Raises
        ------
        PuzzleError
            It means none, or it is not clear which.
        """
        found = self.find(text)
        if found is None:
            raise PuzzleError(
                f"this is no {noun} that is possible here",
                place=place,
                expected=examples(self.terms, self.tell),
                got=repr(text.strip()) if text.strip() else "nothing",
            )
        return found


def _keys(text: str) -> set[str]:
    """What may be typed for something that is told as `text`."""
    told = words(text)
    numbers = [word for word in told if word.isdigit()]
    return {" ".join(told), "".join(told), " ".join(numbers), "".join(numbers)} - {""}


class Naming:
    """The secrets and guesses of a game by what they are and by how they are typed."""

    def __init__(self, secrets: Sequence[Any], guesses: Sequence[Any], ask: Tell) -> None:
        self.ask = ask
        self.secrets = {secret: number for number, secret in enumerate(secrets)}
        self.guesses = {guess: number for number, guess in enumerate(guesses)}

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.guesses, self.ask)

    def read_guess(self, text: str, place: str | None = None) -> Any:
        """The guess that `text` means.

        Raises
        ------
        PuzzleError
            It means none, with the reason as far as it can be told.
        """
        found = self._reader.find(text)
        if found is None:
            raise refused(self._term(text), tuple(self.guesses), self.ask, "guess", place)
        return found

    def _term(self, text: str) -> tuple[Any, ...]:
        """What `text` looks like, for the message why it is no guess."""
        found: Sequence[str] = words(text)
        short = all(len(str(constant)) == 1 for guess in self.guesses for constant in constants(guess))
        if short and len(found) == 1:
            found = tuple(found[0])
        return tuple(int(word) if word.lstrip("-").isdecimal() else word for word in found)


def refused(term: Any, terms: Sequence[Any], tell: Tell, noun: str, place: str | None) -> PuzzleError:
    """Why `term` is not among `terms`, as far as their constants tell."""
    here, others = constants(term), [constants(other) for other in terms]
    sizes = sorted({len(other) for other in others})
    known = {constant for other in others for constant in other}
    strange = [constant for constant in here if constant not in known]
    twice = [constant for constant in here if here.count(constant) > 1]
    if len(here) not in sizes:
        wanted = " or ".join(map(str, sizes)) if len(sizes) <= _SOME else f"{sizes[0]} to {sizes[-1]}"
        problem = f"{write(term)} has {len(here)} values, a {noun} has {wanted}"
    elif strange:
        problem = f"no {noun} has the value {write(strange[0])}"
    elif twice and all(len(set(other)) == len(other) for other in others):
        problem = f"{write(term)} has {write(twice[0])} more than once, the values of a {noun} are all different"
    else:
        problem = f"{write(term)} is no {noun} of this game"
    return PuzzleError(problem, place=place, expected=f"a {noun} such as {examples(terms, tell)}")


def examples(terms: Sequence[Any], tell: Tell) -> str:
    """The first terms as they are told; all of them where they are few.

    >>> examples(["left", "right", "balance"], str)
    'left, right or balance'
    """
    if len(terms) > _FEW:
        return f"{', '.join(map(tell, terms[:_SOME]))}, ..."
    told = [f"'{text}'" if "," in text else text for text in map(tell, terms)]
    return " or ".join(filter(None, (", ".join(told[:-1]), told[-1])))
