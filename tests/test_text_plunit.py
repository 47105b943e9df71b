"""Tests inside rule files: what passes, what fails with which words, on the command line and under pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles.cli import run
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.finding import shipped
from logicpuzzles.text import plunit

FILE = """
likes(ann, bob). likes(ann, cat). likes(bob, cat).

:- begin_tests(likes).
helper(X) :- likes(X, cat).
test(has_an_answer) :- likes(bob, _).
test(condition, [X == bob, nondet]) :- likes(ann, X).
test(true_condition, true(X == cat)) :- likes(bob, X).
test(several, [nondet, true(X \\== cat), X \\== dan]) :- likes(ann, X).
test(fails, fail) :- likes(cat, _).
test(all, all(X == [ann, bob])) :- helper(X).
test(all_of_a_term, all(X-Y == [ann-bob, ann-cat])) :- likes(X, Y), X == ann.
test(set, set(Y == [cat, bob])) :- likes(_, Y).
test(number, X =:= 2) :- aggregate_all(count, likes(ann, _), X).
test(fact).
:- end_tests(likes).

:- begin_tests(wrong).
test(no_answer) :- likes(cat, _).
test(condition, X == cat) :- likes(ann, X).
test(has_an_answer, fail) :- likes(ann, X), likes(X, _).
test(all, all(X == [cat, bob])) :- likes(ann, X).
test(error) :- X is foo + 1, X > 0.
test(unknown) :- nope(1).
test(option, blocked(why)) :- true.
test(endless, fail) :- between(1, inf, X), X < 0.
test(free, all(X == [_])) :- length([X], 1).
:- end_tests(wrong).

