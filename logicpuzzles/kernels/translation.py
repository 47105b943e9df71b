"""Kernels as one module of LLVM instructions; a function is written once for each kind of arguments that it gets."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from llvmlite import ir

from .cells import Cells as CellsAlias
from .kernel import Kernel, kernel_of
from .kinds import ELEMENTS, FLOAT, INT, TRUTH, Cells, Kind, Nothing, Number, Record, Several, Value, size, types
from .statements import Statements

_NUMBERS: dict[Any, Kind] = {int: INT, bool: TRUTH, float: FLOAT}
_CELLS = {"Cells": Cells(INT), "Marks": Cells(ELEMENTS["int8"]), "Arrays": Cells(INT)}


@dataclass(frozen=True, slots=True)
class Instance:
    """A function for arguments of certain kinds."""

    function: ir.Function
    arguments: tuple[Kind, ...]
    result: Kind


class Translation:
    """One module.

    Attributes
    ----------
    module
        What is made.
    sizes
        How many words each function that Python calls takes, by its name.
    """

    def __init__(self) -> None:
        self.module = ir.Module("kernel")
        self.sizes: dict[str, int] = {}
        self._instances: dict[tuple[Any, tuple[Kind, ...]], Instance] = {}
        self._todo: list[tuple[Any, ast.FunctionDef, Instance]] = []

    def export(self, function: Any, name: str, kinds: Sequence[Kind]) -> None:
        """Put a function that Python calls into the module: it takes integers and addresses, and gives an integer."""
        inner = self.instance(function, kinds)
        if any(isinstance(kind, Record) for kind in inner.arguments):
            inner.function.attributes.add("noinline")  # else what is promised of its arguments is lost
        word = INT.type
        widths = [types(kind) for kind in inner.arguments]
        self.sizes[name] = sum(map(len, widths))
        outer = ir.Function(self.module, ir.FunctionType(word, [word] * sum(map(len, widths))), name)
        outer.attributes.add("nounwind")
        b = ir.IRBuilder(outer.append_basic_block())
        given = [
            b.inttoptr(arg, kind) if isinstance(kind, ir.PointerType)
            else b.icmp_signed("!=", arg, word(0)) if kind == TRUTH.type
            else b.bitcast(arg, kind)
            for arg, kind in zip(outer.args, [one for width in widths for one in width], strict=True)
        ]  # fmt: skip
        found = b.call(inner.function, given)
        if isinstance(inner.result, Nothing):
            b.ret(word(0))
        else:
            b.ret(b.zext(found, word) if inner.result == TRUTH else found)

    def instance(self, function: Any, kinds: Sequence[Kind], node: ast.AST | None = None) -> Instance:
        """A function for arguments of these kinds; it is written later."""
        plain, is_placed = _function(function)
        tree, names = _tree(plain), plain.__globals__
        key = plain, tuple(kinds)
        if key not in self._instances:
            arguments = tuple(_argument(arg, kind, names) for arg, kind in zip(tree.args.args, kinds, strict=True))
            result = _result(tree.returns, names)
            parts = types(result)
            given = ir.VoidType() if not parts else parts[0] if len(parts) == 1 else ir.LiteralStructType(parts)
            taken = [one for kind in arguments for one in types(kind)]
            name = f"{plain.__module__}.{plain.__qualname__}.{len(self._instances)}"
            made = ir.Function(self.module, ir.FunctionType(given, taken), name)
            made.attributes.add("nounwind")
            made.linkage = "linkonce_odr hidden" if not is_placed else "internal"
            if is_placed:
                made.attributes.add("alwaysinline")
            _promise(made, arguments)
            self._instances[key] = Instance(made, arguments, result)
            self._todo.append((plain, tree, self._instances[key]))
        return self._instances[key]

    def text(self) -> str:
        """The module, once all is written."""
        while self._todo:
            plain, tree, made = self._todo.pop()
            code = plain.__code__
            Statements(
                tree, code.co_filename, plain.__globals__, made.function, made.arguments, made.result, self._called
            ).write()
        return str(self.module).replace(" nounwind", ' nounwind "no-builtins"')  # no loop becomes a call of memset

    def _called(self, function: Any, args: Sequence[Value], node: ast.AST, where: Statements) -> Value:
        try:
            plain, _ = _function(function)
        except TypeError:
            raise where.error(node, "this is no kernel") from None
        parameters, names = _tree(plain).args.args, plain.__globals__
        if len(parameters) != len(args):
            raise where.error(node, f"it takes {len(parameters)} arguments")
        fitted = [
            where.fitted(arg, _argument(a, arg.kind, names), node) for a, arg in zip(parameters, args, strict=True)
        ]
        inner = self.instance(function, [arg.kind for arg in fitted], node)
        found = where.builder.call(inner.function, [one for arg in fitted for one in where.flat(arg)])
        if isinstance(inner.result, Nothing):
            return Value(inner.result, ())
        width = len(types(inner.result))
        parts = [found] if width == 1 else [where.builder.extract_value(found, n) for n in range(width)]
        return where._assembled(inner.result, parts)


def _promise(function: ir.Function, kinds: Sequence[Kind]) -> None:
    """Tell LLVM that slots of records are there to be read: then it reads them once, before a loop."""
    at = 0
    for kind in kinds:
        if isinstance(kind, Record):
            attributes = function.args[at].attributes
            attributes.dereferenceable, attributes.align = 8 * size(kind), 8
            attributes.add("noalias")
        at += len(types(kind))


def module_of(entries: Iterable[Kernel]) -> str:
    """The text of a module with these functions, which have their own names, and with all that they call."""
    made = Translation()
    for one in entries:
        tree, names = _tree(one.function), one.function.__globals__
        made.export(one.function, one.function.__name__, [_declared(arg, names) for arg in tree.args.args])
    return made.text()


_trees: dict[Any, ast.FunctionDef] = {}


def _function(function: Any) -> tuple[Any, bool]:
    """The Python function of a kernel, and whether it is put in the place of each call, as methods are."""
    kernel = kernel_of(function)
    if kernel is not None:
        return kernel.function, kernel.inline
    if not inspect.isfunction(function):
        raise TypeError(function)
    return function, "." in function.__qualname__.rpartition("<locals>.")[2]


def _tree(function: Any) -> ast.FunctionDef:
    """The syntax tree of a function, with the lines of its file."""
    if function not in _trees:
        lines, first = inspect.getsourcelines(function)
        made = ast.parse(textwrap.dedent("".join(lines))).body[0]
        assert isinstance(made, ast.FunctionDef)
        ast.increment_lineno(made, first - 1)
        _trees[function] = made
    return _trees[function]


def _argument(arg: ast.arg, given: Kind, names: dict[str, Any]) -> Kind:
    """What an argument is taken as: a number as it is declared, anything else as it is given."""
    declared = _number(arg.annotation, names) if isinstance(given, Number) else None
    return given if declared is None else declared


def _number(node: ast.expr | None, names: dict[str, Any]) -> Kind | None:
    """The kind of number that an annotation names, by itself or as the first of several; None if it names none."""
    if isinstance(node, ast.BinOp):
        return _number(node.left, names)
    return _meant(names.get(node.id, getattr(builtins, node.id, None))) if isinstance(node, ast.Name) else None


def _meant(given: Any) -> Kind | None:
    """The kind of numbers, or of a tuple of them, that a type stands for; None if it stands for neither."""
    if isinstance(given, type) and given in _NUMBERS:
        return _NUMBERS[given]
    if get_origin(given) is Annotated:
        return ELEMENTS[get_args(given)[1]]
    if get_origin(given) is tuple:
        parts = [_meant(part) for part in get_args(given)]
        return Several(tuple(part for part in parts if part is not None))
    return None


def _declared(arg: ast.arg, names: dict[str, Any]) -> Kind:
    """The kind of an argument of a function that Python calls with integers and bare addresses."""
    name = arg.annotation.id if isinstance(arg.annotation, ast.Name) else ""
    return _number(arg.annotation, names) or _cells(name, names)


def _cells(name: str, names: dict[str, Any]) -> Cells:
    """The kind of cells that an annotation names, or another name that stands for `Cells`.

    Marks, which are bytes, are known by their own name alone: to Python they are what cells are.
    """
    return _CELLS["Cells" if name not in _CELLS and names.get(name) == CellsAlias else name]


def _result(node: ast.expr | None, names: dict[str, Any]) -> Kind:
    """The kind of what a function gives, by its annotation."""
    match node:
        case None | ast.Constant(value=None):
            return Nothing()
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return Several(tuple(_result(part, names) for part in parts))
        case ast.Name(id=name):
            return _number(node, names) or _cells(name, names)
        case ast.BinOp() if (found := _number(node, names)) is not None:
            return found
    raise SyntaxError(f"a kernel cannot give {ast.unparse(node)}")
