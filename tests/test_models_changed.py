"""What a constraint refers to may change between two questions: each answer is that of brute force on what is there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import Model, Problem, run, vars

N = 6
VALUES = st.integers(0, 9)
Says = Callable[[int, int], bool]

outside: dict[int, int] = {}  # what a function refers to as a global variable
bound = 0


class Limits:
    """An object that changes."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __call__(self, a: int, b: int) -> bool:
        return self.numbers[a] <= self.numbers[b]


class Own(library.Constraint):  # type: ignore[misc]
    """A class of a program's own."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __call__(
        self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False, _: Any = None
    ) -> bool:
        known = [assignments[v] for v in variables if v in assignments]
        return len(known) < 2 or self.numbers[known[0]] != self.numbers[known[1]]


def in_set(numbers: list[int]) -> Any:
    made = library.InSetConstraint([])
    made._set = numbers  # as the class has it, so that the list is its own
    return made


def as_global(numbers: list[int]) -> Any:
    def posted(a: int, b: int) -> bool:
        return outside[a] + outside[b] > bound

    return posted


# What is posted for a list of numbers that its owner changes, and what it says.
POSTED: dict[str, tuple[Callable[[list[int]], Any], Callable[[list[int]], Says]]] = {
    "a list as a default": (
        lambda numbers: lambda a, b, numbers=numbers: numbers[a] < numbers[b],
        lambda numbers: lambda a, b: numbers[a] < numbers[b],
    ),
    "a list in a tuple as a default": (
        lambda numbers: lambda a, b, given=(1, numbers): given[1][a] == given[1][b],
        lambda numbers: lambda a, b: numbers[a] == numbers[b],
    ),
    "a list in a dict as a default of a keyword": (
        lambda numbers: lambda a, b, *, given={"x": numbers}: given["x"][a] != a + b,
        lambda numbers: lambda a, b: numbers[a] != a + b,
    ),
    "a list around it": (
        lambda numbers: lambda a, b: a in numbers or b in numbers,
        lambda numbers: lambda a, b: a in numbers or b in numbers,
    ),
    "global variables": (as_global, lambda numbers: lambda a, b: numbers[a] + numbers[b] > numbers[0]),
    "an object": (Limits, lambda numbers: lambda a, b: numbers[a] <= numbers[b]),
    "a class of its own": (Own, lambda numbers: lambda a, b: numbers[a] != numbers[b]),
    "members": (in_set, lambda numbers: lambda a, b: a in numbers and b in numbers),
}


@settings(max_examples=scale(12, 1000), deadline=None)
@given(st.data())
@pytest.mark.parametrize("kind", POSTED)
def test_random_changes(kind: str, data: st.DataObject) -> None:
    """One list, a problem and a model that refer to it, and others built later, between changes of the list."""
    make, says = POSTED[kind]
    numbers = data.draw(st.lists(VALUES, min_size=N, max_size=N))

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(N))
        problem.addConstraint(make(numbers), "ab")
        return problem

    problem, model, unknowns = build(), Model(build), vars(2)
    for _ in range(3):
        place, value = data.draw(st.tuples(st.integers(0, N - 1), VALUES))
        numbers[place] = value
        outside.update(enumerate(numbers))
        setattr(sys.modules[__name__], "bound", numbers[0])  # noqa: B010  its reader is elsewhere
        expected = {(a, b) for a, b in product(range(N), repeat=2) if says(numbers)(a, b)}
        for asked in (problem, build()):
            assert {(found["a"], found["b"]) for found in asked.getSolutions()} == expected
            assert (asked.getSolution() is None) == (not expected)
        assert {tuple(found.values()) for found in model.solutions()} == expected
        assert set(run(0, unknowns, model(*unknowns))) == expected
        assert model.count() == model.tally(engine="reference")[0] == len(expected)
        assert all(not model.violated({"a": a, "b": b}) for a, b in expected)


def test_domains_and_what_is_posted() -> None:
    """What a function reads when it builds the problem counts when a question is asked; so does what is best."""
    values, least = [1, 2, 3], {"a": 1}

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", values)
        for name, value in least.items():
            problem.addConstraint(library.MinSumConstraint(value), [name])
        return problem

    model = Model(build, minimize=lambda a, b: a * values[0] + b)
    assert list(model.solutions()) == [{"a": 1, "b": 1}]
    least["b"] = 2
    assert list(model.solutions()) == [{"a": 1, "b": 2}]
    values[0] = 4
    assert list(model.solutions()) == [{"a": 2, "b": 2}]
    unknowns = vars(2)
    assert run(0, unknowns, model(*unknowns)) == ((2, 2),)


def test_a_constraint_that_is_added_later() -> None:
    """A problem that was solved takes more constraints."""
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    assert len(problem.getSolutions()) == 4
    problem.addConstraint(library.AllDifferentConstraint())
    assert len(problem.getSolutions()) == 2
    problem.addVariable("c", [1, 2])
    assert problem.getSolutions() == []
