"""When two terms are the same but for the names of their variables: a key that such terms share."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...logic.facts import renamed
from ...logic.terms import VARIABLES, AnyTerm, Cons, Term, Variable


def variant_key(term: AnyTerm) -> tuple[Hashable, list[Variable]]:
    """A key that `term`, reified, shares just with its variants, and its variables in order of first occurrence.

    The key is flat, so that comparing and hashing it costs no depth of Python's stack.
    """
    tokens: list[AnyTerm] = []
    numbers: dict[Any, int] = {}  # of the variables
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
            tokens += (Variable, numbers.setdefault(part, len(numbers)))
        else:
            tokens += (kind, part)
    return tuple(tokens), list(numbers)


def copy(term: AnyTerm, unknowns: list[AnyTerm]) -> AnyTerm:
    """`term` with fresh variables for `unknowns`; itself where there are none."""
    return renamed(term, unknowns) if unknowns else term
