"""The session at a real pseudo-terminal: completion, history, single keys after an answer, Ctrl-C, Ctrl-D."""

from __future__ import annotations

import itertools
import os
import re
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import logicpuzzles
import logicpuzzles.repl.keys
from logicpuzzles import repl
from logicpuzzles.repl import colours
from logicpuzzles.repl.session import Session
from logicpuzzles.repl.terminal import Terminal, history

ROOT = Path(logicpuzzles.__file__).parents[1]
pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on this system")


@pytest.fixture
def terminal(tmp_path):
    """A session on six, or another rule file, at a pseudo-terminal; its history lies in a folder of its own."""
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_STATE_HOME": str(tmp_path),
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    env.pop("LOGICPUZZLES_PATH", None)

    def spawn(name, code):
        run = f"{code or 0}; from logicpuzzles.cli import main; main(['repl', {name!r}])"
        return pexpect.spawn(sys.executable, ["-c", run], env=env, encoding="utf-8", timeout=300)

    def begin(name="six", code="", count=None):
        """One child at its first prompt, or a list of them that began together."""
        begun.extend(fresh := [spawn(name, code) for _ in range(count or 1)])
        for child in fresh:
            child.expect("help. tells more")
            child.expect(r"\?-")
        return fresh if count else fresh[0]

    begun = []
    yield begin
    for child in begun:
        child.close(force=True)


def seen(text):
    """The pattern of `text` in whatever colours."""
    return r"(?:\x1b\[[0-9;]*m)*".join(map(re.escape, text))


def stopped(child):
    """Press Ctrl-C, again where it was lost because the query had not begun."""
    for _ in range(100):
        child.sendintr()
        found = child.expect(["stopped with Ctrl-C", "Error", "Traceback", "ignored", pexpect.TIMEOUT], timeout=3)
        if found != 4:
            return found == 0
    return False


def searched(child, typed, shown):
    """Look for `typed` with Ctrl-R until `shown` is there; again where the history was not read yet."""
    for _ in range(20):
        child.send(f"\x12{typed}")
        if child.expect([shown, pexpect.TIMEOUT], timeout=3) == 0:
            return True
        child.send("\x07")
    return False


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
    child.expect(seen("X = 1"))
    child.send(";")
    child.expect(seen("X = 2"))
    child.send("x ")
    child.expect(seen("X = 3."))
    child.expect(r"\?-")
    child.send("member(X, [a, b]).\r")
    child.expect(seen("X = a"))
    child.send("\r")
    child.expect(r"\?-")
    child.send("neighbor(0,\r6).\r")
    child.expect(r"\|")
    child.expect(seen("false."))
    assert left(child) == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_what_is_typed_while_a_query_runs_is_asked_next(terminal):
    child = terminal()
    child.send("numlist(1, 4000, L), length(L, N), sum_list(L, S), member(X, [1, 2]).\rY = 5, Z = 6.\r")
    child.expect(seen("X = 1"))
    child.send(";")
    child.expect(seen("X = 2."))
    child.expect(seen("Z = 6."))
    child.expect(r"\?-")
    assert left(child) == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_what_a_completer_raises_is_one_line_above_the_prompt(terminal):
    child = terminal(code="import logicpuzzles.rulefile.finding as finding; finding.available = lambda: 1 / 0")
    child.send("[si\t")
    child.expect("this is a defect of logicpuzzles: ZeroDivisionError")
    child.expect(r"\?-")
    child.send("x].\r")  # what was typed is still there
    child.expect("six: 3 relations")
    child.expect(r"\?-")
    assert left(child) == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_tab_completes_and_history_comes_back(terminal):
    child = terminal()
    child.send("neighb\t")
    child.expect(seen("or"))
    child.send("(6, X), X > 4.\r")
    child.expect(seen("X = 5."))
    child.expect(r"\?-")
    child.send("X = 7.\r")
    child.expect(seen("X = 7."))
    child.expect(r"\?-")
    assert left(child) == 0
    again = terminal()
    assert searched(again, "neighb", "or\x1b")  # what was typed is marked inside of the word
    again.send("\r")
    again.send("\r")
    again.expect(seen("X = 5."))
    again.expect(r"\?-")
    again.send("\x1b[A\x1b[A\r")
    again.expect(seen("X = 7."))
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
    time.sleep(0.3)  # the query runs
    assert stopped(child)
    child.expect(r"\?-")
    child.send("X = half a query")
    child.sendintr()
    child.expect(r"\?-")
    child.send("X = 2.\r")
    child.expect(seen("X = 2."))
    child.expect(r"\?-")
    assert left(child) == 0


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_a_search_that_was_stopped_at_its_beginning_can_be_begun_again(terminal):
    """Ctrl-C may come while numpy is imported, or while a kernel is loaded or compiled."""
    children = terminal("fifteen", count=2)
    for first, step in ((0.4, 0.4), (1.2, 0.0)):
        for child in children:
            child.send("hardest(S, N).\r")
        for child in children:
            child.expect(seen("hardest(S, N)."))
            child.expect("2004l")
        for number, child in enumerate(children):
            time.sleep(step if number else first)
            assert stopped(child)
            child.expect(r"\?-")
    for child in children:
        assert left(child) == 0


