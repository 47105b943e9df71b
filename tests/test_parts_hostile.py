"""A store that a stranger made: every digest is right, and the contents are hostile. One message comes, and no harm."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets import in_order, sliding

from logicpuzzles.errors import PuzzleError
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.coding.packing import Packing
from logicpuzzles.search.exploration_task import ExplorationTask
from logicpuzzles.search.kernels.keys import Fields
from logicpuzzles.search.parts import file as files
from logicpuzzles.search.parts.board import BLOCK, GAPS, BoardParts
from logicpuzzles.search.parts.file import Block, write
from logicpuzzles.search.parts.key_blocks import encode, is_ascending
from logicpuzzles.search.parts.numberings import keyed
from logicpuzzles.search.parts.run import Parted, PartsQueue
from logicpuzzles.search.parts.store import Folder
from logicpuzzles.workers.here import Here

TASK = ExplorationTask(sliding(2, 3), [in_order(6)], backwards=False)
NUMBERINGS: dict[str, Callable[[], Any]] = {
    "board": lambda: BoardParts(TASK.board, TASK.program.values, TASK.sources, small=0),  # type: ignore[arg-type]
    "radix": lambda: keyed(TASK, "radix", buffer=1, small=0),
    "ranks": lambda: keyed(TASK, "ranks"),  # a layer in a file
    "hash": lambda: keyed(TASK, "hash"),
}
MOST = 1 << 40  # of a number in a file


def explored(parted: Parted, folder: Path) -> PartsQueue:
    queue = PartsQueue(parted, Folder(folder), Here())
    while queue.run(1, UNLIMITED) != Outcome.ENDED:
        pass
    return queue


def read_whole(queue: PartsQueue) -> None:
    """Ask the table of a finished store for all that it has."""
    table = queue.table()
    for depth in range(len(queue.depths)):
        for state in table.states(depth):
            table.depth(state)


@pytest.fixture(scope="module", params=NUMBERINGS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A finished store, and the name of its numbering."""
    folder = tmp_path_factory.mktemp(request.param)
    explored(NUMBERINGS[request.param](), folder)
    return request.param, folder


def begun(store: tuple[str, Path], tmp_path: Path, depth: int) -> tuple[Any, Path]:
    """The numbering and a copy of the store in which the layers up to `depth` are complete."""
    name, whole = store
    folder = tmp_path / "it"
    shutil.copytree(whole, folder)
    lines = (folder / "log.jsonl").read_text().splitlines(keepends=True)
    (folder / "log.jsonl").write_text("".join(lines[: depth + 1]))
    for later in range(depth + 1, len(lines)):
        shutil.rmtree(folder / f"depth-{later:04}", ignore_errors=True)
    return NUMBERINGS[name](), folder


def replaced(parted: Any, folder: Path, depth: int, blocks: list[Block], states: int | None = None) -> Path:
    """Put blocks in the place of the file of one part; the log agrees with it."""
    path = next((folder / f"depth-{depth:04}").iterdir())
    part = int(path.stem)
    layer = write(Folder(folder), parted.title(depth, part), blocks)
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    lines[depth]["parts"] = [
        [part, layer.states if states is None else states, layer.size, layer.digest] if row[0] == part else row
        for row in lines[depth]["parts"]
    ]
    lines[depth]["states"] = sum(row[1] for row in lines[depth]["parts"])
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def keys_block(keys: list[int], n_words: int = 1, **changes: int) -> Block:
    words = np.array(keys, dtype=np.uint64).reshape(-1, n_words)
    return Block(0, 0, len(words), encode(words))._replace(**changes)


TOO_MANY = np.zeros(20_000, dtype=np.uint8)
HOSTILE_GAPS = [
    Block(0, GAPS, 3, bytes([255] * 200 + [0, 0, 0])),  # beyond the last number
    Block(1 << 62, GAPS, 1, b"\x00"),
    Block((1 << 64) - 1, GAPS, 1, b"\x00"),
    Block(0, GAPS, 1 << 35, b"\x00"),
    Block(0, GAPS, 0, b"\x00\x00"),
    Block(0, 7, 1, b"\x00"),
    Block(0, GAPS, BLOCK, bytes(BLOCK)),
]
HOSTILE_KEYS = [
    keys_block([1 << 63]),
    keys_block([0, 1, (1 << 64) - 1]),
    keys_block([720]),  # there are as many arrangements
    keys_block([5, 4]),
    keys_block([4, 4]),
    keys_block([3], states=1 << 35),
    keys_block([3], states=2),
    keys_block([]),
    Block(0, 0, 1, b"1234567"),
    keys_block(list(range(20_000))),  # more than a block has
]


