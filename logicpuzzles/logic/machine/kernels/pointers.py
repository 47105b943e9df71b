"""Addresses of cells as numbers, and calls of a kernel by its address.

The builtin relations are compiled apart from the loop, which finds them by an address in the state: so neither is
compiled again with the other, and a query that calls none does not load them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.cgutils import alloca_once
from numba.extending import intrinsic

from .cells import CELLS, Cells, CellsType

Generated = tuple[Any, Callable[..., Any]] | None
WORD = ir.IntType(64)


def _address(context: Any, array: types.Type) -> Generated:
    """The address of cells as a number."""
    if not isinstance(array, CellsType):
        return None
    return types.int64(array), lambda target, builder, signature_, args: builder.ptrtoint(args[0], WORD)


def _at(context: Any, number: types.Type) -> Generated:
    """The cells at an address."""
    return CELLS(types.int64), lambda target, builder, signature_, args: builder.inttoptr(args[0], WORD.as_pointer())


def _invoke(context: Any, function: types.Type, argument: types.Type) -> Generated:
    """What the kernel at an address, from a number to a number, gives for `argument`."""

    def generate(target: Any, builder: Any, signature_: Any, args: Any) -> Any:
        # numba's own convention: where the result goes, where an exception would, the arguments; gives a status
        nowhere = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.IntType(32), [WORD.as_pointer(), nowhere, WORD])
        result = alloca_once(builder, WORD)
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), [result, nowhere(None), args[1]])
        return builder.load(result)

    return types.int64(types.int64, types.int64), generate


address: Callable[[Cells], int] = intrinsic(_address)  # type: ignore[assignment] # these three are called in kernels
at: Callable[[int], Cells] = intrinsic(_at)  # type: ignore[assignment]
invoke: Callable[[int, int], int] = intrinsic(_invoke)  # type: ignore[assignment]


def address_of(kernel: Any) -> int:
    """The address of a kernel from a number to a number, which must be compiled."""
    made = kernel.overloads[(types.int64,)]
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
