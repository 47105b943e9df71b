"""What stops a query, and what is usable afterwards: alike on either engine, in Python, as a command, in a session."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from logicpuzzles import LimitReached, PuzzleError, ask, load
from logicpuzzles.logic.machine import growth
from logicpuzzles.logic.machine.codes import H
from logicpuzzles.logic.machine.growth import Growing
from logicpuzzles.logic.machine.memory import GROWING
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session
from logicpuzzles.watchdog import Watchdog

PROGRAM = """
grow(X) :- grow([a | X]).
deep(N) :- M is N + 1, deep(M), true(M).
true(_).
again :- again.
down(0).
down(N) :- N > 0, M is N - 1, down(M).
same([], []).
same([X | Xs], [X | Ys]) :- same(Xs, Ys).
churn(0, L, L).
churn(N, L, K) :- N > 0, same(L, M), O is N - 1, churn(O, M, K).
double(0, X, X).
double(N, X, f(Y, Y)) :- N > 0, M is N - 1, double(M, X, Y).
"""
RAISING = """
from logicpuzzles import Relation, relation, PuzzleError

@relation
def broken(x):
    raise PuzzleError("the relation has failed")
"""
LIMIT, LITTLE = 100_000_000, 10_000_000
MEMORY = "the query was stopped: it has taken {:,} bytes of memory."
FULL = ["grow([])", "deep(0)", "findall(X, (between(1, inf, N), X = f(N, N, N)), L)", "length(L, N), N < 0"]
ENGINES = ["reference", "kernel"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "runaway.pl"
    path.write_text(PROGRAM)
    return str(path)


GREW = """
import sys
from pathlib import Path
from logicpuzzles import LimitReached, ask
from logicpuzzles.watchdog import resident
def most():  # getrusage would tell what the process that started this one has held at most
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(line.split()[1])
file, goal, limit = sys.argv[1:]
ask("down(9)", file, engine="kernel").first()
before = resident()
try:
    ask(goal, file, seconds=None, memory=int(limit), engine="kernel").first()
except LimitReached as error:
    print(most() - before, error.problem)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the most that a process has held")
@pytest.mark.parametrize("goal", FULL)
def test_what_fills_the_memory_is_stopped_near_the_limit(file, goal):
    """In a process of its own, to which no memory is left from what ran before."""
    command = [sys.executable, "-c", GREW, file, goal, str(LIMIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    grew, problem = done.stdout.strip().split(" ", 1)
    assert problem == MEMORY.format(LIMIT).rstrip(".")
    assert 0.6 * LIMIT < int(grew) < 1.2 * LIMIT


@pytest.mark.parametrize("engine", ENGINES)
def test_time_stops_what_never_ends(file, engine):
    query = load(file).ask("again", seconds=0.4, engine=engine)
    with pytest.raises(LimitReached, match=r"^the query was stopped after 0\.4 seconds"):
        query.first()


@pytest.mark.parametrize(
    "goal",
    [
        "double(60, a, X), double(60, a, Y), X = Y",
        "double(60, a, X), double(60, a, Y), X \\= Y",
        "double(60, a, X), double(0, Z, W), W = g(X, h(Z))",
        "double(60, a, X), double(60, a, Y), X == Y",
        "double(60, a, X), ground(X)",
        "double(60, a, X), double(60, a, Y), compare(O, X, Y)",
        "double(60, a, X), double(60, a, Y), append([X], [], [Y])",
        "double(60, a, X), msort([X, b], L)",
        "double(60, 1, X), Y is X",
        "double(60, a, X), findall(X, true, L)",
        "double(60, _, X), \\+ X = a",
    ],
)
def test_a_single_goal_that_takes_ages_is_stopped(file, goal):
    """Of a term with more parts than anyone can visit: 2 ** 60."""
    query = load(file).ask(goal, seconds=0.3, memory=10 * LIMIT, engine="kernel")
    with pytest.raises(LimitReached, match="the query was stopped"):
        query.first()


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ("double(22, a, X), double(22, a, Y), X = Y", True),
        ("double(22, a, X), double(22, b, Y), X = Y", False),
        ("double(22, Z, X), double(22, b, Y), X = Y, Z == b", True),
        ("double(22, a, X), double(22, b, Y), X \\= Y", True),
        ("double(22, a, X), double(22, a, Y), X \\= Y", False),
        ("double(22, Z, X), Z = X", False),
        ("double(22, Z, X), Y = g(X), Y = g(_)", True),
        ("double(20, Z, X), findall(Y-[X, X], member(Y, [1, 2]), [1-[A, B], 2-_]), A = B", True),
    ],
)
def test_a_goal_that_takes_several_slices_goes_on_where_it_stopped(file, goal, holds):
    """A slice looks at some four million cells."""
    with open(file, "a") as opened:  # in a clause: an answer would be as large as it is to Python
        opened.write(f"holds :- {goal}.\n")
    assert (ask("holds", file, engine="kernel").first() is not None) == holds


