"""Operations on the bits of words, each one machine instruction."""

from __future__ import annotations

from ...kernels.words import count_bits, highest_bit, lowest_bit, reverse_bits, shift_right

__all__ = ["count_bits", "highest_bit", "lowest_bit", "reverse_bits", "shift_right"]
