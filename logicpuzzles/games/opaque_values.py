"""What an answer depends on, found with opaque values, which can only be compared with each other.

If the answer function can be run on opaque values, it learns only which of them are equal. So the answer is the same
for every pair of a secret and a guess with the same *pattern* of equal values (P. Wadler, "Theorems for free!", 1989).
Bulls and cows has 25 million pairs, and 209 patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

from ..logic.terms import Term
from .terms import Answer, AnswerFunction, Constant

Shape: TypeAlias = Hashable  # a term with None in place of each constant: ((None, None), None)

Pattern: TypeAlias = tuple[Hashable, ...]  # (0, ("heavy",), 1, 0): a number for each opaque constant
Member: TypeAlias = tuple[int, tuple[Constant, ...]]  # the number of a term, and its opaque constants
Groups: TypeAlias = dict[tuple[Shape, Pattern], list[Member]]


class Unfit(Exception):
    """The answer function does more with a value than compare it."""


class Recognised(Exception):
    """The answer function compared a value with a constant of its own: that constant must not be opaque."""

    def __init__(self, constant: Constant) -> None:
        self.constant = constant


class OpaqueValue:
    """A value that can only be compared: it is equal to itself and to nothing else."""

    __slots__ = ("known", "number")

    def __init__(self, number: int, known: frozenset[Constant]) -> None:
        self.number, self.known = number, known

    def __eq__(self, other: object) -> bool:
        if self is other or isinstance(other, OpaqueValue) or other in self.known:
            return self is other
        raise Recognised(other)

    def __hash__(self) -> int:
        return self.number  # the same in every run, so that sets keep one order

    def __bool__(self) -> bool:
        raise Unfit

    def __repr__(self) -> str:  # an answer might depend on the length of a real value's name
        raise Unfit


def take_apart(term: Hashable) -> tuple[Shape, tuple[Constant, ...]]:
    """The shape of `term` and the constants in it, from left to right.

    >>> take_apart(((3, "heavy"), Term("at", (1,))))
    (((None, None), at(None)), (3, 'heavy', 1))
    """
    constants: list[Constant] = []
    return _replaced(term, constants.append), tuple(constants)  # `append` returns None


def put_together(shape: Shape, constants: Iterable[Constant]) -> Hashable:
    """The term of this shape with these constants; the reverse of `take_apart`."""
    rest = iter(constants)
    return _replaced(shape, lambda _: next(rest))


def _replaced(term: Hashable, each: Callable[[Constant], Hashable]) -> Hashable:
    """`term` with what `each` gives in place of each constant, from left to right."""
    if type(term) is tuple:
        return tuple([_replaced(part, each) for part in term])
    if type(term) is Term:
        return Term(term.name, tuple([_replaced(part, each) for part in term.args]))
    return each(term)


def pattern(constants: Iterable[Constant], known: frozenset[Constant]) -> tuple[Pattern, tuple[Constant, ...]]:
    """Which constants are equal: known ones as themselves, others numbered as they come; and the others.

    >>> pattern((7, "heavy", 9, 7), frozenset({"heavy"}))
    ((0, ('heavy',), 1, 0), (7, 9))
    """
    numbers: dict[Constant, int] = {}
    found = tuple((c,) if c in known else numbers.setdefault(c, len(numbers)) for c in constants)
    return found, tuple(numbers)


def opaque_answer(answer: AnswerFunction, secret: Hashable, guess: Hashable, known: frozenset[Constant]) -> Answer:
    """The answer when all constants but the `known` ones are opaque.

    Raises
    ------
    Recognised
        The function compared an opaque value with a constant.
    Unfit
        The function did anything else with an opaque value, or returned one.
    """
    met: dict[Constant, OpaqueValue] = {}

    def hidden(constant: Constant) -> Hashable:
        return constant if constant in known else met.setdefault(constant, OpaqueValue(len(met), known))

    try:
        found: Answer = answer(_replaced(secret, hidden), _replaced(guess, hidden))
        leaked = any(isinstance(c, OpaqueValue) for c in take_apart(found)[1])
    except (Recognised, Unfit):
        raise
    except Exception as error:  # whatever the function does that an opaque value does not allow
        raise Unfit from error
    if leaked:
        raise Unfit
    return found


def grouped(terms: Iterable[Hashable], known: frozenset[Constant]) -> Groups:
    """The terms by shape and pattern: for each, its number and its opaque constants."""
    groups: Groups = {}
    for number, term in enumerate(terms):
        shape, constants = take_apart(term)
        equal, opaque = pattern(constants, known)
        groups.setdefault((shape, equal), []).append((number, opaque))
    return groups
