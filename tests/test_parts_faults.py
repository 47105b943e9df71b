"""Whatever fails while a space is explored by parts: it is done again, or there is one message; never a wrong count."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rulesets import in_order, sliding
from scale import scale

from logicpuzzles.errors import PuzzleError
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.exploration_task import ExplorationTask
from logicpuzzles.search.explore import explore
from logicpuzzles.search.parts.board import BoardParts
from logicpuzzles.search.parts.file import PartFile, write
from logicpuzzles.search.parts.key_blocks import keys_of
from logicpuzzles.search.parts.numberings import keyed
from logicpuzzles.search.parts.run import Parted, PartsQueue
from logicpuzzles.search.parts.store import Folder
from logicpuzzles.workers.futures import Futures
from logicpuzzles.workers.here import Here
from logicpuzzles.workers.processes import Processes

TASK = ExplorationTask(sliding(2, 3), [in_order(6)], backwards=False)
DEPTHS = explore(TASK.rewriting, TASK.sources, engine="rules").depths
NUMBERINGS: dict[str, Callable[[], Parted]] = {
    "board": lambda: BoardParts(TASK.board, TASK.program.values, TASK.sources, small=0),  # type: ignore[arg-type]
    "hash": lambda: keyed(TASK, "hash", buffer=1, small=0),
}
Files = dict[str, bytes]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk need not be waited for: this machine does not fail."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def go_on(queue: PartsQueue) -> tuple[int, ...]:
    """The states of each depth, after all is explored."""
    while queue.run(1, UNLIMITED) != Outcome.ENDED:
        pass
    return queue.depths


def contents(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module", params=NUMBERINGS)
def numbering(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def finished(numbering: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which nothing went wrong."""
    return whole(numbering, tmp_path_factory)


@pytest.fixture(scope="module")
def by_hash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One by packed states; damage to those of boards is tested beside them."""
    return whole("hash", tmp_path_factory)


def whole(numbering: str, paths: pytest.TempPathFactory) -> Path:
    folder = paths.mktemp(numbering)
    assert go_on(PartsQueue(NUMBERINGS[numbering](), Folder(folder), Here())) == DEPTHS
    return folder


def test_workers_that_are_killed(numbering: str, finished: Path, tmp_path: Path) -> None:
    """Time and again a process is killed in the middle: its tasks are done by others, and the files are the same."""
    workers, kills = Processes(2), scale(2, 10)
    queue = PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), workers)
    try:
        for step in count(1):
            if queue.run(1, UNLIMITED) == Outcome.ENDED:
                break
            if step % scale(12, 5) == 0 and kills and workers.pids:
                os.kill(random.Random(step).choice(workers.pids), signal.SIGKILL)
                kills -= 1
    finally:
        workers.close()
    assert not kills
    assert queue.depths == DEPTHS
    assert contents(tmp_path) == contents(finished)


def test_who_asks_is_killed(tmp_path: Path) -> None:
    """Killed at any moment, a command goes on where it was: in the end the store is that of one run."""
    command = [sys.executable, "-m", "logicpuzzles", "explore", "pancakes", "--json", "--store"]
    began = time.perf_counter()
    once = json.loads(subprocess.run([*command, tmp_path / "once"], check=True, capture_output=True).stdout)
    lasts, rest = time.perf_counter() - began, random.Random(1)
    for _ in range(scale(2, 10)):
        process = subprocess.Popen([*command, tmp_path / "often"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(lasts * rest.random())
        process.kill()
        process.wait()
    often = json.loads(subprocess.run([*command, tmp_path / "often"], check=True, capture_output=True).stdout)
    assert often["depths"] == once["depths"]
    assert contents(tmp_path / "often") == contents(tmp_path / "once")


def test_a_full_disk(numbering: str, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever there is no room any more, this is said; with room, it goes on."""
    sync, left = os.fsync, [0]

    def fill(file: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    for writes in (1, 2, 3, 8, 15):
        left[0] = writes
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fill)
            with pytest.raises(PuzzleError, match=r"there is no room for .*: what is complete is kept"):
                go_on(PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), Here()))
        assert not list(tmp_path.rglob("*.new"))
    assert go_on(PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), Here())) == DEPTHS
    assert contents(tmp_path) == contents(finished)


