"""Which relations written in Python the query machine runs itself, and which stay with Python."""

from __future__ import annotations

import pytest

from logicpuzzles import conde, conso, eq, fresh, lall, naf, project, relation, var


@relation
def length(items, size):
    """It calls itself, and ends all the same: a call stays a call."""
    rest, less = var(), var()
    return conde([eq(items, ()), eq(size, ())], [conso(var(), rest, items), length(rest, less), eq(size, (less,))])


@relation
def looking(one, two):
    """It tells an unknown from a value."""
    return eq(one, two) if isinstance(one, int) else eq(two, 0)


@relation
def identity(one, two):
    """So does this."""
    return eq(one, two) if one is None else eq(two, 0)


@relation
def computing(one, two):
    """It needs a value."""
    return eq(two, one + 1)


@relation
def projecting(one, two):
    """It computes in Python later."""
    return project((one,), lambda value: eq(two, value + 1))


def endless(x):
    """A goal that is made of itself without end."""
    return fresh(lambda y: lall(eq(x, (y,)), endless(y)))


@relation
def lazily(x):
    """It would never be written out."""
    return endless(x)


@relation
def negated(x):
    """An older unknown stands inside a negation."""
    return naf(eq(x, 1))


@pytest.mark.parametrize(
    ("rule", "is_lowered"),
    [
        (length, True),
        (negated, True),
        (looking, False),
        (identity, False),
        (computing, False),
        (projecting, False),
        (lazily, False),
    ],
)
def test_what_is_lowered(rule, is_lowered):
    """A function that must see its arguments is asked as before."""
    assert (rule.lowered() is not None) == is_lowered
