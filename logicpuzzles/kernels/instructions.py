"""What LLVM makes of the operations of `words`: by name, what writes the instruction with a builder."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

_UNDEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 1)

COUNTS = {"lowest_bit", "highest_bit", "count_bits"}  # these give a signed integer, others the kind of their word
INSTRUCTIONS: dict[str, Callable[..., ir.Value]] = {
    "lowest_bit": lambda builder, word: builder.cttz(word, _UNDEFINED_AT_ZERO),
    "highest_bit": lambda builder, word: builder.sub(word.type(63), builder.ctlz(word, _UNDEFINED_AT_ZERO)),
    "count_bits": lambda builder, word: builder.ctpop(word),
    "reverse_bits": lambda builder, word: builder.bitreverse(word),
    "shift_right": lambda builder, word, places: builder.lshr(word, places),
}
