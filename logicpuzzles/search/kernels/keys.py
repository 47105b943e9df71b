"""What stands for a state where a space is explored by parts: its rank, its number of mixed radix, or its packed words.

A key is a row of words. Keys are sorted, so a part of a space is a range of numbers; packed states go by their hash,
since nothing is known of how these lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from ...endings import State
from ...kernels.launch import Call, launch, prepare_all
from ...rewriting.program import Program
from ..coding.arrays import states_of
from ..coding.packing import Packing
from ..coding.radix import Radix, RadixArrays
from ..coding.ranks import Ranks, all_rules
from . import key_moves as kernel
from . import sorted_keys
from .key_moves import Buckets, DigitMoves, RankMoves, WordMoves
from .layout import Rows, Words

Moves: TypeAlias = RankMoves | WordMoves | DigitMoves


class Range(NamedTuple):
    """Keys that are numbers below `end`."""

    end: int

    def holds(self, keys: Words) -> bool:
        """Whether all of these sorted keys are keys of states."""
        return not len(keys) or int(keys[-1, 0]) < self.end


class Fields(NamedTuple):
    """Keys that are packed states, each cell with the number of a value.

    A number has a top bit and a rest, and some value has the top bit. So a cell has the number of no value if it has
    the top bit and a rest that is too large: adding `carry` to the rest gives the top bit then.

    Attributes
    ----------
    end
        There are no more of them.
    used, top, carry
        uint64[n_words]: the bits of cells; their top bits; what is added to each cell.
    """

    end: int
    used: Words
    top: Words
    carry: Words

    @classmethod
    def of(cls, packing: Packing) -> Fields:
        """Those of the packed states of so many cells and values."""
        half = 1 << packing.bits - 1
        numbers = packing.cell_mask, half, 2 * half - packing.n_values
        rows = [packing.pack([number] * packing.n_cells) for number in numbers]
        return cls(packing.n_values**packing.n_cells, *np.array(rows, dtype=np.uint64))

    def holds(self, keys: Words) -> bool:
        """Whether all of these keys are keys of states."""
        too_large = ((keys & ~self.top) + self.carry & keys & self.top) | (keys & ~self.used)
        return not too_large.any()


class Moving(NamedTuple):
    """What a worker needs in order to find where moves lead.

    Attributes
    ----------
    n_words
        The words of a key.
    most_moves
        No state has more moves.
    known
        Which keys there are: kernels take what is read from a file for granted.
    """

    moves: Moves
    n_words: int
    n_parts: int
    most_moves: int
    known: Range | Fields

    def spread(self, keys: Words, first: int, found: Buckets, counts: Rows) -> int:
        """Put what one move leads to into buckets; see `key_moves.spread_by_rules`."""
        spread, arguments = self.call(keys, first, found, counts)
        return launch(spread, *arguments)

    def call(self, keys: Words, first: int, found: Buckets, counts: Rows) -> Call:
        """The kernel that `spread` calls, and its arguments."""
        moves, key = self.moves, np.zeros((1, self.n_words), dtype=np.uint64)
        if isinstance(moves, DigitMoves):
            index = np.zeros(moves.rules.parts.shape[2], dtype=np.int64)
            return kernel.spread_by_digits, (keys, first, moves, index, key, found, counts)
        if isinstance(moves, RankMoves):  # other threads have its scratch
            moves = moves._replace(left=np.zeros_like(moves.left))
        words = np.zeros((2, moves.rules.written.shape[2]), dtype=np.uint64)
        return kernel.spread_by_rules, (keys, first, moves, words, key, found, counts)

    def prepare(self) -> None:
        """Load or compile all kernels that tasks call, which are compiled in one process rather than one by one."""
        keys, counts = np.zeros((0, self.n_words), dtype=np.uint64), np.zeros(self.n_parts, dtype=np.int64)
        found = np.zeros((self.n_parts, 0, self.n_words), dtype=np.uint64)
        calls = (
            self.call(keys, 0, found, counts),
            (sorted_keys.sort, (keys, 0, keys, counts)),
            (sorted_keys.each_once, (keys, 0)),
            (sorted_keys.without, (keys, 0, keys)),
            (sorted_keys.up_to, (keys, keys)),
        )
        prepare_all(*calls)


class Keys(Protocol):
    """A numbering of states by keys, in parts."""

    moving: Moving

    def key(self, state: State) -> Words | None:
        """The key of `state`, uint64[1, n_words]; None where it has none."""

    def part(self, key: Words) -> int:
        """The part that a key belongs to."""

    def states(self, keys: Words) -> Iterator[State]:
        """The states with these keys."""


class RankKeys:
    """Numbers of arrangements."""

    def __init__(self, program: Program, sources: Sequence[State], n_parts: int) -> None:
        self.ranks = ranks = Ranks(program, sources[0])
        rules = all_rules(program, ranks.packing)
        self.share = -(-ranks.n_states // n_parts)
        moves = RankMoves(rules, ranks.places, ranks.counts, np.zeros_like(ranks.counts), self.share)
        self.moving = Moving(moves, 1, n_parts, len(rules.steps), Range(ranks.n_states))

    def key(self, state: State) -> Words | None:
        """The key of `state`; None where it is no arrangement of the same values."""
        return key_of(self.ranks.known(state))

    def part(self, key: Words) -> int:
        """The part that a key belongs to."""
        return int(key[0, 0]) // self.share

    def states(self, keys: Words) -> Iterator[State]:
        """The states with these keys."""
        return map(self.ranks.state, keys[:, 0].tolist())


class DigitKeys:
    """Numbers of mixed radix."""

    def __init__(self, radix: Radix, arrays: RadixArrays, n_parts: int) -> None:
        self.radix = radix
        sizes = np.diff(arrays.first)
        begins = np.append(arrays.parts[0, 0], len(sizes)).tolist()  # the entries of each group
        most_moves = sum(int(sizes[a:b].max(initial=0)) for a, b in zip(begins, begins[1:], strict=False))
        self.share = -(-radix.n_numbers // n_parts)
        moves = DigitMoves(arrays, self.share, most_moves)
        self.moving = Moving(moves, 1, n_parts, most_moves, Range(radix.n_numbers))

    def key(self, state: State) -> Words | None:
        """The key of `state`; None where a cell cannot hold its value."""
        program = self.radix.program
        numbers = program.values.known(state, program.n_cells)
        return key_of(None if numbers is None else self.radix.number(numbers))

    def part(self, key: Words) -> int:
        """The part that a key belongs to."""
        return int(key[0, 0]) // self.share

    def states(self, keys: Words) -> Iterator[State]:
        """The states with these keys."""
        return self.radix.states(keys[:, 0])


class WordKeys:
    """Packed states."""

    def __init__(self, program: Program, n_parts: int) -> None:
        self.program, self.packing = program, Packing(program.n_cells, len(program.values))
        rules = all_rules(program, self.packing)
        moves, known = WordMoves(rules, n_parts), Fields.of(self.packing)
        self.moving = Moving(moves, self.packing.n_words, n_parts, len(rules.steps), known)

    def key(self, state: State) -> Words | None:
        """The key of `state`; None where a value is unknown."""
        numbers = self.program.values.known(state, self.program.n_cells)
        return None if numbers is None else np.array([self.packing.pack(numbers)], dtype=np.uint64)

    def part(self, key: Words) -> int:
        """The part that a key belongs to."""
        return launch(kernel.part_of_words, key, 0, self.moving.n_parts)

    def states(self, keys: Words) -> Iterator[State]:
        """The states with these keys."""
        return states_of(keys, self.packing, self.program.values)


def key_of(number: int | None) -> Words | None:
    """The key that a number is."""
    return None if number is None else np.array([[number]], dtype=np.uint64)