def test_files_may_not_be_so_large(tmp_path: Path) -> None:
    """A limit of the system in the middle of a file is a message of the command, and no file is left."""
    command = [sys.executable, "-m", "logicpuzzles", "explore", "pancakes", "--pancakes", "5", "--store"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150, 150))

    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command.append(str(tmp_path / "it"))
    told = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, env=environment)
    assert told.returncode != 0
    assert re.search(r"Error: .*there is no room for .*what is complete is kept", told.stderr)
    assert "Traceback" not in told.stderr
    assert not list(tmp_path.rglob("*.new"))
    assert "120 states" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def altered(name: str, content: bytes, number: int) -> Iterator[bytes]:
    """What may become of a file: it ends early, or a byte of it changes."""
    drawn = random.Random(f"{name} {number}")
    for _ in range(number):
        yield content[: drawn.randrange(len(content))]
        place = drawn.randrange(len(content))
        yield content[:place] + bytes([content[place] ^ 1 << drawn.randrange(8)]) + content[place + 1 :]
    yield content + b"\n"
    yield b""


def test_files_that_were_altered(by_hash: Path, tmp_path: Path) -> None:
    """A damaged file is made again, or named in a message that says what to do; then the counts are right."""
    folder, outcomes = tmp_path / "it", set()
    files = contents(by_hash)
    parts = sorted(name for name in files if name.endswith(".part"))
    for name in ("log.jsonl", "run.json", *random.Random(1).sample(parts, scale(2, len(parts)))):
        for change in altered(name, files[name], scale(2, 20)):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(by_hash, folder)
            (folder / name).write_bytes(change)
            problem = problem_of(folder)
            outcomes.add(problem is None)
            if problem is not None:
                assert str(folder) in str(problem)
                assert problem.hint
                if name.endswith(".part"):
                    assert name in str(problem)
                    (folder / name).unlink()
                    assert problem_of(folder) is None
    assert outcomes == {True, False}


def problem_of(folder: Path) -> PuzzleError | None:
    """What is said where all is read; if nothing is, all must be right."""
    try:
        read_all(folder)
    except PuzzleError as problem:
        return problem
    return None


def read_all(folder: Path) -> None:
    """Explore on, if need be, and read every state: all must be right."""
    queue = PartsQueue(NUMBERINGS["hash"](), Folder(folder), Here())
    assert go_on(queue) == DEPTHS
    table = queue.table()
    for depth, expected in enumerate(DEPTHS):
        assert len(set(table.states(depth))) == expected


def test_a_layer_that_is_damaged_before_it_is_needed(by_hash: Path, tmp_path: Path) -> None:
    """What is made from a damaged file is not made: the message names the file, without which it is made anew."""
    folder = tmp_path / "it"
    shutil.copytree(by_hash, folder)
    lines = (folder / "log.jsonl").read_text().splitlines()
    (folder / "log.jsonl").write_text("\n".join(lines[:10]) + "\n")
    for later in range(10, len(DEPTHS)):
        shutil.rmtree(folder / f"depth-{later:04}")
    damaged = max((folder / "depth-0009").iterdir(), key=lambda path: path.stat().st_size)
    content = bytearray(damaged.read_bytes())
    content[len(b"logicpuzzles part 1\n") + 12] ^= 8
    damaged.write_bytes(content)
    with pytest.raises(PuzzleError, match=f"{damaged.name}.*damaged.*remove this file"):
        go_on(PartsQueue(NUMBERINGS["hash"](), Folder(folder), Here()))
    damaged.unlink()
    read_all(folder)
    assert contents(folder) == contents(by_hash)


def test_a_file_whose_counts_do_not_add_up(by_hash: Path, tmp_path: Path) -> None:
    """Even one that was written so."""
    folder, keys = tmp_path / "it", NUMBERINGS["hash"]()
    shutil.copytree(by_hash, folder)
    title = keys.title(5, int(next((folder / "depth-0005").iterdir()).stem))
    block = next(PartFile(Folder(folder), title).blocks())
    write(Folder(folder), title, [block._replace(states=block.states + 1)])
    with pytest.raises(PuzzleError, match=r"depth-0005/.*has not the states"):
        list(keys_of(PartFile(Folder(folder), title), keys.keys.moving))