class Wide(DummyOutput):
    """A terminal of some width."""

    def __init__(self, columns=80):
        self.columns = columns

    def get_size(self):
        return Size(rows=40, columns=self.columns)


@pytest.fixture
def talk(monkeypatch, tmp_path):
    """What a session at a terminal of prompt_toolkit's own says to keys, but for its greeting."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    said = []
    ahead = repl.keys.typed_ahead
    monkeypatch.setattr(repl.keys, "show", lambda text, output: said.append(fragment_list_to_text(text)))
    monkeypatch.setattr(colours, "show", lambda text, output: said.append(fragment_list_to_text(text)))

    def talk(keys, *files, columns=80, waiting=()):
        """`waiting`: the keys that are pressed when an answer is shown, each text at another one."""
        later = iter(waiting)
        said.clear()
        with create_pipe_input() as pipe:
            monkeypatch.setattr(
                repl.keys, "typed_ahead", lambda input: (ahead(input), pipe.send_text(next(later, "")))[0]
            )
            pipe.send_text(keys)
            terminal = Terminal(Session(print), pipe, Wide(columns))
            assert terminal.run(files) == 0
        return said[2:]

    return talk


def test_several_lines_and_errors(talk):
    assert talk("X = 1,\rY = 2.\rX = .\r\x04") == [
        "X = 1, Y = 2.",
        "Error: query:1:4: something is missing before the end; expected a term\n    X = .\n       ^",
    ]


def test_a_long_answer_leaves_its_last_line_for_the_keys(talk):
    said = talk("numlist(1, 40, L), member(X, [1, 2]).\r", waiting=["w", ";halt.\r"])
    assert said[0].startswith("L = [1, 2, 3, ")
    assert said[0].endswith("39, 40],")
    assert said[1].endswith(",\nX = 2.")


PASTED = "\x1b[200~{}\x1b[201~"


def test_a_word_that_other_programs_know_needs_no_full_stop(talk):
    assert "Ask whether something is true" in talk("help\rquit\r")[0]
    assert talk("?\rexit()\r")[0].startswith("Ask whether")


def test_who_has_no_answer_for_the_first_time_is_told_of_whynot(talk):
    assert talk("1 = 2.\r2 = 3.\r\x04") == ["false.", "% whynot(Goal). tells why", "false."]


def test_several_sentences_are_told_apart(talk):
    assert talk(PASTED.format("X = 1.\nX = .\nX = 3.\n") + "\r\x04") == [
        "?- X = 1.",
        "X = 1.",
        "?- X =.",
        "Error: query:2:4: something is missing before the end; expected a term\n    X = .\n       ^",
        "?- X = 3.",
        "X = 3.",
    ]


def test_a_session_that_is_pasted_is_taken_without_its_prompts_and_answers(talk):
    session = "?- member(X, [a,\n|  b]),\n|  X = b.\nX = b.\n\n?- Y = 2.\nY = 2.\n"
    assert talk(PASTED.format(session) + "\r\x04") == [
        "?- member(X, [a,\n|  b]),\n|  X = b.",
        "X = b.",
        "?- Y = 2.",
        "Y = 2.",
    ]


def test_keys_that_mean_nothing_after_an_answer_do_nothing(talk):
    """The search of the history among them, which would take what follows for what is sought."""
    assert talk("member(X, [1, 2]).\r", waiting=["\x12abc\x1b[A;X = 3.\r\x04"]) == ["X = 2.", "X = 3."]


def test_ctrl_c_after_an_answer_stops_there(talk):
    assert talk("member(X, [1, 2]).\r", waiting=["\x03X = 3.\r\x04"]) == ["X = 3."]


def test_prose_is_folded_to_the_width_of_the_terminal(talk):
    said = talk("help.\rwhynot(append([one, two, three], [four, five], [six, seven, eight])).\r\x04", columns=60)
    lines = "\n".join(said).split("\n")
    assert max(map(len, lines)) <= 60
    assert "  apropos(word).      what has a word in its name or" in lines
    assert "                      description" in lines
    assert "append([one, two, three], [four, five], [six, seven, eight])" in lines
    assert "    fails." in lines


def test_the_caret_of_a_wide_query_is_kept_in_view(talk):
    (said,) = talk(f"{'X = 1, ' * 9}foo(X).\r\x04", columns=40)
    lines = said.split("\n")
    line, caret = next(pair for pair in itertools.pairwise(lines) if pair[1].strip() == "^")
    assert len(line) <= 40
    assert line[caret.index("^") :].startswith("foo(X)")


def test_a_file_that_is_wrong_does_not_keep_from_a_session(talk, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.pl").write_text("p(1\n")
    (tmp_path / "good.pl").write_text("p(1).\n")
    assert talk("p(X).\r\x04", "./bad.pl", "./good.pl")[-1] == "X = 1."


def test_a_very_long_last_line_is_printed_once(talk):
    said = talk("member(X, [1, 2]), numlist(1, 400, L).\r", waiting=["w", ";halt.\r"])
    assert [line.split(",")[0] for line in said] == ["X = 1", "L = [1", "X = 2"]


def test_history_is_kept_in_memory_where_there_is_no_file(monkeypatch, tmp_path):
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "blocked"))
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "blocked" / "logicpuzzles")
    assert type(history()).__name__ == "InMemoryHistory"


def test_a_history_that_is_no_file_to_read_keeps_from_nothing(monkeypatch, tmp_path, talk):
    """A folder, a pipe that nobody writes to, a file that must not be read, and text that cannot be written."""
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path)
    file = tmp_path / "history"
    file.mkdir()
    assert type(history()).__name__ == "InMemoryHistory"
    file.rmdir()
    os.mkfifo(file)
    assert type(history()).__name__ == "InMemoryHistory"
    file.unlink()
    file.write_text("\n# 2020\n+X = 1.\n")
    kept = history()
    assert list(kept.load_history_strings()) == ["X = 1."]
    kept.store_string("\udcff")
    file.unlink()
    file.mkdir()
    assert list(kept.load_history_strings()) == []
    kept.store_string("X = 2.")
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "a\0b")
    assert type(history()).__name__ == "InMemoryHistory"
    assert talk("X = 1.\r\x04")[-1] == "X = 1."


def test_clauses_are_typed_in_until_ctrl_d(talk):
    said = talk("[user].\rp(1).\rp(2) :-\r  true.\rq(.\r\x04p(X), X > 1.\r\x04")
    assert said == ["Error: user:4:2: `(` is not closed\n    q(.\n     ^", "% user: 1 relation", "X = 2."]


def test_a_clause_that_cannot_be_read_is_told_at_once(talk):
    """What is wrong with it as a clause is told with the others: they may state what it calls."""
    said = talk("[user].\rp(X) :- q(X).\rr :- s.\rq(.\rq(1).\rq(2) :- .\r\x04p(X).\r\x04")
    assert [text.partition("\n")[0] for text in said] == [
        "Error: user:3:2: `(` is not closed",
        "Error: user:5:8: something is missing before the end; expected a term",
        "Error: user:2:6: there is no relation s/0",
        "% user: 2 relations",
        "X = 1.",
    ]


def test_clauses_that_stand_behind_user_are_taken(talk):
    assert talk(PASTED.format("[user].\np(1).\nend_of_file.\np(X).\n") + "\r\x04")[1:] == [
        "% user: 1 relation",
        "?- p(X).",
        "X = 1.",
    ]


def test_ctrl_c_drops_the_clauses_that_are_typed_in(talk):
    assert talk("[user].\rp(1).\r\x03[user].\rp(2).\r\x04p(X).\r\x04") == [
        "% stopped with Ctrl-C",
        "% user: 1 relation",
        "X = 2.",
    ]


def test_what_is_typed_ahead_is_kept_for_the_prompt(talk):
    """Its spaces ask for no other answer, and nothing of it is lost."""
    said = talk("member(X, [1, 2, 3]).\rY = 2, Z = Y.\rmember(A, [a, b]).\r", waiting=["x;", "\r", "\rB = 1.\r\x04"])
    assert said == ["Y = 2, Z = 2.", "B = 1."]


def test_keys_of_an_answer_may_be_typed_ahead(talk):
    """Where no sentence begins with them, or nothing else was typed."""
    assert talk("member(X, [1, 2, 3]).\r;;halt.\r") == ["X = 1 ;", "X = 2 ;", "X = 3."]
    assert talk("member(X, [1, 2, 3]).\r\rY = 2.\r\x04") == ["X = 1 .", "Y = 2."]
    assert talk("member(X, [1, 2, 3]).\r n", waiting=["", "halt.\r"])[:2] == ["X = 1 ;", "X = 2 ;"]


def test_what_is_pasted_while_an_answer_waits_is_kept(talk):
    said = talk("member(X, [1, 2]).\r", waiting=[PASTED.format("Y = 1, Z = 2.") + ";\r\x04"])
    assert said == ["X = 2.", "Y = 1, Z = 2."]


def test_a_long_answer_is_shortened_until_all_of_it_is_asked_for(talk):
    short, long = "[0, 1, 2, 3, 4, 5, 6, 7, 8|...]", str(list(range(11)))
    said = talk("numlist(0, 10, L).\rw\rp\r\x04")
    assert said == [f"L = {short}.", "% w writes all", f"L = {long}.", f"L = {short}."]
    said = talk("member(X, [1, 2, 3]), numlist(0, 10, L).\r", waiting=["w", ";", "p", ";\x04"])
    assert said == [f"X = 3, L = {short}.", "% w writes all"]
    said = talk("member(X, [1, 2]), numlist(0, 10, L).\r", waiting=["p", "w", ";\x04"])
    assert said == [f"X = 2, L = {long}."]


def test_a_query_is_followed_with_single_keys(talk):
    """Each key goes on from one port; help is told and the port shown again; Ctrl-C gives the query up."""
    clauses = PASTED.format("[user].\np(X) :- q(X), X > 1.\nq(1).\nq(2).\nend_of_file.\n") + "\r"
    said = talk(f"{clauses}trace.\rp(X).\r", waiting=["h", "s", "r", "c", " ", "l", ";halt.\r"])
    assert said[2:5] == ["% every goal is shown; notrace. ends it", repl.terminal.HELP, "false."]
    said = talk(f"{clauses}trace.\rp(X).\r", waiting=["c", "f", "\x03X = 1.\r", "l\x04"])
    assert said[3:] == ["% aborted", "X = 1."]


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_ports_and_the_prompt_of_a_query_that_is_followed(terminal):
    child = terminal()
    child.send("spy(neighbor/2).\r")
    child.expect(seen("spied: neighbor/2"))
    child.expect(r"\[debug\] \?-")
    child.send("trace, neighbor(0, X), X > 1.\r")
    for port, key in (("Call: (1) neighbor(0, X)", "\r"), ("Exit: (1) neighbor(0, 1)", "c"), ("Call: (1) 1 > 1", "s")):
        child.expect(re.escape(port))
        child.expect("goes on")
        child.send(key)
    child.expect(re.escape("Fail: (1) 1 > 1"))
    child.expect("goes on")
    child.send("r")
    child.expect(re.escape("Call: (1) 1 > 1"))
    child.expect("goes on")
    child.send("l")
    child.expect(re.escape("Redo: (1) neighbor(0, X)"))
    child.expect("goes on")
    child.send("a")
    child.expect("aborted")
    child.expect(r"\[trace\] \?-")
    child.send("nodebug.\rX = 4.\r")
    child.expect(seen("X = 4."))
    child.expect(r"(?<!\] )\?- ")
    assert left(child) == 0
