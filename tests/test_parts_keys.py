"""Exploring by sorted keys in parts finds what the plainest search finds, whatever the numbering and the cuts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import problems
from rulesets import State, blocks, ducks, in_order, jugs, lights, reachable, six, sliding

from logicpuzzles.errors import PuzzleError
from logicpuzzles.kernels.launch import launch
from logicpuzzles.logic.terms import Term, typed
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule
from logicpuzzles.rewriting.undirected import is_undirected
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.exploration_task import ExplorationTask
from logicpuzzles.search.kernels import sorted_keys
from logicpuzzles.search.parts import key_blocks, numberings
from logicpuzzles.search.parts.key_table import KeyTable
from logicpuzzles.search.parts.numberings import NUMBERINGS, keyed
from logicpuzzles.search.parts.run import PartsQueue
from logicpuzzles.search.parts.store import Folder, Memory, Store
from logicpuzzles.workers import Executor
from logicpuzzles.workers.here import Here
from logicpuzzles.workers.processes import Processes

TINY = {"buffer": 1, "small": 0}  # a file for each part of each layer, and many runs in it


def turned(n_cells: int, wheels: int, values: tuple[Any, ...]) -> tuple[Rewriting, State]:
    """Wheels of three cells that turn one way only; the other cells keep their values."""
    rules = []
    for wheel in range(wheels):
        effect = list(map(Cell, range(n_cells)))
        a, b, c = (3 * wheel + each for each in range(3))
        effect[a], effect[b], effect[c] = Cell(b), Cell(c), Cell(a)
        rules.append(Rule((), tuple(effect), wheel))
    return Rewriting(n_cells, tuple(rules), (values,) * n_cells), values[:n_cells]


WHEELS = turned(6, 2, tuple("abcdef"))
WIDE = turned(36, 4, tuple(f"v{n}" for n in range(18)) + tuple(Term("on", (n,)) for n in range(18)))  # 4 words
FORGETS = Rewriting(  # a cell loses its value for ever
    3,
    (
        Rule((Equals(0, 1),), (0, Cell(1), Cell(2)), "first"),
        Rule((Equals(1, 1),), (Cell(0), 0, Cell(2)), "second"),
        Rule((Equals(2, 0),), (1, Cell(1), 1), "third"),
    ),
    ((0, 1),) * 3,
)
SPACES: dict[str, tuple[Rewriting, list[State], bool]] = {
    "six": (six(), [in_order(7)], True),
    "sliding": (sliding(2, 3), [in_order(6), (1, 2, 0, 3, 4, 5)], True),
    "ducks": (ducks(), [tuple("BWBWBW__")], True),
    "blocks": (blocks(), [("blue", "green", "x")], False),
    "jugs": (jugs(), [(8, 0, 0)], False),
    "lights": (lights(3, 3), [(0,) * 9, (1,) * 9], True),
    "wheels": (WHEELS[0], [WHEELS[1]], False),
    "wide": (WIDE[0], [WIDE[1]], False),
    "forgets": (FORGETS, [(1, 1, 0)], False),
}


def run(task: ExplorationTask, numbering: str | None, store: Store, executor: Executor, **cuts: int) -> KeyTable:
    """The table, after all is explored."""
    queue = PartsQueue(keyed(task, numbering, **cuts), store, executor)
    while queue.run(1, UNLIMITED) != Outcome.ENDED:
        pass
    table = queue.table()
    assert isinstance(table, KeyTable)
    return table


def check(table: KeyTable, rewriting: Rewriting, sources: list[State], backwards: bool = False) -> None:
    """The table has the depths that a search by the rules finds, for all its states."""
    expected = {tuple(map(typed, state)): depth for state, depth in plainest(rewriting, sources).items()}
    for depth, count in enumerate(table.depths):
        states = list(table.states(depth))
        assert len(states) == count == len({tuple(map(typed, state)) for state in states})
        assert all(expected[tuple(map(typed, state))] == depth == table.depth(state) for state in states[:50])
        assert {tuple(map(typed, state)) for state in states} == {s for s, d in expected.items() if d == depth}
        drawn = table.sample(depth, random.Random(depth))
        assert expected[tuple(map(typed, drawn))] == depth
    assert sum(table.depths) == len(expected)
    assert [len(states) for states in table.first_states(3)] == [min(3, count) for count in table.depths]


def plainest(rewriting: Rewriting, sources: list[State]) -> dict[State, int]:
    """The depth of each state; values that are the same for Python, such as 1 and True, are not mixed in these."""
    return reachable(rewriting, *sources)


@pytest.fixture(params=[{}, TINY], ids=["whole", "cut"])
def cuts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How large files, runs and blocks are."""
    if request.param:
        monkeypatch.setattr(key_blocks, "BLOCK", 3)
        monkeypatch.setattr(key_blocks, "AT_ONCE", 2)
    return dict(request.param)


@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize("name", SPACES)
def test_every_numbering_finds_all_states(name: str, numbering: str, cuts: dict[str, int]) -> None:
    """Undirected or not, from one source or several, with one word or four, in files that are cut or whole."""
    rewriting, sources, undirected = SPACES[name]
    task = ExplorationTask(rewriting, sources, backwards=False)
    if NUMBERINGS[numbering](task) is None:
        assert (name, numbering) in NOT_NUMBERED
        return
    assert keyed(task, numbering).is_undirected is undirected
    check(run(task, numbering, Memory(), Here(), **cuts), rewriting, sources)


