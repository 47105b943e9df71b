"""Expressions of kernels as LLVM instructions."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from inspect import isfunction
from types import ModuleType
from typing import Any

from llvmlite import ir

from .instructions import COUNTS, INSTRUCTIONS
from .kinds import (
    ELEMENTS,
    FLOAT,
    INT,
    TRUTH,
    WORD,
    Array,
    Cells,
    Item,
    Kind,
    Number,
    Record,
    Several,
    Struct,
    Value,
    types,
)

_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_CONSTANT: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_RELATED: dict[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip
_MISSING = object()


class Expressions:
    """What the expressions of one function give.

    Attributes
    ----------
    names
        What the names from outside stand for.
    variables
        The kind of each variable, and where its parts are stored.
    """

    builder: ir.IRBuilder
    names: dict[str, Any]
    variables: dict[str, tuple[Kind, list[ir.AllocaInstr]]]

    def called(self, function: Any, args: Sequence[Value], node: ast.AST) -> Value:
        """What the kernel `function` gives for `args`."""
        raise NotImplementedError

    def error(self, node: ast.AST, why: str = "") -> Exception:
        """What says that a kernel cannot hold this."""
        raise NotImplementedError

    # -- values ------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        known = self.known(node)
        if isinstance(known, bool):
            return Value(TRUTH, (ir.Constant(TRUTH.type, known),))
        if isinstance(known, int):
            kind = INT if known < 1 << 63 else WORD
            return Value(kind, (ir.Constant(kind.type, known),))
        if isinstance(known, float):
            return Value(FLOAT, (ir.Constant(FLOAT.type, known),))
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.error(node)
        found: Value = method(node)
        return found

    def known(self, node: ast.expr) -> Any:
        """What an expression always is: a number, a function, a module; `_MISSING` if only a run tells."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return _MISSING if name in self.variables else self.names.get(name, _MISSING)
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name not in self.variables:
                return getattr(self.names.get(name), attr, _MISSING)
            case ast.Subscript(value=ast.Name() as several, slice=place):
                parts, number = self.known(several), self.known(place)
                if isinstance(parts, tuple) and isinstance(number, int):
                    return parts[number]
            case ast.UnaryOp(op=ast.USub() | ast.Invert() as op, operand=operand):
                inner = self.known(operand)
                if isinstance(inner, int | float):
                    return -inner if isinstance(op, ast.USub) else ~inner  # type: ignore[operator]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.known(operand)
                if isinstance(inner, int):
                    return not inner
            case ast.BinOp(left=first, op=op, right=second) if type(op) in _CONSTANT:
                left, right = self.known(first), self.known(second)
                if isinstance(left, int) and isinstance(right, int):
                    return _CONSTANT[type(op)](left, right)
            case ast.Compare(left=first, ops=[op], comparators=[second]) if type(op) in _RELATED:
                left, right = self.known(first), self.known(second)
                if isinstance(left, int) and isinstance(right, int):
                    return _RELATED[type(op)](left, right)
        return _MISSING

    def number(self, node: ast.expr) -> Value:
        """The value of an expression that is a number; a truth as an integer."""
        return self.widened(self.value(node), node)

    def widened(self, value: Value, node: ast.AST) -> Value:
        """A truth as an integer, a number as it is."""
        if not isinstance(value.kind, Number):
            raise self.error(node, f"{value.kind} is no number")
        if value.kind == TRUTH:
            return Value(INT, (self.builder.zext(value.one, INT.type),))
        return value

    def integer(self, node: ast.expr) -> ir.Value:
        """The value of an expression that is an integer, for an index or a bound."""
        value = self.number(node)
        if value.kind == FLOAT:
            raise self.error(node, "an integer stands here, not a float")
        return value.one

    def truth(self, node: ast.expr) -> ir.Value:
        """Whether an expression holds."""
        value = self._boolop(node, True) if isinstance(node, ast.BoolOp) else self.value(node)
        return self.as_truth(value, node)

    def as_truth(self, value: Value, node: ast.AST) -> ir.Value:
        """Whether a number is not 0."""
        if value.kind == TRUTH:
            return value.one
        if value.kind not in (INT, WORD):
            raise self.error(node, f"{value.kind} is no truth")
        return self.builder.icmp_signed("!=", value.one, ir.Constant(INT.type, 0))

    def fitted(self, value: Value, kind: Kind, node: ast.AST) -> Value:
        """A value as `kind`: a truth as an integer, a constant as an unsigned one; others are of that kind."""
        if value.kind == kind:
            return value
        if kind == INT and value.kind == TRUTH:
            return self.widened(value, node)
        if kind == TRUTH and value.kind == INT:
            return Value(TRUTH, (self.as_truth(value, node),))
        if kind == WORD and value.kind == INT and is_constant(value):
            return Value(WORD, value.parts)
        if kind == FLOAT and value.kind == INT:
            return Value(FLOAT, (self.builder.sitofp(value.one, FLOAT.type),))
        if isinstance(kind, Several) and isinstance(value.kind, Several) and len(kind.parts) == len(value.kind.parts):
            parts = [self.fitted(one, wanted, node) for one, wanted in zip(value.parts, kind.parts, strict=True)]
            return Value(kind, tuple(parts))
        raise self.error(node, f"{kind} is expected here, not {value.kind}")

    # -- arrays and records ------------------------------------------------------------------------

    def cell(self, node: ast.Subscript, base: Value | None = None) -> tuple[Number | Struct, ir.Value]:
        """The element kind and the address of a cell; `base` is the array, where it is known."""
        base, indices = base or self.value(node.value), _indices(node)
        if isinstance(base.kind, Cells) and len(indices) == 1:
            return base.kind.element, self.builder.gep(base.one, [self.integer(indices[0])])
        if not isinstance(base.kind, Array) or len(indices) != base.kind.rank:
            raise self.error(node, f"{base.kind} is not indexed so")
        return base.kind.element, self.place(base, indices)

    def place(self, array: Value, indices: Sequence[ast.expr]) -> ir.Value:
        """The address of what these indices of an array stand for: of an element, or of the first one of a row."""
        assert isinstance(array.kind, Array)
        b = self.builder
        address, *shape = array.parts
        at = self.integer(indices[0])
        for number, extent in enumerate(shape[1:], 1):
            at = b.mul(at, extent, flags=["nsw"])
            if number < len(indices):
                at = b.add(at, self.integer(indices[number]), flags=["nsw"])
        if isinstance(array.kind.element, Struct):
            at = b.mul(at, ir.Constant(INT.type, array.kind.element.size), flags=["nsw"])
        return b.gep(address, [at], inbounds=True)

    def member(self, item: Value, name: str, node: ast.AST) -> tuple[Number, ir.Value]:
        """The kind and the address of a field of a structure."""
        assert isinstance(item.kind, Item)
        found = item.kind.struct.place(name)
        if found is None:
            raise self.error(node, f"{item.kind} has no field {name}")
        number, at = found
        b = self.builder
        address = b.gep(item.one, [ir.Constant(INT.type, at)], inbounds=True)
        return number, b.bitcast(address, number.type.as_pointer())

    def loaded(self, element: Number | Struct, address: ir.Value) -> Value:
        """What a cell holds."""
        if isinstance(element, Struct):
            return Value(Item(element), (address,))
        value, kind, b = self.builder.load(address), element.as_value, self.builder
        if element.is_float:
            return Value(FLOAT, (value if element.bits == 64 else b.fpext(value, FLOAT.type),))
        if element.bits < 64:
            value = b.sext(value, INT.type) if element.is_signed else b.zext(value, INT.type)
        return Value(kind, (value,))

    def put(self, value: Value, element: Number | Struct, address: ir.Value, node: ast.AST) -> None:
        """Let a cell hold a number, cut to its size, or the numbers of another structure."""
        if isinstance(element, Struct):
            if value.kind != Item(element):
                raise self.error(node, f"{element} is expected here, not {value.kind}")
            there = Value(value.kind, (address,))
            for name, _, _ in element.fields:
                self.put(self.loaded(*self.member(value, name, node)), *self.member(there, name, node), node)
            return
        b, one = self.builder, self.widened(value, node)
        if element.is_float:
            one = self.fitted(one, FLOAT, node)
            b.store(one.one if element.bits == 64 else b.fptrunc(one.one, element.type), address)
            return
        if one.kind == FLOAT:
            raise self.error(node, "a float is not stored as an integer")
        b.store(one.one if element.bits == 64 else b.trunc(one.one, element.type), address)

    def field(self, record: Value, name: str, node: ast.AST) -> Value:
        """A field of a record."""
        assert isinstance(record.kind, Record)
        found = record.kind.place(name)
        if found is None:
            raise self.error(node, f"{record.kind} has no field {name}")
        kind, at = found
        b, base = self.builder, record.one
        if isinstance(kind, Record):
            return Value(kind, (b.gep(base, [ir.Constant(INT.type, at)]),))
        parts = []
        for number, part in enumerate(types(kind)):
            slot = b.load(b.gep(base, [ir.Constant(INT.type, at + number)]))
            slot.set_metadata("invariant.load", b.module.add_metadata([]))  # the slots do not change while it runs
            if isinstance(part, ir.PointerType):
                slot = b.inttoptr(slot, part)
            elif part == FLOAT.type:
                slot = b.bitcast(slot, part)
            parts.append(slot)
        return Value(kind, tuple(parts))

    # -- kinds of expressions ----------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Value:
        if node.id not in self.variables:
            raise self.error(node, f"{node.id} is no variable here, nor a number from outside")
        return self.read(node.id)

    def read(self, name: str) -> Value:
        """The value of a variable."""
        kind, places = self.variables[name]
        return self._assembled(kind, [self.builder.load(place) for place in places])

    def _assembled(self, kind: Kind, parts: Sequence[ir.Value]) -> Value:
        """A value of what stands for it in LLVM."""
        if not isinstance(kind, Several):
            return Value(kind, tuple(parts))
        values, at = [], 0
        for part in kind.parts:
            width = len(types(part))
            values.append(self._assembled(part, parts[at : at + width]))
            at += width
        return Value(kind, tuple(values))

    def flat(self, value: Value) -> list[ir.Value]:
        """What stands for a value in LLVM."""
        if isinstance(value.kind, Several):
            return [one for part in value.parts for one in self.flat(part)]
        return list(value.parts)

    def _tuple(self, node: ast.Tuple) -> Value:
        parts = tuple(self.value(part) for part in node.elts)
        return Value(Several(tuple(part.kind for part in parts)), parts)

    def _attribute(self, node: ast.Attribute) -> Value:
        base = self.value(node.value)
        if isinstance(base.kind, Record):
            return self.field(base, node.attr, node)
        if isinstance(base.kind, Item):
            return self.loaded(*self.member(base, node.attr, node))
        raise self.error(node)

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            array, number = self.value(node.value.value), self.known(node.slice)
            if isinstance(array.kind, Array) and isinstance(number, int) and number < array.kind.rank:
                return Value(INT, (array.parts[1 + number],))
        base, indices = self.value(node.value), _indices(node)
        if isinstance(base.kind, Several):
            number = self.known(node.slice)
            if not isinstance(number, int) or not 0 <= number < len(base.parts):
                raise self.error(node, f"a part of {base.kind} is named by its number")
            part: Value = base.parts[number]
            return part
        if isinstance(base.kind, Array) and len(indices) < base.kind.rank:
            row = Array(base.kind.element, base.kind.rank - len(indices))
            return Value(row, (self.place(base, indices), *base.parts[1 + len(indices) :]))
        return self.loaded(*self.cell(node, base))

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        b = self.builder
        if isinstance(node.op, ast.Not):
            return Value(TRUTH, (b.not_(self.truth(node.operand)),))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return Value(value.kind, (b.fneg(value.one) if value.kind == FLOAT else b.neg(value.one),))
        if isinstance(node.op, ast.Invert) and value.kind != FLOAT:
            return Value(value.kind, (b.not_(value.one),))
        raise self.error(node)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.combined(node.op, self.number(node.left), self.number(node.right), node)

    def combined(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """An operation on two numbers; integers wrap around, and a division by 0 must not be asked for."""
        b = self.builder
        if isinstance(op, ast.LShift | ast.RShift) and FLOAT not in (left.kind, right.kind):
            shift = b.shl if isinstance(op, ast.LShift) else b.ashr if left.kind == INT else b.lshr
            return Value(left.kind, (shift(left.one, right.one),))
        left, right = self.alike(left, right, node)
        if left.kind == FLOAT or isinstance(op, ast.Div):
            reals: dict[type[ast.operator], Callable[..., ir.Value]] = {
                ast.Add: b.fadd, ast.Sub: b.fsub, ast.Mult: b.fmul, ast.Div: b.fdiv,
            }  # fmt: skip
            if type(op) not in reals:
                raise self.error(node)
            values = [self.fitted(one, FLOAT, node).one for one in (left, right)]
            return Value(FLOAT, (reals[type(op)](*values),))
        plain: dict[type[ast.operator], Callable[..., ir.Value]] = {
            ast.Add: b.add, ast.Sub: b.sub, ast.Mult: b.mul, ast.BitAnd: b.and_, ast.BitOr: b.or_, ast.BitXor: b.xor,
        }  # fmt: skip
        if type(op) in plain:
            return Value(left.kind, (plain[type(op)](left.one, right.one),))
        if not isinstance(op, ast.FloorDiv | ast.Mod):
            raise self.error(node)
        if left.kind == WORD:
            divide = b.udiv if isinstance(op, ast.FloorDiv) else b.urem
            return Value(WORD, (divide(left.one, right.one),))
        rest, zero = b.srem(left.one, right.one), ir.Constant(INT.type, 0)  # LLVM rounds towards 0, Python down
        beside = b.and_(b.icmp_signed("!=", rest, zero), b.icmp_signed("<", b.xor(rest, right.one), zero))
        if isinstance(op, ast.Mod):
            return Value(INT, (b.add(rest, b.select(beside, right.one, zero)),))
        return Value(INT, (b.sub(b.sdiv(left.one, right.one), b.zext(beside, INT.type)),))

    def alike(self, left: Value, right: Value, node: ast.AST) -> tuple[Value, Value]:
        """Two numbers of one kind."""
        if left.kind == right.kind:
            return left, right
        if FLOAT in (left.kind, right.kind):
            return self.fitted(left, FLOAT, node), self.fitted(right, FLOAT, node)
        if left.kind == WORD and is_constant(right):
            return left, Value(WORD, right.parts)
        if right.kind == WORD and is_constant(left):
            return Value(WORD, left.parts), right
        raise self.error(node, f"{left.kind} and {right.kind} are not mixed; convert one with int64() or uint64()")

    def _compare(self, node: ast.Compare) -> Value:
        found, left = None, self.number(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In) and isinstance(part, ast.Tuple):
                holds = ir.Constant(TRUTH.type, 0)
                for one in part.elts:
                    holds = self.builder.or_(holds, self._related("==", left, self.number(one), node))
                right = left
            else:
                if type(op) not in _COMPARISONS:
                    raise self.error(node)
                right = self.number(part)
                holds = self._related(_COMPARISONS[type(op)], left, right, node)
            found = holds if found is None else self.builder.and_(found, holds)
            left = right
        return Value(TRUTH, (found,))

    def _related(self, sign: str, left: Value, right: Value, node: ast.AST) -> ir.Value:
        """Whether two numbers compare so."""
        left, right = self.alike(left, right, node)
        if left.kind == FLOAT:
            return self.builder.fcmp_ordered(sign, left.one, right.one)
        compare = self.builder.icmp_unsigned if left.kind == WORD else self.builder.icmp_signed
        return compare(sign, left.one, right.one)

    def _boolop(self, node: ast.BoolOp, is_condition: bool = False) -> Value:
        """`and`, `or`: the later operands are only looked at if they count."""
        b, is_or = self.builder, isinstance(node.op, ast.Or)
        end = b.function.append_basic_block()
        known: list[tuple[ir.Value, ir.Block]] = []
        decided = ir.Constant(TRUTH.type, is_or)
        for number, part in enumerate(node.values):
            value = self._boolop(part, is_condition) if isinstance(part, ast.BoolOp) else self.value(part)
            if not is_condition and value.kind != TRUTH:
                raise self.error(node, "outside of a condition `and` and `or` take truths")
            one = self.as_truth(value, part)
            known.append((one if number == len(node.values) - 1 else decided, b.block))
            if number == len(node.values) - 1:
                b.branch(end)
                break
            following = b.function.append_basic_block()
            b.cbranch(one, *((end, following) if is_or else (following, end)))
            b.position_at_end(following)
        b.position_at_end(end)
        return self._joined(TRUTH, known)

    def _ifexp(self, node: ast.IfExp) -> Value:
        b = self.builder
        test = self.known(node.test)
        if isinstance(test, int):
            return self.value(node.body if test else node.orelse)
        then, other, end = (b.function.append_basic_block() for _ in range(3))
        b.cbranch(self.truth(node.test), then, other)
        found: list[tuple[Value, ir.Block]] = []
        for block, part in ((then, node.body), (other, node.orelse)):
            b.position_at_end(block)
            found.append((self.value(part), b.block))
        (left, _), (right, _) = found
        if left.kind != right.kind:
            with b.goto_block(found[0][1]):
                left = self.widened(left, node)
            with b.goto_block(found[1][1]):
                right = self.widened(right, node)
            left, right = self.alike(left, right, node)
        for _, block in found:
            with b.goto_block(block):
                b.branch(end)
        b.position_at_end(end)
        return self._joined(left.kind, [(left.one, found[0][1]), (right.one, found[1][1])])

    def _joined(self, kind: Kind, known: list[tuple[ir.Value, ir.Block]]) -> Value:
        """The value that comes with the block that was left."""
        found = self.builder.phi(known[0][0].type)
        for value, block in known:
            found.add_incoming(value, block)
        return Value(kind, (found,))

    # -- calls -------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            raise self.error(node, "arguments are given by their places")
        if isinstance(node.func, ast.Attribute) and self.known(node.func) is _MISSING:
            record = self.value(node.func.value)
            method = getattr(record.kind.cls, node.func.attr, None) if isinstance(record.kind, Record) else None
            if not isfunction(method):
                raise self.error(node, f"{record.kind} has no method {node.func.attr}")
            return self.called(method, [record, *map(self.value, node.args)], node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        args = [self.value(arg) for arg in node.args]
        if name in ("min", "max") and len(args) > 1:
            return self._extreme(node, "<" if name == "min" else ">", args)
        written = _WRITTEN.get((name, len(args)))
        if written is not None and not isinstance(self.known(node.func), type | ModuleType):
            return written(self, node, *args)
        function = self.known(node.func)
        if function is _MISSING:
            raise self.error(node, "this is no kernel")
        instruction = getattr(function, "instruction", "")
        if instruction in INSTRUCTIONS:
            numbers = [self.widened(arg, node) for arg in args]
            result = INSTRUCTIONS[instruction](self.builder, *(one.one for one in numbers))
            return Value(INT if instruction in COUNTS else numbers[0].kind, (result,))
        element = ELEMENTS.get(getattr(function, "converts", ""))
        if element is not None and len(args) == 1:
            return self.converted(args[0], element, node)
        return self.called(function, args, node)

    def converted(self, value: Value, element: Number, node: ast.AST) -> Value:
        """A number as another kind, cut to its size."""
        b, one = self.builder, self.widened(value, node)
        if element.is_float:
            if one.kind == FLOAT:
                return one
            return Value(FLOAT, ((b.sitofp if one.kind == INT else b.uitofp)(one.one, FLOAT.type),))
        if one.kind == FLOAT:
            return Value(element.as_value, ((b.fptosi if element.is_signed else b.fptoui)(one.one, INT.type),))
        result = one.one
        if element.bits < 64:
            result = (b.sext if element.is_signed else b.zext)(b.trunc(result, element.type), INT.type)
        return Value(element.as_value, (result,))

    def _extreme(self, node: ast.Call, sign: str, args: Sequence[Value]) -> Value:
        best = self.widened(args[0], node)
        for arg in args[1:]:
            best, other = self.alike(best, self.widened(arg, node), node)
            holds = self._related(sign, best, other, node)
            best = Value(best.kind, (self.builder.select(holds, best.one, other.one),))
        return best

    def _abs(self, node: ast.Call, number: Value) -> Value:
        b, value = self.builder, self.widened(number, node)
        if value.kind == FLOAT:
            return Value(FLOAT, (b.call(b.module.declare_intrinsic("llvm.fabs", (FLOAT.type,)), [value.one]),))
        negative = b.icmp_signed("<", value.one, ir.Constant(INT.type, 0))
        return Value(INT, (b.select(negative, b.neg(value.one), value.one),))

    def _float(self, node: ast.Call, number: Value) -> Value:
        return self.converted(number, FLOAT, node)

    def _int(self, node: ast.Call, number: Value) -> Value:
        return self.converted(number, INT, node)

    def _bool(self, node: ast.Call, number: Value) -> Value:
        return Value(TRUTH, (self.as_truth(number, node),))

    def _len(self, node: ast.Call, array: Value) -> Value:
        if not isinstance(array.kind, Array):
            raise self.error(node, f"{array.kind} has no length")
        return Value(INT, (array.parts[1],))

    def _cells_at(self, node: ast.Call, number: Value) -> Value:
        kind = Cells(INT)
        return Value(kind, (self.builder.inttoptr(self.widened(number, node).one, types(kind)[0]),))

    def _address(self, node: ast.Call, array: Value) -> Value:
        return Value(INT, (self.builder.ptrtoint(array.parts[0], INT.type),))

    def _scratch(self, node: ast.Call, _size: Value) -> Value:
        size, kind = self.known(node.args[0]), Cells(INT)
        if not isinstance(size, int):
            raise self.error(node, "the size of scratch is a constant")
        room = self.room(ir.ArrayType(INT.type, size))
        return Value(kind, (self.builder.bitcast(room, types(kind)[0]),))

    def room(self, kind: ir.Type) -> ir.AllocaInstr:
        """A place for a value, made where the function begins."""
        entry = self.builder.function.entry_basic_block
        with self.builder.goto_block(entry):
            if entry.instructions:
                self.builder.position_before(entry.instructions[0])
            return self.builder.alloca(kind)


def _indices(node: ast.Subscript) -> Sequence[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def is_constant(value: Value) -> bool:
    """Whether a number is known while it is translated."""
    return isinstance(value.one, ir.Constant)


# What is written in the place of a call, by its name and the number of its arguments.
_WRITTEN: dict[tuple[str, int], Callable[..., Value]] = {
    ("abs", 1): Expressions._abs,
    ("float", 1): Expressions._float,
    ("int", 1): Expressions._int,
    ("bool", 1): Expressions._bool,
    ("len", 1): Expressions._len,
    ("cells_at", 1): Expressions._cells_at,
    ("address", 1): Expressions._address,
    ("scratch", 1): Expressions._scratch,
}