def test_a_part_of_another_run(by_hash: Path, tmp_path: Path) -> None:
    """A file of the same name and depth from another exploration is no part of this one."""
    other = ExplorationTask(TASK.rewriting, [tuple(reversed(in_order(6)))], backwards=False)
    make = keyed(other, "hash", buffer=1, small=0)
    go_on(PartsQueue(make, Folder(tmp_path / "other"), Here()))
    with pytest.raises(PuzzleError, match=r"another exploration is there.*a folder of its own"):
        PartsQueue(NUMBERINGS["hash"](), Folder(tmp_path / "other"), Here())
    folder = tmp_path / "it"
    shutil.copytree(by_hash, folder)
    lines = (folder / "log.jsonl").read_text().splitlines()
    (folder / "log.jsonl").write_text("\n".join(lines[:5]) + "\n")
    name = next(path.name for path in (folder / "depth-0004").iterdir())
    for path in (tmp_path / "other" / "depth-0004").iterdir():
        shutil.copy(path, folder / "depth-0004" / name)
        wrong = (folder / "depth-0004" / name).stat().st_size
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    (part,) = (row for row in log[4]["parts"] if f"{row[0]:05}.part" == name)
    part[2] = wrong  # even if the log has its length
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in log))
    with pytest.raises(PuzzleError, match="part of another run"):
        read_all(folder)


class Slow(Futures):
    """Threads of which some sleep, and some do their task twice, the second time after all others."""

    def __init__(self) -> None:
        super().__init__(ThreadPoolExecutor(3), 3)
        self.late: list[Future[Any]] = []

    def _delayed(self, work: Any, item: Any, step: Iterator[int] = count()) -> Any:  # noqa: B008 -- shared by all
        number = next(step)
        if number % 5 == 0:
            time.sleep(0.01)
        if number % 7 == 0:
            self.late.append(self._given.submit(self._late, work, item))
        return work(item)

    def _late(self, work: Any, item: Any) -> None:
        time.sleep(0.02)
        with suppress(PuzzleError):  # what it reads is not needed any more, and was removed
            work(item)

    def each(self, work: Any, items: Any, ahead: int | None = None) -> Iterator[Any]:
        return super().each(lambda item: self._delayed(work, item), items, ahead)


def test_slow_workers(numbering: str, finished: Path, tmp_path: Path) -> None:
    """Who is late, and who does again what was done, changes no layer."""
    workers = Slow()
    assert go_on(PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), workers)) == DEPTHS
    workers._given.shutdown(wait=True)
    left = {name: content for name, content in contents(tmp_path).items() if not name.startswith("moves")}
    assert left == contents(finished)


def test_times_of_files_do_not_count(numbering: str, finished: Path, tmp_path: Path) -> None:
    """A store whose clock is years apart, both ways, is the same."""
    queue = PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), Here())
    for step in count():
        if queue.run(1, UNLIMITED) == Outcome.ENDED:
            break
        if step % 50 == 0:  # more than a layer takes, which begins anew each time
            for path in tmp_path.rglob("*"):
                when = random.Random(step).choice([0, 10**9, 4 * 10**9])
                os.utime(path, (when, when))
            queue = PartsQueue(NUMBERINGS[numbering](), Folder(tmp_path), Here())
    assert contents(tmp_path) == contents(finished)


def test_a_worker_without_memory(tmp_path: Path) -> None:
    """One message; with memory it goes on."""

    class Short(Here):
        def each(self, work: Any, items: Any, ahead: int | None = None) -> Iterator[Any]:
            for number, item in enumerate(items):
                if number == 3:
                    raise MemoryError
                yield work(item)

    make = NUMBERINGS["hash"]
    with pytest.raises(PuzzleError, match="a task ran out of memory.*fewer workers"):
        go_on(PartsQueue(make(), Folder(tmp_path), Short()))
    assert go_on(PartsQueue(make(), Folder(tmp_path), Here())) == DEPTHS
