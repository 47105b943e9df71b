"""Limits, progress and Ctrl-C: a search that is stopped says by what, and how far it got."""

from __future__ import annotations

import _thread
import re
import threading
from math import inf

import pytest
from boards import blocks, ducks, jugs, sliding

from logicpuzzles.endings import Exhausted, Path, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import Limits, SearchProblem, budget, plan, solve
from logicpuzzles.search.budget import UNLIMITED, Budget, Outcome
from logicpuzzles.search.deepening import deepening
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
    """A limit on seconds stops a search that would go on for hours."""
    ending = solve(sliding(4, 4, FIFTEEN), strategy, engine, Limits(seconds=0.5))
    assert isinstance(ending, Stopped)
    assert "0.5 seconds" in ending.reason
    assert ending.seconds >= 0.5


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
    ending = solve(SearchProblem.of(rules, (0, 0), (pattern_of((2, 2)),)), "iddfs", engine)
    assert isinstance(ending, Exhausted)
    assert ending.reason == "no sequence of moves is longer than 3, and all of them were tried"
    assert ending.limits == ((1, 2), (2, 3), (3, 3))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_move_at_all(engine: str) -> None:
    """A start without a move is exhausted at once."""
    rules = Rewriting(1, (Rule((Equals(0, 1),), (0,), "down"),), ((0, 1),))
    ending = solve(SearchProblem.of(rules, (0,), (pattern_of((1,)),)), "bfs", engine)
    assert isinstance(ending, Exhausted)
    assert (ending.nodes, ending.reason) == (1, "no move is possible from the start, which is no goal")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Every look at it finds that 1/64 second has gone by, whatever the machine."""
    clock = Clock()
    for module in (plan, budget):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock


class Clock:
    """The seconds that have gone by; each call adds `step`."""

    now, step = 0.0, 1 / 64

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_progress(clock: Clock) -> None:
    """Long work tells how far it is, at most about five times a second."""
    lines: list[str] = []
    solve(sliding(4, 4, FIFTEEN), "ida", "rules", Limits(seconds=1), lines.append)
    assert len(lines) == 4
    told = re.compile(r"limit \d+: [\d,]+ states?(; [\d,]+ states? listed, in case none is a goal)?")
    assert all(told.fullmatch(line) for line in lines), lines


@pytest.mark.parametrize("speed", [1e3, 1e6, 1e9])
def test_slices_are_short(clock: Clock, speed: float) -> None:
    """Between two looks at Ctrl-C and limits lies about as much time on a slow machine as on a fast one."""
    going, clock.step = Budget(work=1 << 16, seconds=0.05), 0
    for _ in range(40):
        clock.now += going.work / speed
        going.tick(str)
    assert 0.025 <= going.work / speed <= 0.1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
def test_interrupt(engine: str) -> None:
    """Ctrl-C ends a search that would go on for hours, and the next one is not disturbed."""

    caught = threading.Event()

    def press() -> None:
        """Again where it is lost: hypothesis has a callback of the garbage collector, where nothing can be raised."""
        while not caught.wait(1):
            _thread.interrupt_main()

    pressing = threading.Thread(target=press)
    pressing.start()
    with pytest.raises(KeyboardInterrupt):
        solve(sliding(4, 4, FIFTEEN), "ida", engine)
    caught.set()
    pressing.join()
    assert isinstance(solve(sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida", engine), Path)


@pytest.mark.parametrize(("patience", "engine"), [(0.0, "compiled"), (inf, "rules")])
def test_hand_over(monkeypatch: pytest.MonkeyPatch, patience: float, engine: str) -> None:
    """`auto` hands over to the kernel when plain Python takes long: the same answer, the same nodes."""
    for name in ("HAND_OVER", "NUMPY_IS_THERE"):
        monkeypatch.setattr(plan, name, patience)
    problem, limits = sliding(3, 3, EIGHT), Limits(nodes=30_000)
    found = solve(problem, "iddfs", limits=limits)
    assert found.engine == engine
    assert found.limits == solve(problem, "iddfs", "compiled", limits).limits


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida"),  # a table
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), bound_name="derived"), "bfs"),  # small, and no table of its own
        (blocks(), "bfs"),
        (sliding(4, 4, (5, 1, 2, 4, 9, 6, 3, 7, 13, 10, 11, 8, 14, 15, 12, 0), bound_name="derived"), "bfs"),
        (sliding(4, 4, (1, 10, 15, 4, 13, 6, 3, 8, 2, 9, 12, 7, 14, 5, 0, 11), bound_name="derived"), "ida"),
    ],
)
def test_auto_strategy(problem: SearchProblem, strategy: str) -> None:
    """`ida` with a proved table, else `bfs` while the space is small, else `ida` with a derived bound."""
    assert solve(problem).strategy == strategy


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
    problem = jugs((64, 3, 2), (64, 0, 0), (Equals(0, 60),))
    with pytest.raises(PuzzleError, match="65 different values"):
        solve(problem, "bfs", "compiled")
    assert isinstance(solve(problem), Path)
    assert isinstance(solve(jugs((63, 3, 2), (63, 0, 0), (Equals(0, 59),)), "bfs", "compiled"), Path)


def test_a_survey_does_not_end_a_slice(clock: Clock) -> None:
    """A slice that is cut short says nothing about how long slices take: else they would last as long as all before."""
    search = deepening(sliding(4, 4, FIFTEEN), True)
    search.prepare(Budget(Limits()))
    assert search.survey is not None
    search.survey.due = 100
    assert search.run(5000, UNLIMITED) == Outcome.PAUSED
    assert search.nodes == 5000
    assert search.survey.due > 5000
