"""Boards explored by parts have the depths that a queue finds, whoever explores, and however often it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rulesets import State, blocks, in_order, sliding
from scale import FUZZ, scale
from test_explore import EIGHT, SEVEN, figures

from logicpuzzles.errors import PuzzleError
from logicpuzzles.limits import Limits
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.coding.board import Board
from logicpuzzles.search.exploration import Exploration, Unexplored
from logicpuzzles.search.exploration_task import ExplorationTask
from logicpuzzles.search.explore import explore
from logicpuzzles.search.parts import board as board_parts
from logicpuzzles.search.parts.board import BLOCK, BoardParts
from logicpuzzles.search.parts.log import Log
from logicpuzzles.search.parts.run import PartsQueue
from logicpuzzles.search.parts.store import Folder, Memory, Store
from logicpuzzles.search.parts.table import StoreTable
from logicpuzzles.workers import Executor
from logicpuzzles.workers.here import Here
from logicpuzzles.workers.processes import Processes
from logicpuzzles.workers.threads import Threads

TWO_BY_FOUR = in_order(8)


def parts_of(rows: int, cols: int, *sources: State, block: int = BLOCK) -> BoardParts:
    task = ExplorationTask(sliding(rows, cols), sources or [in_order(rows * cols)], backwards=True)
    assert isinstance(task.board, Board)
    return BoardParts(task.board, task.program.values, task.sources, block, small=0)


def explored(parts: BoardParts, store: Store, executor: Executor | None = None) -> StoreTable:
    """The table, after all is explored."""
    queue = PartsQueue(parts, store, executor or Here())
    while queue.run(1, UNLIMITED) != Outcome.ENDED:
        pass
    table = queue.table()
    assert isinstance(table, StoreTable)
    return table


def check(table: StoreTable, rows: int, cols: int, *sources: State) -> None:
    """All states of all depths are those of a queue, and the depth of any is found."""
    found = explore(sliding(rows, cols), sources or [in_order(rows * cols)], backwards=True, engine="hash")
    assert isinstance(found, Exploration)
    assert table.depths == found.depths
    for depth in range(0, len(table.depths), 3 if found.count < 30_000 else 18):
        states = list(table.states(depth))
        assert len(states) == table.depths[depth]
        assert set(states) == set(found.table.states(depth))
        draw = Random(depth)
        assert found.table.depth(table.sample(depth, draw)) == depth
        assert table.depth(found.table.sample(depth, draw)) == depth
    assert [len(few) for few in table.first_states(2)] == [min(2, count) for count in table.depths]
    assert list(table.states(-1)) == list(table.states(len(table.depths))) == []


@pytest.mark.parametrize(("block", "few"), [(1 << 9, 0), (1 << 9, 1 << 7), (1 << 9, board_parts.FEW), (BLOCK, 0)])
def test_boards_in_memory(monkeypatch: pytest.MonkeyPatch, block: int, few: int) -> None:
    """A part of one block, of many, or of many of which some are written as one; the known counts of two boards."""
    monkeypatch.setattr(board_parts, "FEW", few)
    table = explored(parts_of(2, 4, block=block), Memory())
    assert table.depths == figures(SEVEN)
    check(table, 2, 4)
    assert explored(parts_of(3, 3, block=16 * block), Memory()).depths == figures(EIGHT)


def test_a_larger_board_by_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,814,400 states; those of some depths, one by one; in sparse layers several blocks are one."""
    monkeypatch.setattr(board_parts, "FEW", 1 << 12)
    check(explored(parts_of(2, 5, block=1 << 14), Memory(), Threads(2)), 2, 5)


@pytest.mark.skipif(not FUZZ, reason="it asks for 5.4 GB, of which it touches little")
def test_the_first_layers_of_a_board_that_has_many() -> None:
    """3x5, as far as a hash table gets."""
    known = explore(sliding(3, 5), [in_order(15)], engine="hash", limits=Limits(nodes=60_000))
    found = explore(sliding(3, 5), [in_order(15)], store=Memory(), limits=Limits(nodes=20_000, memory=6 << 30))
    assert len(found.depths) == 14
    assert found.depths == known.depths[:14]


def test_several_sources() -> None:
    """In different parts of one colour, and in one part."""
    near = explore(sliding(2, 4), [TWO_BY_FOUR])
    assert isinstance(near, Exploration)
    sources = tuple(near.table.sample(depth, Random(depth)) for depth in (0, 2, 4, 12, 20, 36))
    check(explored(parts_of(2, 4, *sources), Memory()), 2, 4, *sources)


