"""The secrets as a rule file gives them, a list or a constraint problem, and which agree with what was answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import constraint

from ..errors import PuzzleError
from ..notation import write

Turn = tuple[Any, Any]  # ((0, 1, 2, 3), (0, 2)): a guess and the answer it got
Answer = Callable[[Any, Any], Any]
ONLY = "secret"  # the variable of the problem where the secrets are a list


class Secrets:
    """What was given for the secrets: terms, a function that builds a problem, or a `Model` of one.

    Raises
    ------
    PuzzleError
        It is none of these.
    """

    def __init__(self, given: Any) -> None:
        self._model = given if getattr(given, "kind", None) == "model" else None
        self._build = given.build if self._model is not None else given if callable(given) else None
        self._terms = listed(given, "secrets") if self._build is None else ()

    def all(self, answer: Answer) -> tuple[Any, ...]:
        """All secrets: in the order given, or ascending where they are the solutions of a problem."""
        return self._terms if self._build is None else ascending(self.solutions(answer))

    def problem(self, answer: Answer, turns: Iterable[Turn] = ()) -> Any:
        """A fresh problem whose solutions agree with every turn.

        Raises
        ------
        PuzzleError
            The function of the rule file builds something else.
        """
        problem = constraint.Problem() if self._build is None else self._build()
        if not isinstance(problem, constraint.Problem):
            raise PuzzleError("the function builds no problem", place="secrets", expected="a constraint.Problem")
        if self._build is None:
            problem.addVariable(ONLY, list(self._terms))
        for guess, given in turns:
            problem.addConstraint(self._agreement(answer, guess, given), self._of(problem))
        return problem

    def _agreement(self, answer: Answer, guess: Any, given: Any) -> Callable[..., bool]:
        if self._build is None:
            return lambda secret: bool(answer(secret, guess) == given)
        return lambda *secret: bool(answer(secret, guess) == given)

    def solutions(self, answer: Answer, turns: Iterable[Turn] = ()) -> list[Any]:
        """The secrets that agree with every turn, in no particular order."""
        problem = self.problem(answer, turns)
        variables = self._of(problem)
        found = dict.fromkeys(tuple(map(solution.get, variables)) for solution in problem.getSolutions())
        return [values[0] for values in found] if self._build is None else list(found)

    def variables(self) -> list[Any]:
        """The variables of the problem whose values are a secret."""
        return [ONLY] if self._build is None else self._of(self._build())

    def _of(self, problem: Any) -> list[Any]:
        return list(problem._variables if self._model is None else self._model.variables)


def listed(terms: Any, place: str) -> tuple[Any, ...]:
    """The terms as a tuple, lists turned to tuples.

    Raises
    ------
    PuzzleError
        This is no list of terms.
    """
    if isinstance(terms, str) or not isinstance(terms, Iterable):
        raise PuzzleError("these are no terms", place=place, expected="a list of terms", got=repr(terms))
    return tuple(tuple(term) if isinstance(term, list) else term for term in terms)


def distinct(terms: Sequence[Any], place: str) -> tuple[Any, ...]:
    """The terms, each of which comes once.

    Raises
    ------
    PuzzleError
        There are none, one comes twice, or is no term.
    """
    if not terms:
        raise PuzzleError(f"there are no {place}", place=place, expected="at least one")
    known: set[Any] = set()
    for term in terms:
        try:
            if term in known:
                raise PuzzleError("this comes twice", place=place, got=write(term))
            known.add(term)
        except TypeError:
            raise PuzzleError("this is no term", place=place, got=repr(term)) from None
    return tuple(terms)


def ascending(terms: Iterable[Any]) -> tuple[Any, ...]:
    """The terms in ascending order; in that of their names where they cannot be compared."""
    found = list(terms)
    try:
        return tuple(sorted(found))
    except TypeError:
        return tuple(sorted(found, key=write))
