"""Query by query what SWI-Prolog answers: arithmetic, control, collecting, lists in all directions, terms, syntax."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
import swi

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source
from logicpuzzles.text.tabled.variants import variant_key

pytestmark = pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")

CLAUSES = """
parent(ann, bob).   parent(ann, cat).   parent(bob, dan).
p(1). p(2). p(3).
q(2). q(3). q(4).
r(X, Y) :- p(X), ( X > 1 -> Y = big ; Y = small ).
s(X) :- p(X), \\+ q(X).
t(X) :- ( p(X), X > 1 ; q(X) ).
num(0). num(s(N)) :- num(N).
"""
LINES = (Path(__file__).parent / "prolog_queries.txt").read_text(encoding="utf-8").splitlines()
QUERIES = [line for line in LINES if not line.startswith("%%")]
MOST = 200  # answers that are compared


def ours(text, names):
    """The values of the variables in each answer, up to the names of unknowns; or "error"."""
    try:
        query = Query.read(text, names)
        return [variant_key(tuple(answer[name] for name in query.variables))[0] for answer in islice(query, MOST)]
    except PuzzleError:
        return "error"


def test_every_query_of_the_table_answers_the_same(tmp_path):
    file = tmp_path / "clauses.pl"
    file.write_text(CLAUSES)
    names = Program(Source(CLAUSES, "clauses.pl"), common_names()).names
    different = []
    for query, theirs in zip(QUERIES, swi.answers(file, QUERIES, tmp_path), strict=True):
        expected = theirs if theirs == "error" else [variant_key(answer)[0] for answer in theirs]
        if ours(query, names) != expected:
            different.append((query, theirs))
    assert not different
    assert len(QUERIES) > 900
