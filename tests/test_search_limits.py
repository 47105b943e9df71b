"""Limits, progress and Ctrl-C: a search that is stopped says by what, and how far it got."""

from __future__ import annotations

import _thread
import re
import threading
from time import perf_counter

import pytest
from boards import blocks, ducks, jugs, sliding

from logicpuzzles.endings import Exhausted, Path, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import Limits, Task, solve
from logicpuzzles.wording import counted

EIGHT = (8, 6, 7, 2, 5, 4, 3, 0, 1)
FIFTEEN = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # 80 moves: no one waits for the end of it
ENGINES = ("rules", "compiled")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida"])
@pytest.mark.parametrize("nodes", [1, 2, 10, 1000, 5555])
def test_limit_of_nodes(strategy: str, engine: str, nodes: int) -> None:
    """A search stopped by a limit on nodes has counted just so many."""
    ending = solve(sliding(3, 3, EIGHT), strategy, engine, Limits(nodes=nodes))
    assert isinstance(ending, Stopped)
    assert ending.nodes == nodes
    assert ending.reason.startswith(f"the limit of {counted(nodes, 'node')} was reached; no solution has ")
    if strategy != "bfs":
        assert sum(looked for _, looked in ending.limits) == nodes


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida"])
def test_limit_just_enough(strategy: str, engine: str) -> None:
    """A limit of as many nodes as the solution takes does not stop it; one less does."""
    needed = solve(ducks("BBBWWW__"), strategy, engine)
    assert isinstance(solve(ducks("BBBWWW__"), strategy, engine, Limits(nodes=needed.nodes)), Path)
    assert isinstance(solve(ducks("BBBWWW__"), strategy, engine, Limits(nodes=needed.nodes - 1)), Stopped)


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida", "auto"])
def test_limit_of_seconds(strategy: str, engine: str) -> None:
    """A limit on seconds stops soon after it."""
    solve(sliding(2, 3, (1, 2, 0, 3, 4, 5)), strategy, engine)  # compiles what will be timed
    began = perf_counter()
    ending = solve(sliding(4, 4, FIFTEEN), strategy, engine, Limits(seconds=0.5))
    assert isinstance(ending, Stopped)
    assert "0.5 seconds" in ending.reason
    assert 0.5 <= perf_counter() - began < 2


@pytest.mark.parametrize("engine", ENGINES)
def test_limit_of_memory(engine: str) -> None:
    """A limit on memory stops breadth first; deepening needs next to none."""
    ending = solve(sliding(3, 3, EIGHT), "bfs", engine, Limits(memory=1_000_000))
    assert isinstance(ending, Stopped)
    assert "1,000,000 bytes" in ending.reason
    assert isinstance(solve(sliding(3, 3, EIGHT), "ida", engine, Limits(memory=1_000_000)), Path)


@pytest.mark.parametrize("engine", ENGINES)
def test_deepening_ends_without_cutting(engine: str) -> None:
    """Where every sequence of moves ends, deepening proves that there is no solution by itself."""
    climb = tuple(Rule((Equals(0, step),), (step + 1, Cell(1)), "on") for step in (0, 1))
    rules = Rewriting(2, climb, ((0, 1, 2),) * 2)
    ending = solve(Task.of(rules, (0, 0), (pattern_of((2, 2)),)), "iddfs", engine)
    assert isinstance(ending, Exhausted)
    assert ending.reason == "no sequence of moves is longer than 3, and all of them were tried"
    assert ending.limits == ((1, 2), (2, 3), (3, 3))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_move_at_all(engine: str) -> None:
    """A start without a move is exhausted at once."""
    rules = Rewriting(1, (Rule((Equals(0, 1),), (0,), "down"),), ((0, 1),))
    ending = solve(Task.of(rules, (0,), (pattern_of((1,)),)), "bfs", engine)
    assert isinstance(ending, Exhausted)
    assert (ending.nodes, ending.reason) == (1, "no move is possible from the start, which is no goal")


def test_progress() -> None:
    """Long work tells how far it is, at most about five times a second."""
    lines: list[str] = []
    solve(sliding(4, 4, FIFTEEN), "ida", "rules", Limits(seconds=1), lines.append)
    assert 1 <= len(lines) <= 5
    told = re.compile(r"limit \d+: [\d,]+ states?(; [\d,]+ states? listed, in case none is a goal)?")
    assert all(told.fullmatch(line) for line in lines), lines


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
def test_interrupt(engine: str) -> None:
    """Ctrl-C gets through within 0.2 seconds, and the next search is not disturbed."""
    solve(sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida", "compiled")
    pressed: list[float] = []

    def press() -> None:
        pressed.append(perf_counter())
        _thread.interrupt_main()

    timer = threading.Timer(1, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solve(sliding(4, 4, FIFTEEN), "ida", engine)
    assert perf_counter() - pressed[0] < 0.2
    assert isinstance(solve(sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida", engine), Path)


def test_hand_over() -> None:
    """`auto` hands over to the kernel when plain Python takes long: the same answer, the same nodes."""
    task = sliding(3, 3, EIGHT)
    long, short = solve(task, "iddfs", limits=Limits(nodes=3_000_000)), solve(task, "ida", limits=Limits(nodes=100))
    assert (long.engine, short.engine) == ("compiled", "rules")
    assert long.limits == solve(task, "iddfs", "compiled", Limits(nodes=3_000_000)).limits


@pytest.mark.parametrize(
    ("task", "strategy"),
    [
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida"),  # a table
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), bound_name="derived"), "bfs"),  # small, and no table of its own
        (blocks(), "bfs"),
        (sliding(4, 4, (5, 1, 2, 4, 9, 6, 3, 7, 13, 10, 11, 8, 14, 15, 12, 0), bound_name="derived"), "bfs"),
        (sliding(4, 4, (1, 10, 15, 4, 13, 6, 3, 8, 2, 9, 12, 7, 14, 5, 0, 11), bound_name="derived"), "ida"),
    ],
)
def test_auto_strategy(task: Task, strategy: str) -> None:
    """`ida` with a proved table, else `bfs` while the space is small, else `ida` with a derived bound."""
    assert solve(task).strategy == strategy


@pytest.mark.parametrize(
    ("strategy", "engine", "word"),
    [("best", "auto", "best"), ("bfs", "turbo", "turbo"), ("", "auto", "strategy")],
)
def test_unknown_names(strategy: str, engine: str, word: str) -> None:
    """An unknown strategy or engine is refused with the names that there are."""
    with pytest.raises(PuzzleError, match=word) as refused:
        solve(blocks(), strategy, engine)
    assert "one of" in str(refused.value)


def test_too_many_values_for_a_kernel() -> None:
    """More than 64 values do not fit: `compiled` says so, `auto` searches without a kernel."""
    task = jugs((70, 3, 2), (70, 0, 0), (Equals(0, 66),))
    with pytest.raises(PuzzleError, match="71 different values"):
        solve(task, "bfs", "compiled")
    assert isinstance(solve(task), Path)
