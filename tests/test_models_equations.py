"""Equations whose sides are about different variables, as tables."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Model, Problem
from logicpuzzles.models.constraints import conditions
from logicpuzzles.models.constraints.equations import rows
from logicpuzzles.models.nodes import Graph, Node, worker

SIDES = (
    lambda graph, a, b: graph.make("+", graph.make("*", a, graph.constant(3)), b),
    lambda graph, a, b: graph.make("%", graph.make("-", a, b), graph.constant(4)),
    lambda graph, a, b: graph.make("max", graph.make("abs", a), b),
    lambda graph, a, b: graph.make("<", a, b),
    lambda graph, a, b: graph.make("*", a, b),
)
DOMAINS = st.lists(st.integers(-9, 9), min_size=1, max_size=5, unique=True).map(tuple)


@given(st.tuples(*[DOMAINS] * 4), st.permutations(range(4)), st.sampled_from(SIDES), st.sampled_from(SIDES))
def test_join(domains, order, one, two):
    """The rows are those of the product that are equal, in its order."""
    graph = Graph()
    a, b, c, d = [graph.variable(v) for v in order]
    left, right = one(graph, a, b), two(graph, c, d)
    said = {side: value_of(side, order) for side in (left, right)}
    expected = tuple(row for row in product(*domains) if said[left](row) == said[right](row))
    assert rows(graph.make("==", left, right), domains) == expected


def value_of(side: Node, order):
    """What works a side out from a whole row."""
    return worker(side, {v: v for v in order})


def test_others():
    """What is no equation of different variables, may raise something, or is no integer, is not joined."""
    graph = Graph()
    a, b = map(graph.variable, range(2))
    domains = [(1, 2, 3)] * 2
    half = graph.make("/", a, graph.constant(2))
    for node in (
        graph.make("<", a, b),
        graph.make("==", graph.make("+", a, b), a),
        graph.make("==", a, graph.constant(2)),
        graph.make("==", half, b),
        graph.make("then", graph.make("/", a, b), graph.make("==", a, b)),
    ):
        assert rows(node, domains) is None


def test_model():
    """A model has the same solutions, in the same order, whether its function is followed or called."""
    found = []
    for function in (
        lambda a, b, c, d: (a * a + 3 * b) % 50 == c * c - d,
        lambda a, b, c, d: int((a * a + 3 * b) % 50) == c * c - d,
    ):
        problem = Problem()
        problem.addVariables("abcd", [3, 1, 4, 9, 5, 2, 6])
        problem.addConstraint(function)
        found.append(problem.getSolutions())
    assert found[0] == found[1]
    values = product([3, 1, 4, 9, 5, 2, 6], repeat=4)
    assert len(found[0]) == sum((a * a + 3 * b) % 50 == c * c - d for a, b, c, d in values)


def test_calls(monkeypatch):
    """Such a function is not called for the values of its variables together."""

    def called(*_):
        raise AssertionError("the function is called")

    monkeypatch.setattr(conditions, "by_values", called)

    def lowered(function):
        problem = Problem()
        problem.addVariables("abcd", range(9))
        problem.addConstraint(function)
        return Model(lambda: problem).reading.lowered

    assert lowered(lambda a, b, c, d: (a * b) % 7 == c * d)
    with pytest.raises(AssertionError, match="the function is called"):
        lowered(lambda a, b, c, d: (a * b) % 7 == (c * d) // (a + 1))