@pytest.mark.parametrize("number", range(max(len(HOSTILE_GAPS), len(HOSTILE_KEYS))))
def test_hostile_blocks(store: tuple[str, Path], tmp_path: Path, number: int) -> None:
    """Whether it is explored on from them or they are only read; all their checksums are right."""
    hostile = HOSTILE_GAPS if store[0] == "board" else HOSTILE_KEYS
    if number >= len(hostile) or (store[0] in ("radix", "hash") and hostile[number] is HOSTILE_KEYS[2]):
        return  # numbers of mixed radix and packed states may be as large
    parted, folder = begun(store, tmp_path, 4)
    path = replaced(parted, folder, 4, [hostile[number]])
    with pytest.raises(PuzzleError, match=rf"(depth-0004/{path.name}|log\.jsonl): ") as told:
        explored(parted, folder)
    assert told.value.hint
    shutil.rmtree(folder)
    shutil.copytree(store[1], folder)
    replaced(parted, folder, 4, [hostile[number]])
    with pytest.raises(PuzzleError, match=rf"(depth-0004/{path.name}|log\.jsonl): "):
        read_whole(explored(parted, folder))


def test_a_log_with_more_states_than_there_are(store: tuple[str, Path], tmp_path: Path) -> None:
    """An exploration from layers that are none of its own could go on for ever."""
    parted, folder = begun(store, tmp_path, 4)
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    lines[4]["parts"][0][1] += MOST
    lines[4]["states"] += MOST
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with pytest.raises(PuzzleError, match="the log has more states than there are"):
        explored(parted, folder)


def test_what_the_log_and_a_file_say_must_agree(store: tuple[str, Path], tmp_path: Path) -> None:
    """A state is dealt by the numbers of the log."""
    folder = tmp_path / "it"
    shutil.copytree(store[1], folder)
    parted = NUMBERINGS[store[0]]()
    path = next((folder / "depth-0004").iterdir())
    blocks = list(files.PartFile(Folder(folder), parted.title(4, int(path.stem))).blocks())
    replaced(parted, folder, 4, blocks, states=sum(block.states for block in blocks) - 1)
    with pytest.raises(PuzzleError, match="it has not the states that the log tells of"):
        read_whole(explored(parted, folder))


