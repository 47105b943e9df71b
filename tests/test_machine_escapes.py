"""Goals that the resolver runs for the kernel."""

from __future__ import annotations

import pytest

from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

TEXT = """
:- table known/1.
known(1). known(2). known(3).
found(L) :- numlist(1, 300000, _), known(A), numlist(1, 300000, _), L = [A].
"""


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_a_goal_with_more_answers_keeps_its_unknowns_where_the_heap_is_collected(engine):
    """What the list before the goal leaves on the heap is gone when the next answer is asked for."""
    text = TEXT if engine == "kernel" else TEXT.replace("300000", "30")
    names = Program(Source(text, "text"), common_names()).names
    query = Query.read("found(L)", names, engine=engine)
    assert [answer["L"] for answer in query] == [(1,), (2,), (3,)]
