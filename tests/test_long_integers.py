"""Integers that are longer than Python itself writes: they work, or one message tells what is wrong with them."""

from __future__ import annotations

import io
import json
import sys

import pytest

from logicpuzzles import Limits, PuzzleError, Relation, Term, ask, eq, load, run, var
from logicpuzzles.integers import any_length, as_text, in_digits, read_integer, represented, write_integer

LONG = 10**5000
DIGITS = "1" + "0" * 5000
CELLS = """
from logicpuzzles import {kind}, Problem, Relation, relation, lall, eq
LONG = 10 ** 5000
"""
FILES = {
    "cell.py": "@relation\ndef move(l, a, b): return lall(eq(a, (LONG, 0)), eq(b, (0, LONG)), eq(l, 1))\n"
    "puzzle = Puzzle(move=move, start=(LONG, 0), goal=(0, LONG))\n",
    "label.py": "@relation\ndef move(l, a, b): return lall(eq(a, (1, 0)), eq(b, (0, 1)), eq(l, LONG))\n"
    "puzzle = Puzzle(move=move, start=(1, 0), goal=(0, 1))\n",
    "fact.py": "big = Relation('big')\nbig.add_fact(LONG)\n",
    "model.py": "from constraint import ExactSumConstraint\ndef build():\n    problem = Problem()\n"
    "    problem.addVariables([LONG, 'B'], [1, LONG])\n    problem.addConstraint(lambda a, b: a < b, [LONG, 'B'])\n"
    "    problem.addConstraint(ExactSumConstraint(LONG + 1))\n    return problem\npuzzle = Model(build)\n",
    "none.py": "from constraint import ExactSumConstraint\ndef build():\n    problem = Problem()\n"
    "    problem.addVariables('AB', [1, LONG])\n    problem.addConstraint(ExactSumConstraint(LONG))\n"
    "    return problem\npuzzle = Model(build)\n",
    "picture.py": "from constraint import MaxSumConstraint\ndef build():\n    problem = Problem()\n"
    "    problem.addVariables('AB', [1, 2])\n    problem.addConstraint(MaxSumConstraint(LONG))\n"
    "    return problem\npuzzle = Model(build, picture='{A:3}')\n",
    "game.py": "game = Game(secrets=[LONG, LONG + 1], answer=lambda s, g: s if s == g else -LONG)\n",
    "raises.py": "raise KeyError(LONG)\n",
    "refuses.py": "from logicpuzzles import PuzzleError\ndef puzzle(n: int = LONG): raise PuzzleError('no', got=n)\n",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Rule files with such integers in all places, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(CELLS.replace("{kind}", "Puzzle, Model, Game") + text)
    (tmp_path / "text.pl").write_text(
        f"f({DIGITS}).\nstart([0, 1]). goal([1, 0]). move(N, [0, 1], [1, 0]) :- N is 10 ** 5000.\n"
        ":- begin_tests(x).\ntest(a, X == 3) :- f(X).\n:- end_tests(x).\n"
    )
    return list(FILES) + ["text.pl"]


def test_they_are_written_and_read_back():
    for value in (LONG, -LONG, LONG - 1, 3):
        assert read_integer(write_integer(value)) == value
    assert in_digits(-LONG) == "an integer of 5,001 digits"
    assert represented((LONG, "a")) == f"({DIGITS}, 'a')"
    assert as_text([LONG]) == f"[{DIGITS}]"
    before = sys.get_int_max_str_digits()
    with any_length():
        assert str(LONG) == DIGITS
    assert sys.get_int_max_str_digits() == before


def test_what_cannot_be_shown_is_told_by_its_type():
    class Odd:
        def __repr__(self):
            raise RuntimeError

    assert (represented(Odd()), as_text(Odd())) == ("Odd(...)", "Odd(...)")


GOALS = [
    ("X is 10 ** 5000", "X", DIGITS),
    ("X is -(10 ** 5000)", "X", f"-{DIGITS}"),
    (f"X = {DIGITS}", "X", DIGITS),
    ("Y is 10 ** 5000, X is Y // 10 ** 4999", "X", "10"),
    ("Y is 10 ** 5000, X is Y mod 7 - Y mod 7", "X", "0"),
    ("Y is 10 ** 5000, Y > 3, atom_length(Y, X)", "X", "5001"),
    ("Y is 10 ** 5000, msort([Y, 3], [_, X])", "X", DIGITS),
]


@pytest.mark.parametrize(("goal", "name", "value"), GOALS, ids=range(len(GOALS)))
def test_queries_work_with_them(goal, name, value):
    found = ask(goal).first()
    assert f"{name} = {value}" in str(found)
    assert f"{name} = {value}" in repr(found)


WRONG = [
    ("X is 10 ** 5000, X < a", "takes integers"),
    ("X is 10 ** 5000, Y is X / 0", "division by zero"),
    ("X is 10 ** 5000, Y is X / 3", "the quotient is not an integer"),
    ("X is 10 ** 5000, call(X)", "this is not a goal"),
    ("X is 10 ** 5000, Y is 3 ** (0 - X)", "a negative power is not an integer, got 3 ** an integer of 5,001 digits"),
    ("X is 10 ** 5000, Y is 2 ** X", "the power is too large"),
    ("X is 10 ** 5000, length(L, X)", "the list is too long"),
    (f"X = {'1' * 400_001}", "the number has more than 400,000 digits"),
    ("X is 2 ** -1", "a negative power is not an integer, got 2 ** -1"),
    ("X = 2, Y is 3 ** (0 - X)", "a negative power is not an integer, got 3 ** -2"),
    ("X is 3 ** (0 - Y)", "needs a value for Y"),
    ("X is 0 ** -1", "division by zero: a negative power of 0"),
    ("X is 0 ^ -1", "division by zero: a negative power of 0"),
]


@pytest.mark.parametrize(("goal", "message"), WRONG, ids=range(len(WRONG)))
def test_one_message_tells_what_is_wrong(goal, message):
    """Powers as SWI-Prolog 9 tells them: `0 ** -1` divides by zero; `2 ** -1` is 0.5 there, which is not an integer."""
    with pytest.raises(PuzzleError) as error:
        ask(goal).first()
    assert message in str(error.value)


def test_powers_of_one_are_as_in_swi_prolog():
    powers = {"1 ** -1": 1, "(-1) ** -1": -1, "(-1) ** -2": 1, "(-1) ^ -1": -1, "0 ** 0": 1, "0 ^ 0": 1}
    assert {power: ask(f"X is {power}").first()["X"] for power in powers} == powers


COMMANDS = [
    "show",
    "solve",
    "solve --json",
    "solve --all",
    "explore",
    "explore --json",
    "deal",
    "check",
    "listing",
    "test",
]


@pytest.mark.parametrize("command", [*COMMANDS, "play", "solve --help", "query"])
def test_every_command_takes_files_with_them(cli, files, monkeypatch, command):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    before = sys.get_int_max_str_digits()
    for name in files:
        extra = {"query": ["start(S)"], "solve": ["--limit-seconds", "20"]}.get(command, [])
        first, *options = command.split()
        code, out, err = cli(first, f"./{name}", *options, *extra)
        assert code in (0, 1, 2), err
        if "--json" in options and code == 0:
            with any_length():
                json.loads(out)
    assert sys.get_int_max_str_digits() == before


def test_answers_in_json_hold_them_whole(cli, files):
    code, out, _ = cli("query", "./text.pl", "f(X)", "--json")
    with any_length():
        assert (code, json.loads(out)["answers"][0]["values"]) == (0, {"X": LONG})


def test_in_python_too(files):
    assert load("./fact.py").ask("big(X)").first()["X"] == LONG
    assert DIGITS in str(load("./model.py").model.solve())
    model = load("./model.py").model
    assert DIGITS in model.draw(model.solve())
    assert DIGITS in str(load("./none.py").model.explain())
    assert load("./picture.py").model.draw({"A": 1, "B": 2}) == "  1"
    assert DIGITS in "".join(str(load("./game.py").game.explore("minimax")).split())
    assert DIGITS in repr(Term("f", (LONG,)))
    x = var()
    assert run(0, x, eq(x, LONG)) == (LONG,)
    assert Limits(nodes=LONG).nodes == LONG
    with pytest.raises(PuzzleError, match="a number has more than 1000 digits"):
        load("./cell.py")
    with pytest.raises(PuzzleError, match="raises.py:4: KeyError: 1000"):
        load("./raises.py")
    with pytest.raises(PuzzleError, match="got an integer of 5,001 digits"):
        load("./refuses.py")
    with pytest.raises(PuzzleError, match="parameter rows has more than 1000 digits"):
        load("sliding", rows=DIGITS)
    with pytest.raises(PuzzleError, match="takes|arity|terms"):
        Relation("r", 1).add_fact(LONG, LONG)


OPTIONS = [
    (
        "--limit-nodes",
        ["nan", "inf", "-1", "0", "_", ",", "1,,0", "_1", "1_", "1__0", ",1", "1e3", "0x10", "1k", "\u0663", ""],
    ),
    ("--limit-seconds", ["nan", "inf", "1e400", "-1", "0", "1e-400", "1_0", "\u0663", "", "+1", "x"]),
    ("--limit-memory", ["nan", "inf", "-1", "0", "1e9", "5 MBB", "0.0001k", "", "1_000", "\u0663"]),
]


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, vs in OPTIONS for v in [*vs, DIGITS, "9" * 400 + ".5"]])
def test_a_limit_that_is_none_gets_one_short_message(cli, option, value):
    code, out, err = cli("solve", "six", option, value)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: Invalid value for '{option}': ")
    assert len(err) < 500


def test_limits_may_be_written_with_marks_and_units(cli):
    for option, value in (("--limit-nodes", "1,000_000"), ("--limit-seconds", "1e3"), ("--limit-memory", "1.5 GiB")):
        assert cli("solve", "six", option, value, "--boards", "none")[0] == 0
