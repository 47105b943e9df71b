"""A problem that says the same as one before has its model kept; one that says anything else is read anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from random_problems import RandomProblem, problems
from scale import scale

from logicpuzzles import Problem, PuzzleError
from logicpuzzles.models import kept
from logicpuzzles.models.model import Model
from logicpuzzles.models.reading import Reading


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    kept.forget()
    yield
    kept.forget()


@settings(max_examples=scale(100, 3000), deadline=None)
@given(problems())
def test_random_problems(problem: RandomProblem) -> None:
    """Built twice, asked twice each: always the solutions of brute force, in the order of a model of its own."""
    expected = list(Model(problem.build).solutions())
    assert {tuple(found.values()) for found in expected} == set(problem.brute_force())
    for _ in range(2):
        built = problem.build()
        assert built.getSolutions() == expected
        assert built.getSolution() == next(iter(expected), None)
        assert list(built.getSolutionIter()) == expected


def one(*constraints: Any, names: Any = "ab", values: Any = (1, 2, 3)) -> list[Any]:
    """The solutions of a problem that is built now."""
    problem = Problem()
    problem.addVariables(names, values)
    for constraint in constraints:
        problem.addConstraint(constraint)
    return problem.getSolutions()


def test_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said before is not read again, wherever the objects come from that say it."""
    reads = []
    of = Reading.of
    monkeypatch.setattr(Reading, "of", lambda *given: reads.append(given) or of(*given))
    for _ in range(3):
        assert len(one(lambda a, b, least=2: abs(a - b) < least, library.InSetConstraint([1, 2]))) == 4
    assert len(reads) == 1


def members(*values: int) -> library.Constraint:
    return library.InSetConstraint(list(values))


CHANGES: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "a value": (lambda: one(values=(1, 2)), lambda: one(values=(1, 3))),
    "the kind of a value": (lambda: one(values=(0, 1)), lambda: one(values=(False, True))),
    "integers and decimals": (lambda: one(values=(1, 2)), lambda: one(values=(1.0, 2.0))),
    "the order of values": (lambda: one(values="xy"), lambda: one(values="yx")),
    "a name": (lambda: one(names="ab"), lambda: one(names="ba")),
    "the kind of a name": (lambda: one(names=(0, 2)), lambda: one(names=(False, 2))),
    "members": (lambda: one(members(1)), lambda: one(members(1, 2))),
    "the number of constraints": (lambda: one(), lambda: one(library.AllDifferentConstraint())),
    "a class": (lambda: one(library.AllEqualConstraint()), lambda: one(library.AllDifferentConstraint())),
    "exactly or at least": (
        lambda: one(library.SomeInSetConstraint([1], 1, True)),
        lambda: one(library.SomeInSetConstraint([1], 1)),
    ),
    "a total": (lambda: one(library.MaxSumConstraint(4)), lambda: one(library.MaxSumConstraint(5))),
    "factors": (lambda: one(library.MaxSumConstraint(4, [1, 2])), lambda: one(library.MaxSumConstraint(4, [2, 1]))),
    "code": (lambda: one(lambda a, b: a < b), lambda: one(lambda a, b: a > b)),
    "a constant of code": (lambda: one(lambda a, b: a + b == 4), lambda: one(lambda a, b: a + b == 5)),
    "the kind of a default": (
        lambda: one(lambda a, b, c=1: type(c) is bool),
        lambda: one(lambda a, b, c=True: type(c) is bool),
    ),
    "a default": (lambda: one(lambda a, b, c=4: a + b == c), lambda: one(lambda a, b, c=5: a + b == c)),
    "a text": (lambda: one("a < b"), lambda: one("a <= b")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_noticed(change: str) -> None:
    """What is said otherwise gets its own answer, whichever is asked first."""
    first, second = CHANGES[change]
    expected = []
    for ask in (first, second):
        kept.forget()
        expected.append(repr(ask()))
    assert expected[0] != expected[1]
    assert [repr(ask()) for ask in (second, first, second, first)] == [*expected[::-1], *expected[::-1]]


def test_objects_that_change() -> None:
    """What a program does later with objects that it posted changes neither this model nor the next."""
    values = [1, 2]
    given = library.InSetConstraint(values)

    def small(a: int, b: int) -> bool:
        return a < b

    assert len(one(given, small)) == 1
    values.append(3)
    small.__code__ = (lambda a, b: a > b).__code__
    assert len(one(given, small)) == 3
    values.pop()
    small.__code__ = (lambda a, b: a < b).__code__
    given._set = [1, 2]
    assert len(one(given, small)) == 1


limit = 2


def within_bounds(bound: int, bounds: list[int]) -> list[int]:
    """How many solutions functions leave that refer to a global variable, one around them, and a list."""
    return [
        len(one(lambda a, b: a + b <= limit)),
        len(one(lambda a, b: a + b <= bound)),
        len(one(lambda a, b, bounds=bounds: a + b <= bounds[0])),
    ]


def test_what_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that refers to variables around it says what they are when it is asked."""
    bounds = [2]
    assert within_bounds(2, bounds) == [1, 1, 1]
    bounds[0] = 3
    monkeypatch.setitem(globals(), "limit", 3)
    assert within_bounds(3, bounds) == [3, 3, 3]


def test_names_of_builtin_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function of the program's own counts, whatever it is called."""
    assert len(one(lambda a, b: abs(a - b) == 1)) == 4
    monkeypatch.setitem(globals(), "abs", lambda x: 1)
    assert len(one(lambda a, b: abs(a - b) == 1)) == 9


def test_classes_of_a_program() -> None:
    """A class that is not known is asked each time."""

    class Above(library.FunctionConstraint):
        bound = 1

        def __call__(self, variables: Any, domains: Any, assignments: Any, *_: Any) -> bool:
            return all(value > self.bound for value in assignments.values())

    assert len(one(Above(print))) == 4
    Above.bound = 2
    assert len(one(Above(print))) == 1


def test_places() -> None:
    """An error names the line where this problem was posted."""

    def ask(later: bool) -> str:
        problem = Problem()
        problem.addVariables("ab", [0, 1])
        if later:
            problem.addConstraint(lambda a, b: 1 // a == b)
        else:
            problem.addConstraint(lambda a, b: 1 // a == b)
        with pytest.raises(PuzzleError) as caught:
            problem.getSolutions()
        return str(caught.value)

    lines = [int(ask(later).split("test_models_kept.py:")[1].split(":")[0]) for later in (False, True, False)]
    assert lines[0] == lines[2] == lines[1] + 2


def test_number() -> None:
    """The oldest go."""
    for n in range(kept.MOST_MODELS + 5):
        one(library.MaxSumConstraint(n))
    assert len(kept._kept) == kept.MOST_MODELS


def test_large_models_are_not_kept() -> None:
    """A model that takes much memory is freed with its problem."""
    problem = Problem()
    problem.addVariables(range(300), range(60))
    problem.addConstraint(library.AllDifferentConstraint(), [0, 1])
    assert problem.getSolution() is not None
    assert not kept._kept
