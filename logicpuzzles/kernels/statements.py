"""Statements of kernels as LLVM instructions."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from .expressions import Expressions
from .kinds import INT, Item, Kind, Nothing, Number, Several, Struct, Value, types

Caller = Callable[[Any, Sequence[Value], ast.AST, "Statements"], Value]


class Statements(Expressions):
    """Writes the body of one function.

    Parameters
    ----------
    node, file
        The function, and where it stands.
    names
        What names from outside mean.
    function, arguments, result
        What is to be filled; the kinds of its arguments, and of what it gives.
    call
        Calls another kernel.
    """

    def __init__(
        self,
        node: ast.FunctionDef,
        file: str,
        names: dict[str, Any],
        function: ir.Function,
        arguments: Sequence[Kind],
        result: Kind,
        call: Caller,
    ) -> None:
        self.node, self.file, self.names, self.function = node, file, names, function
        self.arguments, self.result, self._call_kernel = arguments, result, call
        self.variables = {}
        self.loops: list[tuple[ir.Block, ir.Block]] = []  # of each loop around: where `continue` and `break` go

    def write(self) -> None:
        """Fill the function."""
        self.builder = ir.IRBuilder(self.function.append_basic_block())
        at = 0
        for arg, kind in zip(self.node.args.args, self.arguments, strict=True):
            width = len(types(kind))
            self.assign(arg.arg, self._assembled(kind, self.function.args[at : at + width]), arg)
            at += width
        self.body(self.node.body)
        if not self.builder.block.is_terminated:
            if isinstance(self.result, Nothing):
                self.builder.ret_void()
            else:
                self.builder.unreachable()  # after a loop that is left by `return` alone

    def called(self, function: Any, args: Sequence[Value], node: ast.AST) -> Value:
        return self._call_kernel(function, args, node, self)

    def error(self, node: ast.AST, why: str = "") -> Exception:
        line, column = getattr(node, "lineno", self.node.lineno), getattr(node, "col_offset", 0)
        problem = f"a kernel cannot hold this: {ast.unparse(node)}" + (f" ({why})" if why else "")
        return SyntaxError(problem, (self.file, line, column + 1, linecache.getline(self.file, line)))

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements, as far as they can be reached."""
        for statement in statements:
            if self.builder.block.is_terminated:
                return
            method = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if method is None:
                raise self.error(statement)
            method(statement)

    # -- statements --------------------------------------------------------------------------------

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.value(node.value)
        elif not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            raise self.error(node)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(target, value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise self.error(node)
        self.store(node.target, self.value(node.value))

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript | ast.Attribute):
            element, address = self.target(node.target)
            before = self.widened(self.loaded(element, address), node)
            self.put(self.combined(node.op, before, self.number(node.value), node), element, address, node)
        else:
            load = ast.copy_location(ast.Name(getattr(node.target, "id", ""), ast.Load()), node)
            self.store(node.target, self.combined(node.op, self.number(load), self.number(node.value), node))

    def store(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a variable, a cell or several of those."""
        if isinstance(target, ast.Tuple):
            if not isinstance(value.kind, Several) or len(value.parts) != len(target.elts):
                raise self.error(target, f"{value.kind} is not as many values")
            for part, inner in zip(target.elts, value.parts, strict=True):
                self.store(part, inner)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            self.put(value, *self.target(target), target)
        elif isinstance(target, ast.Name):
            self.assign(target.id, value, target)
        else:
            raise self.error(target)

    def target(self, node: ast.Subscript | ast.Attribute) -> tuple[Number | Struct, ir.Value]:
        """The kind and the address of what is written: a cell, or a field of a structure."""
        if isinstance(node, ast.Subscript):
            return self.cell(node)
        item = self.value(node.value)
        if not isinstance(item.kind, Item):
            raise self.error(node, f"the fields of {item.kind} are not written")
        return self.member(item, node.attr, node)

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Let a variable hold a value; its kind is that of the first."""
        if name not in self.variables:
            kind = value.kind
            self.variables[name] = kind, [self.room(one) for one in types(kind)]
        kind, places = self.variables[name]
        for part, place in zip(self.flat(self.fitted(value, kind, node)), places, strict=True):
            self.builder.store(part, place)

    def _if(self, node: ast.If) -> None:
        test = self.known(node.test)
        if isinstance(test, int):  # the other branch is not even looked at
            self.body(node.body if test else node.orelse)
            return
        builder, function = self.builder, self.function
        then, other, end = (function.append_basic_block() for _ in range(3))
        builder.cbranch(self.truth(node.test), then, other)
        for block, statements in ((then, node.body), (other, node.orelse)):
            builder.position_at_end(block)
            self.body(statements)
            if not builder.block.is_terminated:
                builder.branch(end)
        builder.position_at_end(end)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise self.error(node)
        builder, function = self.builder, self.function
        test, body, end = (function.append_basic_block() for _ in range(3))
        builder.branch(test)
        builder.position_at_end(test)
        if isinstance(node.test, ast.Constant) and node.test.value is True:
            builder.branch(body)
        else:
            builder.cbranch(self.truth(node.test), body, end)
        self._inside(body, node.body, test, end)

    def _inside(self, body: ir.Block, statements: Sequence[ast.stmt], again: ir.Block, end: ir.Block) -> None:
        self.builder.position_at_end(body)
        self.loops.append((again, end))
        self.body(statements)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(again)
        self.builder.position_at_end(end)

    def _for(self, node: ast.For) -> None:
        """A loop over a range, or over a tuple, written once for each part."""
        builder, function = self.builder, self.function
        if isinstance(node.iter, ast.Tuple):
            if any(isinstance(inner, ast.Break | ast.Continue) for inner in ast.walk(node)):
                raise self.error(node, "a loop over a tuple is written out, without `break` and `continue`")
            for value in self.value(node.iter).parts:
                self.store(node.target, value)
                self.body(node.body)
            return
        call = node.iter
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "range":
            raise self.error(node, "a loop goes over a range or a tuple")
        step = self.known(call.args[2]) if len(call.args) == 3 else 1
        bounds = [self.integer(arg) for arg in call.args[:2]]
        first, last = bounds if len(bounds) == 2 else (ir.Constant(INT.type, 0), bounds[0])
        # A step that is not known is positive.
        moving = ir.Constant(INT.type, step) if isinstance(step, int) else self.integer(call.args[2])
        counter = self.room(INT.type)
        builder.store(first, counter)
        test, body, again, end = (function.append_basic_block() for _ in range(4))
        builder.branch(test)
        builder.position_at_end(test)
        at = builder.load(counter)
        builder.cbranch(builder.icmp_signed(">" if isinstance(step, int) and step < 0 else "<", at, last), body, end)
        builder.position_at_end(again)
        builder.store(builder.add(builder.load(counter), moving, flags=["nsw"]), counter)
        builder.branch(test)
        builder.position_at_end(body)
        self.store(node.target, Value(INT, (at,)))
        inner = function.append_basic_block()
        builder.branch(inner)
        self._inside(inner, node.body, again, end)

    def _break(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def _continue(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self.builder.ret_void()
            return
        value = self.fitted(self.value(node.value), self.result, node)
        parts = self.flat(value)
        if len(parts) == 1:
            self.builder.ret(parts[0])
            return
        made: ir.Value = ir.Constant(self.function.function_type.return_type, ir.Undefined)
        for number, part in enumerate(parts):
            made = self.builder.insert_value(made, part, number)
        self.builder.ret(made)
