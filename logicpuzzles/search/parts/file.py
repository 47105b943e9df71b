"""The file of one layer of one part: blocks, each compressed by itself, and an index by which any block is read alone.

What a block means is known to the numbering that wrote it. A file is::

    a line with the format's version
    the blocks, each a frame of Zstandard (RFC 8878) with a checksum of its content
    the index, a frame too: for each block its number, how many states it has, its bytes, its checksum, its kind
    the end: run, depth, part, states, where the index begins, its bytes, a checksum of these

Blocks without states are left out. The end is written last, so a file that was cut has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from struct import Struct
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import zstandard
from numpy.typing import NDArray

from ...errors import PuzzleError
from .store import Store

FIRST_LINE = b"logicpuzzles part 1\n"
LEVEL = 1  # of compression: what blocks hold hardly becomes smaller by more work
AHEAD = 1 << 22  # bytes that are read at once where blocks follow each other
MOST_INDEX = 1 << 26  # bytes of an index: of 2,396,745 blocks
_LEAST_FRAME = 9  # bytes of the smallest frame of Zstandard
TAIL = 1 << 16  # bytes that are read at first: the end, mostly with the index, and the whole of a small file
_END = Struct("<16sIIQQQ")  # run, depth, part, states, where the index begins, its bytes
_SUM = Struct("<I")
_INDEX = np.dtype([("number", "<u8"), ("states", "<u8"), ("size", "<u4"), ("check", "<u4"), ("kind", "<u4")])


class Title(NamedTuple):
    """What a file holds: a part of a layer of a run, which is known by 16 bytes.

    `block` is the most bytes that a block has before it is compressed; a file that claims more is not read.
    """

    run: bytes
    depth: int
    part: int
    block: int = 1 << 26

    @property
    def name(self) -> str:
        """The name of the file in the store."""
        return layer_name(self.depth, self.part)


def layer_folder(depth: int) -> str:
    """The folder of a layer in the store."""
    return f"depth-{depth:04}"


def layer_name(depth: int, part: int) -> str:
    """The name of a file in the store."""
    return f"{layer_folder(depth)}/{part:05}.part"


class Block(NamedTuple):
    """Some states of a file: `number` grows from block to block; `kind` tells how the content is to be read."""

    number: int
    kind: int
    states: int
    content: bytes


class Layer(NamedTuple):
    """What is known of a file: its part, its states, its bytes, and a digest of its content."""

    part: int
    states: int
    size: int
    digest: str


class _Rows(list[tuple[int, int, int, int, int]]):
    """The rows of an index, as blocks are written."""

    def array(self) -> NDArray[np.void]:
        return np.array(self, dtype=_INDEX)


def write(store: Store, title: Title, blocks: Iterable[Block], name: str | None = None) -> Layer:
    """Write the file of `title`, by that name or another, and tell what it holds."""
    rows = _Rows()
    states = size = 0

    def chunks() -> Iterator[bytes]:
        packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True, write_content_size=True)
        nonlocal states, size
        yield FIRST_LINE
        at = len(FIRST_LINE)
        for block in blocks:
            frame = packer.compress(block.content)
            rows.append((block.number, block.states, len(frame), int.from_bytes(frame[-4:], "little"), block.kind))
            states += block.states
            at += len(frame)
            yield frame
        index = packer.compress(rows.array().tobytes())
        end = _END.pack(title.run, title.depth, title.part, states, at, len(index))
        size = at + len(index) + len(end) + _SUM.size
        yield index + end + _SUM.pack(crc32(end))

    store.write(name or title.name, chunks())
    return Layer(title.part, states, size, _digest(rows.array()))


def _digest(index: NDArray[np.void]) -> str:
    """A digest of what the blocks hold: it does not depend on how well they were compressed."""
    told = sha256()
    for field in ("number", "states", "check", "kind"):
        told.update(np.ascontiguousarray(index[field]).tobytes())
    return told.hexdigest()[:32]


class PartFile:
    """A file that is read: the blocks in their order, or one of them.

    Raises
    ------
    PuzzleError
        It is missing, cut, damaged, or of another run. Blocks are checked when they are read.
    """

    def __init__(self, store: Store, title: Title, name: str | None = None) -> None:
        self.store, self.title, self.name = store, title, name or title.name
        self.size = store.size(self.name) or 0
        self._tail_at = max(0, self.size - TAIL)
        self._tail = store.read(self.name, self._tail_at, self.size)
        end = self._tail[-_END.size - _SUM.size :]
        is_whole = len(end) == _END.size + _SUM.size and crc32(end[: _END.size]) == _SUM.unpack(end[_END.size :])[0]
        if self._tail_at == 0 or not is_whole:
            self._check_first(self._read(0, len(FIRST_LINE)))
        if not is_whole:
            raise self._wrong("it is cut off, or was damaged")
        run, depth, part, self.states, self._index_at, self._index_size = _END.unpack(end[: _END.size])
        if run != title.run:
            hint = "give each exploration a folder of its own"
            raise PuzzleError("it is a part of another run", place=f"{store.place}: {self.name}", hint=hint)
        if (depth, part) != (title.depth, title.part):
            raise self._wrong(f"it holds part {part} of depth {depth}")
        whole = self._index_at + self._index_size + len(end)
        if self._index_at < len(FIRST_LINE) or whole != self.size or self._index_size > _packed(MOST_INDEX):
            raise self._wrong("its parts do not add up")

    @cached_property
    def index(self) -> NDArray[np.void]:
        """A row for each block: its number, states, bytes, checksum and kind."""
        frame = self._read(self._index_at, self._index_at + self._index_size)
        most = min(MOST_INDEX, self._index_at // _LEAST_FRAME * _INDEX.itemsize)
        content = self._content(zstandard.ZstdDecompressor(), frame, most)
        if len(content) % _INDEX.itemsize:
            raise self._wrong("its index is damaged")
        found = np.frombuffer(content, dtype=_INDEX)
        largest = int(found["states"].max(initial=0)), int(found["size"].max(initial=0))
        if largest[0] > 8 * self.title.block or largest[1] > _packed(self.title.block):
            raise self._wrong("a block is larger than it can be")
        ends = len(FIRST_LINE) + int(found["size"].sum()), int(found["states"].sum())
        if ends != (self._index_at, self.states):
            raise self._wrong("its blocks do not add up")
        return found

    @cached_property
    def _begins(self) -> NDArray[np.int64]:
        """Where each block begins, and where the last one ends."""
        sizes = self.index["size"].astype(np.int64)
        return np.concatenate(([0], np.cumsum(sizes))) + len(FIRST_LINE)

    @property
    def layer(self) -> Layer:
        """What is known of it."""
        return Layer(self.title.part, self.states, self.size, _digest(self.index))

    def blocks(self, first: int = 0, last: int | None = None) -> Iterator[Block]:
        """The blocks of the rows `first` to before `last` of the index, in order, read several at a time."""
        unpack, begins = zstandard.ZstdDecompressor(), self._begins.tolist()
        row = first
        last = len(self.index) if last is None else last
        while row < last:
            stop = row + 1
            while stop < last and begins[stop + 1] - begins[row] <= AHEAD:
                stop += 1
            at = begins[row] if row else 0
            read = self._read(at, begins[stop])
            if row == 0:
                self._check_first(read)
            for each in range(row, stop):
                yield self._block(unpack, each, read[begins[each] - at : begins[each + 1] - at])
            row = stop

    def block_at(self, number: int) -> Block | None:
        """The last block whose number is at most this; None where the first one has a greater."""
        row = int(np.searchsorted(self.index["number"], number, side="right")) - 1
        return next(self.blocks(row, row + 1)) if row >= 0 else None

    def _read(self, begin: int, end: int) -> bytes:
        if begin >= self._tail_at:
            return self._tail[begin - self._tail_at : end - self._tail_at]
        return self.store.read(self.name, begin, end)

    def _check_first(self, read: bytes) -> None:
        if not read.startswith(FIRST_LINE):
            raise self._wrong("it does not begin as such a file of this version does")

    def _block(self, unpack: zstandard.ZstdDecompressor, row: int, frame: bytes) -> Block:
        number, states, size, check, kind = self.index[row].tolist()
        if len(frame) != size or int.from_bytes(frame[-4:], "little") != check:
            raise self._wrong(f"block {number} is damaged")
        return Block(number, kind, states, self._content(unpack, frame, self.title.block))

    def _content(self, unpack: Any, frame: bytes, most: int) -> bytes:
        """What a frame was made of; it says how large that is, and nothing is unpacked that is larger than `most`."""
        try:
            size = zstandard.frame_content_size(frame)
            if 0 <= size <= most:
                return bytes(unpack.decompress(frame))
        except zstandard.ZstdError:
            raise self._wrong("a block is damaged") from None
        raise self._wrong("a block is larger than it can be")

    def _wrong(self, what: str) -> PuzzleError:
        return damaged(self.store, self.name, what)


def _packed(size: int) -> int:
    """The most bytes of a frame with so many, which need not become smaller."""
    return size + (size >> 7) + 1024


class Damaged(PuzzleError):
    """A file does not hold what was written into it."""


def damaged(store: Store, name: str, what: str) -> Damaged:
    """What is said of such a file."""
    hint = "remove this file and run the same again, which makes it anew"
    return Damaged(what, place=f"{store.place}: {name}", hint=hint)
