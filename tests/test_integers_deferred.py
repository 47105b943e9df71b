"""Constraints that are propagated later than they are posted: nobody can tell, but by the time that it takes."""

from __future__ import annotations

import re
from itertools import combinations, islice
from random import Random

import pytest
from random_queries import CLAUSES, Queries
from scale import scale

from logicpuzzles import PuzzleError
from logicpuzzles.background import load_kernels
from logicpuzzles.errors import LimitReached
from logicpuzzles.logic.integers import deferred
from logicpuzzles.logic.integers.propagation import Propagation
from logicpuzzles.models import posted
from logicpuzzles.models import rows as engine_rows
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

MODELS = """
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs).
send([S, E, N, D, M, O, R, Y]) :-
    Ds = [S, E, N, D, M, O, R, Y], Ds ins 0..9, all_different(Ds), S #\\= 0, M #\\= 0,
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #= 10000*M + 1000*O + 100*N + 10*E + Y, label(Ds).
latin(Rows) :-
    length(Rows, 4), maplist(same_length(Rows), Rows), append(Rows, Cells), Cells ins 1..4,
    maplist(all_distinct, Rows), transpose(Rows, Columns), maplist(all_distinct, Columns), label(Cells).
cornered(Rows) :- square(Rows), Rows = [[A, B] | _], A #< B, append(Rows, Cells), label(Cells).
square(Rows) :- Rows = [[A, B], [C, D]], [A, B, C, D] ins 1..4, all_different([A, B, C, D]), A + D #= B + C.
"""
NAMES = Program(Source(CLAUSES + MODELS, "queries.pl"), common_names()).names


@pytest.fixture(autouse=True)
def loaded():
    """The engine of models is there: else `label` does not turn to it at once."""
    load_kernels("logicpuzzles.models", "search")


def found(query, engine="auto", most=12):
    """The answers as text, and the message at the end if there is one; new unknowns are numbered as they appear."""
    shown = []
    try:
        shown += map(str, islice(Query.read(query, NAMES, seconds=20, engine=engine), most))
    except LimitReached as error:  # what it says to do depends on what it stopped
        shown.append(error.problem)
    except PuzzleError as error:
        shown.append(str(error))
    numbers: dict[str, str] = {}
    return [re.sub(r"\b_\d+", lambda name: numbers.setdefault(name[0], f"_{len(numbers)}"), line) for line in shown]


@pytest.mark.parametrize("first", range(0, scale(160, 8000), 40))
def test_answers_and_errors_are_as_if_each_was_propagated_at_once(first):
    for seed in range(first, first + 40):
        query = Queries(seed).query()
        assert found(query) == found(query, "reference"), query


def test_so_they_are_where_few_goals_may_run_meanwhile(monkeypatch):
    monkeypatch.setattr(deferred, "LONG", 3)
    monkeypatch.setattr(deferred, "SHORT", 1)
    for seed in range(300, 340):
        query = Queries(seed).query()
        assert found(query) == found(query, "reference"), query


@pytest.mark.parametrize(
    ("query", "n"),
    [
        ("queens(6, Qs)", 4),
        ("send(Ds)", 1),
        ("Rows = [[1, 2, 3, 4] | _], latin(Rows)", 24),
        ("Rows = [[1, 2, 3, 4], [2, _, _, 3] | _], latin(Rows)", 6),
        ("cornered(Rows)", 4),
        ("X #= Y + 2, [X, Y] ins 1..9, X = Z, Z #< 6, label([Y, Z])", 3),
        ("findall(Qs, queens(5, Qs), All), member(Q, All)", 10),
        ("[X, Y] ins 1..9, 2*X - Y #>= 12, abs(X - Y) #=< 1, labeling([down], [X, Y])", None),
    ],
)
def test_models_are_handed_over_as_they_are(query, n, monkeypatch):
    expected = found(query, "reference", most=None)
    assert n in (None, len(expected))

    def refuse(*_):
        raise AssertionError("a constraint was propagated in Python")

    monkeypatch.setattr(Propagation, "post", refuse)
    assert found(query, most=None) == expected
    assert Query.read(query, NAMES).count() == len(expected)


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("X #> 3, X #< 2, loops(X)", []),
        ("X in 1..3, X #> 2, Y = got(X)", ["X = 3, Y = got(3)"]),
        ("X in 1..3, X #> 2, (X == 3 -> Y = yes ; Y = no)", ["X = 3, Y = yes"]),
        ("X in 1..3, X #> 2, Y is X + 1", ["X = 3, Y = 4"]),
        ("X #> 2, X #< 4, fd_dom(X, D)", ["X = 3, D = 3..3"]),
        ("X in 1..2, \\+ X = 3", ["X in 1..2"]),
    ],
)
def test_a_goal_that_looks_sees_what_follows(query, answers):
    text = "loops(X) :- X #> 0, loops(X)."
    names = Program(Source(text, "loops.pl"), common_names()).names
    assert [str(answer) for answer in Query.read(query, names)] == answers


def test_pairs_that_differ_are_one_constraint():
    pairs = tuple(((x, y), (1, -1), "!=", x - y) for x in range(4) for y in range(x))
    alone = ((4, 5), (1, -1), "!=", 0)
    other = ((0, 5), (2, -1), "!=", 2)
    cliques, others = posted._cliques((*pairs, alone, other))
    ((scope, offsets),) = cliques
    assert sorted(scope) == [0, 1, 2, 3]
    assert [offset - offsets[scope.index(0)] for _, offset in sorted(zip(scope, offsets, strict=True))] == [
        0,
        -1,
        -2,
        -3,
    ]
    assert set(others) == {alone, other}


@pytest.mark.parametrize("domain", ["1..6", "-3..0 \\/ 5..7", "1..70"])
def test_unknowns_with_offsets_differ(domain):
    for seed in range(12):
        random = Random(seed)
        offsets = [random.randint(-4, 4) for _ in range(4)]
        terms = [f"{name} + {offset}" for name, offset in zip("ABCD", offsets, strict=True)]
        goals = [f"{one} #\\= {two}" for one, two in combinations(terms, 2)]
        random.shuffle(goals)
        query = f"[A, B, C, D] ins {domain}, {', '.join(goals)}, A #< B, B #< C, C + D #= 2, label([A, B, C, D])"
        assert found(query, most=None) == found(query, "reference", most=None)


def test_answers_that_are_too_many_to_keep_are_streamed(monkeypatch):
    monkeypatch.setattr(engine_rows, "MOST_NUMBERS", 20)
    query = "[A, B, C] ins 1..5, all_different([A, B, C]), A + B #> C, label([A, B, C])"
    assert found(query, most=None) == found(query, "reference", most=None)