@pytest.mark.parametrize("stack", [1, 7, growth.STACK])
def test_what_lives_is_kept_in_order_when_the_heap_is_collected(file, monkeypatch, stack):
    """Also where the stack of what is to be looked at is far too small."""
    monkeypatch.setattr(growth, "STACK", stack)
    collected = []
    whole = Growing.collect
    monkeypatch.setattr(Growing, "collect", lambda run: collected.append(int(run.st[H])) or whole(run))
    goal = "numlist(1, 3000, L), churn(60, L, K), append(_, [X], K), sum_list(K, N)"
    found = ask(goal, file, engine="kernel").first()
    assert (found["X"], found["N"]) == (3000, 3000 * 3001 // 2)
    assert collected


def test_a_recursion_that_leaves_nothing_behind_takes_no_memory(file):
    run = ask("down(3000000)", file, engine="kernel").run()
    assert next(run) == {}
    assert sum(getattr(run._kernel.run, name).nbytes for name in GROWING) < 3_000_000


def test_what_is_collected_has_room(file):
    """Also where it is constants, of which none needs room beside its own."""
    run = ask("findall(x, between(1, 50000, _), L), length(L, N)", file, engine="kernel").run()
    assert next(run)["N"] == 50_000
    assert len(run._kernel.run.store) > 2 * 50_000


def test_the_system_has_no_more_memory(file, monkeypatch):
    def none(*_):
        raise MemoryError

    monkeypatch.setattr(Growing, "enlarge", none)
    with pytest.raises(LimitReached, match="the query was stopped: out of memory"):
        ask("grow([])", file, engine="kernel").first()


def test_what_a_relation_in_python_raises_is_told_alike(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(RAISING)
    rulefile = load(path)
    told = []
    for engine in ENGINES:
        with pytest.raises(PuzzleError) as caught:
            ask("member(X, [1]), broken(X)", rulefile, engine=engine).first()
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert "the relation has failed" in told[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_command_says_what_stopped_it(file, engine, cli):
    code, out, err = cli("query", "--engine", engine, "--limit-memory", "10MB", file, "grow([])")
    assert (code, out) == (3, "")
    assert err.startswith(f"Stopped: {MEMORY.format(LITTLE)} Next: ")
    code, out, err = cli("query", "--engine", engine, "--limit-seconds", "2", file, "again")
    assert (code, out) == (3, "")
    assert err.startswith("Stopped: the query was stopped after 2 seconds. Next: ")


def said(session, text):
    """What a session prints."""
    target = StringIO()
    session.say = lambda line: print(line, file=target)
    Plain(session, StringIO(text), target).run()
    return target.getvalue()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_session_goes_on_after_a_limit(file, engine):
    session = Session(print, memory=LITTLE, engine=engine)
    session.consult([file])
    told = said(session, "grow([]).\ndown(3).\n")
    assert f"\nError: {MEMORY.format(LITTLE)} Next: " in f"\n{told}"  # after a note where the kernel is compiled
    assert told.endswith("\ntrue.\n")


@pytest.mark.parametrize(
    ("what", "named", "query"),
    [
        ("logicpuzzles.text.answer.Answer.goals", "writing the answer", "X = 1"),
        ("logicpuzzles.repl.session.text", "drawing the board", "start(S), show(S)"),
    ],
)
def test_what_a_session_writes_and_draws_has_limits_too(monkeypatch, what, named, query):
    """A picture or an answer may be huge where the query was quick; the session goes on."""

    def endless(*_, **__):
        while True:
            pass

    session = Session(print, seconds=2)
    session.consult(["seven"])
    with monkeypatch.context() as patched:
        patched.setattr(what, endless)
        told = said(session, f"{query}.\n")
    assert f"Error: {named} was stopped after 2 seconds. Next: ask for less" in told
    assert said(session, "X = 2.\n") == "X = 2.\n"


@pytest.mark.parametrize("moment", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("goal", ["again", "deep(0)", "double(60, a, X), double(60, a, Y), X = Y"])
def test_ctrl_c_while_the_kernel_runs_leaves_a_usable_session(file, monkeypatch, goal, moment):
    """It arrives while the kernel runs, and is seen at the next of its pauses."""
    rulefile = load(file)
    looks = []
    check = Watchdog.check

    def interrupt(self):
        looks.append(self)
        if len(looks) == moment:
            os.kill(os.getpid(), signal.SIGINT)
        check(self)

    with monkeypatch.context() as patched:
        patched.setattr(Watchdog, "check", interrupt)
        with pytest.raises(KeyboardInterrupt):
            ask(goal, rulefile, seconds=None, memory=10 * LIMIT, engine="kernel").first()
    assert len(looks) >= moment
    for engine in ("kernel", "auto", "reference"):
        assert list(ask("churn(2, [1, 2], K)", rulefile, engine=engine)) == [{"K": (1, 2)}]
