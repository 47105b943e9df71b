"""Every kernel that Python calls gives the same as ordinary Python, and leaves the same in its arrays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from as_python import as_python
from boards import blocks, jugs, knight, sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_up import bound, of_cells, of_values
from random_rules import boards as random_boards
from random_rules import naive_levels, problems
from rulesets import in_order
from scale import scale
from tiny_games import tiny_games

from logicpuzzles.kernels import launch as launching
from logicpuzzles.kernels.words import int64
from logicpuzzles.proofs.abstraction.filling import Plan, entries_of
from logicpuzzles.proofs.abstraction.table_builder import Crew
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.rewriting.rewrite import Equals, Rewriting
from logicpuzzles.search import Limits, SearchProblem, Solutions, plan, solve
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.exploration_task import ExplorationTask
from logicpuzzles.search.explore import explore
from logicpuzzles.search.parts.board import BLOCK, BoardParts
from logicpuzzles.search.parts.numberings import keyed
from logicpuzzles.search.parts.run import PartsQueue
from logicpuzzles.search.parts.store import Memory
from logicpuzzles.workers.here import Here

MOST = 300  # nodes
COMPARED: set[str] = set()


def copied(value: Any, known: dict[int, Any]) -> Any:
    """A copy of an argument; an array that is given twice is one."""
    if isinstance(value, np.ndarray):
        return known.setdefault(id(value), value.copy())
    return type(value)(*(copied(part, known) for part in value)) if isinstance(value, tuple) else value


def arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays(part)


def both(kernel: Callable[..., Any], *arguments: Any) -> int:
    """What `launch` gives; it is what Python gives."""
    known: dict[int, Any] = {}
    copies = [copied(one, known) for one in arguments]
    found = launching.launch(kernel, *arguments)
    expected = as_python(kernel, *copies)
    assert found == int64(expected or 0), kernel.__name__
    for one, other in zip(arrays(arguments), arrays(tuple(copies)), strict=True):
        assert one.tobytes() == other.tobytes(), kernel.__name__
    COMPARED.add(f"{kernel.__module__.removeprefix('logicpuzzles.')}.{kernel.__name__}")
    return found


@pytest.fixture(autouse=True)
def _both(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that calls kernels calls them in both ways, in short slices."""
    import logicpuzzles.games.searching
    import logicpuzzles.proofs.kernels.general
    import logicpuzzles.proofs.kernels.wandering
    import logicpuzzles.search.ground_breadth
    import logicpuzzles.search.kernels.board_queue
    import logicpuzzles.search.kernels.cheapest
    import logicpuzzles.search.kernels.depth
    import logicpuzzles.search.kernels.hash_queue
    import logicpuzzles.search.kernels.moves
    import logicpuzzles.search.kernels.radix_queue
    import logicpuzzles.search.kernels.ranks_queue
    import logicpuzzles.search.kernels.simple_paths
    import logicpuzzles.search.kernels.tours
    import logicpuzzles.search.parts.board
    import logicpuzzles.search.parts.key_blocks
    import logicpuzzles.search.parts.key_table  # noqa: F401

    original = launching.launch
    for module in list(sys.modules.values()):
        if getattr(module, "launch", None) is original and module is not launching:
            monkeypatch.setattr(module, "launch", both)
    monkeypatch.setitem(plan.SLICES, "compiled", (64, 0.0001))


@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida", "astar", "bidirectional", "dfs"])
@settings(max_examples=scale(4, 100))
@given(data=st.data())
def test_one_solution(strategy: str, data: st.DataObject) -> None:
    bounded = strategy in ("ida", "astar")
    problem = data.draw(st.one_of(problems(st.integers(1, 4), bounded=bounded), random_boards(bounded=bounded)))
    solve(problem, strategy, "compiled", Limits(nodes=MOST))


@pytest.mark.parametrize("strategy", ["ida", "astar"])
@pytest.mark.parametrize("pieces", [[(1, 3), (2, 4, 5)], [(1, 2), (3,)], [(1, 3, 2), (2, 4), (1, 5)]])
def test_bounds_that_are_looked_up(strategy: str, pieces: list[tuple[int, ...]]) -> None:
    """On a board and, where a cell is looked at too, as any rules."""
    problem = sliding(2, 3, (4, 5, 0, 1, 2, 3))
    sums = [[of_values(problem, few) for few in pieces[:2]], *([of_values(problem, few)] for few in pieces[2:])]
    for made in (sums, [*sums, [of_values(problem, (4,))], [of_values(problem, (5,))]]):
        solve(replace(problem, lookups=bound(problem, *made)), strategy, "compiled", Limits(nodes=MOST))


