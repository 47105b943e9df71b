"""Cuts in grammars, in lambdas and before constraints over integers; red ones there. The answers are SWI-Prolog's.

Where a constraint before the cut still waits, a value is asked for.
"""

from __future__ import annotations

import pytest

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.cuts.red import red_cuts
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

PROGRAM = r"""
p(1). p(2). p(3).
digits([D | T]) --> digit(D), !, digits(T).
digits([]) --> [].
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.
word([C | Cs]) --> [C], word(Cs).
word([]) --> [].
token(T) --> "if", !, { T = if }.
token(T) --> word(T), !.
choice(X) --> ( [x], !, { X = 1 } | [y], { X = 2 } ).
choice(3) --> [].
goal --> { true, ! }, [a].
goal --> [b].
back, [z] --> [a], !.
back --> [b].
first(X, [Y | Ys]) :- ( X = Y, ! | first(X, Ys) ).
first(none, _).
sizes(L, M) :- maplist([X, Y]>>(X > 2, !, Y = big ; Y = small), L, M).
nested(L, M) :- maplist([X]>>([Y]>>(Y = X, ! ; Y = 0)), L, M).
above(N, L, M) :- !, include({N}/[X]>>(X > N, !), L, M).
above(_, _, no).
pairs(L) :- setof(X-Y, (member(X, [2, 1, 2]), ( X = 2, !, Y = a ; Y = b )), L), !.
pairs([]).
sign(X, positive) :- X #> 0, !.
sign(X, negative) :- X #< 0, !.
sign(_, zero).
inside(Z) :- Y in 1..3, !, Z = Y.
chosen(X) :- X in 1..5, X #> 2, label([X]), !.
domain(X) :- fd_dom(X, D), !, D = 1..3.
reified(X, B) :- X #= 1 #<==> C, !, B = C.
read(N) --> [N], { N in 0..9, N #> 3 }, !.
read(none) --> [].
"""
NAMES = Program(Source(PROGRAM, "cuts.pl"), common_names()).names
ANSWERS = [
    ("phrase(digits(D), `12a`, R)", ["D = [49, 50], R = [97]"]),
    ("phrase(token(T), `iff`, R)", ["T = if, R = [102]"]),
    ("phrase(token(T), `i`, R)", ["T = [105], R = []"]),
    ("phrase(choice(X), [x], R)", ["X = 1, R = []"]),
    ("phrase(choice(X), [y], R)", ["X = 2, R = []", "X = 3, R = [y]"]),
    ("phrase(goal, [b])", []),
    ("phrase(back, L, [z])", ["L = [a]"]),
    ("phrase(([a], ! ; [b]), L)", ["L = [a]"]),
    ("phrase(([a], !, [b] | [a], [c]), [a, c])", []),
    ("G = ([a], ! ; [b]), phrase(G, L)", ["G = ([a], ! ; [b]), L = [a]"]),
    ("first(X, [1, 2])", ["X = 1"]),
    ("sizes([1, 3], M)", ["M = [small, big]"]),
    ("nested([1, 3], M)", ["M = [1, 3]"]),
    ("above(2, [1, 2, 3, 4], M)", ["M = [3, 4]"]),
    ("maplist([X]>>(X = 1, ! ; X = 2), [A, B])", ["A = 1, B = 1"]),
    ("foldl([X, A, B]>>(X > 1, !, B is A + X ; B = A), [1, 2, 3], 0, S)", ["S = 5"]),
    ("pairs(L)", ["L = [2-a]"]),
    ("setof(X, (p(X), !), L)", ["L = [1]"]),
    ("if_(X = 1, (p(Y), !), Y = 9)", ["X = 1, Y = 1", "Y = 9, dif(X, 1)"]),
]
OVER_INTEGERS = [
    ("sign(3, S)", ["S = positive"]),
    ("sign(0, S)", ["S = zero"]),
    ("X = -2, sign(X, S)", ["X = -2, S = negative"]),
    ("X in 1..3, sign(X, S)", ["S = positive, X in 1..3"]),
    ("inside(Z)", ["Z in 1..3"]),
    ("chosen(X)", ["X = 3"]),
    ("X in 1..3, domain(X)", ["X in 1..3"]),
    ("X in 1..4, domain(X)", []),
    ("phrase(read(N), [5], R)", ["N = 5, R = []"]),
    ("phrase(read(N), [2], R)", ["N = none, R = [2]"]),
]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(("text", "answers"), ANSWERS)
def test_a_cut_in_a_grammar_or_a_lambda_commits_as_in_swi_prolog(text, answers, engine):
    assert list(map(str, Query.read(text, NAMES, engine=engine))) == answers


@pytest.mark.parametrize(("text", "answers"), OVER_INTEGERS)
def test_a_cut_behind_decided_constraints_over_integers_commits(text, answers):
    assert list(map(str, Query.read(text, NAMES))) == answers


@pytest.mark.parametrize("text", ["sign(X, positive)", "X in -1..3, sign(X, S)", "phrase(read(X), [_])"])
def test_a_constraint_before_the_cut_that_waits_asks_for_a_value(text):
    with pytest.raises(PuzzleError, match="#> before ! needs a value for X"):
        list(Query.read(text, NAMES))


def test_the_unknown_that_is_named_is_one_of_the_query():
    """Not the one that stands for the truth of a comparison, or another of the clause."""
    with pytest.raises(PuzzleError, match="#<==> before ! needs a value for X"):
        list(Query.read("reified(X, B)", NAMES))


RED = [
    (
        "token(a) --> [1], !.\ntoken(b) --> [_].\n",
        "token(b, [1], []) holds, but token(X, [1], []) does not answer it",
        ["token(a, [1 | A], A2) :- A = A2.", "token(b, [A | A2], A2) :- dif(A, 1)."],
    ),
    (
        "least(1) --> { true, ! }.\nleast(2) --> [].\n",
        "least(2, [], []) holds, but least(X, [], []) does not answer it",
        ["least(1, A, A2) :- true, A = A2.", "least(2, A, A)."],
    ),
    (
        ":- op(700, xfx, ==>).\nX ==> big :- X > 2, !.\n_ ==> small.\n",
        "==>(3, small) holds, but ==>(3, X) does not answer it",
        ["==>(X, big) :- X > 2.", "==>(A, small) :- A =< 2."],
    ),
    (
        ':- set_prolog_flag(double_quotes, codes).\nkind("a", first) :- !.\nkind(_, other).\n',
        "kind([97], other) holds, but kind([97], X) does not answer it",
        ["kind([97], first).", "kind(A, other) :- dif(A, [97])."],
    ),
    (
        "sign(X, one) :- X #> 0, !.\nsign(_, none).\n",
        "sign(1, none) holds, but sign(1, X) does not answer it",
        ["sign(X, one) :- X #> 0.", "sign(A, none) :- A #=< 0."],
    ),
]


@pytest.mark.parametrize(("text", "witness", "instead"), RED)
def test_a_red_cut_is_named_however_its_clause_is_written(text, witness, instead):
    (told,) = red_cuts(Program(Source(text, "cuts.pl"), common_names()))
    rows = [line.strip() for line in told.split("\n")]
    assert rows[1:] == [witness, "The same without cuts:", *instead]
