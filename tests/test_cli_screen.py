"""The command line fits the terminal that it prints on; piped, it is 80 columns wide and long lines stay whole."""

from __future__ import annotations

import json
import os
import re
import sys

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.cli import screen
from logicpuzzles.drawing.clauses import clause_lines
from logicpuzzles.text.syntax.lexical import Source, sentences
from logicpuzzles.text.syntax.parser import parse

TERMINALS = (40, 60, 80, 120)


END = "<the end of what a command prints>"
SHOWS = f"""
import json, os, sys
from logicpuzzles.cli import run
print({END!r}, flush=True)
for line in sys.stdin:
    args, os.environ["COLUMNS"] = json.loads(line)
    run(args)
    print({END!r}, flush=True)
"""


@pytest.fixture(scope="module")
def terminal(tmp_path_factory):
    """A process at a terminal that runs one command line after the other."""
    folder = str(tmp_path_factory.mktemp("empty"))
    child = pexpect.spawn(sys.executable, ["-c", SHOWS], 120, cwd=folder, encoding="utf-8", echo=False)
    child.expect_exact(END)
    yield child
    child.close(force=True)


@pytest.fixture
def shown(terminal, monkeypatch):
    """The lines that a command line shows on a terminal of so many columns, without their colours."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def call(columns, *args):
        terminal.setwinsize(50, columns)
        terminal.sendline(json.dumps([args, os.environ.get("COLUMNS", "")]))
        terminal.expect_exact(END)
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.before.removeprefix("\r\n"))
        return [line.split("\r")[-1] for line in text.split("\r\n")]

    return call


# -- how wide ------------------------------------------------------------------------------------

FITTING = [
    ("solve", "six"),
    ("solve", "knights_tour", "--all"),
    ("solve", "queens", "--n", "6", "--all"),
    ("solve", "seven", "--goal", "1,2,3,4,5,7,6,0"),
    ("explore", "six"),
    ("explore", "mastermind", "--pegs", "2"),
    ("deal", "seven", "--seed", "1"),
    ("list",),
    ("show", "seven"),
    ("check", "six"),
]


@pytest.mark.parametrize("args", FITTING, ids=" ".join)
def test_what_is_printed_fits_the_terminal(shown, args):
    """At each width; and a wider terminal is used where there is more than fits a narrow one."""
    widest, lengths = {}, {}
    for columns in TERMINALS:
        lines = [line for line in shown(columns, *args) if not line.endswith(".py)")]  # a path is not broken
        widest[columns], lengths[columns] = max(map(len, lines)), len(lines)
        assert widest[columns] <= columns
    if lengths[40] > lengths[60]:
        assert widest[60] > 40


def test_columns_tells_the_width_too(shown, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    assert 40 < max(map(len, shown(120, "list"))) <= 50


@pytest.mark.parametrize("columns", [20, 25, 33])
def test_a_list_fits_a_narrow_terminal(shown, columns):
    assert max(map(len, shown(columns, "list"))) <= columns


def test_what_is_piped_is_laid_out_for_80_columns(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert max(map(len, cli("solve", "seven")[1].split("\n"))) <= 80
    assert 70 < max(map(len, cli("list")[1].split("\n"))) <= 80


def test_boards_have_at_least_40_columns_and_text_has_20_to_120(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for told, boards, text in (("10", 40, 20), ("25", 40, 25), ("60", 60, 60), ("300", 300, 120)):
        monkeypatch.setenv("COLUMNS", told)
        assert (screen.width(), screen.text_width()) == (boards, text)


# -- errors --------------------------------------------------------------------------------------

WRONG = [
    (("solve", "six", "1,2,3,4,5,6,6"), "Error: START: piece 6 is there once too often, at position 6; expected each"),
    (("solve", "./nothing.py"), "Error: there is no rule file './nothing.py'. Next: `logicpuzzles list` tells which"),
    (("solve", "six", "--engine", "prolog"), "Error: Invalid value for '--engine': 'prolog' is not one of"),
]


@pytest.mark.parametrize("columns", TERMINALS)
@pytest.mark.parametrize(("args", "begins"), WRONG, ids=lambda given: " ".join(given) if type(given) is tuple else "")
def test_errors_are_folded_between_words_on_a_terminal(shown, cli, columns, args, begins):
    """The same words as piped, where an error is one line with its next step."""
    folded, whole = shown(columns, *args), cli(*args)[2]
    assert max(map(len, folded)) <= columns
    assert " ".join(folded).split() == whole.split()
    assert whole.startswith(begins)
    assert len(whole.split("Next:")[0].splitlines()) == 1


def test_the_caret_stays_under_its_column(shown):
    *_, text, caret = shown(40, "solve", "six", "1,2,3 " + "1 " * 40 + ",[2")[:-1]
    assert (text[caret.index("^")], len(text) <= 40) == ("[", True)


# -- listings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", TERMINALS)
@pytest.mark.parametrize("name", ["seven", "fifteen", "oshidori", "jugs"])
def test_rules_that_are_wider_than_the_terminal_are_broken_and_stay_prolog(shown, cli, columns, name):
    """Read back, they are the clauses that are printed a line each where there is no terminal."""
    lines = shown(columns, "listing", name)
    text, whole = "\n".join(lines), cli("listing", name)[1]
    assert max(map(len, lines)) <= columns
    assert not any(line.strip() in (".", ",") for line in lines)
    assert clauses_in(text) == clauses_in(whole)
    assert len(clauses_in(whole)) == len(whole.splitlines())


def clauses_in(text):
    """The clauses of a text, each read for a check, without the white space between its parts."""
    found = list(sentences(Source(text, "listing")))
    assert all(parse(sentence) for sentence in found)
    return [re.sub(r"('[^']*')|\s+", r"\1", sentence.text) for sentence in found]


CLAUSE = "m(A, ['two, words', \"b :- c\", f(A, 'it''s', [])], [A | _]) :- dif(A, 'x)'), member(A, [1, 2, [3, 4]])."


@given(st.integers(1, 120))
def test_a_clause_means_the_same_however_it_is_broken(width):
    lines = clause_lines(CLAUSE, width)
    assert clauses_in("\n".join(lines)) == clauses_in(CLAUSE)
    assert len(lines) > 1 or len(CLAUSE) <= width
