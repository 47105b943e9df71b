"""The secrets of a rule file, a list or a constraint problem, and those that agree with given answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..endings import Ending, Stopped
from ..errors import LimitReached, PuzzleError, must_be
from ..integers import represented
from ..limits import Limits
from ..logic.writer import write
from ..wording import counted, were
from .calling import called
from .terms import Answer, AnswerFunction, Guess, Secret, Turn

if TYPE_CHECKING:
    from ..models.model import Model

Problem: TypeAlias = Any  # a python-constraint Problem, which has no types
Given: TypeAlias = "Iterable[Secret] | Callable[[], Problem] | Model"
ONLY = "secret"  # the variable of the problem where the secrets are a list
MOST = 500_000  # secrets or guesses of a game: something is stored for each
_MOST_VALUES = 5_000_000  # in all secrets together
_PATIENCE = 1.0  # seconds for python-constraint itself, which starts at once; the compiled engine is loaded after that


class Secrets:
    """What was given for the secrets: terms, a function that builds a problem, or a `Model` of one.

    Raises
    ------
    PuzzleError
        It is none of these.
    """

    def __init__(self, given: Given) -> None:
        self._given = cast("Model", given) if getattr(given, "kind", None) == "model" else None
        self._build = self._given.build if self._given is not None else given if callable(given) else None
        self._terms = listed(given, "secrets") if self._build is None else ()

    @property
    def are_listed(self) -> bool:
        """Whether they were given one by one."""
        return self._build is None

    def all(self, answer: AnswerFunction, limits: Limits | None = None) -> tuple[Secret, ...]:
        """All secrets: in the order given, or ascending where they are the solutions of a problem.

        Raises
        ------
        LimitReached
            A limit stopped the search for them.
        """
        return self._terms if self._build is None else ascending(self.solutions(answer, limits=limits))

    def problem(self, answer: AnswerFunction, turns: Iterable[Turn] = ()) -> Problem:
        """A fresh problem whose solutions agree with every turn.

        Raises
        ------
        PuzzleError
            The function of the rule file raises, or builds something else.
        """
        import constraint  # late: the command line imports this module to name the strategies

        problem = constraint.Problem() if self._build is None else called(self._build, "secrets")
        said = "the function builds no problem"
        must_be(constraint.Problem, problem, said, place="secrets", expected="a constraint.Problem")
        if self._build is None:
            problem.addVariable(ONLY, list(self._terms))
        variables = list(problem._variables if self._given is None else self._given.variables)
        for guess, given in turns:
            problem.addConstraint(self._agreement(answer, guess, given), variables)
        return problem

    def _agreement(self, answer: AnswerFunction, guess: Guess, given: Answer) -> Callable[..., bool]:
        def agrees(*secret: Hashable) -> bool:
            return bool(answer(secret[0] if self._build is None else secret, guess) == given)

        agrees.__name__ = f"answer to {write(guess)} is {write(given)} "  # where a contradiction is explained
        return agrees

    def model(self, answer: AnswerFunction, turns: Iterable[Turn] = ()) -> Model:
        """The problem as a relation over the variables whose values are a secret."""
        from ..models.model import Model

        told = tuple(turns)
        arguments = None if self._given is None else self._given.arguments
        return Model(lambda: self.problem(answer, told), arguments=arguments, name="consistent")

    def solutions(
        self, answer: AnswerFunction, turns: Iterable[Turn] = (), limits: Limits | None = None
    ) -> list[Secret]:
        """The secrets that agree with every turn, in no particular order.

        Raises
        ------
        PuzzleError
            There are too many.
        LimitReached
            A limit stopped the search for them.
        """
        model, limits = self.model(answer, turns), Limits() if limits is None else replace(limits, nodes=None)
        most = min(MOST, _MOST_VALUES // max(1, len(model.variables)))
        seconds = _PATIENCE if limits.seconds is None else limits.seconds
        found, ending = _rows(model, most, "reference", replace(limits, seconds=min(_PATIENCE, seconds)))
        if isinstance(ending, Stopped) and seconds >= _PATIENCE:
            rest = limits.seconds and max(limits.seconds - _PATIENCE, _PATIENCE / 1000)
            found, ending = _rows(model, most, "auto", replace(limits, seconds=rest))
        if isinstance(ending, Stopped):
            halted = ending.reason.split(";")[0]
            if limits.seconds is not None and "second" in halted:
                halted = f"the limit of {counted(limits.seconds, 'second')} was reached"
            reason = f"{halted}; {counted(len(found), 'secret')} {were(len(found))} found until then"
            raise LimitReached(reason, place="secrets", hint="raise the limit")
        if len(found) > most:
            raise _too_many("secrets", most)
        return [values[0] if self._build is None else values for values in found]


def _rows(model: Model, most: int, engine: str, limits: Limits) -> tuple[list[tuple[Hashable, ...]], Ending | None]:
    """The values of solutions, one more than `most` of them at most, and how it ended: None if there are more."""
    solutions = model.solutions(engine=engine, limits=limits)
    found = [tuple(values.values()) for values in islice(solutions, most + 1)]
    solutions.close()
    return found, solutions.ending


def _too_many(place: str, most: int) -> PuzzleError:
    expected = f"at most {most:,}, because every one of them is looked at"
    return PuzzleError(f"there are too many {place}", place=place, expected=expected, hint="make the game smaller")


def listed(terms: object, place: str) -> tuple[Hashable, ...]:
    """The terms as a tuple, lists turned to tuples.

    Raises
    ------
    PuzzleError
        This is not a list of terms.
    """
    found: Iterable[Hashable] = must_be(Iterable, terms, "these are not terms", place=place, expected="a list of terms")
    return tuple(tuple(term) if isinstance(term, list) else term for term in islice(found, MOST + 1))


def distinct(terms: Sequence[Hashable], place: str) -> tuple[Hashable, ...]:
    """The terms, which must all be different.

    Raises
    ------
    PuzzleError
        There are none, there are too many, one comes twice, or is not a term.
    """
    if not terms:
        raise PuzzleError(f"there are no {place}", place=place, expected="at least one")
    if len(terms) > MOST:
        raise _too_many(place, MOST)
    known: set[Hashable] = set()
    for term in terms:
        try:
            if term in known:
                raise PuzzleError("this comes twice", place=place, got=write(term))
            known.add(term)
        except TypeError:
            raise PuzzleError("this is not a term", place=place, got=represented(term)) from None
    return tuple(terms)


def ascending(terms: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """The terms in ascending order; where they cannot be compared, in the order of their names."""
    found = list(terms)
    try:
        return tuple(sorted(found))  # type: ignore[type-var]  # where they cannot be compared, it raises
    except TypeError:
        return tuple(sorted(found, key=write))
