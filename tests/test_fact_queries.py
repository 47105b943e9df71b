"""Queries of one relation of facts are answered many at once, and nobody can tell."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles.logic.facts import Relation
from logicpuzzles.logic.terms import Term, var
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.query import Query
from logicpuzzles.text.tabulated import FactQuery

GOALS = [
    "p(X, Y)",
    "p(Y, X)",
    "p(1, X)",
    "p(X, a)",
    "p(_, X)",
    "p(_, _)",
    "p(X, _Y)",
    "p(1, a)",
    "p(X, X)",
    "p(X, [1])",
]
VALUE = st.sampled_from([1, True, 1.0, "a", "1", 2, (1,), (), Term("f", (1,)), None])


def query(goal: str, relation: Relation, engine: str = "auto") -> Query:
    """The query over the relation, called p."""
    made = Query.read(goal, Namespace({("p", 2): relation}, common_names()))
    made.engine = engine
    return made


def many(n: int = 1000) -> Relation:
    """The facts p(0, 0), p(1, 1) and so on."""
    relation = Relation("p", 2)
    for number in range(n):
        relation.add_fact(number, number)
    return relation


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40) | VALUE, VALUE), max_size=70), st.sampled_from(GOALS))
def test_the_answers_are_those_of_the_resolver(rows: list[tuple[object, object]], goal: str) -> None:
    """All of them, in order, with their types."""
    relation = Relation("p", 2)
    for row in rows:
        relation.add_fact(*row)
    expected = list(query(goal, relation, "reference"))
    found = list(query(goal, relation))
    assert [str(one) for one in found] == [str(one) for one in expected]
    assert [[*map(type, one.values())] for one in found] == [[*map(type, one.values())] for one in expected]
    assert query(goal, relation).count() == len(expected)
    assert query(goal, relation).count(17) == min(17, len(expected))


def test_answers_may_be_asked_for_in_any_way() -> None:
    """Counted, looked for and taken in turns, none is lost."""
    run = query("p(X, Y)", many()).run()
    taken = []
    for number in range(1000):
        if number % 3 == 0:
            assert run.look()
        if number % 5 == 0:
            assert run.advance()
        else:
            taken.append(next(run)["X"])
    assert taken == [n for n in range(1000) if n % 5]
    assert run.look() is False
    assert not run.advance()
    assert next(run, None) is None


@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_facts_stated_meanwhile_are_not_among_the_answers(engine: str) -> None:
    """The call sees what was stated before it."""
    relation = many(100)
    seen = []
    for answer in query("p(X, Y)", relation, engine):
        relation.add_fact(len(seen), "new")
        seen.append(answer["X"])
    assert seen == list(range(100))


def test_few_answers_are_made_ahead() -> None:
    """As many again as were asked for, and not more than some hundreds."""
    run = query("p(X, Y)", many(10_000)).run()
    for asked in (1, 16, 100, 5000):
        list(islice(run, asked))
        assert len(run._ahead) <= min(512, max(asked, 16))


def test_facts_with_unknowns_are_left_to_the_resolver() -> None:
    """Only there each answer gets unknowns of its own."""
    relation = many(30)
    relation.add_fact("open", var())
    asked = query("p(X, Y)", relation)
    assert FactQuery.of(asked.node, asked.names, ["X", "Y"]) is None
    assert len({answer["Y"] for answer in asked}) == 31
