"""Arrays of int64 passed as their bare address: indexing is one load, without a look at the sign of the index.

A kernel of many arrays that calls functions spends most of its time on passing seven words for each; measured on the
naive reverse of a list, this makes the machine almost twice as fast. Nothing is checked: the kernel keeps its indexes
in bounds.
"""

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model


class Cells(types.Type):
    """The address of the first int64 of an array."""

    def __init__(self) -> None:
        super().__init__(name="Cells")


CELLS = Cells()


@register_model(Cells)
class _Model(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


@intrinsic
def cells(context, array):
    """The cells of an array, which must outlive them."""

    def generate(target, builder, signature_, args):
        made = target.make_array(signature_.args[0])(target, builder, args[0])
        return builder.bitcast(made.data, ir.IntType(64).as_pointer())

    return CELLS(array), generate


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args, keywords):
        if isinstance(args[0], Cells) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args, keywords):
        if isinstance(args[0], Cells) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, Cells, types.int64)
def _get(context, builder, signature_, args):
    return builder.load(builder.gep(args[0], [args[1]]))


@lower_builtin(operator.setitem, Cells, types.int64, types.int64)
def _set(context, builder, signature_, args):
    builder.store(args[2], builder.gep(args[0], [args[1]]))
    return context.get_dummy_value()
