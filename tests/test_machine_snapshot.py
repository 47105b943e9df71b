"""Answers are read when they are first looked at: the same terms as those that the resolver gives."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest

from logicpuzzles.logic.machine.snapshot import Values
from logicpuzzles.text.answer import Answer
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.query import Query

LONG = "[" + ", ".join(f"[{n}, 'a b', f({n}, Y, [])]" for n in range(40)) + "]"
QUERIES = [
    "append(A, B, C)",
    "nth0(I, L, x)",
    "select(x, L, R)",
    "length(L, N)",
    f"X = {LONG}",
    f"append(_, [Last], {LONG})",
    f"X = f({LONG}, Z, [Z, W | T], T, {10**30}, g, []), W = h(W2, Z)",
    "numlist(1, 100, L), append(L, T, M), X = [L, M | T]",
    "numlist(1, 70000, L)",
    "length(L, 60), dif(L, M)",
]


def answers(query: str, engine: str) -> list[Answer]:
    return list(islice(Query.read(query, Namespace({}, common_names()), engine=engine), 70))


@pytest.mark.parametrize("query", QUERIES)
def test_answers_are_those_of_the_resolver(query: str):
    found, told = answers(query, "kernel"), answers(query, "reference")
    assert list(map(str, reversed(found))) == list(map(str, reversed(told)))
    assert [list(one) for one in found] == [list(one) for one in told]


def test_an_answer_is_read_when_it_is_looked_at():
    found = answers("length(L, N)", "kernel")[-1]
    values = found._values
    assert isinstance(values, Values)
    assert values._cells is not None
    assert found["N"] == 69
    assert values._cells is None
    assert found["L"] is found["L"]


def test_an_answer_that_is_not_read_can_be_copied():
    found = answers("numlist(1, 100, L)", "kernel")[0]
    assert pickle.loads(pickle.dumps(found)) == found
