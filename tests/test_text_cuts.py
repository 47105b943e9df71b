"""Cuts: clauses that commit, on both machines; with tables; red ones, and the clauses that say the same without.

The answers are those of SWI-Prolog 9; where a condition before the cut still waits for a value, it is asked for.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
import textbook_cuts

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.machine.codes import CTOP, ETOP
from logicpuzzles.text.cuts.red import red_cuts
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

PROGRAM = """
larger(X, Y, X) :- X > Y, !.
larger(_, Y, Y).
p(1). p(2). p(3).
first(X) :- p(X), !.
first(9).
either(X, Y) :- ( p(X), X > 1, ! ; X = 7 ), p(Y).
either(8, 8).
then(X) :- ( true -> p(X), X > 1, ! ; fail ).
then(5).
condition(Y) :- ( p(X), X > 1, ! -> Y = X ; true ).
condition(5).
twice(X, Y) :- p(X), !, p(Y), Y > 1, !.
twice(8, 8).
long([], 0) :- !.
long([_ | T], N) :- long(T, M), N is M + 1.
differs(X) :- dif(X, a), !.
differs(b).
local(Y) :- dif(Z, a), !, Y = f(Z).
made(f(Z)) :- dif(Z, a), !.
positive(X) :- X > 0, !.
positive(_).
computed(X, Y) :- Y is X + 1, !.
absent(X) :- \\+ p(X), !.
absent(_).
outer(X) :- first(X), p(X).
deep(X) :- ( p(X), ( X > 1, ( X > 2, ! ; fail ) ; fail ) ; X = 0 ).
deep(9).
variable(G) :- G = !, p(_), G.
branch(X, Y) :- p(X), ( X > 1 -> ! ; true ), Y = X.
qualified(X) :- p(X), !, X > 0.
conj(X) :- ( p(X), ! ), true.
not_yet(X) :- not(( p(X), !, X > 5 )).
"""
NAMES = Program(Source(PROGRAM, "cuts.pl"), common_names()).names
ANSWERS = [
    ("larger(3, 2, M)", ["M = 3"]),
    ("larger(2, 3, M)", ["M = 3"]),
    ("larger(3, 2, 2)", ["true"]),  # red
    ("first(X)", ["X = 1"]),
    ("first(2)", ["true"]),
    ("first(4)", []),
    ("member(X, [3, 9]), first(X)", ["X = 3", "X = 9"]),
    ("either(X, Y)", ["X = 2, Y = 1", "X = 2, Y = 2", "X = 2, Y = 3"]),
    ("then(X)", ["X = 2"]),
    ("condition(Y)", ["Y = 2", "Y = 5"]),
    ("twice(X, Y)", ["X = 1, Y = 2"]),
    ("long([a, b, c], N)", ["N = 3"]),
    ("long(L, 0)", ["L = []"]),
    ("differs(b)", ["true"]),
    ("differs(a)", []),
    ("local(Y)", ["Y = f(_A), dif(_A, a)"]),
    ("made(X)", ["X = f(_A), dif(_A, a)"]),
    ("made(f(b))", ["true"]),
    ("positive(3)", ["true"]),
    ("computed(1, Y)", ["Y = 2"]),
    ("absent(7)", ["true"]),
    ("absent(1)", ["true"]),
    ("outer(X)", ["X = 1"]),
    ("deep(X)", ["X = 3"]),
    ("variable(G)", ["G = !", "G = !", "G = !"]),
    ("branch(X, Y)", ["X = 1, Y = 1", "X = 2, Y = 2"]),
    ("qualified(X)", ["X = 1"]),
    ("conj(X)", ["X = 1"]),
    ("not_yet(1)", ["true"]),
    ("p(X), !", ["X = 1"]),
    ("p(X), p(Y), !, p(Z)", ["X = 1, Y = 1, Z = 1", "X = 1, Y = 1, Z = 2", "X = 1, Y = 1, Z = 3"]),
    ("findall(X-Y, ( p(X), first(Y) ), L)", ["L = [1-1, 2-1, 3-1]"]),
    ("findall(X, ( p(X), X > 1, ! ), L), p(Y)", ["L = [2], Y = 1", "L = [2], Y = 2", "L = [2], Y = 3"]),
    ("p(X), call(( p(Y), Y >= X, ! ))", ["X = 1, Y = 1", "X = 2, Y = 2", "X = 3, Y = 3"]),
    ("G = ( p(X), ! ), call(G)", ["G = (p(1), !), X = 1"]),
    ("maplist(first, [A, B])", ["A = 1, B = 1"]),
    ("forall(( p(X), ! ), X = 1)", ["true"]),
    ("dif(X, 1), first(X)", ["X = 2"]),
    ("X > 1, first(X)", ["X = 2"]),
    ("numlist(1, 5000, _L), long(_L, N), first(F), N > F, !, X = N", ["N = 5000, F = 1, X = 5000"]),
]
NEEDED = [
    ("larger(A, 2, M)", "cuts.pl:2:22: > before ! needs a value for A"),
    ("dif(X, 1), !", "query:1:12: dif before ! needs a value for X"),
    ("differs(X)", "cuts.pl:17:26: dif before ! needs a value for X"),
    ("positive(X), X = 1", "cuts.pl:21:18: > before ! needs a value for X"),
    ("computed(X, Y)", "cuts.pl:23:21: is before ! needs a value for X"),
    ("absent(X)", "cuts.pl:24:17: \\+ needs a value for X"),
    ("\\+ first(X), X = 1", "cuts.pl:5:13: \\+ needs a value for X"),
]
MACHINES = ["reference", "kernel"]


def told(text, engine="reference", names=NAMES):
    return [str(answer) for answer in Query.read(text, names, engine=engine)]


@pytest.mark.parametrize("engine", MACHINES)
@pytest.mark.parametrize(("text", "expected"), ANSWERS)
def test_a_cut_commits_as_in_swi_prolog(text, expected, engine):
    assert told(text, engine) == expected


TEXTBOOK = Program(Source(textbook_cuts.PROGRAM, "textbook.pl"), common_names()).names


@pytest.mark.parametrize("engine", MACHINES)
@pytest.mark.parametrize(("text", "expected"), textbook_cuts.QUERIES)
def test_programs_of_textbooks_run_as_they_are(text, expected, engine):
    assert told(text, engine, TEXTBOOK) == expected


@pytest.mark.parametrize("engine", MACHINES)
@pytest.mark.parametrize(("text", "problem"), NEEDED)
def test_what_waits_before_a_cut_needs_a_value(text, problem, engine):
    with pytest.raises(PuzzleError) as error:
        told(text, engine)
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize("engine", MACHINES)
def test_clauses_with_cuts_run_in_constant_space(engine):
    """A call that is the last leaves nothing behind its cut: neither choices nor frames."""
    text = "down(0) :- !.\ndown(N) :- N > 0, !, M is N - 1, down(M).\ndown(_).\n"
    names = Program(Source(text, "down.pl"), common_names()).names
    run = Query.read("down(30000)", names, engine=engine).run()
    assert next(run) == {}
    assert next(run, None) is None
    if engine == "reference":
        assert not run.machine.choices
    else:
        assert run._kernel.run.st[CTOP] < 1_000
        assert run._kernel.run.st[ETOP] < 1_000


@pytest.mark.parametrize("engine", MACHINES)
def test_many_cuts_one_inside_the_other_pass_over_what_is_decided(engine):
    """Each looks at the conditions since its clause began; all but those of its own level were decided before."""
    n = 30_000 if engine == "kernel" else 300  # the time would grow with the square
    text = "deep([]) :- !.\ndeep([X | Xs]) :- dif(Y, X), deep(Xs), Y = other, !.\n"
    names = Program(Source(text, "deep.pl"), common_names()).names
    query = Query.read(f"numlist(1, {n}, _L), deep(_L)", names, seconds=20, engine=engine)
    assert query.count() == 1


TABLES = """
:- table path/2.
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
reaches(X, Y) :- path(X, Y), !.
reaches(X, X).
:- table both/2.
both(X, Y) :- reaches(X, Y), reaches(Y, X).
both(X, Y) :- both(Y, X).
:- table loop/1.
loop(X) :- again(X).
again(X) :- loop(X), !.
again(2).
"""


@pytest.mark.parametrize("engine", MACHINES)
def test_a_clause_waits_for_the_whole_table_before_its_cut(engine):
    names = Program(Source(TABLES, "tables.pl"), common_names()).names
    assert told("reaches(a, d)", engine, names) == ["true"]
    assert told("reaches(d, X)", engine, names) == ["X = d"]
    assert told("edge(X, Y), both(X, Y)", engine, names) == ["X = a, Y = b", "X = b, Y = c", "X = c, Y = a"]
    with pytest.raises(PuzzleError, match="loop/1 depends on itself through a negation or a cut"):
        told("loop(X)", engine, names)


RED = [
    (
        "larger(X, Y, X) :- X > Y, !.\nlarger(_, Y, Y).\n",
        ["larger(1, 0, 0) holds, but larger(1, 0, X) does not answer it"],
        ["larger(X, Y, X) :- X > Y.", "larger(A, Y, Y) :- A =< Y."],
    ),
    (
        "size(X, X) :- X >= 0, !.\nsize(X, Y) :- Y is -X.\n",
        ["size(1, -1) holds, but size(1, X) does not answer it"],
        ["size(X, X) :- X >= 0.", "size(X, Y) :- X < 0, Y is -X."],
    ),
    (
        "color(red, warm) :- !.\ncolor(yellow, warm) :- !.\ncolor(_, cold).\n",
        [
            "color(red, cold) holds, but color(red, X) does not answer it",
            "color(yellow, cold) holds, but color(yellow, X) does not answer it",
        ],
        ["color(red, warm).", "color(yellow, warm).", "color(A, cold) :- dif(A, red), dif(A, yellow)."],
    ),
    (
        "p(1). p(2).\nq(X) :- p(X), !.\n",
        ["q(2) holds, but q(X) does not answer it"],
        ["q(Result) :- once(p(X)), Result = X."],
    ),
    (
        "among(X, [X | _]) :- !.\namong(X, [_ | Xs]) :- among(X, Xs).\n",
        ["among(1, [2, 1]) holds, but among(X, [2, 1]) does not answer it"],
        ["among(X, [X | _]).", "among(X, [A | Xs]) :- dif(A, X), among(X, Xs)."],
    ),
    (
        "add(X, L, L) :- memberchk(X, L), !.\nadd(X, L, [X | L]).\n",
        ["add(1, [1], [1, 1]) holds, but add(1, [1], X) does not answer it"],
        ["add(X, L, Result) :- once(memberchk(X, L)), Result = L.", "add(X, L, [X | L]) :- \\+ memberchk(X, L)."],
    ),
    (
        "gcd(X, 0, X) :- !.\ngcd(X, Y, G) :- R is X mod Y, gcd(Y, R, G).\n",
        ["gcd(1, 1, 1) holds, but gcd(1, X, 1) does not answer it"],
        ["gcd(X, 0, X).", "gcd(X, Y, G) :- dif(Y, 0), R is X mod Y, gcd(Y, R, G)."],
    ),
    (
        "snake(viper).\nanimal(dog). animal(viper).\nlikes(X) :- snake(X), !, fail.\nlikes(X) :- animal(X).\n",
        ["likes(dog) holds, but likes(X) does not answer it"],
        ["likes(X) :- \\+ snake(X), animal(X)."],
    ),
    (
        "class(N, negative) :- N < 0, !.\nclass(0, zero) :- !.\nclass(_, positive).\n",
        [
            "class(-1, positive) holds, but class(-1, X) does not answer it",
            "class(0, positive) holds, but class(0, X) does not answer it",
        ],
        ["class(N, negative) :- N < 0.", "class(0, zero).", "class(A, positive) :- A >= 0, dif(A, 0)."],
    ),
    (
        "kind([], empty) :- !.\nkind([_ | _], list) :- !.\nkind(_, other).\n",
        [
            "kind([], other) holds, but kind([], X) does not answer it",
            "kind([1], other) holds, but kind([1], X) does not answer it",
        ],
        ["kind([], empty).", "kind([_ | _], list).", "kind(A, other) :- dif(A, []), \\+ A = [_ | _]."],
    ),
    (
        "part(_, [], [], []).\npart(P, [X | T], [X | L], G) :- X =< P, !, part(P, T, L, G).\n"
        "part(P, [X | T], L, [X | G]) :- part(P, T, L, G).\n",
        ["part(1, [1], [], [1]) holds, but part(1, [1], X, [1]) does not answer it"],
        [
            "part(_, [], [], []).",
            "part(P, [X | T], [X | L], G) :- X =< P, part(P, T, L, G).",
            "part(P, [X | T], L, [X | G]) :- X > P, part(P, T, L, G).",
        ],
    ),
    (
        "ins(X, [], [X]).\nins(X, [Y | T], [X, Y | T]) :- X =< Y, !.\n"
        "ins(X, [Y | T], [Y | R]) :- X > Y, ins(X, T, R).\n",
        ["ins(2, [1], [1, 2]) holds, but ins(X, Y, [1, 2]) does not answer it"],
        [
            "ins(X, [], [X]).",
            "ins(X, [Y | T], [X, Y | T]) :- X =< Y.",
            "ins(X, [Y | T], [Y | R]) :- X > Y, ins(X, T, R).",
        ],
    ),
    (
        "many([D | T]) --> one(D), !, many(T).\nmany([]) --> [].\none(D) --> [D], { D > 0 }.\n",
        ["many([], [1], [1]) holds, but many(X, [1], [1]) does not answer it"],
        [
            "many(Result0, A, A2) :- once(one(D, A, A3)), Result0 = [D | T], many(T, A3, A2).",
            "many([], A, A) :- \\+ one(_, A, _).",
        ],
    ),
    (
        "p(1). p(2).\nsome(X) :- ( p(X), ! ; X = 3 ).\n",
        ["some(2) holds, but some(X) does not answer it"],
        None,  # it stands inside a disjunction
    ),
]
GREEN = [
    "kind(X, small) :- X < 3, !.\nkind(X, large) :- X >= 3.\n",
    "sign(X, S) :- ( X > 0, !, S = positive ; S = other ).\n",
    "fact(0, 1) :- !.\nfact(N, F) :- N > 0, M is N - 1, fact(M, G), F is N * G.\n",
    "largest(X, Y, M) :- X > Y, !, M = X.\nlargest(_, Y, Y).\n",
    "same(X, Y) :- X == Y, !.\nsame(_, _) :- fail.\n",
    "go :- !.\ngo.\n",
    "at(a, _) :- !.\nat(a, b).\n",
]


def variant(text):
    return Program(Source(text, "cuts.pl"), common_names())


@pytest.mark.parametrize(("text", "witnesses", "instead"), RED)
def test_a_red_cut_is_named_with_the_clauses_without_it(text, witnesses, instead):
    found = list(red_cuts(variant(text)))
    places = [f"cuts.pl:{line}" for line, clause in enumerate(text.split("\n"), 1) if "!" in clause]
    rows = [[line.strip() for line in told.split("\n")] for told in found]
    assert [row[0].split(": this cut is red:")[0].rpartition(":")[0] for row in rows] == places
    assert [row[1] for row in rows] == witnesses
    assert all(len(row) == 2 for row in rows[:-1])
    if instead is None:
        assert rows[-1][2].startswith("Write (Condition -> Then ; Else)")
    else:
        assert rows[-1][2:] == ["The same without cuts:", *instead]


@pytest.mark.parametrize(("text", "witnesses", "instead"), [row for row in RED if row[2]])
def test_the_clauses_without_cuts_answer_the_witness_or_refuse_it(text, witnesses, instead):
    name = instead[0].split("(")[0]
    facts = [line for line in text.split("\n") if not line.startswith(f"{name}(")]
    names = variant("\n".join([*facts, *instead])).names
    for witness in witnesses:
        goal, asked = witness.removesuffix(" does not answer it").split(" holds, but ")
        if told(goal, names=names):
            with suppress(PuzzleError):  # it may need a value
                assert any(goal == str_of(asked, answer) for answer in Query.read(asked, names))


def str_of(asked, answer):
    """The goal with the values of its unknowns in place."""
    for name, value in re.findall(r"([A-Z]) = (.*?)(?=, [A-Z] = |$)", str(answer)):
        asked = asked.replace(name, value)
    return asked


@pytest.mark.parametrize("text", GREEN)
def test_a_green_cut_is_not_named(text):
    assert not list(red_cuts(variant(text)))


def test_a_relation_without_an_end_leaves_time_for_those_after_it(monkeypatch):
    monkeypatch.setattr("logicpuzzles.text.cuts.samples.TOTAL", 30_000)
    text = f"endless(X, Y, Z) :- endless(X, Y, Z), !.\n{RED[0][0]}"
    assert list(red_cuts(variant(text)))
