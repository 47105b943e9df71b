"""From text to answer: whatever the strategy, engine, bound and number of workers, what plain Python finds."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path as File

import pytest
from scale import scale
from text_puzzles import Made, State, costs_from, made

from logicpuzzles import Puzzle, load
from logicpuzzles.endings import Counted, Exhausted, Path, Stopped
from logicpuzzles.errors import BoundWarning
from logicpuzzles.limits import Limits
from logicpuzzles.puzzles.chosen_bound import BoundChoice, BoundLike
from logicpuzzles.search import STRATEGIES, Solutions, count, deepening, plan, portfolio, restarting_astar, solve
from logicpuzzles.search.kernels import deepening as shared_deepening
from logicpuzzles.search.kernels import sharing

MOST = 200  # solutions that are listed


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes part where searches last takes part at once: stronger bounds, pruning, other searches, workers."""
    for module in (deepening, restarting_astar, portfolio):
        monkeypatch.setattr(module, "LASTING", 10)
    for name, nodes in (("SMALL", 8), ("PROVED", 16), ("TURN", 16)):
        monkeypatch.setattr(portfolio, name, nodes)
    monkeypatch.setattr(deepening, "PRUNE_AFTER", -(1 << 62))
    monkeypatch.setattr(shared_deepening, "LASTS", 5)
    monkeypatch.setattr(sharing, "BRANCHES", 4)
    monkeypatch.setitem(plan.SLICES, "compiled", (4, 0.01))


def cheapest(one: Made, left: dict[State, int | None]) -> list[tuple[tuple[int, ...], tuple[State, ...]]]:
    """The cheapest solutions in clause order, with no state twice: at most `MOST` and one more."""
    found: list[tuple[tuple[int, ...], tuple[State, ...]]] = []

    def go_on(moves: tuple[int, ...], states: tuple[State, ...]) -> None:
        if one.is_goal(states[-1]):
            found.append((moves, states))
            return
        for label, after, cost in one.moves(states[-1]):
            further = left[after]
            if (
                further is not None
                and cost + further == left[states[-1]]
                and after not in states
                and len(found) <= MOST
            ):
                go_on((*moves, label), (*states, after))

    if left[one.start] is not None:
        go_on((), (one.start,))
    return found


def check(one: Made, puzzle: Puzzle, bound: BoundLike | None, left: dict[State, int | None]) -> None:
    """Every strategy by both engines with this bound; the bound of every state."""
    problem, best = puzzle.problem(bound=bound), left[one.start]
    for state, far in left.items():
        assert far is None or (problem.bound(state) or 0) <= far
        assert far is None or problem.bound(state) is not None
    expected = cheapest(one, left)
    few = len(expected) <= MOST
    for strategy in (*STRATEGIES, "auto"):
        for engine, workers in (("rules", 1), ("compiled", 1), ("compiled", 2)):
            ending = solve(problem, strategy, engine, Limits(nodes=3000), workers=workers)
            if best is None:
                assert isinstance(ending, Exhausted | Stopped)
            elif isinstance(ending, Path):
                puzzle.check(ending, start=one.start)
                assert ending.cost == best or strategy in ("greedy", "dfs")
                assert ending.cost - (ending.gap or 0) <= best <= ending.cost or strategy == "dfs"
                if ending.strategy in ("bfs", "iddfs", "ida"):
                    assert (ending.moves, ending.states) == expected[0]
            else:
                assert isinstance(ending, Stopped)
            if few and strategy in ("bfs", "ida", "bidirectional"):
                every = Solutions(problem, strategy, engine, Limits(nodes=3000), workers=workers)
                listed = [(path.moves, path.states) for path in every]
                assert listed == (expected[: len(listed)] if isinstance(every.ending, Stopped) else expected)
                number = count(problem, strategy, engine, Limits(nodes=3000), workers=workers)
                assert not isinstance(number, Counted) or number.count == len(expected)


@pytest.mark.parametrize("first", range(0, scale(16, 1600), 8))
def test_random_text(first: int, tmp_path: File) -> None:
    """Puzzles of several kinds, with and without costs."""
    for seed in range(first, first + 8):
        one = made(seed)
        (tmp_path / f"case{seed}.pl").write_text(one.text)
        puzzle = load(str(tmp_path / f"case{seed}.pl")).puzzle
        from_start = costs_from(one.moves, one.start)
        left: dict[State, int | None] = {
            state: min((far for after, far in costs_from(one.moves, state).items() if one.is_goal(after)), default=None)
            for state in from_start
        }
        for state in from_start:
            assert puzzle.priced(state) == tuple(one.moves(state)) == tuple(puzzle.rewriting.priced(state))
        found = puzzle.explore(from_start=True)
        assert {cost: n for cost, n in enumerate(found.depths) if n} == Counter(from_start.values())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", BoundWarning)
            held = sorted({value for state in from_start for value in state})
            bounds = (None, "none", BoundChoice("derived", memory=2000), [[value] for value in held])
            check(one, puzzle, bounds[seed % 4], left)
