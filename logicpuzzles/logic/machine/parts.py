"""The parts of the terms and goals that the compiler takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cons.core import ConsPair

from ..terms import AnyTerm, Cons, FLAT, Suffix, Term, VARIABLES, subterms
from .clauses import Clause, Collect, Equal, Step


LISTED = frozenset({tuple, list, Suffix, Cons, ConsPair})
AT_END = object()  # stands for a list at the end of a term


def parts(term: AnyTerm) -> tuple[Any, ...] | None:
    """The arguments of a compound, the first and the rest of a list; None for a constant or a variable."""
    kind = type(term)
    if type(term) is Term:
        return term.args
    if kind is Cons or kind is ConsPair:
        return (term.car, term.cdr)
    if kind in LISTED and len(term):
        return (term[0], tuple(term[1:]))
    return None


def has_parts(term: AnyTerm) -> bool:
    """Whether `parts` gives some."""
    kind = type(term)
    return kind is Term or kind is Cons or kind is ConsPair or kind in LISTED and len(term) > 0


def cells_of(term: AnyTerm) -> list[Any]:
    """The parts of a compound or a list, and of the lists at its end, with AT_END where such a list begins."""
    cells: list[Any] = []
    while True:
        kind = type(term)
        if kind is not Term and kind is not Cons and kind is not ConsPair:
            for item in term:
                cells += (item, AT_END)
            cells[-1] = ()
            return cells
        *front, term = term.args if kind is Term else (term.car, term.cdr)
        cells += front
        if type(term) is Term or not has_parts(term):
            cells.append(term)
            return cells
        cells.append(AT_END)


def occurrences(terms: Iterable[Any]) -> Counter[Any]:
    """How often each variable stands in `terms`."""
    return Counter(unknowns(terms))


def unknowns(terms: Iterable[Any]) -> list[Any]:
    """The variables in `terms`, each as often as it stands there."""
    found: list[Any] = []
    stack = list(terms)[::-1]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind in VARIABLES:
            found.append(part)
        elif kind not in FLAT:
            stack.extend(reversed(subterms(part)))
    return found


def is_repeated(variable: AnyTerm, terms: Iterable[Any]) -> bool:
    """Whether the variable stands more than once in `terms`."""
    return sum(part is variable for part in unknowns(terms)) > 1


def terms_of(step: Step) -> list[Any]:
    """The terms of a goal and of those inside it."""
    if not step.inner:
        return list(step.terms)
    found: list[Any] = []
    stack: list[Step] = [step]
    while stack:
        one = stack.pop()
        found += one.terms
        if isinstance(one, Collect):
            found.append(one.template)
        stack += [goal for body in one.inner for goal in body]
    return found


def with_head(head: tuple[Any, ...], body: Sequence[Step]) -> Clause:
    """The clause of a row of unknowns as its head; an equation of one of these that it begins with goes into the head.

    So the argument tells the clause from others. A goal that messages speak of stays where it stands.
    """
    if body and isinstance(first := body[0], Equal) and first.site is None:
        others = body[1:]
        for unknown, term in ((first.left, first.right), (first.right, first.left)):
            if type(term) not in VARIABLES and any(arg is unknown for arg in head):
                inside = unknowns([term, *(part for step in others for part in terms_of(step))])
                if not any(part is unknown for part in inside):
                    return Clause(tuple([term if arg is unknown else arg for arg in head]), others)
    return Clause(head, body)
