"""Plain functions: the parts of kernels, written in a small part of Python and compiled without numba's passes.

numba takes half a minute for the machine, most of it in its own passes, which find out types that are known here:
every variable is an int64 or the address of cells (`cells.Cells`). So the functions are read as syntax trees and
become LLVM instructions at once, all that a kernel calls in one module, which LLVM optimizes once.

What they may hold: integers, `Cells` and `Marks`; assignments, `if`, `while`, `for` over a range, `return` of an
integer or some; arithmetic that wraps around, comparisons, `and`, `or`, `not`, calls of plain functions, `min`, `max`,
`abs` and those at the end of `cells`. A division by 0 must not be asked for. Anything else is a SyntaxError when it is
compiled.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from llvmlite import binding, ir
from numba import types
from numba.core.typing.templates import signature
from numba.extending import intrinsic

from .cells import CELLS, CellsType, Typed
from .expressions import WORD, Given
from .statements import KINDS, Statements

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., Any])
_known: dict[int, Definition] = {}  # by the identity of what a name stands for, which lives as long as its module


class Definition:
    """A plain function as it was written."""

    def __init__(self, function: FunctionType, is_placed: bool) -> None:
        self.function, self.is_placed = function, is_placed
        self.name = f"plain.{function.__module__}.{function.__qualname__}"

    @cached_property
    def node(self) -> ast.FunctionDef:
        """Its syntax tree, with the lines of its file."""
        lines, first = inspect.getsourcelines(self.function)
        made = ast.parse("".join(lines)).body[0]
        assert isinstance(made, ast.FunctionDef)
        ast.increment_lineno(made, first - 1)
        return made

    @cached_property
    def kind(self) -> ir.FunctionType:
        """The types of its arguments and of what it gives."""
        result, given = self.node.returns, ir.VoidType()
        if isinstance(result, ast.Subscript) and isinstance(result.slice, ast.Tuple):  # of integers
            given = ir.LiteralStructType([WORD] * len(result.slice.elts))
        elif isinstance(result, ast.Name):
            given = KINDS[result.id]
        taken = [KINDS[arg.annotation.id] for arg in self.node.args.args if isinstance(arg.annotation, ast.Name)]
        return ir.FunctionType(given, taken)

    def module(self) -> ir.Module:
        """A module with this function and all that it calls."""
        made, found, todo = ir.Module(self.name), {}, []

        def function_of(meant: object) -> ir.Function:
            definition = _known[id(meant)]
            if definition.name not in found:
                function = ir.Function(made, definition.kind, definition.name)
                function.linkage = "linkonce_odr"  # others have it too, and it goes where all calls are put in place
                function.attributes.add("nounwind")
                if definition.is_placed:
                    function.attributes.add("alwaysinline")
                found[definition.name] = function
                todo.append((definition, function))
            return found[definition.name]

        _known[id(self)] = self
        function_of(self).linkage = "weak_odr"
        while todo:
            definition, function = todo.pop()
            code = definition.function.__code__
            Statements(
                definition.node, code.co_filename, definition.function.__globals__, function, function_of
            ).write()
        return made


def plain(function: F) -> F:
    """A plain function, which kernels and other plain functions call."""
    return _made(function, False)


def placed(function: F) -> F:
    """A plain function that is put in the place of each call."""
    return _made(function, True)


def _made(function: F, is_placed: bool) -> F:
    assert isinstance(function, FunctionType)
    definition = Definition(function, is_placed)

    def typer(context: BaseContext, *args: types.Type) -> Typed | None:
        given = definition.kind.return_type
        result: types.Type = types.none if isinstance(given, ir.VoidType) else types.int64
        if isinstance(given, ir.LiteralStructType):
            result = types.UniTuple(types.int64, len(given.elements))
        taken = [types.int64 if kind == WORD else CELLS for kind in definition.kind.args]
        if any((one is CELLS) != isinstance(arg, CellsType) for one, arg in zip(taken, args, strict=True)):
            return None
        return signature(result, *taken), generate

    def generate(target: BaseContext, builder: ir.IRBuilder, signature_: Signature, args: Sequence[ir.Value]) -> Given:
        _link(target.active_code_library, definition)
        meant = ir.FunctionType(definition.kind.return_type, [arg.type for arg in args])
        called = builder.module.globals.get(definition.name) or ir.Function(builder.module, meant, definition.name)
        found = builder.call(called, args)
        if isinstance(meant.return_type, ir.VoidType):
            return target.get_dummy_value()
        if isinstance(meant.return_type, ir.LiteralStructType):
            parts = [builder.extract_value(found, n) for n in range(len(meant.return_type.elements))]
            return target.make_tuple(builder, signature_.return_type, parts)
        return found

    typer.__name__ = function.__name__
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    given = list(inspect.signature(function).parameters.values())
    typer.__signature__ = inspect.Signature([context, *given])  # type: ignore[attr-defined]
    made: Any = intrinsic(typer)
    _known[id(made)] = definition
    return cast(F, made)


def _link(library: CPUCodeLibrary, definition: Definition) -> None:
    """Have the function in what is being compiled, once."""
    try:
        if not library.get_function(definition.name).is_declaration:
            return
    except NameError:
        pass
    library.add_llvm_module(binding.parse_assembly(str(definition.module())))
