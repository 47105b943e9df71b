"""Which variable of a model, and which value of its domain, a person means; and how many solutions there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import PuzzleError
from ..integers import as_text, represented
from ..models.elements import called, listed
from ..models.reading import Reading
from ..models.values import Value, Variable
from ..wording import did_you_mean

LISTED = 12  # cells or values that a message names


@dataclass(frozen=True)
class Count:
    """How many solutions agree with what is filled in.

    Attributes
    ----------
    found
        So many were found.
    is_all
        Whether it is proved that there are no more.
    reason
        Why the search stopped, where a limit stopped it.
    """

    found: int
    is_all: bool
    reason: str | None = None

    def in_words(self) -> str:
        """The same in a sentence.

        >>> Count(1, True).in_words(), Count(2, False).in_words(), Count(0, True).in_words()
        ('one solution', 'several solutions', 'no solution')
        """
        if self.reason is not None:
            return f"{'a solution' if self.found else 'no solution'} was found so far: {self.reason}"
        if not self.found:
            return "no solution"
        if self.found == 1:
            return "one solution"
        return f"{self.found:,} solutions" if self.is_all else "several solutions"


def variable_meant(variables: Sequence[Variable], meant: Variable) -> Variable:
    """The one of the variables that this is, or that is written so; spaces, capitals and brackets do not matter.

    Raises
    ------
    PuzzleError
        There is none.

    >>> variable_meant([("a", 1), ("a", 2)], "A 2")
    ('a', 2)
    """
    own = [v for v in variables if v == meant and (type(v) is type(meant) or isinstance(v, str))]
    found = own or [v for v in variables if _squeezed(meant) in (_squeezed(v), _squeezed(as_text(v)))]
    if len(found) == 1:
        return found[0]
    names = list(map(written, variables))
    hint = did_you_mean(written(meant), names)
    raise PuzzleError("there is no such cell", expected=_listed(variables), got=represented(meant), hint=hint)


def value_meant(reading: Reading, variable: Variable, meant: Value) -> Value:
    """The value of a variable's domain that this is, or that is written so.

    Raises
    ------
    PuzzleError
        There is none.
    """
    own = reading.own(reading.lowering.number[variable], meant)
    if own is not None:
        return own[0]
    domain = reading.domains[variable]
    if isinstance(meant, str):
        found = [x for x in domain if as_text(x) == meant.strip()]
        found = found or [x for x in domain if _squeezed(x) == _squeezed(meant)]
        if len(found) == 1:
            return found[0]
    told = as_text(meant) if isinstance(meant, str) else represented(meant)
    raise PuzzleError(f"{written(variable)} cannot be {told}", expected=f"one of {_listed(domain)}")


def value_typed(domain: Sequence[Value], keys: str) -> tuple[str, int]:
    """The keys that count of those pressed in a cell one after another, and the number of the value they mean.

    A value is meant where it is written so, or where no other begins so; -1 for none yet. Where no value begins with
    all the keys, the last one alone counts; "" where none begins with that either. Capitals do not matter.

    >>> value_typed(range(1, 13), "1"), value_typed(range(1, 13), "12"), value_typed(range(1, 13), "34")
    (('1', 0), ('12', 11), ('4', 3))
    >>> value_typed(("red", "rose"), "r"), value_typed(("red", "rose"), "rO"), value_typed(("red", "rose"), "x")
    (('r', -1), ('rO', 1), ('', -1))
    """
    texts = [as_text(value).casefold() for value in domain]
    for kept in (keys, keys[-1:]):
        meant = kept.casefold()
        found = [number for number, text in enumerate(texts) if text.startswith(meant)]
        if found:
            own = [number for number in found if texts[number] == meant]
            return kept, own[0] if own else found[0] if len(found) == 1 else -1
    return "", -1


def written(thing: Any) -> str:
    """What a person types for a variable or a value: parts of a tuple with a space between."""
    return " ".join(map(written, thing)) if isinstance(thing, tuple) else called(thing)


def _squeezed(thing: Any) -> str:
    text = written(thing).casefold()
    return " ".join("".join(" " if c in "(),[]'\"" else c for c in text).split())


def _listed(things: Sequence[Any]) -> str:
    return listed(things[:LISTED], written) + ", ..." * (len(things) > LISTED)
