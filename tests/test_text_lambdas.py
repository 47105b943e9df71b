"""Lambdas, grammars and relations on unknowns where the language differs from SWI-Prolog: nothing is guessed."""

from __future__ import annotations

import math
import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

CLAUSES = """
above(N, L) :- maplist([X]>>(X > N), L).
late(L, Y) :- maplist([X]>>(X = Y), L), Y = 1.
shared(L, Y) :- maplist({Y}/[X]>>(X = Y), L), Y = 1.
local(L, M) :- maplist([X, Y]>>(Z is X + 1, Y = Z-Z), L, M).
twice(L, M, N) :- maplist([X, Y]>>(Y is X * 2), L, M), maplist([X, Y]>>(Y is X + 1), M, N).
curried(L, Y) :- maplist(\\X^(X = Y), L), Y = 1.
param(X, L) :- maplist([X]>>(X > 0), L).
nested(Xss, Yss, K) :- maplist([Xs, Ys]>>maplist([X, Y]>>(Y is X * K), Xs, Ys), Xss, Yss).
word(W) --> [W], { member(W, [cat, dog]) }.
pets(Ws) --> call([W, [W | R], R]>>true, P), { Ws = [P] }.
choice(X, L) :- phrase(( [a], { X = 1 } ; word(X) ), L).
if_a(X, L) :- phrase(( [a] -> { X = yes } ; { X = no } ), L, _).
"""
NAMES = Program(Source(CLAUSES, "my.pl"), common_names()).names


def answers(text, engine="reference"):
    return [str(answer) for answer in Query.read(text, NAMES, engine=engine)]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("above(2, [3, 4])", ["true"]),
        ("above(3, [3, 4])", []),
        ("L = [A, B], shared(L, Y)", ["L = [1, 1], A = 1, B = 1, Y = 1"]),
        ("L = [A, B], curried(L, Y)", ["L = [1, 1], A = 1, B = 1, Y = 1"]),
        ("late([1, 1], 1)", ["true"]),
        ("late([1, 2], 1)", []),
        ("local([1, 2], M)", ["M = [2-2, 3-3]"]),
        ("twice([1, 2], M, N)", ["M = [2, 4], N = [3, 5]"]),
        ("param(3, [3])", ["true"]),  # as in SWI-Prolog: a parameter that has a value keeps it
        ("param(3, [4])", []),
        ("nested([[1], [2, 3]], L, 10)", ["L = [[10], [20, 30]]"]),
        ("phrase(pets(Ws), [cat])", ["Ws = [cat]"]),
        ("phrase(([X], call([Y, S0, S]>>(S0 = [Y | S]), Z)), [1, 2])", ["X = 1, Z = 2"]),
        ("choice(X, L)", ["X = 1, L = [a]", "X = cat, L = [cat]", "X = dog, L = [dog]"]),
        ("if_a(X, [a, b])", ["X = yes"]),
        ("if_a(X, [b])", ["X = no"]),
        ("F = [X]>>(X = K), K = 2", ["F = [X] >> (X = 2), K = 2"]),
        ("( member(X, [1, 2]) | X = 3 )", ["X = 1", "X = 2", "X = 3"]),
    ],
)
def test_lambdas_and_grammars(text, expected, engine):
    assert answers(text, engine) == expected


@pytest.mark.parametrize("engine", ["reference", "kernel", "auto"])
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("late([1], Y)", "my.pl:3:26: >> needs a value for Y"),
        ("param(X, [3])", "my.pl:8:27: >> needs a value for X"),
        ("maplist([X]>>(X = Y), [1]), Y = 1", "query:1:12: >> needs a value for Y"),
        ("F = [X]>>foo(X, Z), bar(Z), call(F, 1)", "there is no relation bar/1"),
        ("phrase(B, [a])", "phrase needs a value for B"),
        ("phrase(( [a] -> [] ; [] ), L)", "-> needs a value for L"),
    ],
)
def test_what_is_not_known_is_named(text, problem, engine):
    with pytest.raises(PuzzleError) as error:
        answers(text, engine)
    assert problem in str(error.value)


