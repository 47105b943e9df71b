"""Calls of machine code by its address, in kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import int64
from numba.extending import intrinsic


@intrinsic
def call(_typing: Any, _address: Any, _1: Any, _2: Any, _3: Any, _4: Any, _5: Any) -> Any:
    """What the function at `address` returns for five integers; all are int64."""

    def generate(_context: Any, builder: ir.IRBuilder, _signature: Any, given: Any) -> ir.Value:
        word = ir.IntType(64)
        function = builder.inttoptr(given[0], ir.FunctionType(word, [word] * 5).as_pointer())
        return builder.call(function, given[1:])

    return int64(int64, int64, int64, int64, int64, int64), generate
