"""What explorations keep in a store is written whole or not at all, checked when it is read, and known from another."""

from __future__ import annotations

import errno
import os
import pickle
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicpuzzles.errors import PuzzleError
from logicpuzzles.kernels.launch import launch
from logicpuzzles.search.kernels import gaps
from logicpuzzles.search.parts import file as files
from logicpuzzles.search.parts.board import blocks_of
from logicpuzzles.search.parts.file import Block, PartFile, Title
from logicpuzzles.search.parts.log import Log, Run
from logicpuzzles.search.parts.remote import Remote, store_of
from logicpuzzles.search.parts.store import Folder, Memory, Store

TITLE = Title(b"sixteen bytes ..", 3, 2)
BLOCKS = [Block(1, 0, 3, b"abc" * 100), Block(7, 1, 4, Random(1).randbytes(200)), Block(8, 1, 0, b"")]
RUN = Run("board", 14, {"sources": "1,2,0"})


def stores(tmp_path: Path) -> list[Store]:
    found: list[Store] = [Memory(), Folder(tmp_path / "folder")]
    if find_spec("fsspec") is not None:
        found += [Remote(f"memory:/{tmp_path}"), Remote(f"file://{tmp_path}/url")]
    return found


def test_a_store_gives_back_what_was_written(tmp_path: Path) -> None:
    """A folder, memory, and the URLs of fsspec do the same."""
    for store in stores(tmp_path):
        assert store.size("a/b") is None
        assert store.sizes("a") == {}
        store.write("a/b", [b"one", b"two"])
        store.write("a/b", [b"one", b"two", b"six"], lasting=True)
        store.write("a/c", [])
        assert (store.size("a/b"), store.size("a/c"), store.sizes("a")) == (9, 0, {"a/b": 9, "a/c": 0})
        assert (store.read("a/b"), store.read("a/b", 3, 6), store.read("a/b", 6)) == (b"onetwosix", b"two", b"six")
        store.remove("a/b")
        store.remove("a/b")
        assert store.sizes("a") == {"a/c": 0}
        with pytest.raises(PuzzleError, match="the store has no file a/b"):
            store.read("a/b")


def interrupted(problem: BaseException) -> Iterator[bytes]:
    yield b"the first half"
    raise problem


