"""When two terms are the same but for the names of their variables: a key that such terms share."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...logic.facts import renamed
from ...logic.terms import VARIABLES, AnyTerm, Cons, Term, Variable


class _Hole:
    """The n-th variable of a term, in a key."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return type(other) is _Hole and other.number == self.number

    def __hash__(self) -> int:
        return self.number


def variant_key(term: AnyTerm) -> tuple[Hashable, list[Variable]]:
    """A key that `term`, reified, shares just with its variants, and its variables in order of first occurrence.

    The key is flat, so that comparing and hashing it costs no depth of Python's stack.
    """
    tokens: list[AnyTerm] = []
    holes: dict[Any, int] = {}
    stack = [term]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind is int or kind is str:
            tokens.append(part)
        elif kind is Term:
            tokens += (Term, part.name, len(part.args))
            stack.extend(reversed(part.args))
        elif kind is tuple:
            tokens += (tuple, len(part))
            stack.extend(reversed(part))
        elif kind is Cons:
            tokens.append(Cons)
            stack += (part.cdr, part.car)
        elif type(part) in VARIABLES:
            tokens.append(_Hole(holes.setdefault(part, len(holes))))
        else:
            tokens += (kind, part)
    return tuple(tokens), list(holes)


def copy(term: AnyTerm, unknowns: list[AnyTerm]) -> AnyTerm:
    """`term` with fresh variables for `unknowns`; itself where there are none."""
    return renamed(term, unknowns) if unknowns else term
