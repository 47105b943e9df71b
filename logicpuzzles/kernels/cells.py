"""Arrays of int64 passed as their bare address: indexing is one load, without a look at the sign of the index.

A kernel of many arrays that calls functions spends most of its time on passing seven words for each; measured on the
naive reverse of a list, this makes the query machine almost twice as fast. Nothing is checked: the kernel keeps its
indexes in bounds. A kernel makes cells of its arrays and hands them to plain functions (`plain`), which alone index
them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.datamodel.manager import DataModelManager
    from numba.core.typing.templates import Signature

Row: TypeAlias = NDArray[np.int64]
Arrays: TypeAlias = tuple[Row, ...]  # several that a kernel takes together
Cells: TypeAlias = MutableSequence[int]  # one of them, by its address
Marks: TypeAlias = MutableSequence[int]  # the same of an array of int8
Typed: TypeAlias = "tuple[Signature, Callable[..., ir.Value]]"  # what numba takes for an intrinsic function


class CellsType(types.Type):
    """The address of the first int64 of an array."""

    def __init__(self) -> None:
        super().__init__(name="Cells")


CELLS = CellsType()


@register_model(CellsType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: DataModelManager, kind: CellsType) -> None:
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


def _cells(context: BaseContext, array: types.Type) -> Typed:
    """The cells of an array, which must outlive them."""

    def generate(
        target: BaseContext, builder: ir.IRBuilder, signature: Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        made = target.make_array(signature.args[0])(target, builder, args[0])
        return builder.bitcast(made.data, ir.IntType(64).as_pointer())

    return CELLS(array), generate


cells: Callable[[Row], Cells] = intrinsic(_cells)  # type: ignore[assignment] # it is called in kernels
marks_of: Callable[[NDArray[np.int8]], Marks] = intrinsic(_cells)  # type: ignore[assignment] # so is this


# -- what plain functions know besides: each is written in its place ------------------------------------


def address(array: Cells) -> int:
    """The address of cells as a number."""
    _refuse()


def cells_at(number: int) -> Cells:
    """The cells at an address, which must stay what it is while they are used."""
    _refuse()


def invoke(function: int, argument: int) -> int:
    """What the kernel at an address, from a number to a number, gives for `argument`."""
    _refuse()


def _refuse() -> NoReturn:
    raise TypeError("only a plain function can ask this")
