"""Operations on the bits of 64-bit words held as int64, each one machine instruction.

Words are signed because numba turns mixed signed and unsigned arithmetic into floating point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

Instruction: TypeAlias = tuple[object, Callable[..., ir.Value]]  # the types that it takes and gives, and what LLVM does
_UNDEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 1)


def _lowest_bit(typing_context: object, word: object) -> Instruction:
    """The index of the lowest set bit of a word that is not 0."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return builder.cttz(args[0], _UNDEFINED_AT_ZERO)

    return types.int64(types.int64), code


def _highest_bit(typing_context: object, word: object) -> Instruction:
    """The index of the highest set bit of a word that is not 0."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(args[0], _UNDEFINED_AT_ZERO))

    return types.int64(types.int64), code


def _count_bits(typing_context: object, word: object) -> Instruction:
    """The number of set bits."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


def _reverse_bits(typing_context: object, word: object) -> Instruction:
    """The word with bit k at 63 - k."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return builder.bitreverse(args[0])

    return types.int64(types.int64), code


def _shift_right(typing_context: object, word: object, places: object) -> Instruction:
    """The word moved down by 0 to 63 places, zeros coming in at the top."""

    def code(context: object, builder: ir.IRBuilder, signature: object, args: Sequence[ir.Value]) -> ir.Value:
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), code


lowest_bit: Any = intrinsic(_lowest_bit)
highest_bit: Any = intrinsic(_highest_bit)
count_bits: Any = intrinsic(_count_bits)
reverse_bits: Any = intrinsic(_reverse_bits)
shift_right: Any = intrinsic(_shift_right)
