"""All-different variables that can have no value in common are not compared."""

from __future__ import annotations

from itertools import product
from typing import Any

from constraint import AllDifferentConstraint
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import Problem
from logicpuzzles.models.constraints.equality import AllDifferent
from logicpuzzles.models.reading import Reading

POOLS = [(1, 2, 3), ("x", "y"), (7, 8), (True, 2.0)]  # of the last each equals one of the first
DOMAINS = st.lists(
    st.sampled_from(POOLS).flatmap(lambda pool: st.lists(st.sampled_from(pool), min_size=1, unique=True)),
    min_size=2, max_size=6,
)  # fmt: skip


@settings(max_examples=scale(150, 3000), deadline=None)
@given(DOMAINS)
def test_random_domains(domains: list[list[Any]]) -> None:
    """The solutions are those of brute force."""
    problem = Problem()
    for number, domain in enumerate(domains):
        problem.addVariable(number, domain)
    problem.addConstraint(AllDifferentConstraint())
    expected = {row for row in product(*domains) if len(set(row)) == len(row)}
    found = [tuple(one.values()) for one in problem.getSolutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_parts() -> None:
    """A part for each group of variables that are joined by values, directly or by others; none for one alone."""
    domains = [(1, 2), ("x", "y"), (2, 3), (9,), (3, 4), ("y",)]
    assert AllDifferent(tuple(range(6))).apart(domains) == [AllDifferent((0, 2, 4)), AllDifferent((1, 5))]


def test_words() -> None:
    """The classes of words of different lengths have only their own values."""
    problem = Problem()
    words = [[letter * n for letter in "abcdefgh"] for n in (3, 4)]
    for number in range(6):
        problem.addVariable(number, words[number % 2])
    problem.addConstraint(AllDifferentConstraint())
    packed = Reading.of(problem, None).packed
    assert packed is not None
    assert [len(one.bits) for one in packed.classes] == [8] * 6
    assert len(problem.getSolutions()) == (8 * 7 * 6) ** 2