def test_states_that_are_not_on_the_board() -> None:
    """The other half of the orders, other pieces, other sizes: they have no depth."""
    table = explored(parts_of(2, 4), Memory())
    for state in ((2, 1, 3, 4, 5, 6, 7, 0), (1, 2, 3, 4, 5, 6, 9, 0), (1, 2, 3, 0), (1, 1, 3, 4, 5, 6, 7, 0)):
        assert table.depth(state) is None


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    executor = Processes(2)
    yield executor
    executor.close()


def test_processes_write_the_same_files(tmp_path: Path, processes: Processes) -> None:
    """Two processes in a folder, one here: the same bytes; what is finished is read without writing anything."""
    parts = parts_of(2, 4, block=1 << 9)
    check(explored(parts, Folder(tmp_path / "two"), processes), 2, 4)
    explored(parts, Folder(tmp_path / "one"))
    one, two = ({p.relative_to(tmp_path / n): p.read_bytes() for p in files(tmp_path / n)} for n in ("one", "two"))
    assert one == two
    before = {path: path.stat().st_mtime_ns for path in files(tmp_path / "one")}
    explored(parts, Folder(tmp_path / "one"), processes)
    assert before == {path: path.stat().st_mtime_ns for path in files(tmp_path / "one")}


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_processes_do_not_see_the_memory_of_this_one(processes: Processes) -> None:
    """That is told before anything is done."""
    with pytest.raises(PuzzleError, match="other processes do not see this store"):
        explored(parts_of(2, 3), Memory(), processes)


def test_workers_that_are_killed(tmp_path: Path) -> None:
    """SIGKILL to one of two, again and again: another does its task, nothing is lost, nothing is there twice."""
    parts, executor, kills = parts_of(2, 4), Processes(2), scale(2, 10)
    queue = PartsQueue(parts, Folder(tmp_path), executor)
    try:
        while queue.run(1, UNLIMITED) != Outcome.ENDED:
            if kills and len(queue.depths) > 4 and executor.pids:
                os.kill(executor.pids[0], signal.SIGKILL)
                kills -= 1
    finally:
        executor.close()
    assert kills == 0
    assert queue.depths == figures(SEVEN)
    whole = Memory()
    explored(parts, whole)
    assert {str(path.relative_to(tmp_path)): path.read_bytes() for path in files(tmp_path)} == whole.files


class Failing(Memory):
    """A store whose writing stops after so many files, as that of a killed process does."""

    def __init__(self, files: dict[str, bytes], after: int, problem: BaseException) -> None:
        super().__init__()
        self.files, self.after, self.problem = files, after, problem

    def write(self, name: str, chunks: Iterable[bytes], lasting: bool = False) -> None:
        if self.after == 0:
            raise self.problem
        self.after -= 1
        super().write(name, chunks, lasting)


def test_it_goes_on_wherever_it_was_stopped() -> None:
    """Stopped again and again, after any number of files: nothing is lost, and no file is written twice."""
    parts, draw, whole, store = parts_of(2, 4, block=1 << 12), Random(5), Memory(), Memory()
    expected = explored(parts, whole).depths
    written = 0
    while True:
        after = draw.randrange(1, 12)
        failing = Failing(store.files, after, KeyboardInterrupt())
        before = set(store.files)
        try:
            table = explored(parts, failing)
            break
        except KeyboardInterrupt:
            kept = {name for name in store.files if "depth" in name}
            written += len(kept - before)
            assert all(store.files[name] == whole.files[name] for name in kept)
    assert table.depths == expected
    assert store.files == whole.files
    assert written <= len(whole.files)


def test_limits_stop_it_and_it_goes_on(tmp_path: Path) -> None:
    """Of states, of seconds, of memory; `resume` and a new call both go on."""
    rules, source, store = sliding(2, 4), [TWO_BY_FOUR], tmp_path / "store"
    for limits, why in (
        (Limits(nodes=500), "limit of 500 nodes"),
        (Limits(seconds=0), "limit of 0 seconds"),
        (Limits(memory=1000), "1,000 bytes of memory"),
    ):
        found = explore(rules, source, limits=limits, store=store)
        assert isinstance(found, Unexplored)
        assert why in found.reason
        assert found.depths == figures(SEVEN)[: len(found.depths)]
    before = len(found.depths)
    found = found.resume(Limits(nodes=5000))
    assert isinstance(found, Unexplored)
    assert len(found.depths) > before
    done = explore(rules, source, store=str(store))
    assert isinstance(done, Exploration)
    assert (done.depths, done.engine) == (figures(SEVEN), "board")
    with pytest.raises(PuzzleError, match="another exploration is there"):
        explore(rules, [(2, 3, 1, 4, 5, 6, 7, 0)], store=store)


