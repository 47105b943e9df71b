"""Goals over integers, as a text states them: constraints of a model like any other.

What a goal says is told by `goal_tests`, and what engines take of it by `goal_forms`; both are loaded when a model has
such a constraint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import constraint as library

from ...by_name import entry
from ..values import Scope, Test, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Form

if TYPE_CHECKING:
    from ...logic.terms import Term

DIFFERENT = ("all_different", "all_distinct")


class StatedGoal(library.Constraint):  # type: ignore[misc]
    """A goal over integers.

    Parameters
    ----------
    term
        The goal.
    unknowns
        Its unknowns, in the order of the variables on which it is posted. A goal that has none is false, and is posted
        on some variable.
    text
        How it is written.
    """

    def __init__(self, term: Term, unknowns: Sequence[Any], text: str) -> None:
        self.term, self.unknowns, self.text = term, tuple(unknowns), text


def others(given: StatedGoal) -> list[int] | None:
    """The integers from which all unknowns of the goal differ, as from each other; None where it says anything else."""
    terms = given.term.args[0]
    if given.term.name not in DIFFERENT or not isinstance(terms, tuple):
        return None
    known = [term for term in terms if type(term) is int]
    return known if len(known) + len(given.unknowns) == len(terms) else None


class _Apart(library.AllDifferentConstraint):  # type: ignore[misc]
    """All different, and none of them one of `taken`."""

    def __init__(self, taken: Sequence[int]) -> None:
        self.taken = taken

    def preProcess(  # noqa: N802  the library's name
        self, variables: Sequence[Variable], domains: Any, constraints: Any, vconstraints: Any
    ) -> None:
        """Take what is taken out of the domains."""
        for variable in variables:
            for value in self.taken:
                if value in domains[variable]:
                    domains[variable].remove(value)


class _Stated(KnownKind):
    def name(self, given: StatedGoal) -> str:
        return given.term.name

    def describe(self, given: StatedGoal, scope: Sequence[Variable]) -> str:
        return given.text

    def test(self, given: StatedGoal, scope: Sequence[Variable]) -> Test:
        return entry("models.goal_tests:test_of")(given)  # type: ignore[no-any-return]

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        return entry("models.goal_forms:forms")(lowering, posted, scope)  # type: ignore[no-any-return]

    def complete(self, given: StatedGoal, domains: Sequence[Values]) -> library.Constraint | None:
        taken = others(given)
        if taken is not None:
            return _Apart(taken) if len(set(taken)) == len(taken) else None
        return entry("models.goal_forms:exact_sum")(given)


KINDS: dict[type, Kind] = {StatedGoal: _Stated()}
