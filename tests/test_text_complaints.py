"""All that is wrong with a text is told at once; what only matters to other systems is accepted; own relations win."""

from __future__ import annotations

import pytest

from logicpuzzles import load
from logicpuzzles.cli import run
from logicpuzzles.errors import PuzzleError, Several
from logicpuzzles.text.library import common_names
from logicpuzzles.text.plunit import cases_in
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

WRONG = """
:- nonsense(1).
p(X) :- write(X), nl, q(X).
q(X :- r(X).
r(X) :- q(X), unknown(X), \\+ ( r(X), assertz(X) ).
s('open).
t(1) t(2).
u :- s(1), t(1), v(2).
/* fine */ findall(1, 2, 3).
= :- u.
v(X) :- X is 1.5.
w :- u, missing.
?- u.
x :- "open
y.
"""
PROBLEMS = [
    ("2:4", "this directive is not known"),
    ("4:2", "`(` is not closed"),
    ("5:15", "there is no relation unknown/1"),
    ("6:3", "the quote is not closed on its line"),
    ("7:6", "an operator or a comma is missing before `t`"),
    ("9:12", "findall/3 is part of the language"),
    ("10:1", "a term is missing here"),
    ("11:14", "numbers are integers and fractions"),
    ("12:9", "there is no relation missing/0"),
    ("13:1", "a query has no place in a rule file"),
    ("14:6", "the string is not closed on its line"),
]


def program(text):
    return Program(Source(text, "my.pl"), common_names())


def test_all_that_is_wrong_is_told_in_its_order():
    """But for calls of what could not be read."""
    with pytest.raises(Several) as error:
        program(WRONG)
    found = error.value
    assert [(one.place, one.problem) for one in found.errors] == [(f"my.pl:{at}", text) for at, text in PROBLEMS]
    assert (found.place, found.problem, found.more) == ("my.pl:2:4", "this directive is not known", 0)
    assert str(found).count("Error: my.pl:") == len(PROBLEMS) - 1  # whoever prints it writes the first
    assert all(str(one) in str(found) for one in found.errors)


def test_one_mistake_is_an_error_as_before():
    with pytest.raises(PuzzleError) as error:
        program("p.\nq :- nope.")
    assert not isinstance(error.value, Several)


def test_twenty_are_told_and_the_others_counted():
    with pytest.raises(Several) as error:
        program("".join(f"p :- q{number}.\n" for number in range(50)))
    assert len(error.value.errors) == 20
    assert error.value.more == 30
    assert str(error.value).endswith("\nError: and 30 more")


def test_very_many_mistakes_end_the_reading():
    """Each is looked for in the text from its beginning."""
    with pytest.raises(Several) as error:
        program("p(.\n" * 20_000)
    assert error.value.more == 980


@pytest.mark.parametrize("text", ["p :- q.\n/* no end", "p :- q.\nr('", "p :- q.\nr", "p :- q.\nr(0'", "p :- q. r(}"])
def test_what_has_no_end_ends_the_reading(text):
    with pytest.raises(Several) as error:
        program(text)
    assert [one.problem for one in error.value.errors][0] == "there is no relation q/0"
    assert len(error.value.errors) == 2


def test_the_command_prints_each_with_its_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.pl").write_text("p :- nope.\nq(1.\n")
    assert run(["query", "./two.pl", "p"]) == 2
    assert capsys.readouterr().err == (
        "Error: two.pl:1:6: there is no relation nope/0\n    p :- nope.\n         ^\n"
        "Error: two.pl:2:2: `(` is not closed\n    q(1.\n     ^\n"
    )


def test_the_goals_of_tests_are_told_at_once(tmp_path):
    file = tmp_path / "tested.pl"
    file.write_text("p.\n:- begin_tests(a).\nhelp :- nope.\nmore :- neither.\ntest(one) :- p.\n:- end_tests(a).\n")
    with pytest.raises(Several, match="(?s)nope/0.*neither/0"):
        list(cases_in(file))


FOR_OTHERS = """
:- module(mine, [p/1]).
:- use_module(library(lists)).
:- use_module(library(clpfd), [all_different/1]).
:- ensure_loaded(library(lists)).
:- autoload(library(lists), [append/3]).
:- set_prolog_flag(double_quotes, atom).
:- set_prolog_flag(verbose, silent).
:- set_prolog_flag(occurs_check, true).
:- style_check(-singleton).
:- multifile p/1.
:- initialization(main).
:- initialization main.
:- license(gpl).
p(1).
main :- p(X), X > 0.
"""


def test_a_program_that_prints_has_no_warnings(tmp_path):
    """What ends Prolog has no place in a query: that is warned of."""
    file = tmp_path / "prints.pl"
    file.write_text(":- initialization(main, main).\nmain :- p(X), write(X), nl, halt.\np(1).\n")
    assert list(load(file).warnings) == [
        f"{file}:2:29: `halt` is not part of the language, so what calls it has no answer",
    ]


def test_directives_that_change_nothing_are_accepted():
    assert [dict(answer) for answer in Query.read("p(X), main", program(FOR_OTHERS).names)] == [{"X": 1}]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    "text",
    [":- use_module(library(lists))", "use_module(library(lists), [append/3])", "ensure_loaded(library(lists))"]
    + ["use_module(library(lists), except([last/2]))", "use_module([library(apply), library(clp/clpfd)])"]
    + ["initialization((p(_), nl))", "use_module(library(dcg/basics), all)"]
    + ["?- set_prolog_flag(double_quotes, atom)", "initialization(main)", "style_check(-singleton), garbage_collect"],
)
def test_so_are_they_in_queries(text, engine):
    assert [dict(answer) for answer in Query.read(text, common_names(), engine=engine)] == [{}]


OWN = """
plus(X, Y, both(X, Y)).
not(Goal) :- Goal, !, fail.
not(_).
dif(X, Y) :- not(X = Y).
between(_, _, none).
member(X, only(X)).
q(1). q(2).
r(X) :- q(X), not(X = 1).
s(X, Y) :- q(X), q(Y), dif(X, Y).
t(L) :- findall(X, ( q(X), \\+ not(q(X)) ), L).
"""


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plus(1, 2, X)", ["X = both(1, 2)"]),
        ("call(plus(1), 2, X)", ["X = both(1, 2)"]),
        ("r(X)", ["X = 2"]),
        ("s(X, Y)", ["X = 1, Y = 2", "X = 2, Y = 1"]),
        ("between(1, 2, X)", ["X = none"]),
        ("member(X, only(a))", ["X = a"]),
        ("member(X, [a])", []),
        ("numlist(1, 2, L)", ["L = [1, 2]"]),  # the library keeps its own
        ("memberchk(a, [a])", ["true"]),
        ("G = not(q(3)), call(G)", ["G = not(q(3))"]),
        ("call(not, q(1))", []),
        ("t(L)", ["L = [1, 2]"]),
    ],
)
def test_a_relation_of_the_program_wins(text, expected, engine):
    assert [str(answer) for answer in Query.read(text, program(OWN).names, engine=engine)] == expected


def test_check_tells_what_the_library_has_too(tmp_path):
    file = tmp_path / "own.pl"
    file.write_text(OWN)
    told = [text for name, text in load(file).findings() if name == "own"]
    assert [text.split(": ")[1].split(" is ")[0] for text in told] == [
        "plus/3", "not/1", "dif/2", "between/3", "member/2",
    ]  # fmt: skip
    assert f"{file}:2:1: plus/3 is in the library too; in this file its own clauses count" in told
