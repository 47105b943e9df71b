"""What goes wrong around a command: its streams fail, or its own code does. It says so once, never with exit code 1."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from scale import FUZZ

from logicpuzzles.cli import run
from logicpuzzles.errors import TRACEBACK

CLOSED = "Error: input or output failed: a standard stream is closed\n"
FULL = "Error: input or output failed: No space left on device\n"
TESTS = ":- begin_tests(t).\ntest(one) :- true.\n:- end_tests(t).\n"
GOES_ON = "neighbor(0, X).\n;\nneighbor(1, X).\nhalt.\n"

COMMANDS = [
    "--help",
    "--version",
    "solve six --help",
    "list",
    "show six",
    "solve six",
    "solve six --json",
    "solve six --all",
    "solve six --count --json",
    "solve seven --goal 1,2,3,4,5,7,6,0",
    "solve send_more --engine reference",
    "solve send_more --engine reference --all --json",
    "explore six --from-start",
    "explore oshidori --json",
    "deal oshidori",
    "query six neighbor(0,X)",
    "query six neighbor(0,X) --json",
    "query six neighbor(0,0)",
    "query six -",
    "check ./t.pl",
    "listing six",
    "test ./t.pl",
    "play mastermind --pegs 2 --colours 4",
    "repl six",
]
# Those that print in ways of their own; the others print by the same functions, and `make fuzz` runs them too.
FEW = [
    "--help",
    "list",
    "show six",
    "solve six",
    "solve six --all",
    "solve six --count --json",
    "explore six --from-start",
    "deal oshidori",
    "query six neighbor(0,X)",
    "query six -",
    "check ./t.pl",
    "listing six",
    "test ./t.pl",
    "play mastermind --pegs 2 --colours 4",
    "repl six",
]


def ended(command, folder, redirected="", given=GOES_ON, **options):
    """The exit code of a command line of the shell, what it printed, and what it said on standard error."""
    (folder / "t.pl").write_text(TESTS)
    words = [sys.executable, "-m", "logicpuzzles", *command.split()]
    shell = ["bash", "-c", f'"$@" {redirected}', "bash", *words]
    done = subprocess.run(shell, input=given, capture_output=True, text=True, cwd=folder, timeout=120, **options)
    return done.returncode, done.stdout, said(done.stderr)


def said(errors):
    """What stands on standard error, but for what only a slow machine says."""
    return "".join(line for line in errors.splitlines(keepends=True) if not line.startswith("still loading "))


@pytest.mark.parametrize("command", COMMANDS if FUZZ else FEW)
def test_output_that_cannot_be_written_is_told(command, tmp_path):
    assert ended(command, tmp_path, "> /dev/full") == (4, "", FULL)


@pytest.mark.parametrize("command", ["--help", "solve six", "query six neighbor(0,X) --json", "repl six"])
def test_output_that_is_closed_is_told(command, tmp_path):
    assert ended(command, tmp_path, ">&-") == (4, "", CLOSED)


@pytest.mark.parametrize("command", COMMANDS if FUZZ else FEW)
def test_output_that_nobody_reads_ends_in_silence(command, tmp_path):
    (tmp_path / "t.pl").write_text(TESTS)
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "logicpuzzles", *command.split()]
    done = subprocess.run(
        words, stdout=writing, stderr=subprocess.PIPE, input=GOES_ON, text=True, cwd=tmp_path, timeout=120
    )
    os.close(writing)
    assert (done.returncode, said(done.stderr)) == (141, "")


@pytest.mark.parametrize(
    ("command", "code"), [("solve six", 0), ("query six neighbor(0,0)", 1), ("solve sevn", 2), ("play nothing", 2)]
)
def test_messages_that_nobody_can_read_change_nothing(command, code, tmp_path):
    told = ended(command, tmp_path, "2> /dev/null")[:2]
    assert told[0] == code
    for redirected in ("2>&-", "2> /dev/full"):
        assert ended(command, tmp_path, redirected)[0] == code


def test_without_any_stream_the_exit_code_tells_all_the_same(tmp_path):
    assert ended("list", tmp_path, "<&- >&- 2>&-") == (4, "", "")
    assert ended("solve sevn", tmp_path, "<&- >&- 2>&-") == (2, "", "")


@pytest.mark.parametrize("command", ["query six -", "query six --file -", "repl six", COMMANDS[-2]])
def test_input_that_is_closed_is_told(command, tmp_path):
    code, _, told = ended(command, tmp_path, "<&-")
    assert (code, told) == (4, CLOSED)


@pytest.mark.parametrize("command", ["list", "solve six", "query six neighbor(0,X)"])
def test_who_reads_nothing_needs_no_input(command, tmp_path):
    assert ended(command, tmp_path, "<&-")[0] == 0


# -- defects -------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", [IndexError("out of\nrange"), RecursionError(), EOFError(), SystemExit(1)])
def test_an_exception_that_nobody_foresaw_is_one_line(problem, cli, monkeypatch):
    def failing(*_, **__):
        raise problem

    monkeypatch.delenv(TRACEBACK, raising=False)
    monkeypatch.setattr("logicpuzzles.cli.inspecting.glance", failing)
    code, out, told = cli("list")
    assert (code, out, told.count("\n")) == (4, "", 1)
    assert told.startswith(f"Error: this is a defect of logicpuzzles: {type(problem).__name__}")
    assert f"{TRACEBACK}=1" in told


def test_the_traceback_is_there_for_who_wants_it(capsys, monkeypatch):
    def failing(*_, **__):
        raise IndexError

    monkeypatch.setenv(TRACEBACK, "1")
    monkeypatch.setattr("logicpuzzles.cli.inspecting.glance", failing)
    assert run(["list"]) == 4
    assert "Traceback" in capsys.readouterr().err


def test_the_shell_can_complete_commands(tmp_path):
    env = os.environ | {"_LOGICPUZZLES_COMPLETE": "bash_complete", "COMP_WORDS": "logicpuzzles sol", "COMP_CWORD": "1"}
    assert ended("", tmp_path, env=env) == (0, "plain,solve\n", "")


def test_the_session_goes_on_after_a_defect(cli, monkeypatch):
    def failing(*_, **__):
        raise IndexError("out of range")

    monkeypatch.delenv(TRACEBACK, raising=False)
    monkeypatch.setattr("logicpuzzles.repl.session.Session.make", failing)
    monkeypatch.setattr("sys.stdin", io.StringIO("make.\nneighbor(0, 1).\n"))
    code, out, _ = cli("repl", "six")
    assert code == 4
    defect, *answer = out.splitlines()[-2:]
    assert defect.startswith("Error: this is a defect of logicpuzzles: IndexError: out of range.")
    assert answer == ["true."]
