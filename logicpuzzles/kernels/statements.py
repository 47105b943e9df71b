"""Plain functions as LLVM instructions: their statements; see `plain`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from .expressions import BIT, BYTE, CELLS_AT, MARKS_AT, WORD, Expressions, Given
from .inner import plain_of
from .plain import Plain

KINDS = {"int": WORD, "bool": WORD, "Cells": CELLS_AT, "Marks": MARKS_AT, "Arrays": CELLS_AT}


class Statements(Expressions):
    """Writes the body of one function.

    Parameters
    ----------
    node, file
        The function, and where it stands.
    names
        What names from outside mean.
    function
        What is to be filled.
    function_of
        The function of a plain function's name.
    """

    def __init__(
        self,
        node: ast.FunctionDef,
        file: str,
        names: dict[str, Any],
        function: ir.Function,
        function_of: Callable[[Plain], ir.Function],
    ) -> None:
        self.node, self.file, self.names, self.function, self.find = node, file, names, function, function_of
        self.places = {}
        self.loops: list[tuple[ir.Block, ir.Block]] = []  # of each loop around: where `continue` and `break` go

    def write(self) -> None:
        """Fill the function."""
        self.builder = ir.IRBuilder(self.function.append_basic_block())
        for arg, value in zip(self.node.args.args, self.function.args, strict=True):
            self.places[arg.arg] = self.room(value.type)
            self.builder.store(value, self.places[arg.arg])
        self.body(self.node.body)
        if not self.builder.block.is_terminated:
            if isinstance(self.function.function_type.return_type, ir.VoidType):
                self.builder.ret_void()
            else:
                self.builder.unreachable()  # after a loop that is left by `return` alone

    def function_of(self, name: str, node: ast.AST) -> ir.Function:
        meant = plain_of(self.names.get(name))
        if meant is None:
            raise self.error(node)
        return self.find(meant)

    def error(self, node: ast.AST) -> Exception:
        where = f"{self.file}:{getattr(node, 'lineno', self.node.lineno)}"
        return SyntaxError(f"{where}: a plain function cannot hold this: {ast.unparse(node)}")

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

    def _expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.value(node.value)
        elif not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            raise self.error(node)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(target, value)

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            address = self.cell(node.target)
            value = self.combined(node.op, self.loaded(address), self.word(node.value), node)
            self.put(value, address)
        else:
            load = ast.copy_location(ast.Name(getattr(node.target, "id", ""), ast.Load()), node)
            self.store(node.target, self.combined(node.op, self.word(load), self.word(node.value), node))

    def store(self, target: ast.expr, value: Given) -> None:
        """Assign a value to a variable, a cell or several of those."""
        if isinstance(target, ast.Tuple):
            if not isinstance(value, list) or len(value) != len(target.elts):
                raise self.error(target)
            for part, inner in zip(target.elts, value, strict=True):
                self.store(part, inner)
            return
        if isinstance(value, list):
            raise self.error(target)
        if value.type == BIT:
            value = self.builder.zext(value, WORD)
        if isinstance(target, ast.Subscript):
            self.put(value, self.cell(target))
        elif isinstance(target, ast.Name):
            if target.id not in self.places:
                self.places[target.id] = self.room(value.type)
            if self.places[target.id].type.pointee != value.type:
                raise self.error(target)
            self.builder.store(value, self.places[target.id])
        else:
            raise self.error(target)

    def put(self, value: ir.Value, address: ir.Value) -> None:
        """Let a cell hold a value."""
        self.builder.store(self.builder.trunc(value, BYTE) if address.type == MARKS_AT else value, address)

    def _if(self, node: ast.If) -> None:
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
            for value in self.value(node.iter):
                following, end = function.append_basic_block(), function.append_basic_block()
                self.store(node.target, value)
                body = function.append_basic_block()
                builder.branch(body)
                self._inside(body, node.body, following, end)
                builder.unreachable()  # `break` is not allowed here
                if any(isinstance(inner, ast.Break | ast.Continue) for inner in ast.walk(node)):
                    raise self.error(node)
                builder.position_at_end(following)
            return
        call = node.iter
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "range":
            raise self.error(node)
        step = self.constant(call.args[2]) if len(call.args) == 3 else 1
        bounds = [self.word(arg) for arg in call.args[:2]]
        first, last = bounds if len(bounds) == 2 else (ir.Constant(WORD, 0), bounds[0])
        moving = ir.Constant(WORD, step) if step is not None else self.word(call.args[2])  # then it is positive
        counter = self.room(WORD)
        builder.store(first, counter)
        test, body, again, end = (function.append_basic_block() for _ in range(4))
        builder.branch(test)
        builder.position_at_end(test)
        at = builder.load(counter)
        builder.cbranch(builder.icmp_signed(">" if step is not None and step < 0 else "<", at, last), body, end)
        builder.position_at_end(again)
        builder.store(builder.add(builder.load(counter), moving), counter)
        builder.branch(test)
        builder.position_at_end(body)
        self.store(node.target, at)
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
        value = self.value(node.value)
        kind = self.function.function_type.return_type
        if not isinstance(value, list):
            value = self.widened(value, node)
            if kind != WORD:
                raise self.error(node)
            self.builder.ret(value)
            return
        made: ir.Value = ir.Constant(kind, ir.Undefined)
        for number, part in enumerate(value):
            made = self.builder.insert_value(made, self.widened(part, node), number)
        self.builder.ret(made)