def test_what_is_not_written_to_the_end_is_not_there(tmp_path: Path) -> None:
    """A full disk is told with what to do, an interrupt passes; no half of a file is left."""
    for store in stores(tmp_path):
        with pytest.raises(KeyboardInterrupt):
            store.write("a/b", interrupted(KeyboardInterrupt()))
        assert store.size("a/b") is None
        assert store.sizes("a") == {}
    folder = Folder(tmp_path / "folder")
    with pytest.raises(PuzzleError, match="there is no room for a/b .*Next: make room there and run the same again"):
        folder.write("a/b", interrupted(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    assert list((tmp_path / "folder" / "a").iterdir()) == []


def test_a_place_that_cannot_be_written_gets_one_message(tmp_path: Path) -> None:
    """The file that stands where the folder should be is left as it is."""
    (tmp_path / "file").write_text("mine")
    store = store_of(tmp_path / "file" / "inside")
    with pytest.raises(PuzzleError, match="inside: a file is there or above it, so it is no folder"):
        Log(store, RUN)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_where_no_file_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems say of such a place that it is not there: it is not taken for a file that the store has lost."""

    def refuse(*_asked: object, **_named: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("os.makedirs", refuse)
    with pytest.raises(PuzzleError, match="run.json cannot be made there") as told:
        Folder(tmp_path / "store").write("run.json", [b"{}"])
    assert told.value.place == str(tmp_path / "store")


@pytest.mark.parametrize("given", [3, None, "", b"x", "nothing-like-this://x"])
def test_what_is_no_store_is_told(given: object) -> None:
    """A number, nothing, an URL of a kind that nobody knows."""
    with pytest.raises(PuzzleError, match="no store|fsspec cannot open it|needs fsspec"):
        store_of(given)


def test_a_url_without_fsspec_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """All else works without it."""
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(PuzzleError, match=r"needs fsspec. Next: pip install 'logicpuzzles\[dask\]'"):
        store_of("s3://bucket/folder")


def test_a_store_in_memory_is_not_sent_to_other_processes() -> None:
    """They would each have their own."""
    with pytest.raises(PuzzleError, match="belongs to one process"):
        pickle.dumps(Memory())


def test_a_file_has_its_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All in order, however few are read at once, or one of them; a file without any is one too."""
    store = Memory()
    layer = files.write(store, TITLE, BLOCKS)
    assert (layer.part, layer.states, layer.size) == (2, 7, store.size(TITLE.name))
    for ahead in (1, 1 << 20):
        monkeypatch.setattr(files, "AHEAD", ahead)
        read = PartFile(store, TITLE)
        assert list(read.blocks()) == BLOCKS
        found = [BLOCKS[0], BLOCKS[0], BLOCKS[1], BLOCKS[2]]
        assert [read.block_at(number) for number in (0, 1, 6, 7, 9)] == [None, *found]
    assert PartFile(store, TITLE).layer == layer
    assert files.write(store, TITLE, BLOCKS[:2], "other").digest != layer.digest
    empty = files.write(store, TITLE, [], "empty")
    assert PartFile(store, TITLE, "empty").layer == empty
    assert list(PartFile(store, TITLE, "empty").blocks()) == []


def test_each_bit_that_changes_is_noticed() -> None:
    """No changed byte and no cut gives other states; the message names the file, and says what to do."""
    store = Memory()
    files.write(store, TITLE, BLOCKS)
    whole = store.files[TITLE.name]
    changed = [whole[:at] + bytes([byte ^ 1 << at % 8]) + whole[at + 1 :] for at, byte in enumerate(whole)]
    cut = [whole[:length] for length in range(len(whole))]
    said = [told(store, content) for content in changed + cut]
    assert said.count("") <= 6  # some bits of a frame of Zstandard mean nothing
    assert {place for place in said if place} == {f"the store in memory: {TITLE.name}"}


def told(store: Memory, content: bytes) -> str:
    """The place that a complaint about such a file names; the blocks are right where there is none."""
    store.files[TITLE.name] = content
    try:
        blocks = list(PartFile(store, TITLE).blocks())
    except PuzzleError as problem:
        return str(problem.place) if problem.hint else "no hint"
    return "" if blocks == BLOCKS else "wrong"


def test_a_file_of_another_run_part_or_depth_is_refused() -> None:
    """Each says which run, part and depth it is of."""
    store = Memory()
    files.write(store, TITLE, BLOCKS)
    for title, said in (
        (TITLE._replace(run=b"another run ...."), "it is a part of another run"),
        (TITLE._replace(part=3), "it holds part 2 of depth 3"),
        (TITLE._replace(depth=4), "it holds part 2 of depth 3"),
    ):
        with pytest.raises(PuzzleError, match=said):
            PartFile(store, title, TITLE.name)


def test_the_log_goes_on_where_it_was(tmp_path: Path) -> None:
    """It has a line for each complete depth; the last says that there are no more."""
    for store in stores(tmp_path):
        layer = files.write(store, TITLE, BLOCKS)
        log = Log(store, RUN)
        log.add([layer._replace(part=5), layer])
        log.add([layer, layer._replace(part=4, states=0)])
        again = Log(store, RUN)
        assert (again.depths, again.ended, list(again.layers[0])) == ((14, 7), False, [2, 5])
        again.add([])
        again = Log(store, RUN)
        assert (again.depths, again.ended) == ((14, 7), True)
        with pytest.raises(PuzzleError, match=r"another exploration is there; expected numbering board, sources 3,0"):
            Log(store, Run("board", 14, {"sources": "3,0"}))


@pytest.mark.parametrize(
    "text",
    ["{", '{"depth": 1, "states": 0, "parts": []}\n', '{"depth": 0, "states": 3, "parts": [[0, 2, 9, ""]]}\n', "3\n"],
)
def test_a_log_that_does_not_add_up_is_refused(text: str) -> None:
    """The counts of the parts must be those of the layer, and the depths must follow each other."""
    store = Memory()
    Log(store, RUN)
    store.write("log.jsonl", [text.encode()])
    with pytest.raises(PuzzleError, match=r"log.jsonl: (line 1 does not add up|this is not what was written)"):
        Log(store, RUN)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 1.0])
def test_sets_as_gaps(share: float) -> None:
    """What the kernels write, count, clear and read is what plain Python does, for sparse and dense sets."""
    n, block, draw = 64 * 40, 64 * 16, Random(3)
    numbers = [number for number in range(n) if draw.random() < share]
    words = np.zeros(n // 64, dtype=np.uint64)
    for number in numbers:
        words[number // 64] |= np.uint64(1 << number % 64)
    full, content = words.copy(), np.zeros(2 * block, dtype=np.uint8)
    written = []
    for at, first in enumerate(range(0, n // 64, block // 64)):
        size = launch(gaps.write_gaps, words, first, min(len(words), first + block // 64), content)
        if size:
            written.append(Block(at, 1, launch(gaps.count_gaps, content[:size]), content[:size].tobytes()))
    assert written == blocks_of(numbers, block)
    assert not words.any()
    read: list[int] = []
    for at, _, states, coded in written:
        found = np.zeros(states, dtype=np.int64)
        arrays = np.frombuffer(coded, dtype=np.uint8), at * block // 64
        assert launch(gaps.numbers_of_gaps, *arrays, found) == states
        assert launch(gaps.clear_gaps, full, at * block // 64, arrays[0]) == states
        read += found.tolist()
    assert read == numbers
    assert not full.any()
