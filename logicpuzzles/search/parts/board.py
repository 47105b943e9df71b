"""Boards by parts: a part is a place of the blank; what it has of a layer is made in one task, a bit for each state.

A move can be taken back (`board_of` has seen to that) and changes the colour of the blank's place. So a state that one
move leads to from depth d has depth d + 1, or d - 1: its layer is all that moves lead to, less the layer before last.
A task reads the layers of the places next to its own, block by block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...kernels.launch import launch, prepare_all
from ...logic.notation import readable
from ...rewriting.values import Values
from ..coding.board import Board
from ..kernels import gaps
from ..kernels.bits import Place
from ..kernels.board import KIND, LIVE_WORDS, SOURCE, WORK
from ..kernels.board_numbering import BoardMoves, BoardNumbering
from ..kernels.layout import Live, Words
from .clock import Clock
from .file import Block, Layer, PartFile, Title, damaged, write
from .log import Log, Run, sources_told
from .run import Stage, made
from .store import Store
from .table import StoreTable

GAPS = 1  # the kind of the blocks
BLOCK = 1 << 21  # numbers of a block, a multiple of 64: its bits stay in the processor's cache
FEW = 1 << 18  # states: where so few are expected in several blocks, these are written as one
MOST_SPAN = 16  # so many blocks
SMALL = 1 << 17  # states
BESIDE = 16 << 20  # bytes of a task beside its bits: what is read and written
_moves: dict[bytes, BoardMoves] = {}  # of this process, by run
_scratch: list[tuple[Words, Live]] = []  # the bits of tasks that have ended, emptied, for the next ones


@dataclass(frozen=True)
class BoardRun:
    """What tasks are told of a board and its sources: all in numbers, whatever the values of its cells are."""

    board: Board
    half: int
    colour: int
    store: Store
    key: bytes
    block: int

    @property
    def moves(self) -> BoardMoves:
        """Its moves; made once in a process."""
        if self.key not in _moves:
            _moves[self.key] = BoardMoves(self.board, self.half, self.colour)
        return _moves[self.key]

    def span(self, expected: int) -> int:
        """How many blocks are written as one, where so many states are expected in all: each takes a while, too."""
        n_blocks = -(-self.moves.n_numbers // self.block)
        return max(1, min(MOST_SPAN, FEW * n_blocks // max(1, expected)))


class Step(NamedTuple):
    """The task to make what `part` has of the layer of this depth.

    `sources` are the parts next to it that have states of the depth before, `before` is whether it has some two depths
    before; it should last no longer than so many seconds.
    """

    depth: int
    part: int
    sources: tuple[int, ...]
    before: bool
    seconds: float


def step(run: BoardRun, task: Step) -> Layer:
    """Do a task.

    Raises
    ------
    PuzzleError
        A file cannot be read or written, or is damaged.
    LimitReached
        The time is over.
    """
    title = Title(run.key, task.depth, task.part)
    there = made(run.store, title)
    if there is not None:
        return there
    clock, board, expected = Clock(task.seconds), run.moves, 0
    words, live = _empty(-(-board.n_numbers // 64))
    for move in board.moves[board.first[task.part] : board.first[task.part + 1]]:
        if move[SOURCE] in task.sources:
            file = PartFile(run.store, Title(run.key, task.depth - 1, int(move[SOURCE])))
            expected += file.states
            for block in clock.watched(file.blocks()):
                content = checked(file, block, run.block, board)
                arrays = content, move, board.tables, board.n_pieces
                launch(gaps.spread_gaps, words, live, block.number * run.block // 64, *arrays)
    before = PartFile(run.store, Title(run.key, task.depth - 2, task.part)) if task.before else None
    layer = write(run.store, title, clock.watched(_new(words, live, before, run, run.span(expected))))
    _scratch.append((words, live))
    return layer


def _empty(n_words: int) -> tuple[Words, Live]:
    """Words without bits, none of them live."""
    with suppress(IndexError):
        words, live = _scratch.pop()
        if len(words) == n_words:
            return words, live
    return np.zeros(n_words, dtype=np.uint64), np.zeros(-(-n_words // LIVE_WORDS), dtype=np.uint8)


def prepare(moves: BoardMoves) -> None:
    """Load the kernels of the tasks before workers ask for them, each on its own."""
    words, live, new = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint8), np.empty(1, dtype=np.uint8)
    read = np.empty(0, dtype=np.uint8)
    read.flags.writeable = False  # as what is read is
    prepare_all(
        (gaps.spread_gaps, (words, live, 0, read, moves.moves[0], moves.tables, moves.n_pieces)),
        (gaps.clear_gaps, (words, 0, read)),
        (gaps.write_gaps, (words, 0, 0, new)),
        (gaps.count_gaps, (new,)),
    )


def release() -> None:
    """Give back the bits that are kept for next tasks."""
    _scratch.clear()


def _new(words: Words, live: Live, before: PartFile | None, run: BoardRun, span: int) -> Iterator[Block]:
    """The blocks of a set, less those of a file, `span` of them as one; the set is emptied."""
    block = run.block
    content, n_words = np.empty(span * block + span * block // gaps.SKIP + 1, dtype=np.uint8), span * block // 64
    old = iter(()) if before is None else before.blocks()
    other = next(old, None)
    for number in _live_blocks(live, n_words, len(words)):
        first, stop = number * n_words, min(len(words), (number + 1) * n_words)
        while before is not None and other is not None and other.number * block // 64 < stop:
            read = checked(before, other, block, run.moves)
            launch(gaps.clear_gaps, words, other.number * block // 64, read)
            other = next(old, None)
        size = launch(gaps.write_gaps, words, first, stop, content)
        if size:
            yield Block(number * span, GAPS, launch(gaps.count_gaps, content[:size]), content[:size].tobytes())
    live[:] = 0


def _live_blocks(live: Live, n_words: int, n_all: int) -> list[int]:
    """The numbers of the blocks of so many words that have some of what is live, ascending."""
    chunks = np.flatnonzero(live) * LIVE_WORDS
    pieces = range(0, LIVE_WORDS, min(n_words, LIVE_WORDS))
    words = np.unique(np.concatenate([chunks + piece for piece in pieces]) // n_words)
    return [number for number in words.tolist() if number * n_words < n_all]


def checked(file: PartFile, block: Block, size: int, moves: BoardMoves) -> NDArray[np.uint8]:
    """The gaps of a block of a file, of `size` numbers: as many states as it says, all of them numbers of the board.

    Raises
    ------
    PuzzleError
        They are not.
    """
    content = np.frombuffer(block.content, dtype=np.uint8)
    states = len(content) - int(np.count_nonzero(content == gaps.SKIP))
    last = block.number * size - 1 + int(content.sum(dtype=np.int64)) + states
    if states != block.states or block.kind != GAPS:
        raise damaged(file.store, file.name, f"block {block.number} has not the states that it should have")
    if last >= moves.n_numbers:
        raise damaged(file.store, file.name, f"block {block.number} has what are no states of these rules")
    return content


class BoardParts:
    """A board as `Parted`, with so many numbers to a block; a layer after up to `small` states is not handed out."""

    def __init__(
        self, board: Board, values: Values, sources: Sequence[State], block: int = BLOCK, small: int = SMALL
    ) -> None:
        self.board, self.values, self.sources, self.block, self.small = board, values, tuple(sources), block, small
        told = {
            "sources": sources_told(sources),
            "blank": readable(values[board.blank]),
            "neighbours": [list(near) for near in board.neighbours],
            "line": list(board.line),
            "block": block,
        }
        self.run = Run("board", board.n_cells, told)

    @cached_property
    def numbering(self) -> BoardNumbering:
        """The numbers of its states."""
        return BoardNumbering(self.board, self.values, self.sources[0])

    @property
    def memory(self) -> int:
        """About the bytes that a task takes."""
        return self.numbering.n_numbers // 8 + self.numbering.tables.nbytes + BESIDE

    @property
    def n_states(self) -> int:
        """There are no more states."""
        return self.board.n_cells * self.numbering.n_numbers

    def begin(self, store: Store) -> list[Layer]:
        """Write the layer of the sources."""
        places = sorted({place for source in self.sources if (place := self.numbering.place_of(source)) is not None})
        made = []
        for part in sorted({place.region for place in places}):
            numbers = [place.number for place in places if place.region == part]
            made.append(write(store, Title(self.run.key, 0, part), blocks_of(numbers, self.block)))
        return made

    def stages(self, store: Store, log: Log, clock: Clock) -> Iterable[Stage]:
        """One task for each part that moves may lead to."""
        numbering = self.numbering
        prepare(numbering)
        run = BoardRun(self.board, numbering.half, numbering.colour, store, self.run.key, self.block)
        return [Stage(partial(step, run), self._steps(log, clock), log.depths[-1] <= self.small)]

    def _steps(self, log: Log, clock: Clock) -> Iterator[Step]:
        depth, last = len(log.layers), log.layers[-1]
        before = log.layers[-2] if depth > 1 else {}
        into = [part for part, near in enumerate(self.board.neighbours) if any(other in last for other in near)]
        moves = self.numbering

        def work(part: int) -> int:
            there = moves.moves[moves.first[part] : moves.first[part + 1]].tolist()
            return sum(last[move[SOURCE]].states * (WORK[move[KIND]] + 1) for move in there if move[SOURCE] in last)

        into.sort(key=work, reverse=True)  # so that the last ones are short, and all workers end at about one time
        for part in into:
            sources = tuple(near for near in self.board.neighbours[part] if near in last)
            yield Step(depth, part, sources, part in before, clock.left)

    def leftovers(self, depth: int) -> Iterable[str]:
        """Nothing is made beside the layers."""
        return ()

    def table(self, store: Store, log: Log) -> StoreTable:
        """The depth of every state, once all layers are complete."""
        return StoreTable(self, store, log)

    def place_of(self, state: State) -> Place | None:
        """The part and the number of a state; None where it has none."""
        return self.numbering.place_of(state)

    def title(self, depth: int, part: int) -> Title:
        """What a file holds."""
        return Title(self.run.key, depth, part)

    def states(self, file: PartFile, block: Block, first: int = 0, last: int | None = None) -> Iterator[State]:
        """The states of a block of a file, from the one in the place `first` to the one before `last`."""
        numbers = self.numbers(file, block)[first:last].tolist()
        return (self.numbering.state(Place(file.title.part, number)) for number in numbers)

    def block_of(self, number: int) -> int:
        """The number of the block where the states with this number are, where it is not written as one with others."""
        return number // self.block

    def numbers(self, file: PartFile, block: Block) -> NDArray[np.int64]:
        """The numbers of the states of a block of a file, ascending."""
        content = checked(file, block, self.block, self.numbering)
        numbers = np.empty(block.states, dtype=np.int64)
        launch(gaps.numbers_of_gaps, content, block.number * self.block // 64, numbers)
        return numbers


def blocks_of(numbers: Sequence[int], block: int) -> list[Block]:
    """The blocks of a few numbers, ascending, in plain Python."""
    blocks = []
    for number in sorted({each // block for each in numbers}):
        content, after, states = bytearray(), number * block, 0
        for each in numbers:
            if each // block == number:
                skips, gap = divmod(each - after, gaps.SKIP)
                content += bytes([gaps.SKIP] * skips + [gap])
                after, states = each + 1, states + 1
        blocks.append(Block(number, GAPS, states, bytes(content)))
    return blocks
