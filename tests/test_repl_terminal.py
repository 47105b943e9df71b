"""The session at a real pseudo-terminal: completion, history, single keys after an answer, Ctrl-C, Ctrl-D."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import logicpuzzles
from logicpuzzles.repl.session import Session
from logicpuzzles.repl.terminal import Terminal, history

ROOT = Path(logicpuzzles.__file__).parents[1]
pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on this system")


@pytest.fixture
def terminal(tmp_path):
    """A session on six at a pseudo-terminal; its history lies in a folder of its own."""
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_STATE_HOME": str(tmp_path),
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    env.pop("LOGICPUZZLES_PATH", None)

    def begin():
        child = pexpect.spawn(
            sys.executable, ["-m", "logicpuzzles", "repl", "six"], env=env, encoding="utf-8", timeout=30
        )
        child.expect("help. tells more")
        child.expect(r"\?-")
        return child

    begun = []
    yield lambda: begun.append(begin()) or begun[-1]
    for child in begun:
        child.close(force=True)


def left(child):
    """Leave with Ctrl-D; the exit code."""
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_answers_are_asked_for_with_single_keys(terminal):
    child = terminal()
    child.send("neighbor(0, X).\r")
    child.expect("X = 1")
    child.send(";")
    child.expect("X = 2")
    child.send("x ")
    child.expect(r"X = 3\.")
    child.expect(r"\?-")
    child.send("member(X, [a, b]).\r")
    child.expect("X = a")
    child.send("\r")
    child.expect(r"\?-")
    child.send("neighbor(0,\r6).\r")
    child.expect(r"\|")
    child.expect(r"false\.")
    assert left(child) == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_tab_completes_and_history_comes_back(terminal):
    child = terminal()
    child.send("neighb\t")
    child.expect("neighbor")
    child.send("(6, X), X > 4.\r")
    child.expect(r"X = 5\.")
    child.expect(r"\?-")
    child.send("X = 7.\r")
    child.expect(r"X = 7\.")
    child.expect(r"\?-")
    assert left(child) == 0
    again = terminal()
    again.send("\x12neighb")
    again.expect("or\x1b")  # what was typed is marked inside of the word
    again.send("\r")
    again.send("\r")
    again.expect(r"X = 5\.")
    again.expect(r"\?-")
    again.send("\x1b[A\x1b[A\r")
    again.expect(r"X = 7\.")
    again.expect(r"\?-")
    again.send("halt.\r")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_ctrl_c_stops_a_query_and_keeps_the_session(terminal):
    child = terminal()
    child.send("X = 1, length(L, N), N < 0.\r")
    child.expect("2004l")  # the prompt is over
    time.sleep(0.5)  # the query runs
    child.sendintr()
    child.expect("stopped with Ctrl-C")
    child.expect(r"\?-")
    child.send("X = half a query")
    child.sendintr()
    child.expect(r"\?-")
    child.send("X = 2.\r")
    child.expect(r"X = 2\.")
    child.expect(r"\?-")
    assert left(child) == 0


def talk(keys):
    """What a session at a terminal of prompt_toolkit's own says to `keys`."""
    said = []
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        terminal = Terminal(Session(said.append), pipe, DummyOutput())
        assert terminal.run() == 0
    return said[1:]


@pytest.fixture(autouse=True)
def no_history(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_several_lines_and_errors():
    assert talk("X = 1,\rY = 2.\rX = .\r\x04") == [
        "X = 1, Y = 2.",
        "Error: query:1:4: something is missing before the end; expected a term\n    X = .\n       ^",
    ]


def test_a_long_answer_leaves_its_last_line_for_the_keys():
    said = talk("numlist(1, 40, L), member(X, [1, 2]).\r;halt.\r")
    assert said[0].startswith("L = [1, 2, ")
    assert said[1].endswith(",\nX = 2.")


def test_history_is_kept_in_memory_where_there_is_no_file(monkeypatch, tmp_path):
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "blocked"))
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "blocked" / "logicpuzzles")
    assert type(history()).__name__ == "InMemoryHistory"