def test_damage_is_repaired_or_told(tmp_path: Path) -> None:
    """A missing or cut file is made again; a changed one is told, and made again when it is removed."""
    parts, store = parts_of(2, 4), Folder(tmp_path)
    log = explored(parts, store).layers
    expected = {path: path.read_bytes() for path in files(tmp_path)}
    victim, other = (next(path for path in files(tmp_path / f"depth-{depth:04}")) for depth in (20, 30))
    victim.write_bytes(victim.read_bytes()[:-9])
    other.unlink()
    assert explored(parts, store).layers == log
    assert {path: path.read_bytes() for path in files(tmp_path)} == expected

    content = bytearray(victim.read_bytes())
    content[40] ^= 1
    victim.write_bytes(content)
    next(iter(files(tmp_path / "depth-0021"))).unlink()
    with pytest.raises(PuzzleError, match=f"{victim.name}: .*damaged. Next: remove this file and run the same again"):
        explored(parts, store)
    victim.unlink()
    assert explored(parts, store).layers == log
    assert {path: path.read_bytes() for path in files(tmp_path)} == expected


def test_what_a_killed_worker_left_is_removed(tmp_path: Path) -> None:
    """Half a file beside the others, and one that was cut, whose layer is not in the log."""
    parts, store = parts_of(2, 4), Folder(tmp_path)
    (tmp_path / "depth-0005").mkdir()
    half = tmp_path / "depth-0005" / f"00003.part.{'0' * 32}.new"
    half.write_bytes(b"half")
    (tmp_path / "depth-0005" / "00003.part").write_bytes(b"cut")
    assert explored(parts, store).depths == figures(SEVEN)
    assert not [path for path in files(tmp_path) if path.suffix == ".new"]


def test_a_part_of_another_run_is_told(tmp_path: Path) -> None:
    """Where nobody else could have put it."""
    other = Folder(tmp_path / "other")
    explored(parts_of(2, 4, (2, 3, 1, 4, 5, 6, 7, 0)), other)
    (path,) = files(tmp_path / "other" / "depth-0000")
    here = tmp_path / "here" / "depth-0001" / path.name.replace("7", "3")
    here.parent.mkdir(parents=True)
    here.write_bytes(path.read_bytes())
    with pytest.raises(PuzzleError, match="depth-0001/00003.part: it is a part of another run"):
        explored(parts_of(2, 4), Folder(tmp_path / "here"))


def test_what_is_no_board_is_another_numbering(tmp_path: Path) -> None:
    """The engine is told when it is asked for."""
    with pytest.raises(PuzzleError, match="cannot be explored with a store: the moves do more than exchange a blank"):
        explore(blocks(), [("blue", "green", "x")], store=tmp_path, engine="board")


COMMAND = [sys.executable, "-m", "logicpuzzles"]
BOARD = ["sliding", "--rows", "2", "--cols", "4"]


def test_killed_in_the_middle(tmp_path: Path) -> None:
    """SIGKILL, with two workers; the command goes on, and the commands that follow read what is there."""
    store = ["--store", str(tmp_path / "store")]
    killed = subprocess.Popen([*COMMAND, "explore", *BOARD, *store, "--workers", "2"], stdout=subprocess.DEVNULL)
    log = tmp_path / "store" / "log.jsonl"
    deadline = time.monotonic() + 120
    while not (log.exists() and log.read_text().count("\n") >= 8):
        assert killed.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait(timeout=60)
    before = {path: path.stat().st_mtime_ns for path in files(tmp_path / "store") if path.suffix == ".part"}
    assert not Log(Folder(tmp_path / "store"), parts_of(2, 4).run).ended
    told = data("explore", *BOARD, *store, "--hardest", "1")
    assert (tuple(told["depths"]), told["hardest"]["count"]) == (figures(SEVEN), 1)
    assert before.items() <= {path: path.stat().st_mtime_ns for path in files(tmp_path / "store")}.items()
    dealt = data("deal", *BOARD, *store, "--depth", "20", "--seed", "1")
    found = explore(sliding(2, 4), [TWO_BY_FOUR], backwards=True)
    assert isinstance(found, Exploration)
    assert found.table.depth(tuple(dealt["state"])) == 20


def data(*words: str) -> Any:
    done = subprocess.run([*COMMAND, *words, "--json"], capture_output=True, text=True, check=True, timeout=300)
    return json.loads(done.stdout)
