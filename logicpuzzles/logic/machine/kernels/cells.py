"""Arrays of int64 passed as their bare address: indexing is one load, without a look at the sign of the index.

A kernel of many arrays that calls functions spends most of its time on passing seven words for each; measured on the
naive reverse of a list, this makes the machine almost twice as fast. Nothing is checked: the kernel keeps its indexes
in bounds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, MutableSequence
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numpy.typing import NDArray

Arrays: TypeAlias = tuple[NDArray[np.int64], ...]  # those of `loop.run`, in its order
Cells: TypeAlias = MutableSequence[int]  # one of them, by its address
Marks: TypeAlias = MutableSequence[int]  # the same of an array of int8
Room: TypeAlias = NDArray[np.int64]


class CellsType(types.Type):
    """The address of the first int64 of an array."""

    def __init__(self) -> None:
        super().__init__(name="Cells")


CELLS = CellsType()


@register_model(CellsType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: CellsType) -> None:
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


def _cells(context: Any, array: types.Type) -> tuple[Any, Callable[..., Any]]:
    """The cells of an array, which must outlive them."""

    def generate(target: Any, builder: Any, signature_: Any, args: Any) -> Any:
        made = target.make_array(signature_.args[0])(target, builder, args[0])
        return builder.bitcast(made.data, ir.IntType(64).as_pointer())

    return CELLS(array), generate


cells: Callable[[NDArray[np.int64]], Cells] = intrinsic(_cells)  # type: ignore[assignment] # it is called in kernels
marks_of: Callable[[NDArray[np.int8]], Marks] = intrinsic(_cells)  # type: ignore[assignment] # so is this


def _cells_at(context: Any, address: types.Type) -> tuple[Any, Callable[..., Any]]:
    """The cells that begin at an address, which must stay what it is for as long as they are used."""

    def generate(target: Any, builder: Any, signature_: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

    return CELLS(types.int64), generate


cells_at: Callable[[int], Cells] = intrinsic(_cells_at)  # type: ignore[assignment] # it is called in kernels


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, keywords: Any) -> Any:
        if isinstance(args[0], CellsType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, keywords: Any) -> Any:
        if isinstance(args[0], CellsType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, CellsType, types.int64)
def _get(context: Any, builder: Any, signature_: Any, args: Any) -> Any:
    return builder.load(builder.gep(args[0], [args[1]]))


@lower_builtin(operator.setitem, CellsType, types.int64, types.int64)
def _set(context: Any, builder: Any, signature_: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(args[0], [args[1]]))
    return context.get_dummy_value()
