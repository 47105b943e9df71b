"""States as 64-bit words: the number of each cell's value in as few bits as the largest needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_VALUES = 64  # so that a set of values fits a word too


@dataclass(frozen=True, slots=True)
class Packing:
    """Where each cell lies. No cell crosses a word; cells come in order, the first in the lowest bits.

    >>> Packing(8, 8).n_words, Packing(64, 3).n_words
    (1, 2)
    """

    n_cells: int
    n_values: int

    @property
    def bits(self) -> int:
        """Bits a cell: the numbers 0 to n_values - 1 fit, and there is at least one bit."""
        return max(1, (self.n_values - 1).bit_length())

    @property
    def per_word(self) -> int:
        """Cells a word."""
        return 64 // self.bits

    @property
    def n_words(self) -> int:
        """Words a state."""
        return max(1, -(-self.n_cells // self.per_word))

    @property
    def cell_mask(self) -> int:
        """The bits of a cell at the bottom of a word."""
        return (1 << self.bits) - 1

    def place(self, cell: int) -> tuple[int, int]:
        """The word of `cell` and its lowest bit there."""
        word, position = divmod(cell, self.per_word)
        return word, position * self.bits

    def pack(self, numbers: Sequence[int]) -> list[int]:
        """The words of the state with these numbers."""
        words = [0] * self.n_words
        for cell, number in enumerate(numbers):
            word, shift = self.place(cell)
            words[word] |= number << shift
        return words