:- begin_tests(again).
test(another_answer) :- likes(ann, _).
test(allowed, nondet) :- likes(ann, _).
test(allowed_too, [X == bob, nondet]) :- likes(ann, X).
test(only_one) :- likes(bob, _).
test(an_error_behind) :- member(X, [1, a]), X < 2.
test(endless_behind) :- ( true ; between(1, inf, X), X < 0 ).
:- end_tests(again).
"""
AGAIN = "it has other answers too; nondet allows them"
PROBLEMS = {
    "no_answer": "it has no answer",
    "condition": "X == cat does not hold: X = bob",
    "has_an_answer": "it must fail, but has the answer X = bob",
    "all": "expected [cat, bob], got [bob, cat]",
    "error": "is takes integers and arithmetic",
    "unknown": "there is no relation nope/1",
    "option": "this option is not known",
    "endless": "the query was stopped after 2 seconds",
    "free": "expected [_], got [_]: unknowns, of which no two are ==",
}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "likes.pl"
    path.write_text(FILE)
    return path


def test_outcomes(file):
    cases = list(plunit.cases_in(file))
    assert len(cases) == 25
    outcomes = {(case.block, case.name): case.run(seconds=2).problem for case in cases}
    assert {name: problem for (block, name), problem in outcomes.items() if block == "likes" and problem} == {}
    wrong = {name: problem for (block, name), problem in outcomes.items() if block == "wrong"}
    assert wrong.keys() == PROBLEMS.keys()
    for name, problem in PROBLEMS.items():
        assert problem in wrong[name]
    assert cases[0].place == "likes.pl:6:1"


def test_other_answers_are_a_warning_as_in_plunit(file):
    warnings = {case.name: case.run().warning for case in plunit.cases_in(file) if case.block != "wrong"}
    assert {name: warning for name, warning in warnings.items() if warning} == {"another_answer": AGAIN}


def test_tests_ask_the_puzzle_of_the_file_too(tmp_path):
    file = tmp_path / "count.pl"
    file.write_text(
        "move(S, [N], [M]) :- member(S, [1, 2]), M is N + S, M =< 3. start([0]). goal([3]). values([0, 1, 2, 3]).\n"
        ":- begin_tests(count).\ntest(depth, N == 2) :- start(S), depth(S, N).\n"
        "test(path, all(Moves == [[1, 2], [2, 1]])) :- path([0], [3], Moves).\n:- end_tests(count).\n"
    )
    assert [case.run().problem for case in plunit.cases_in(file)] == [None, None]


def test_the_command_prints_failures_and_counts(file, capsys):
    assert run(["test", "likes.pl", "--seconds", "4"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "likes.pl:19:1: wrong:no_answer: it has no answer"
    assert out[-2:] == [f"likes.pl:31:1: again:another_answer: warning: {AGAIN}", "16 passed, 9 failed"]
    assert run(["test", "river", "seven.pl"]) == 0
    assert capsys.readouterr().out == "12 passed\n"


def test_the_tests_of_the_shipped_files_pass(capsys):
    assert run(["test", str(shipped())]) == 0
    assert capsys.readouterr().out.endswith(" passed\n")


def test_folders_and_files_without_tests(file, tmp_path, capsys):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "one.pl").write_text("p.\n:- begin_tests(p). test(p) :- p. :- end_tests(p).")
    (tmp_path / "more" / "perl.pl").write_text("print 'hello';\n")
    (tmp_path / "more" / "gone.pl").symlink_to("nowhere")
    assert run(["test", "more"]) == 0
    assert capsys.readouterr().out == "1 passed\n"
    (tmp_path / "more" / "one.pl").write_text("p.")
    assert run(["test", "more/one.pl"]) == 2
    assert "there are no tests" in capsys.readouterr().err
    with pytest.raises(PuzzleError, match="only rule files in Prolog text hold tests"):
        list(plunit.cases_in("six"))


def test_a_wrong_file_does_not_keep_others_from_their_tests(file, tmp_path, capsys):
    (tmp_path / "broken.pl").write_text(BROKEN)
    assert run(["test", "broken.pl", "hanoi"]) == 2
    told = capsys.readouterr()
    assert told.out == "3 passed\n"
    assert "Error: broken.pl:2:11: something is missing before the end" in told.err


BROKEN = ":- begin_tests(x).\ntest(x) :- .\n"
FOREIGN = ":- begin_tests(x).\ntest(x) :- format('~w', [x]).\n:- end_tests(x).\np :- assertz(q).\n"


@pytest.fixture
def tested(file, tmp_path):
    """What pytest says of a folder with rule files in it and below, and its exit code."""
    (tmp_path / "perl.pl").write_text("#!/usr/bin/perl\nprint 'hello';\n")
    (tmp_path / "latin.pl").write_bytes(b"% \xe9t\xe9\n:- begin_tests(x).\n")
    (tmp_path / "python_test.py").write_text("def test_python():\n    assert True\n")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "foreign.pl").write_text(FOREIGN)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "broken.pl").write_text(BROKEN)
    options = ["-p", "logicpuzzles.pytest_plugin", "-q", "-p", "no:cacheprovider", "-rs"]
    command = [sys.executable, "-m", "pytest", *options]
    env = {**os.environ, "PYTHONPATH": str(Path(logicpuzzles.__file__).parents[1])}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to load those of the development tools takes two seconds

    def told(*args):
        done = subprocess.run([*command, *args], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stdout + done.stderr
        return done.stdout, done.returncode

    return told


def test_pytest_runs_them(tested):
    told, code = tested("likes.pl", "-k", "not endless")
    assert code == 1
    assert "8 failed, 15 passed, 2 deselected, 1 warning" in told
    assert "likes.pl:20:1: X == cat does not hold: X = bob" in told
    assert f"likes.pl:31:1: {AGAIN}" in told
    assert tested("likes.pl::likes:fails")[1] == 0
    listed, code = tested("--collect-only", "likes.pl")
    assert code == 0
    assert "likes.pl::again:only_one" in listed


def test_pytest_is_told_where_a_file_that_it_was_asked_for_is_wrong(tested):
    told, code = tested("broken/broken.pl")
    assert code == 2
    assert "broken.pl:2:11: something is missing before the end" in told
    assert "latin.pl:1: the file is not text in UTF-8" in tested("latin.pl")[0]
    told, code = tested("below/foreign.pl")
    assert code == 0  # what changes the database is wrong only where it is asked
    assert "1 passed" in told
    assert tested("perl.pl")[1] == 4  # as without the plugin: there are no tests in it


def test_pytest_leaves_alone_what_it_was_not_asked_for(tested, tmp_path):
    """Above all the tests of another Prolog, and Perl."""
    for asked in ((), (".",), ("below",), ("broken", "below", "python_test.py")):
        told, code = tested(*asked, "-W", "error", "--strict-config", "--strict-markers")
        assert (code, "skipped" in told) == (5 if asked == ("below",) else 0, False), told
    assert "1 passed" in tested()[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pytest.ini", "[pytest]\nlogicpuzzles_files = rules/*.pl likes.pl\n"),
        ("pyproject.toml", '[tool.pytest.ini_options]\nlogicpuzzles_files = ["./rules/*.pl", "likes.pl"]\n'),
    ],
)
def test_the_configuration_of_a_project_asks_for_rule_files(tested, tmp_path, name, text):
    """Files without tests among them are nothing to complain of; all others are left alone."""
    (tmp_path / name).write_text(text)
    (tmp_path / "rules" / "deep").mkdir(parents=True)
    (tmp_path / "rules" / "plain.pl").write_text("p(1).\n")
    tests = ":- begin_tests(b).\ntest(a) :- p(1).\n:- end_tests(b).\np(1).\n"
    (tmp_path / "rules" / "deep" / "one.pl").write_text(tests)
    listed, code = tested("--collect-only", "--strict-config", "-W", "error")
    assert code == 0, listed
    assert {line.split("::")[0] for line in listed.splitlines() if "::" in line} == {
        "likes.pl",
        "python_test.py",
        "rules/deep/one.pl",
    }
    assert tested("rules")[0].startswith(".")
    assert tested("-p", "no:logicpuzzles", "--collect-only")[1] == 0


def test_the_plugin_imports_nothing_until_a_rule_file_is_asked_for(tested, tmp_path):
    (tmp_path / "python_test.py").write_text(
        "import sys\n\ndef test_imports():\n"
        "    ours = {name for name in sys.modules if name.startswith(('logicpuzzles', 'kanren', 'llvmlite'))}\n"
        "    assert ours == {'logicpuzzles', 'logicpuzzles.pytest_plugin'}\n"
    )
    told, code = tested("-W", "error")
    assert code == 0, told


def test_the_plugin_disturbs_no_project_where_it_is_installed(tested, tmp_path):
    """As an installed package has it: with an entry point, and the list of its files, which pytest looks at."""
    info = tmp_path / "site" / "logicpuzzles-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: logicpuzzles\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[pytest11]\nlogicpuzzles = logicpuzzles.pytest_plugin\n")
    (info / "RECORD").write_text("logicpuzzles/__init__.py,,\nlogicpuzzles/pytest_plugin.py,,\n")
    script = "import logicpuzzles, pytest, sys; logicpuzzles.Term; sys.exit(pytest.main(sys.argv[1:]))"
    env = {**os.environ, "PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{Path(logicpuzzles.__file__).parents[1]}"}
    for before in (["-m", "pytest"], ["-c", script]):
        args = ["-q", "-W", "error", "--strict-config", "-p", "no:cacheprovider", "python_test.py"]
        done = subprocess.run([sys.executable, *before, *args], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert (done.returncode, "warning" in done.stdout + done.stderr) == (0, False), done.stdout + done.stderr
