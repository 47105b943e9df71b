"""No text of others steers the terminal or turns its lines around, wherever it comes from and whatever prints it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from unicodedata import category

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logicpuzzles import ask
from logicpuzzles.cli import run
from logicpuzzles.cli.streams import HarmlessStream
from logicpuzzles.logic.notation import read
from logicpuzzles.logic.writer import write
from logicpuzzles.printable import STEERING, harmless, quoted

HOSTILE = "\x00\x07\x08\x0b\x0c\r\x1b\x1f\x7f\x80\x85\x9b\x9d\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"
PUZZLE = """
{doc}
from logicpuzzles import Puzzle, Relation, relation, conde, eq, lall
tell = Relation({text}, doc={doc})
tell.add_fact({text}, 1)
{doc}
@relation
def move(label, before, after):
    {doc}
    return lall(eq(label, ({text}, 1)), eq(before, ({text}, 1)), eq(after, (1, {text})))
def show(state):
    return {text} + str(state) + "\\n" + {text}
puzzle = Puzzle(move=move, start=({text}, 1), goal=(1, {text}), symbols={{1: {text}}}, relations=[tell])
"""
DRAWN = PUZZLE.replace("symbols={{1: {text}}}", "picture=show")
RAISES = "{doc}\nraise ValueError({text})\n"
REFUSES = """
from logicpuzzles import PuzzleError, Puzzle
def puzzle(size: int = 3, word: str = {text}):
    {doc}
    raise PuzzleError({text}, place={text}, expected={text}, got={text}, hint={text})
"""
PRINTS = "import sys\nprint({text})\nprint({text}, file=sys.stderr)\nsys.stdout.write({text})\n" + PUZZLE
MODEL = """
{doc}
from logicpuzzles import Model, Problem
def build():
    problem = Problem()
    problem.addVariables([{text}, "B"], [1, {text}])
    problem.addConstraint(lambda a, b: a != b, [{text}, "B"])
    return problem
puzzle = Model(build)
"""
NONE = MODEL.replace("a != b", "False")
GAME = """
{doc}
from logicpuzzles import Game
game = Game(secrets=[({text}, 1), ("b", 2)], answer=lambda s, g: {text} if s == g else ({text}, 0),
            ask=lambda g: {text}, tell=lambda a: {text})
"""
TEXT = """% {comment}

