"""Constraints over integers on the query machine: it labels what it noted, and leaves the rest to the resolver."""

from __future__ import annotations

import pytest

import logicpuzzles.models.compiled  # noqa: F401 - the machine labels where this engine is there
from logicpuzzles import PuzzleError
from logicpuzzles.text.images import image_of
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

PROGRAM = """
apart([], _).
apart([Y | Ys], X) :- X #\\= Y, apart(Ys, X).
first(X) :- X #> 1, !.
either(X) :- X #> 1.
either(X) :- X #< 1.
"""
NAMES = Program(Source(PROGRAM, "apart.pl"), common_names()).names
LABELLED = (
    "[X, Y] ins {0, 2} \\/ 3..4, chain([X, Y, 4], #=<), label([X, Y])",
    "[X, Y] ins 0..3, chain([X, Y], #=), chain([X, 2], #>), labeling([down], [X, Y])",
    "length(L, 4), L ins 1..5, chain(L, #<), label(L)",
    "[X, Y] ins 0..3, X #< Y, label([X, Y])",
    "[X, Y] ins 0..3, apart([Y, 2], X), labeling([down], [Y, X])",
    "[X, Y] ins 0..2, abs(X - Y) #\\= 1, label([X, Y]), Z is X + Y, Z > 0",
    "member(N, [1, 2, 3]), [X, Y] ins 1..N, all_different([X, Y]), label([X, Y])",
    "findall(X-Y, ([X, Y] ins 1..3, X #> Y, label([X, Y])), L)",
    "X in 1..2, label([X]), Y in 0..X, label([Y])",
    "X in 1..3, X #> 3, label([X])",
    "L = [X, Y], L ins 0..1, transpose([L, [Y, X]], M), sum(L, #=, 1), label(L)",
)
LOOKED_AT = (
    "X in 0..3, zcompare(<, X, 2), label([X])",
    "X in 0..3, disjoint2([r(0, 2, 0, 1), r(X, 1, 0, 1)]), label([X])",
    "X in 0..3, chain([X, Y], #<), fd_degree(X, N), Y = 2, label([X])",
    "sat(X + Y), labeling([X, Y])",
    "X in 0..1, sat(X + Y), label([X, Y])",
    "X in 0..3, X #> 1",
    "X in 0..3, member(Y, [1, 2]), X #> Y, label([X])",
    "X in 0..3, either(X), label([X])",
    "X in 0..3, first(X), label([X])",
    "X in 1..1, X == 1, label([X])",
    "X in 1..1, Y is X + 1, label([X])",
    "X in 0..3, X #> foo, label([X])",
    "X in 0..3, X = a ; X = 1",
    "X in 0..3, findall(X, X = X, L), label([X])",
    "[X, Y] ins 0..3, X #> Y, label([X])",
    "[X, Y] ins 0..3, X #> Y, labeling([ff], [Y, X])",
    "X #> 0, label([X])",
    "X in 1..3, X = 2, label([X])",
    "X in 1..3, \\+ (X #> 2, label([X]))",
    "dif(X, 2), X in 1..3, label([X])",
)


def told(text, engine):
    try:
        return [str(answer) for answer in Query.read(text, NAMES, engine=engine)]
    except PuzzleError as error:
        return [str(error)]


@pytest.mark.parametrize("text", LABELLED)
def test_the_machine_labels_as_the_resolver_does(text):
    assert told(text, "kernel") == told(text, "reference")


@pytest.mark.parametrize("text", LOOKED_AT)
def test_what_looks_at_constraints_before_they_are_labelled_is_left_to_the_resolver(text):
    assert "the kernel cannot answer this query" in told(text, "kernel")[0]
    assert told(text, "auto") == told(text, "auto") == told(text, "reference")


def test_a_model_is_made_once_and_its_answers_each_time():
    kept = image_of(NAMES).models
    before = len(kept)
    for text in ("[X, Y] ins 4..5, X #< Y, label([X, Y])", "[A, B] ins 4..5, A #< B, label([A, B])"):
        (answer,) = Query.read(text, NAMES, engine="kernel")
        assert list(answer.values()) == [4, 5]
        assert len(kept) == before + 1
