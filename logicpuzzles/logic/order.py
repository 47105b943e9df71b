"""The standard order of terms: numbers, then [], then atoms, then compounds by arity, name and arguments.

A list counts as the compound ``'[|]'(First, Rest)``, as in SWI-Prolog. Without recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key

from ..errors import NeedsValue
from .terms import VARIABLES, AnyTerm, Term, split_list

PAIR = "[|]"  # the name of a list with an element, as a compound


def compare(left: AnyTerm, right: AnyTerm, goal: str) -> int:
    """-1, 0 or 1 as `left` stands before, at, or after `right`; both reified.

    Raises
    ------
    NeedsValue
        The order depends on an unknown.
    """
    stack = [(left, right)]
    while stack:
        one, two = stack.pop()
        if one is two:
            continue
        for term in (one, two):
            if type(term) in VARIABLES:
                raise NeedsValue(term, goal)
        first, second = _rank(one), _rank(two)
        if first != second:
            return -1 if first < second else 1
        stack.extend(reversed(list(zip(_parts(one), _parts(two), strict=True))))
    return 0


def _rank(term: AnyTerm) -> tuple[AnyTerm, ...]:
    """What is compared before the parts."""
    if type(term) is int or type(term) is Fraction:
        return (1, term, type(term) is Fraction)
    if isinstance(term, str):
        return (4, term)
    if type(term) is Term:
        return (5, len(term.args), term.name)
    if split_list(term) is not None:
        return (5, 2, PAIR)
    return (3,) if term == () else (2, type(term).__name__, str(term))


def _parts(term: AnyTerm) -> Sequence[AnyTerm]:
    return term.args if type(term) is Term else split_list(term) or ()


def in_order(
    terms: Iterable[AnyTerm], goal: str, key: Callable[[AnyTerm], AnyTerm] = lambda term: term, falling: bool = False
) -> list[AnyTerm]:
    """`terms`, reified, in standard order of their keys; those with equal keys stay as they were.

    >>> in_order((Term("f", (1,)), "b", (), 3, "a", (1, 2)), "msort")
    [3, (), 'a', 'b', f(1), (1, 2)]
    """
    found = list(terms)
    kinds = {type(key(term)) for term in found}
    if kinds in ({int}, {str}):
        return sorted(found, key=key, reverse=falling)
    comparable = cmp_to_key(lambda left, right: compare(left, right, goal))
    return sorted(found, key=lambda term: comparable(key(term)), reverse=falling)


def without_repeats(
    terms: Sequence[AnyTerm], key: Callable[[AnyTerm], AnyTerm] = lambda term: term
) -> Iterator[AnyTerm]:
    """Terms in order, the first of each key."""
    for number, term in enumerate(terms):
        if number == 0 or compare(key(terms[number - 1]), key(term), "sort"):
            yield term