NOT_NUMBERED = {
    *((name, "ranks") for name in ("blocks", "jugs", "lights", "forgets", "wide")),
    *((name, "radix") for name in ("wide",)),
}


def test_backwards() -> None:
    """The states that reach one of the sources, by the inverse rules."""
    task = ExplorationTask(WHEELS[0], [WHEELS[1]], backwards=True)
    table = run(task, None, Memory(), Here(), **TINY)
    assert table.depth(tuple("cabdef")) == 1
    assert table.depth(tuple("bcadef")) == 2
    assert table.depth(("other",) * 6) is None


def test_worker_processes_and_a_folder(tmp_path: Path) -> None:
    """Two processes write the same files as one; what is finished is read again without any task."""
    rewriting, source = sliding(2, 3), in_order(6)
    task = ExplorationTask(rewriting, [source], backwards=False)
    workers = Processes(2)
    try:
        check(run(task, "hash", Folder(tmp_path / "two"), workers, **TINY), rewriting, [source])
    finally:
        workers.close()
    run(task, "hash", Folder(tmp_path / "one"), Here(), **TINY)
    files = contents(tmp_path / "one")
    assert files == contents(tmp_path / "two")
    assert not [name for name in files if "moves" in name]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "one").rglob("*")}
    check(run(task, "hash", Folder(tmp_path / "one"), Here(), **TINY), rewriting, [source])
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "one").rglob("*")}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@given(problems(st.integers(2, 4)), st.booleans(), st.integers(0, 2))
def test_random_rules(problem: Any, cut: bool, number: int) -> None:
    """Random rules, with values that Python takes for the same, by a numbering that fits."""
    rewriting = problem.rewriting
    task = ExplorationTask(rewriting, [problem.start], backwards=False)
    fits = [name for name, make in NUMBERINGS.items() if make(task) is not None]
    table = run(task, fits[number % len(fits)], Memory(), Here(), **(TINY if cut else {}))
    depths: dict[Any, int] = {}
    layer, depth = [problem.start], 0
    while layer:
        depths.update((tuple(map(typed, state)), depth) for state in layer)
        found = {tuple(map(typed, after)): after for state in layer for _, after in rewriting.successors(state)}
        layer, depth = [after for key, after in found.items() if key not in depths], depth + 1
    for depth in range(len(table.depths)):
        states = {tuple(map(typed, state)) for state in table.states(depth)}
        assert states == {key for key, known in depths.items() if known == depth}
    assert sum(table.depths) == len(depths)


@given(problems(st.integers(2, 3)))
def test_moves_are_undirected_only_where_each_has_one_back(problem: Any) -> None:
    """Brute force over all states of the domains."""
    rewriting = problem.rewriting
    if is_undirected(rewriting):
        for state in every_state(rewriting):
            for _, after in rewriting.successors(state):
                back = [tuple(map(typed, before)) for _, before in rewriting.successors(after)]
                assert tuple(map(typed, after)) == tuple(map(typed, state)) or tuple(map(typed, state)) in back


def every_state(rewriting: Rewriting) -> Iterator[State]:
    def extended(state: State) -> Iterator[State]:
        if len(state) == rewriting.n_cells:
            yield state
            return
        for value in rewriting.domains[len(state)]:
            yield from extended((*state, value))

    return extended(())


def test_which_shipped_rules_are_undirected() -> None:
    """A source that no move leads to is no state of the domains, so nothing is claimed of it."""
    assert is_undirected(sliding(3, 3))
    assert not is_undirected(FORGETS)
    task = ExplorationTask(
        Rewriting(1, (Rule((Equals(0, 1),), (0,), ""), Rule((Equals(0, 0),), (1,), "")), ((0, 1),)), [(5,)], False
    )
    assert is_undirected(task.given)
    assert not keyed(task).is_undirected


def test_costs_are_refused() -> None:
    """One message says what to do instead."""
    rules = (Rule((), (Cell(1), Cell(0)), "swap", 2), Rule((Equals(0, 1),), (0, Cell(1)), "drop", 1))
    task = ExplorationTask(Rewriting(2, rules, ((0, 1),) * 2), [(1, 0)], backwards=False)
    with pytest.raises(PuzzleError, match="the moves have costs.*explore without a store"):
        keyed(task)


@given(st.lists(st.tuples(st.integers(0, (1 << 64) - 1), st.integers(0, 40)), max_size=60), st.booleans())
def test_keys_are_sorted_and_coded(rows: list[tuple[int, int]], wide: bool) -> None:
    """Sorting, coding, and what is left without some are those of Python's sets."""
    keys = np.array([row if wide else row[:1] for row in rows], dtype=np.uint64).reshape(-1, 2 if wide else 1)
    expected = sorted(set(map(tuple, keys.tolist())))
    count = key_blocks.Sorting()(keys, len(keys))
    assert list(map(tuple, keys[:count].tolist())) == expected
    assert key_blocks.decode(key_blocks.encode(keys[:count]), keys.shape[1]).tolist() == keys[:count].tolist()
    known = keys[:count:3].copy()
    left = launch(sorted_keys.without, keys, count, known)
    assert list(map(tuple, keys[:left].tolist())) == [key for place, key in enumerate(expected) if place % 3]


def test_parts_grow_with_the_space() -> None:
    """Their number is a power of 2 and goes by what is known before, so that it is the same for all that go on."""
    assert [numberings.parts_for(n) for n in (1, 1 << 25, 10**8, 10**12)] == [8, 8, 32, 256]