@pytest.mark.parametrize("numbering", ["board", "ranks", "radix", "hash"])
@settings(max_examples=15, deadline=None)
@given(
    number=st.integers(0, 1 << 63), kind=st.integers(0, 3), states=st.integers(0, 40), content=st.binary(max_size=64),
    exact=st.booleans(),
)  # fmt: skip
def test_any_block_is_read_or_refused(
    numbering: str, tmp_path_factory: pytest.TempPathFactory, number: int, kind: int, states: int, content: bytes,
    exact: bool,
) -> None:  # fmt: skip
    """Nothing else comes of it, whatever stands there."""
    parted, folder = NUMBERINGS[numbering](), tmp_path_factory.mktemp("any")
    if exact:  # such as could be
        content = content[: len(content) // 8 * 8]
        states = len(content) - content.count(255) if numbering == "board" else len(content) // 8
        kind, number = (GAPS, number % 2) if numbering == "board" else (0, number)
    queue = PartsQueue(parted, Folder(folder), Here())
    (layer,) = parted.begin(queue.store)
    made = write(queue.store, parted.title(0, layer.part), [Block(number, kind, states, content)])
    queue.log.add([made._replace(states=max(1, states))])
    try:
        for _ in range(4):
            if queue.run(1, UNLIMITED) == Outcome.ENDED:
                read_whole(queue)
                break
    except PuzzleError as problem:
        assert problem.hint  # noqa: PT017


HOSTILE_LOGS = [
    '{"depth": 0, "states": 1, "parts": [[0, 1e999, 10, "x"]]}',
    '{"depth": 0, "states": 1e999, "parts": [[0, 1, 10, "x"]]}',
    '{"depth": 1e999, "states": 1, "parts": [[0, 1, 10, "x"]]}',
    '{"depth": 0, "states": 1, "parts": [[-1, 1, 10, "x"]]}',
    '{"depth": 0, "states": 1, "parts": [[1e9, 1, 10, "x"]]}',
    '{"depth": 0, "states": 1, "parts": [[100000, 1, 10, "x"]]}',
    '{"depth": 0, "states": NaN, "parts": [[0, NaN, 10, "x"]]}',
    '{"depth": 0, "states": 1, "parts": [[0, 1, 10, ["x"]]]}',
    '{"depth": 0, "states": 1, "parts": [[0, 1, 10]]}',
    '{"depth": 0, "states": 1, "parts": 7}',
    f'{{"depth": 0, "states": {1 << 70}, "parts": [[0, {1 << 70}, 10, "x"]]}}',
    '{"depth": 0, "states": true, "parts": [[true, true, 10, "x"]]}',
    "[" * 500_000,
    "7",
    "{}",
    '{"depth": 0, "states": 1, "parts": [%s[0, 1, 10, "x"]]}' % ('[0, 1, 10, "x"],' * 100_000),
]


@pytest.mark.parametrize("line", HOSTILE_LOGS, ids=range(len(HOSTILE_LOGS)))
def test_hostile_logs(store: tuple[str, Path], tmp_path: Path, line: str) -> None:
    """Numbers that are none, are too large, or name files of no part; lines without end."""
    parted, folder = begun(store, tmp_path, 4)
    (folder / "log.jsonl").write_text(line + "\n")
    with pytest.raises(PuzzleError, match=r"log\.jsonl: .*Next: remove what is in the store"):
        PartsQueue(parted, Folder(folder), Here())


HOSTILE_RUNS = ['{"format": 1e999}', "[" * 100_000, '"' + "x" * 5_000_000 + '"', "9" * 100_000, "1e999"]


@pytest.mark.parametrize("text", HOSTILE_RUNS, ids=["format", "deep", "long", "number", "infinite"])
def test_hostile_runs(store: tuple[str, Path], tmp_path: Path, text: str) -> None:
    """What says which run it is."""
    parted, folder = begun(store, tmp_path, 4)
    (folder / "run.json").write_text(text)
    with pytest.raises(PuzzleError) as told:
        PartsQueue(parted, Folder(folder), Here())
    assert len(str(told.value)) < 2000
    assert told.value.hint


@pytest.mark.parametrize("name", ["run.json", "log.jsonl", "depth-0004"])
@pytest.mark.parametrize("kind", ["device", "pipe", "link"])
def test_a_store_with_links_and_devices(store: tuple[str, Path], tmp_path: Path, name: str, kind: str) -> None:
    """They are not followed and not waited for: a folder that is a link would have files removed elsewhere."""
    parted, folder = begun(store, tmp_path, 4)
    path = folder / name
    at = next(path.iterdir()) if path.is_dir() and kind != "link" else path
    kept = tmp_path / "kept"
    os.replace(at, kept)
    if kind == "pipe":
        os.mkfifo(at)
    else:
        at.symlink_to("/dev/zero" if kind == "device" else kept)
    if at.parent == folder:
        with pytest.raises(PuzzleError, match="link"):
            explored(parted, folder)
    else:  # it has not the length that the log tells of, so it is made again
        assert explored(parted, folder).depths == explored(parted, tmp_path / "other").depths
        assert not at.is_symlink()
    assert kept.exists()


def test_nothing_is_removed_that_no_task_wrote(store: tuple[str, Path], tmp_path: Path) -> None:
    """Not in a folder of what moves lead to, which is a link into a folder of the user's, nor another name in it."""
    name = store[0]
    parted, folder = begun(store, tmp_path, 4)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("mine")
    (mine / "00001.part").write_text("mine too")
    (folder / "depth-0005").mkdir()
    (folder / "depth-0005" / "notes.new").write_text("mine as well")
    if name != "board":
        (folder / "moves-0004").mkdir(exist_ok=True)
        (folder / "moves-0004" / "letter.txt").write_text("mine")
    explored(parted, folder)
    assert (folder / "depth-0005" / "notes.new").exists()
    if name == "board":
        return
    assert (folder / "moves-0004" / "letter.txt").exists()
    shutil.rmtree(folder)
    parted, folder = begun(store, tmp_path, 4)
    shutil.rmtree(folder / "moves-0004", ignore_errors=True)
    (folder / "moves-0004").symlink_to(mine)
    with pytest.raises(PuzzleError, match="moves-0004 is a link"):
        explored(parted, folder)
    assert {path.name for path in mine.iterdir()} == {"letter.txt", "00001.part"}


def bomb(path: Path, in_index: bool, size: int) -> None:
    """Let a block, or the index, of a file unpack to so many bytes of zeros."""
    packer = zstandard.ZstdCompressor(level=1, write_checksum=True, write_content_size=True).compressobj(size=size)
    zeros = bytes(1 << 20)
    large = b"".join([*(packer.compress(zeros) for _ in range(size >> 20)), packer.flush()])
    begin, end = path.read_bytes(), len(files.FIRST_LINE)
    run, depth, part, states, *_ = files._END.unpack(begin[-files._END.size - 4 : -4])
    small = zstandard.ZstdCompressor(write_checksum=True, write_content_size=True)
    row = [(0, 1, len(large), int.from_bytes(large[-4:], "little"), GAPS)]
    frames = (b"", large) if in_index else (large, small.compress(np.array(row, dtype=files._INDEX).tobytes()))
    states = 0 if in_index else 1
    last = files._END.pack(run, depth, part, states, end + len(frames[0]), len(frames[1]))
    path.write_bytes(files.FIRST_LINE + b"".join(frames) + last + files._SUM.pack(files.crc32(last)))


@pytest.mark.parametrize("in_index", [False, True])
def test_what_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, in_index: bool) -> None:
    """The command has an address space that it would not fit into."""
    command = [sys.executable, "-m", "logicpuzzles", "explore", "pancakes", "--pancakes", "5", "--store", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    (path,) = (tmp_path / "depth-0002").iterdir()
    bomb(path, in_index, 1 << 33)
    lines[2]["parts"][0][1:3] = [1, path.stat().st_size]
    lines[2]["states"] = 1
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines[:3]))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))

    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)
    assert done.returncode == 2
    assert "depth-0002" in done.stderr
    assert "than it can be" in done.stderr or "add up" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@settings(max_examples=200)