@settings(max_examples=scale(4, 100))
@given(problem=problems(st.integers(2, 4)), cell=st.integers(0, 1))
def test_bounds_that_are_looked_up_over_any_rules(problem: SearchProblem, cell: int) -> None:
    if naive_levels(problem) is not None:
        made = replace(problem, lookups=bound(problem, [of_cells(problem, [cell])]))
        for strategy in ("ida", "astar"):
            solve(made, strategy, "compiled", Limits(nodes=MOST))


@settings(max_examples=scale(4, 100))
@given(problem=random_boards(bounded=False), costs=st.lists(st.integers(0, 3), min_size=24, max_size=24))
def test_moves_with_costs(problem: SearchProblem, costs: list[int]) -> None:
    """Some may cost nothing."""
    assert problem.rewriting is not None
    rules = [replace(rule, cost=cost) for rule, cost in zip(problem.rewriting.rules, costs, strict=False)]
    weighted = Rewriting(problem.rewriting.n_cells, tuple(rules), problem.rewriting.domains)
    made = SearchProblem.of(weighted, problem.start, problem.goals)
    for strategy in ("bfs", "ida", "astar", "bidirectional"):
        solve(made, strategy, "compiled", Limits(nodes=MOST))
    explore(weighted, [problem.start], engine="hash")


@pytest.mark.parametrize("problem", [knight(3, 4, 0), blocks(), jugs((8, 5, 3), (8, 0, 0), (Equals(0, 4),))])
def test_every_solution(problem: SearchProblem) -> None:
    for strategy in ("dfs", "bfs"):
        for number, _ in enumerate(Solutions(problem, strategy, "compiled", Limits(nodes=2 * MOST))):
            if number > 5:
                break


@pytest.mark.parametrize("engine", ["hash", "radix", "board", "ranks"])
def test_explorations(engine: str) -> None:
    found = explore(sliding(2, 3, in_order(6)).rewriting, [in_order(6)], engine=engine)
    state = next(found.table.states(12))
    assert found.table.depth(state) == 12
    assert found.table.depth(found.table.sample(9, Random(1))) == 9


@pytest.mark.parametrize("numbering", ["ranks", "radix", "hash", "board"])
def test_explorations_by_parts(numbering: str) -> None:
    rewriting = sliding(2, 3, in_order(6)).rewriting
    task = ExplorationTask(rewriting, [in_order(6)], backwards=numbering == "board")
    if numbering == "board":
        parts: Any = BoardParts(task.board, task.program.values, task.sources, BLOCK, small=0)
    else:
        parts = keyed(task, numbering)
    queue = PartsQueue(parts, Memory(), Here())
    while queue.run(1, UNLIMITED) != Outcome.ENDED:
        pass
    table = queue.table()
    assert [len(states) for states in table.first_states(2)] == [min(2, count) for count in table.depths]
    assert table.depth(table.sample(9, Random(2))) == 9


@settings(max_examples=scale(4, 100))
@given(game=tiny_games())
def test_games(game: Any) -> None:
    game.explore("optimum")


def test_tables_of_patterns() -> None:
    """Of pieces around one value that wanders, and of any rules."""
    problem = sliding(2, 3, in_order(6))
    view = View(problem.program, problem.goals, problem.start)
    kept = view.pattern([1, 2], "values")
    made = view.numbering(kept)
    exchanges = view.exchanges(kept)
    assert exchanges is not None
    entries_of(view, Plan(kept, made, "wandering", False, 0, exchanges), Crew(1))
    for every in (False, True):
        entries_of(view, Plan(kept, made, "general", every, 0), Crew(1))
    other = blocks()
    assert other.rewriting is not None
    by_cells = View(other.program, other.goals, other.start)
    few = by_cells.pattern([0, 1], "cells")
    entries_of(by_cells, Plan(few, by_cells.numbering(few), "general", True, 0), Crew(1))
