"""Reading, compiling, building and exploring end at their limits, whoever asks and in whichever thread."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from math import inf
from pathlib import Path
from time import perf_counter

import pytest
from waiting import HANGS

from logicpuzzles import LimitReached, Limits, ask, load
from logicpuzzles.cli import run
from logicpuzzles.endings import Stopped
from logicpuzzles.limits import default_memory, half_of_free_memory
from logicpuzzles.watchdog import end

STILL = "still loading {}; Ctrl-C stops it\n"  # where the machine is busy
MANY = 150_000
LOOP = "while True:\n    pass\n"
MODEL = """
from constraint import Problem
from logicpuzzles import Model

def build():
    problem = Problem()
    problem.addVariables(range(20_000), range(10))
    for i in range(20_000 - 1):
        problem.addConstraint(lambda a, b: a != b and (a + b) % 7 != 3, (i, i + 1))
    return problem

model = Model(build)
"""
PROLOG = {
    "facts": "".join(f"edge(at(n{i}), [{i}]).\n" for i in range(4 * MANY)),
    "clauses": "".join(f"p(X, Y) :- Y > {i}, X = Y.\n" for i in range(MANY)),
    "brackets": f"p({'(' * MANY * 4}a{')' * MANY * 4}).\n",
    "lists": f"p({'[' * MANY * 4}a{']' * MANY * 4}).\n",
    "compounds": f"p({'f(' * MANY * 4}a{')' * MANY * 4}).\n",
    "signs": f"p({'- ' * MANY * 6}1).\n",
    "literals": f"p :- {', '.join(['q(X, 1)'] * MANY * 2)}.\n",
    "relations": "".join(f"p{i}(X) :- p{i + 1}(X).\n" for i in range(MANY)),
    "grammar": "".join(f"s{i} --> [a{i}], s{i + 1}, {{true}}.\n" for i in range(MANY)),
    "directives": ":- use_module(library(lists)).\n" * MANY * 4,
    "tables": "".join(f":- table q{i}/1.\nq{i}(1).\n" for i in range(MANY)),
    "numbers": f"p([{', '.join(map(str, range(MANY * 8)))}]).\n",
    "a long line": f"p({', '.join(['a'] * MANY * 6)}, X + 1).\n",
}


def soon(work):
    """What `work` gives, in time."""
    began = perf_counter()
    found = work()
    assert perf_counter() - began < HANGS
    return found


def told(capsys, *args: str) -> tuple[int, str, str]:
    code = soon(lambda: run(args))
    assert end(inf) == inf, "a limit of the command holds on"
    out, err = capsys.readouterr()
    return code, out, err.removeprefix(STILL.format(args[-1])).removeprefix(STILL.format(args[-2]))


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("kind", PROLOG)
def test_a_text_that_is_long_to_read_is_not_read_to_its_end(kind, capsys, tmp_path):
    file = written(tmp_path, "long.pl", PROLOG[kind])
    code, out, err = told(capsys, "query", "--limit-seconds", "0.3", file, "true")
    assert (code, out) == (3, "")
    assert err.startswith(f"Stopped: reading {file} was stopped after 0.3 seconds. Next: ")


@pytest.mark.parametrize("kind", ["facts", "lists"])
def test_it_stops_at_a_limit_on_memory_too(kind, tmp_path):
    """In a process of its own: one that has freed much before takes nothing new."""
    file = written(tmp_path, "long.pl", PROLOG[kind])
    asked = [sys.executable, "-m", "logicpuzzles", "query", "--limit-memory", "1MB", file, "true"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    told = done.stderr.removeprefix(STILL.format(file))
    assert told.startswith(f"Stopped: reading {file} was stopped: it has taken 1,000,000 bytes of memory. Next: ")


@pytest.mark.parametrize("text", [f"X = {'[' * MANY}{']' * MANY}", f"X = {'- ' * MANY}1", "a = a, " * MANY + "true"])
def test_a_query_that_is_long_to_read_is_not_read_to_its_end(text):
    with pytest.raises(LimitReached, match=r"^reading the query was stopped after 0\.2 seconds"):
        soon(lambda: ask(text, seconds=0.2))


@pytest.mark.parametrize("command", ["solve", "explore", "deal", "check", "listing", "show"])
def test_a_rule_file_that_loops_is_stopped_by_every_command(command, capsys, tmp_path):
    file = written(tmp_path, "loop.py", LOOP)
    code, out, err = told(capsys, command, "--limit-seconds", "0.3", file)
    assert (code, out) == (3, "")
    assert err.startswith(f"Stopped: loading {file} was stopped after 0.3 seconds. Next: ")


def test_test_and_repl_stop_it_too(capsys, tmp_path):
    prolog, python = written(tmp_path, "long.pl", PROLOG["clauses"]), written(tmp_path, "loop.py", LOOP)
    code, _, err = told(capsys, "test", "--limit-seconds", "0.3", prolog)
    assert code == 3
    assert err.startswith(f"Stopped: reading {prolog} was stopped after 0.3 seconds")
    code, _, err = told(capsys, "repl", "--limit-seconds", "0.3", python)
    assert code == 3
    assert err.startswith(f"Stopped: loading {python} was stopped after 0.3 seconds")


def test_a_rule_file_that_sleeps_says_so_once(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("logicpuzzles.cli.screen.SLOW", 0.1)
    file = written(tmp_path, "slow.py", "import time\ntime.sleep(60)\n")
    assert soon(lambda: run(("solve", "--limit-seconds", "0.5", file))) == 3
    said, stopped = capsys.readouterr().err.splitlines()
    assert f"{said}\n" == STILL.format(file)
    assert stopped.startswith(f"Stopped: loading {file} was stopped after 0.5 seconds")


@pytest.mark.parametrize("command", ["solve", "explore", "deal", "listing", "check"])
def test_a_large_board_is_not_built_to_its_end(command, capsys):
    code, _, err = told(capsys, command, "--limit-seconds", "0.4", "sliding", "--rows", "300", "--cols", "300")
    assert code == 3
    assert "was stopped after 0.4 seconds" in err


def test_compiling_says_what_was_compiled():
    puzzle = soon(lambda: load("sliding", rows=24, cols=24)).puzzle
    ending = soon(lambda: puzzle.solve(limits=Limits(seconds=0.2)))
    assert isinstance(ending, Stopped)
    assert "compiling move_piece was stopped after 0.2 seconds" in ending.reason


def test_a_large_model_is_not_built_to_its_end(capsys, tmp_path):
    file = written(tmp_path, "large.py", MODEL)
    limits = Limits(seconds=0.3)
    model = load(file).model
    ending = soon(lambda: model.solve(limits=limits))
    assert isinstance(ending, Stopped)
    assert ending.reason.startswith("building the model was stopped after 0.3 seconds")
    assert soon(lambda: model.tally(limits=limits))[0] == 0
    with pytest.raises(LimitReached, match="building the model was stopped"):
        soon(lambda: model.count(limits=limits))
    assert isinstance(soon(lambda: model.explain(limits=limits)), Stopped)
    code, out, _ = told(capsys, "solve", "--limit-seconds", "0.3", file)
    assert code == 3
    assert " ".join(out.split()).startswith("Stopped: building the model was stopped after 0.3 seconds")


def test_a_limit_holds_in_a_worker_thread(tmp_path):
    file = written(tmp_path, "long.pl", PROLOG["clauses"])
    caught = []

    def work():
        endless = "between(1, inf, X), X < 0"
        for asked in (lambda: ask("true", file, seconds=0.3), lambda: list(ask(endless, seconds=0.3))):
            with pytest.raises(LimitReached) as limit:
                asked()
            caught.append(limit.value.problem)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(HANGS)
    assert caught == [f"reading {file} was stopped after 0.3 seconds", "the query was stopped after 0.3 seconds"]


def test_what_may_be_taken_by_default_follows_what_is_free(monkeypatch):
    monkeypatch.setattr("logicpuzzles.limits._half_of_free", lambda second: 1_000_000)
    assert default_memory() == half_of_free_memory() == 1_000_000
    with pytest.raises(LimitReached, match="it has taken 1,000,000 bytes of memory"):
        soon(lambda: list(ask("numlist(1, 900000, L), findall(X-L, member(X, L), R)")))


def test_a_group_of_processes_may_have_less_than_the_machine(tmp_path, monkeypatch):
    from logicpuzzles import limits

    (tmp_path / "memory.max").write_text("3000\n")
    (tmp_path / "memory.current").write_text("2500\n")
    (tmp_path / "memory.stat").write_text("anon 5\ninactive_file 100\n")
    assert limits._free_of_group(tmp_path, "memory.max", "memory.current") == 600
    (tmp_path / "memory.max").write_text("max\n")
    with pytest.raises(ValueError, match="max"):
        limits._free_of_group(tmp_path, "memory.max", "memory.current")


def test_an_interrupt_while_the_system_is_asked_leaves_nothing_that_warns():
    """A file object left unclosed would warn when it is collected, and pytest makes an error of that."""
    from logicpuzzles import limits

    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    moments, interrupts = random.Random(1), 0
    try:
        while interrupts < 300:
            try:
                signal.setitimer(signal.ITIMER_REAL, moments.uniform(0.00001, 0.0003))
                for _ in range(1000):
                    limits._free_of_machine()
            except KeyboardInterrupt:
                interrupts += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