@given(st.data())
def test_which_packed_states_there_are(data: st.DataObject) -> None:
    """By words at once as cell by cell."""
    packing = Packing(data.draw(st.integers(1, 40)), data.draw(st.integers(1, 64)))
    keys = np.array(
        data.draw(st.lists(st.lists(st.integers(0, (1 << 64) - 1), min_size=packing.n_words, max_size=packing.n_words),
                           min_size=1, max_size=3)),
        dtype=np.uint64,
    )  # fmt: skip
    if data.draw(st.booleans()):
        numbers = data.draw(
            st.lists(st.integers(0, packing.n_values), min_size=packing.n_cells, max_size=packing.n_cells)
        )
        keys = np.array([packing.pack([min(number, packing.cell_mask) for number in numbers])], dtype=np.uint64)
    right = True
    for row in keys.tolist():
        found = [row[word] >> shift & packing.cell_mask for word, shift in map(packing.place, range(packing.n_cells))]
        right = right and all(number < packing.n_values for number in found) and packing.pack(found) == row
    assert Fields.of(packing).holds(keys) == right


@given(st.lists(st.tuples(st.integers(0, 3), st.integers((1 << 64) - 3, (1 << 64) - 1)), max_size=6))
def test_keys_ascend_as_rows_of_words_do(rows: list[tuple[int, int]]) -> None:
    """The first word is the most significant."""
    keys = np.array(rows, dtype=np.uint64).reshape(-1, 2)
    assert is_ascending(keys) == all(one < other for one, other in zip(rows, rows[1:], strict=False))
