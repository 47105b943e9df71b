"""Whatever stands on the command line, it ends with an exit code of its own and, where it is wrong, one message."""

from __future__ import annotations

import gc
import io
import random

import click
import pytest
from hypothesis import settings

from logicpuzzles.cli import run
from logicpuzzles.cli.commands import logicpuzzles
from logicpuzzles.watchdog import _allowed

RUNS = settings().max_examples * 6
LONG = "x" * 5000
FILES = [
    "six",
    "sliding",
    "queens",
    "send_more",
    "sudoku",
    "mastermind",
    "coins",
    "river",
    "zebra.pl",
    "./my.py",
    "./my.pl",
]
FILES += ["./none.py", "", "\0", "~x", "-", "--", ".", LONG, "./folder.py", "river.pl"]
WORDS = [
    "",
    " ",
    "\t\n",
    "\0",
    "[",
    "]",
    "((",
    "[[[]]",
    "'",
    '"',
    "\\",
    "0,1,2",
    "[4,6,5,1,3,2,0]",
    "a(b",
    "f()",
    "1" * 5000,
]
WORDS += [
    "[" * 200,
    "\u00e9\u202e",
    "\udcff",
    "-1",
    "--help",
    "-h",
    "--",
    "-",
    "nan",
    "1e9",
    "x=1",
    "rows=2",
    "=",
    "=2",
    "X",
    "1",
]
WORDS += [
    "member(X, [1,2])",
    "foo",
    "X = [1|Y]",
    "p(X)",
    "true",
    "fail",
    ":- p",
    "?- X = 1.",
    "p :- q",
    "10**5000",
    "none",
]
WORDS += [
    "1.5",
    "0",
    "3",
    "A+B=C",
    "12.3",
    "....",
    "1.|.2",
    "no.txt",
    ",",
    "_",
    "a'b",
    "%",
    "/*",
    "0'",
    "\x1b[2J",
    "[1,2",
    "1)",
    "{}",
]
OPTIONS = {
    "solve": "--goal --all --count --strategy --engine --limit-nodes --limit-memory --verify --boards --json --rows "
    "--n --grid --puzzle --closed --pegs --x -x",
    "explore": "--from-start --hardest --strategy --json --rows --pegs --colours --limit-nodes",
    "deal": "--depth --seed --json --rows --limit-nodes",
    "query": "--file --limit --count --set --json --limit-memory",
    "list": "--x",
    "show": "--rows --grid --n",
    "check": "--rows --n --grid --pegs",
    "listing": "--rows",
    "test": "--x",
    "play": "--guesser --strategy --pegs --coins",
    "repl": "--x",
    "": "--version --help",
}
VALUES = [
    "bfs",
    "ida",
    "dfs",
    "auto",
    "minimax",
    "first",
    "rules",
    "reference",
    "all",
    "none",
    "me",
    "you",
    "1",
    "2",
    "4",
]


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """Runs a command line on input that was typed: its exit code, and what it says on standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "my.py").write_text("from logicpuzzles import Relation\nr = Relation('r')\nr.add_fact(1, 'a')\n")
    (tmp_path / "my.pl").write_text("p(1). p(f(X)).\nstart([1, 2]). goal([2, 1]). move(s, [A, B], [B, A]).\n")

    def call(args, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(args)
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err, args
        return code, told.err

    return call


ODD = [
    *([command, "-"] for command in ("solve", "show", "check", "listing", "explore", "deal", "play")),
    *(["test", name] for name in (LONG, "\0", "-", "")),
    *(["repl", name] for name in (LONG, "\0", "-", "")),
    *(
        ["solve", "six", state]
        for state in ("", " ", "\0", "[", "]", "((", "[" * 200, "1" * 5000, "\u202e", "'", ",", "[]")
    ),
    *(["solve", "six", "--goal", state] for state in ("", " ", "\0", "[", "a(b", "0,1,2", "\udcff")),
    *(["solve", "sliding", "--rows", value] for value in ("", "x", "1.5", "nan", "1" * 5000, "-1", "\0")),
    *(
        ["solve", "knights_tour", "--closed=1"],
        ["solve", "sudoku", "--grid", "1.|.2"],
        ["solve", "sudoku", "--grid", ""],
    ),
    *(["solve", "send_more", "--puzzle", value] for value in ("", "A+B", "=", "\0", "A+B=C=D")),
    *(["play", "mastermind", "--pegs", value] for value in ("", "0", "x")),
]


@pytest.mark.parametrize("args", ODD, ids=range(len(ODD)))
def test_odd_input_gets_one_message_and_exit_code_2(said, args):
    code, err = said(args)
    assert (code, err.count("Error: ")) == (2, 1)


@pytest.mark.parametrize("command", OPTIONS)
def test_random_command_lines_end_with_an_exit_code_of_their_own(said, command):
    chance = random.Random(command)
    for _ in range(RUNS // len(OPTIONS)):
        args = [command] * bool(command)
        if command != "list" and chance.random() < 0.9:
            args.append(chance.choice(FILES))
        for _ in range(chance.randint(0, 3)):
            if chance.random() < 0.6:
                args += [chance.choice(OPTIONS[command].split()), chance.choice(VALUES + WORDS)]
            else:
                args.append(chance.choice(WORDS))
        if command in ("solve", "explore", "deal", "query"):
            args[1:1] = ["--limit-seconds", "1"]
        elif command in ("test", "repl"):
            args[1:1] = ["--seconds", "1"]
        typed = "\n".join(chance.choices([*WORDS, "help", "list", "hint", "undo", "quit", "X = 1.", "halt."], k=4))
        code, err = said(args, typed)
        assert code in (0, 1, 2, 3), (args, err)
        if code == 2 and command not in ("repl", "test", "query"):
            assert err.count("Error: ") == 1, args


def test_a_command_line_that_is_wrong_leaves_no_limit_behind(said):
    """Where click cannot make a context it leaves it open."""
    before = _allowed.get()
    with pytest.raises(click.UsageError) as error:
        logicpuzzles.commands["solve"].make_context("solve", ["six", "--limit-seconds", "1", "--x"])
    assert error.value.ctx is not None
    assert _allowed.get() is before
    for args in (["solve", "none", "--limit-seconds", "1"], ["solve", "six", "--limit-seconds", "1", "--x"]):
        assert said(args)[0] == 2
        assert _allowed.get() is before
    assert said(["solve", "six", "--limit-seconds", "1", "--help"])[0] == 0
    gc.collect()
    assert _allowed.get() is before
