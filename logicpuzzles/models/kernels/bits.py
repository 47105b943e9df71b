"""Operations on the bits of 64-bit words held as int64, each one machine instruction.

Words are signed because numba turns mixed signed and unsigned arithmetic into floating point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64, uint64
from numba.extending import intrinsic

from ...kernels.inner import inner

_UNDEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 1)


def _instruction(emit: Callable[[ir.IRBuilder, ir.Value], ir.Value]) -> Any:
    """A function of one word, which LLVM works out as `emit` says."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return emit(builder, args[0])

    @intrinsic
    def of_word(typing_context: object, word: object) -> tuple[object, Callable[..., ir.Value]]:
        return int64(int64), code

    return of_word


# The index of the lowest set bit, and of the highest, of a word that is not 0; the number of set bits; and the word
# with bit k at 63 - k.
lowest_bit = _instruction(lambda builder, word: builder.cttz(word, _UNDEFINED_AT_ZERO))
highest_bit = _instruction(lambda builder, word: builder.sub(word.type(63), builder.ctlz(word, _UNDEFINED_AT_ZERO)))
count_bits = _instruction(lambda builder, word: builder.ctpop(word))
reverse_bits = _instruction(lambda builder, word: builder.bitreverse(word))


@inner
def shift_right(word: int, places: int) -> np.int64:
    """The word moved down by 0 to 63 places, zeros coming in at the top."""
    return int64(uint64(word) >> uint64(places))