WATCHED = [
    ("copy_term(f(X), Y), Z = 1", ["Y = f(_A), Z = 1"]),
    ("copy_term(f(X), Y), Y = f(1)", ["Y = f(1)"]),
    ("copy_term(f(X), Y), X = 1", "copy_term needs a value for X"),
    ("copy_term(X-Y, Z), X = Y", "copy_term needs a value for"),
    ("X = 1, copy_term(f(X), Y)", ["X = 1, Y = f(1)"]),
    ("copy_term(f(X), Y), ( X = 1 ; X = 2 )", "copy_term needs a value for X"),
    ("( copy_term(f(X), Y), fail ; X = 1 )", ["X = 1"]),
    ("dif(X, 1), copy_term(X, Y)", "copy_term needs a value for X"),
    ("\\+ copy_term(f(X), g(Y)), X = 1", "copy_term inside \\+ needs a value for X"),
    ("term_variables(f(X, Y, X), L)", ["L = [X, Y]"]),
    ("term_variables(f(X, Y), L), Y = 2", "term_variables needs a value for Y"),
    ("subsumes_term(f(X), f(1))", ["true"]),
    ("subsumes_term(f(X), f(1)), X = 2", "subsumes_term needs a value for X"),
    ("subsumes_term(f(1), f(X))", "subsumes_term needs a value for X"),
    ("subsumes_term(f(1), f(2))", []),
    ("f(X) =@= f(Y), X = 1", "=@= needs a value for X"),
    ("f(X) \\=@= f(1), X = 1", "\\=@= needs a value for X"),
    ("f(X) =@= f(1)", "=@= needs a value for X"),
    ("findall(Y, ( member(X, [1, 2]), copy_term(f(X, Z), Y) ), L)", ["L = [f(1, _A), f(2, _B)]"]),
]


@pytest.mark.parametrize(("text", "expected"), WATCHED)
def test_what_is_told_of_unknowns_holds_while_they_are_unknown(text, expected):
    if isinstance(expected, list):
        assert answers(text, "auto") == expected
    else:
        with pytest.raises(PuzzleError) as error:
            answers(text, "auto")
        assert expected in str(error.value)


DIALECT = """
:- op(700, xfx, [likes, ===>]).
:- op(200, xfy, &).
:- op(500, fx, the).
mary likes wine.
likes(the(dog), bone & meat & (the cat)).
a ===> b.
:- set_prolog_flag(double_quotes, codes).
text(codes, "ab").
word --> "hi", [0'!].
:- set_prolog_flag(double_quotes, chars).
text(chars, "ab").
text(empty, "").
letters --> "hi".
:- set_prolog_flag(double_quotes, atom).
text(atom, "ab").
:- op(0, xfx, likes).
likes(last, one).
"""


def test_a_file_has_operators_and_double_quotes_of_its_own():
    names = Program(Source(DIALECT, "my.pl"), common_names()).names

    def asked(text):
        return [dict(answer) for answer in Query.read(text, names)]

    assert [str(answer) for answer in Query.read("likes(X, Y)", names)] == [
        "X = mary, Y = wine",
        "X = the dog, Y = bone & meat & (the cat)",
        "X = last, Y = one",
    ]
    assert asked("'===>'(X, Y)") == [{"X": "a", "Y": "b"}]
    assert [tuple(one.values()) for one in asked("text(X, Y)")] == [
        ("codes", (97, 98)),
        ("chars", ("a", "b")),
        ("empty", ()),
        ("atom", "ab"),
    ]
    assert asked("phrase(word, L)") == [{"L": (104, 105, 33)}]
    assert asked("phrase(letters, L)") == [{"L": ("h", "i")}]
    with pytest.raises(PuzzleError, match="an operator or a comma is missing before `likes`"):
        Query.read("mary likes X", names)
    with pytest.raises(PuzzleError, match=r"my.pl:2:3: an operator or a comma is missing before `likes`"):
        Program(Source(":- op(0, xfx, likes).\na likes b.", "my.pl"), common_names())


BITS = {
    "/\\": operator.and_,
    "\\/": operator.or_,
    "xor": operator.xor,
    ">>": lambda a, b: a >> b if b >= 0 else a << -b,
    "<<": lambda a, b: a << b if b >= 0 else a >> -b,
}
SIZES = st.one_of(st.integers(-70, 70), st.integers(-(1 << 61), 1 << 61), st.integers(-(1 << 200), 1 << 200))


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@given(st.lists(st.tuples(SIZES, st.sampled_from(sorted(BITS)), SIZES), min_size=1, max_size=20))
@settings(max_examples=scale(15, 300), deadline=None)
def test_bits_are_those_of_python(engine, sums):
    sums = [(a, name, b % 140 - 70 if name in ("<<", ">>") else b) for a, name, b in sums]
    goals = [f"A{n} = {a}, B{n} = {b}, X{n} is A{n} {name} B{n}" for n, (a, name, b) in enumerate(sums)]
    goals += [f"G{n} is gcd(A{n}, B{n})" for n in range(len(sums))]
    (answer,) = Query.read(", ".join(goals), NAMES, engine=engine)
    for n, (a, name, b) in enumerate(sums):
        assert answer[f"X{n}"] == BITS[name](a, b)
        assert answer[f"G{n}"] == math.gcd(a, b)