% {comment}
p({atom}, 1).
p(X, {atom}) :- q({atom}(X)).
q(X) :- X = {atom}.
move({atom}, [{atom}, 1], [1, {atom}]).
start([{atom}, 1]). goal([1, {atom}]). symbol(1, {atom}).
:- begin_tests({atom}).
test({atom}) :- p({atom}, 2).
test({atom}, X == {atom}) :- X = a({atom}).
:- end_tests({atom}).
"""
FILES = {
    "py": [PUZZLE, DRAWN, RAISES, REFUSES, PRINTS, MODEL, NONE, GAME],
    "pl": [TEXT, "p({comment}", "% {comment}\n!."],
}
COMMANDS = [
    "show {file}",
    "solve {file}",
    "solve {file} --all",
    "solve {file} --json",
    "solve {file} {text}",
    "solve {file} --goal {text}",
    "solve {file} --engine {text}",
    "solve {file} --{text}",
    "solve {file} --verify",
    "explore {file}",
    "explore {file} --json",
    "explore {file} --limit-seconds {text}",
    "deal {file}",
    "deal {file} --json",
    "check {file}",
    "listing {file}",
    "test {file}",
    "test {text}",
    "list",
    "{text}",
    "show {text}",
    "solve {file} --help",
    "query {file} 'p(X, Y)'",
    "query {file} {text}",
    "query {file} {atom}",
    "query {file} 'X = {atom}'",
    "query {text} p",
    "query {file} 'move(A, B, C)' --json",
    "query {file} {file} 'p(X, Y)'",
    "query --file {text} 'p'",
    "query --set {text} {file} p",
    "query {file} - ",
    "solve {file} --limit-memory {text}",
    "play {file}",
    "play {file} --guesser you",
    "repl {file}",
    "repl",
    "repl {text}",
]
TYPED = """{text}
help.
listing.
listing(p/2).
help(p).
p(X, Y).
;
why(p(X, Y)).
whynot(p(X, {atom}, 3)).
whynot(p({atom}, 3)).
{text}.
X = {atom}.
start(S), show(S).
apropos({atom}).
consult({atom}).
[{atom}].
make.
"""
PIECES = [*HOSTILE, "\x1b[2J", "\x1b]0;x\x07", "\u202eab\u202c", "a", "b ", "'", "\\", "\n", "\t"]
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)


@pytest.fixture
def spoken(tmp_path, capfd, monkeypatch):
    """What a command line has printed on both streams, byte by byte."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGICPUZZLES_PATH", str(tmp_path))

    def call(*args, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(args)
        told = capfd.readouterr()
        return code, told.out, told.err

    return call


def is_tame(text):
    return not re.search(STEERING, text) and "\t" not in text


def test_what_steers_is_all_of_c0_and_c1_and_the_marks_that_turn_text():
    wanted = {*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F}
    assert {n for n in range(0x3000) if re.match(STEERING, chr(n))} == wanted - {9, 10} | {0x061C, 0x2028, 0x2029}
    assert harmless("a\tb\nc\x1bd") == "a\tb\nc\ufffdd"


@pytest.mark.parametrize("command", COMMANDS)
@settings(suppress_health_check=list(HealthCheck), max_examples=settings().max_examples // 12)
@given(st.data())
def test_no_command_lets_it_through(spoken, tmp_path, command, data):
    text = data.draw(texts, label="text")
    suffix = data.draw(st.sampled_from([*FILES]), label="suffix")
    template = data.draw(st.sampled_from(FILES[suffix]), label="file")
    comment = "".join(c for c in text if c != "\n" and category(c) != "Cc")
    parts = {"text": repr(text), "doc": repr(text + "\n\n  " + text), "atom": quoted(text), "comment": comment}
    stem = re.sub("[/\0]", "", text)
    file = tmp_path / f"{stem}.{suffix}"
    file.write_text(template.format(**parts), encoding="utf-8")
    given = {"file": f"./{file.name}", "text": text, "atom": quoted(text)}
    args = [word.format(**given) for word in shlex.split(command)]
    code, out, err = spoken(*args, typed=TYPED.format(**parts))
    os.remove(file)
    assert is_tame(out)
    assert is_tame(err)
    assert "Traceback" not in out + err
    assert code in (0, 1, 2, 3)
    if "--json" in args and code in (0, 1) and template is not PRINTS:
        json.loads(out)


@given(texts)
def test_an_atom_reads_back_from_an_answer_and_a_state_from_what_deal_prints(text):
    from logicpuzzles.cli.explore import pasted

    shown = str(ask(f"X = f({quoted(text)})").first())
    assert is_tame(shown)
    assert ask(shown).first() == ask(f"X = f({quoted(text)})").first()
    assert read(write((text, 1))) == (text, 1)
    (word,) = shlex.split(pasted((text, 1, "é ü")))
    assert is_tame(word)
    assert read(word) == (text, 1, "é ü")


def test_deal_prints_a_state_that_solve_takes(cli, tmp_path):
    (tmp_path / "my.py").write_text(DRAWN.format(text=repr("\x1b[2J \u202e"), doc="''"))
    code, out, _ = cli("deal", "./my.py", "--depth", "1", "--seed", "1")
    assert code == 0
    assert cli("solve", "./my.py", *shlex.split(out.splitlines()[-1]))[0] == 0


def test_a_harmless_stream_has_no_way_past_it():
    """Neither binary nor by what click and others look for in a stream."""
    bytes_ = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    stream = HarmlessStream(bytes_)
    with pytest.raises(TypeError):
        stream.write(b"\x1b")
    print("a\tb\x1b[2J", file=stream)
    click.echo("\x1b[2J", file=stream, color=True)
    click.echo(b"\x1b[2J", file=stream)
    for byte in "\u202e!".encode():
        stream.buffer.write(bytes([byte]))
    stream.buffer.flush()
    assert bytes_.buffer.getvalue() == b"a       b?[2J\n?[2J\n?[2J\n?!"
    assert (stream.isatty(), stream.encoding, stream.errors) == (False, "ascii", "replace")


def test_the_streams_are_what_they_were_when_the_command_line_is_over():
    before = sys.stdout, sys.stderr
    assert run(["--version"]) == 0
    assert (sys.stdout, sys.stderr) == before


def test_a_session_at_a_terminal_lets_it_through_nowhere(tmp_path, monkeypatch):
    """Neither in answers, messages and drawings nor in what is typed, completed or remembered."""
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output.vt100 import Vt100_Output

    from logicpuzzles.repl.session import Session
    from logicpuzzles.repl.terminal import Terminal

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    text = "x\x1b[2J\x9b31m\u202ey"
    (tmp_path / "my.pl").write_text(TEXT.format(atom=quoted(text), comment="\u202e\u2066turned"))
    (tmp_path / "loud.py").write_text(PRINTS.format(text=repr(text), doc=repr(text)))
    (tmp_path / f"{text}.pl").write_text("p.")
    printed = io.StringIO()
    plain = io.StringIO()
    output = Vt100_Output(printed, lambda: Size(rows=40, columns=100), term="xterm")
    monkeypatch.setattr("sys.stdout", HarmlessStream(plain))
    lines = ["p(X, Y).", ";", "listing(p/2).", "help(p).", "why(p(X, 1)).", "X = \x1b[200~'\x9b \u202e'.\x1b[201~"]
    lines += [f"X = {quoted(text)}.", "start(S), show(S).", "['./x\t", "\x03", "[nothing].", "\u202e.", "halt."]
    with create_pipe_input() as input:
        input.send_text("\r".join(lines) + "\r")
        terminal = Terminal(Session(print), input=input, output=output)
        assert terminal.run(["./my.pl", "./loud.py"]) == 0
    assert is_tame(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|[\r\x08]", "", printed.getvalue()))
    assert is_tame(plain.getvalue())
    assert "turned" in printed.getvalue()
