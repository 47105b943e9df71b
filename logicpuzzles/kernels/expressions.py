"""Expressions of plain functions as LLVM instructions; see `plain`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir

from .instructions import INSTRUCTIONS

WORD, BIT, BYTE, FLOAT = ir.IntType(64), ir.IntType(1), ir.IntType(8), ir.DoubleType()
CELLS_AT, MARKS_AT = WORD.as_pointer(), BYTE.as_pointer()
Given: TypeAlias = Any  # an integer, a truth, a float or an address, an `ir.Value`; for a tuple a list of these
_EXTREMES = {"min": "<", "max": ">"}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_CONSTANT: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}


class Expressions:
    """What the expressions of one function give.

    Attributes
    ----------
    names
        What the names from outside stand for: integers, plain functions, what this class knows by itself.
    places
        Where each variable is kept.
    """

    builder: ir.IRBuilder
    names: dict[str, Any]
    places: dict[str, ir.AllocaInstr]

    def function_of(self, name: str, node: ast.AST) -> ir.Function:
        """The plain function of a name, called at `node`."""
        raise NotImplementedError

    def error(self, node: ast.AST) -> Exception:
        """What says that a plain function cannot hold this."""
        raise NotImplementedError

    # -- values ------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Given:
        """The value of an expression."""
        known = self.constant(node)
        if known is not None:
            return ir.Constant(WORD, known)
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.error(node)
        return method(node)

    def constant(self, node: ast.expr) -> int | None:
        """The integer that an expression always has; None where it has not."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, ast.Name) and node.id not in self.places:
            found = self.names.get(node.id)
            return found if isinstance(found, int) else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in self.places:
            found = getattr(self.names.get(node.value.id), node.attr, None)  # of a module
            return found if isinstance(found, int) else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
            inner = self.constant(node.operand)
            return None if inner is None else -inner if isinstance(node.op, ast.USub) else ~inner
        if isinstance(node, ast.BinOp) and type(node.op) in _CONSTANT:
            left, right = self.constant(node.left), self.constant(node.right)
            return None if left is None or right is None else _CONSTANT[type(node.op)](left, right)
        return None

    def word(self, node: ast.expr) -> ir.Value:
        """The value of an expression that is an integer, or a truth taken as one."""
        return self.widened(self.value(node), node)

    def widened(self, value: Given, node: ast.AST) -> ir.Value:
        """A truth as an integer, an integer as it is."""
        if isinstance(value, list) or value.type not in (WORD, BIT):
            raise self.error(node)
        return self.builder.zext(value, WORD) if value.type == BIT else value

    def truth(self, node: ast.expr) -> ir.Value:
        """Whether an expression holds."""
        value = self._boolop(node, True) if isinstance(node, ast.BoolOp) else self.value(node)
        if isinstance(value, list) or value.type not in (WORD, BIT):
            raise self.error(node)
        return value if value.type == BIT else self.builder.icmp_signed("!=", value, ir.Constant(WORD, 0))

    def cell(self, node: ast.Subscript) -> ir.Value:
        """The address of a cell."""
        base = self.value(node.value)
        if isinstance(base, list) or base.type not in (CELLS_AT, MARKS_AT):
            raise self.error(node)
        return self.builder.gep(base, [self.word(node.slice)])

    def loaded(self, address: ir.Value) -> ir.Value:
        """What a cell holds."""
        value = self.builder.load(address)
        return self.builder.sext(value, WORD) if value.type == BYTE else value

    # -- kinds of expressions ----------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> ir.Value:
        if isinstance(node.value, float):
            return ir.Constant(FLOAT, node.value)
        raise self.error(node)

    def _name(self, node: ast.Name) -> ir.Value:
        if node.id not in self.places:
            raise self.error(node)
        return self.builder.load(self.places[node.id])

    def _tuple(self, node: ast.Tuple) -> list[Given]:
        return [self.value(part) for part in node.elts]

    def _subscript(self, node: ast.Subscript) -> ir.Value:
        return self.loaded(self.cell(node))

    def _unaryop(self, node: ast.UnaryOp) -> ir.Value:
        builder = self.builder
        if isinstance(node.op, ast.Not):
            return builder.not_(self.truth(node.operand))
        if isinstance(node.op, ast.USub):
            return builder.neg(self.word(node.operand))
        if isinstance(node.op, ast.Invert):
            return builder.not_(self.word(node.operand))
        raise self.error(node)

    def _binop(self, node: ast.BinOp) -> ir.Value:
        left, right = self.value(node.left), self.value(node.right)
        if not isinstance(left, list) and left.type == FLOAT and isinstance(node.op, ast.Mult):
            return self.builder.fmul(left, right)
        return self.combined(node.op, self.widened(left, node), self.widened(right, node), node)

    def combined(self, op: ast.operator, left: ir.Value, right: ir.Value, node: ast.AST) -> ir.Value:
        """An operation on two integers, which wraps around; a division by 0 must not be asked for."""
        b = self.builder
        plain: dict[type[ast.operator], Callable[..., ir.Value]] = {
            ast.Add: b.add, ast.Sub: b.sub, ast.Mult: b.mul, ast.BitAnd: b.and_, ast.BitOr: b.or_,
            ast.BitXor: b.xor, ast.LShift: b.shl, ast.RShift: b.ashr,
        }  # fmt: skip
        if type(op) in plain:
            return plain[type(op)](left, right)
        if not isinstance(op, ast.FloorDiv | ast.Mod):
            raise self.error(node)
        rest, zero = b.srem(left, right), ir.Constant(WORD, 0)  # LLVM rounds towards 0, Python down
        beside = b.and_(b.icmp_signed("!=", rest, zero), b.icmp_signed("<", b.xor(rest, right), zero))
        if isinstance(op, ast.Mod):
            return b.add(rest, b.select(beside, right, zero))
        return b.sub(b.sdiv(left, right), b.zext(beside, WORD))

    def _compare(self, node: ast.Compare) -> ir.Value:
        found, left = None, self.value(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            if type(op) not in _COMPARISONS:
                raise self.error(node)
            sign = _COMPARISONS[type(op)]
            if left.type == FLOAT:
                holds = self.builder.fcmp_ordered(sign, left, right)
            else:
                holds = self.builder.icmp_signed(sign, self.widened(left, node), self.widened(right, node))
            found = holds if found is None else self.builder.and_(found, holds)
            left = right
        return found

    def _boolop(self, node: ast.BoolOp, is_condition: bool = False) -> ir.Value:
        """`and`, `or`: the later operands are only looked at where they count."""
        builder = self.builder
        end = builder.function.append_basic_block()
        known: list[tuple[ir.Value, ir.Block]] = []
        decided = ir.Constant(BIT, isinstance(node.op, ast.Or))
        for number, part in enumerate(node.values):
            if not is_condition and not isinstance(part, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call):
                raise self.error(node)  # Python gives the operand itself
            value = self.truth(part)
            if number == len(node.values) - 1:
                known.append((value, builder.block))
                builder.branch(end)
                break
            known.append((decided, builder.block))
            following = builder.function.append_basic_block()
            targets = (end, following) if isinstance(node.op, ast.Or) else (following, end)
            builder.cbranch(value, *targets)
            builder.position_at_end(following)
        builder.position_at_end(end)
        return self._joined(known)

    def _ifexp(self, node: ast.IfExp) -> ir.Value:
        builder, known = self.builder, []
        then, other, end = (builder.function.append_basic_block() for _ in range(3))
        builder.cbranch(self.truth(node.test), then, other)
        for block, part in ((then, node.body), (other, node.orelse)):
            builder.position_at_end(block)
            known.append((self.word(part), builder.block))
            builder.branch(end)
        builder.position_at_end(end)
        return self._joined(known)

    def _joined(self, known: list[tuple[ir.Value, ir.Block]]) -> ir.Value:
        """The value that comes with the block that was left."""
        found = self.builder.phi(known[0][0].type)
        for value, block in known:
            found.add_incoming(value, block)
        return found

    # -- calls -------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Given:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.error(node)
        args = [self.value(arg) for arg in node.args]
        if node.func.id in _EXTREMES and len(args) > 1:
            return self._extreme(node, _EXTREMES[node.func.id], *args)
        written = _WRITTEN.get((node.func.id, len(args)))
        if written is not None:
            return written(self, node, *args)
        known = INSTRUCTIONS.get(getattr(self.names.get(node.func.id), "instruction", ""))
        if known is not None:
            return known(self.builder, *(self.widened(arg, node) for arg in args))
        function = self.function_of(node.func.id, node)
        kinds = function.function_type.args
        if len(kinds) != len(args):
            raise self.error(node)
        passed = [self.widened(arg, node) if kind == WORD else arg for arg, kind in zip(args, kinds, strict=True)]
        found = self.builder.call(function, passed)
        if isinstance(found.type, ir.LiteralStructType):
            return [self.builder.extract_value(found, n) for n in range(len(found.type.elements))]
        return found

    def _extreme(self, node: ast.Call, sign: str, first: Given, *others: Given) -> ir.Value:
        best = self.widened(first, node)
        for other in others:
            other = self.widened(other, node)
            best = self.builder.select(self.builder.icmp_signed(sign, best, other), best, other)
        return best

    def _float(self, node: ast.Call, number: Given) -> ir.Value:
        return self.builder.sitofp(self.widened(number, node), FLOAT)

    def _abs(self, node: ast.Call, number: Given) -> ir.Value:
        builder = self.builder
        if number.type == FLOAT:
            return builder.call(builder.module.declare_intrinsic("llvm.fabs", (FLOAT,)), [number])
        negative = builder.icmp_signed("<", number, ir.Constant(WORD, 0))
        return builder.select(negative, builder.neg(number), number)

    def _cells_at(self, node: ast.Call, number: Given) -> ir.Value:
        return self.builder.inttoptr(self.widened(number, node), CELLS_AT)

    def _address(self, node: ast.Call, array: Given) -> ir.Value:
        return self.builder.ptrtoint(array, WORD)

    def room(self, kind: ir.Type) -> ir.AllocaInstr:
        """A place for a value, made where the function begins."""
        entry = self.builder.function.entry_basic_block
        with self.builder.goto_block(entry):
            if entry.instructions:
                self.builder.position_before(entry.instructions[0])
            return self.builder.alloca(kind)


# What is written in the place of a call, by its name and the number of its arguments.
_WRITTEN: dict[tuple[str, int], Callable[..., ir.Value]] = {
    ("abs", 1): Expressions._abs,
    ("float", 1): Expressions._float,
    ("cells_at", 1): Expressions._cells_at,
    ("address", 1): Expressions._address,
}
