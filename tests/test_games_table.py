"""The table of answers: by patterns it is what the answer function says, and what is too large is refused."""

from __future__ import annotations

import random
import weakref
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.games import table
from logicpuzzles.games.opaque_values import Unfit
from logicpuzzles.games.patterns import Patterns
from logicpuzzles.games.table import Table

FUNCTIONS = {
    "equal places": lambda s, g: sum(a == b for a, b in zip(s, g, strict=True)),
    "as a set": lambda s, g: len(set(s) & set(g)),
    "a constant of its own": lambda s, g: (s[0] == 1, g.count(2), s[1] == g[0]),
    "order": lambda s, g: (s > g) - (s < g),
    "arithmetic": lambda s, g: sum(s) - sum(g),
    "a look-up": lambda s, g: ({1: "one"}.get(s[0], "other"), s[1] == g[1]),
    "a value for an answer": lambda s, g: s[0] if s[0] in g else "none",
    "many answers": lambda s, g: (s, g[0]),
    "itself": lambda s, g: s[0] is g[0],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_table_is_what_the_function_says(name, monkeypatch):
    """Whether the function works on opaque values or not, every cell is its answer."""
    monkeypatch.setattr(table, "FEW", 0)
    secrets, guesses, function = list(product(range(5), repeat=3)), list(permutations(range(5), 3)), FUNCTIONS[name]
    made = Table(secrets, guesses, function)
    answers = [[made.answers[number] for number in row] for row in made.matrix().tolist()]
    assert answers == [[function(secret, guess) for guess in guesses] for secret in secrets]


def test_a_table_is_freed_as_soon_as_nobody_needs_it():
    """It is large: it does not wait for the garbage collector, though patterns know how its answers are numbered."""
    codes = list(product(range(4), repeat=4))
    made = Table(codes, codes, FUNCTIONS["equal places"])
    matrix = weakref.ref(made.matrix())
    assert made.by_pattern
    del made
    assert matrix() is None


@given(st.data())
def test_patterns_are_what_the_function_says(data):
    """Random functions of which values are equal, over terms of several shapes: the same as asked one by one."""
    size = data.draw(st.integers(1, 3))
    value = st.integers(0, 3)
    term = st.tuples(*[value] * size) | st.tuples(st.tuples(value, value), st.just("x"))
    secrets, guesses = (data.draw(st.lists(term, min_size=1, max_size=12, unique=True)) for _ in range(2))
    seed = data.draw(st.integers(0, 1000))

    def answer(secret, guess):
        flat = [
            part
            for whole in (secret, guess)
            for item in whole
            for part in (item if isinstance(item, tuple) else (item,))
        ]
        equal = tuple(one == two for one in flat for two in flat)
        return random.Random(f"{seed} {len(flat)} {equal}").randrange(5)

    numbers = {}
    patterns = Patterns(secrets, guesses, answer, lambda found: numbers.setdefault(found, len(numbers)))
    found = patterns.columns(np.arange(len(secrets)))
    assert found.tolist() == [[numbers[answer(secret, guess)] for guess in guesses] for secret in secrets]


def test_a_function_that_orders_values_is_not_called_with_opaque_ones():
    """Patterns refuse what needs more of a value than to compare it for equality."""
    with pytest.raises(Unfit):
        Patterns([(1,), (2,)], [(1,), (3,)], lambda s, g: s < g, lambda _: 0)
