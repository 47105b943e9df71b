"""Formulas given as text, such as "A + B == C": read as Python's syntax, never run as code.

A formula becomes a function of the values of its variables, made of one small function for each part. It takes
symbols as well as values (see `symbolic`), as a function written in Python does.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import PuzzleError
from ..integers import as_text
from ..wording import counted, cut_short, did_you_mean
from .constraints.base import shortened
from .symbols import EXTREMES, Symbol
from .values import Value, Values, Variable
from .wrong import WrongModel

Part = Callable[[Values], Any]  # from the values of the variables to what a part of the formula is

OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: lambda left, right: _product(left, right),
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
SIGNS: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all": lambda *given: all(_listed(given)),
    "any": lambda *given: any(_listed(given)),
    "len": len,
    **EXTREMES,
    "round": round,
    "sum": lambda *given: sum(_listed(given)),
}
MOST_POWER = 64  # that text may raise something to: a larger one would take all the memory
MOST_BITS = 1 << 16  # of a power: a power of powers is soon as large
MOST_LENGTH = 100_000  # of a text or a list that is repeated

# What other languages write, at or before the place where Python finds it wrong, and what to write.
_WRITTEN = {"=<": "<=", "=>": ">=", "<>": "!= for what differs", "=": "== for what is equal", "& ": "and", "| ": "or",
            "!": "not"}  # fmt: skip

EXPECTED = "such as 2 * A + B, or A + B == 2 * C"


@dataclass(frozen=True)
class Formula:
    """What a text says of some variables.

    Attributes
    ----------
    text
        As it was written.
    variables
        Those that it names, in the order of their declaration.
    part
        What it is for their values, in that order.
    """

    text: str
    variables: tuple[Variable, ...]
    part: Part

    def __call__(self, *values: Value) -> Any:
        return self.part(values)

    @property
    def __name__(self) -> str:
        return self.text


def formula(text: str, variables: Collection[Variable], place: str | None = None) -> Formula:
    """What `text` says of some of `variables`, which it calls by their names.

    Raises
    ------
    PuzzleError
        It is no formula, or names something else; the message tells the column.

    >>> total = formula("2 * A + B", ["B", "A"])
    >>> total.variables, total(1, 10)
    (('B', 'A'), 21)
    """
    text = " ".join(text.split())
    if not text:
        raise PuzzleError(
            "the text of a formula is empty",
            place=place,
            expected=EXPECTED,
            hint="leave it out, or write what must hold",
        )
    reader = _Reader(text, variables, place)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or len(text) + 1
        hint = next((f"write {right}" for wrong, right in _WRITTEN.items() if text.startswith(wrong, column - 1)), None)
        raise reader.wrong("this is no formula", column - 1, expected=EXPECTED, hint=hint) from None
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    reader.used = tuple(variable for variable in variables if str(variable) in named)
    try:
        part = reader.part(tree.body)
    except RecursionError:
        raise reader.wrong("the formula is nested too deeply", 0, hint="split it into several") from None
    return Formula(text, reader.used, part)


def conjuncts(text: str, variables: Collection[Variable], place: str | None = None) -> list[Formula]:
    """The same of a text that says whether values are right: a formula for each part that must hold.

    Where one of them names no variable, it is one formula.

    Raises
    ------
    PuzzleError
        As `formula`, or it names no variable.

    >>> [part.text for part in conjuncts("0 < A <= B and (A == B or C)", "ABC")]
    ['0 < A', 'A <= B', 'A == B or C']
    """
    whole = formula(text, variables, place)
    if not whole.variables:
        hint = "name the variables as they were added, such as a + 1 < b"
        raise PuzzleError("the text of a constraint names no variable", place=place, got=repr(whole.text), hint=hint)
    found = [formula(part, variables, place) for part in _parts(ast.parse(whole.text, mode="eval").body)]
    return found if all(part.variables for part in found) else [whole]


def _parts(node: ast.expr) -> Iterator[str]:
    """The texts of what must hold for an expression to do so."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _parts(value)
    elif isinstance(node, ast.Compare) and len(node.ops) > 1:
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            yield ast.unparse(ast.Compare(left, [op], [right]))
    else:
        yield ast.unparse(node)


class _Reader:
    def __init__(self, text: str, variables: Collection[Variable], place: str | None) -> None:
        self.text, self.place = text, place
        self.known = {str(variable): variable for variable in variables}
        self.used: tuple[Variable, ...] = ()

    def wrong(self, problem: str, column: int, kind: type[PuzzleError] = PuzzleError, **parts: Any) -> PuzzleError:
        """An error at a column, counted from 0."""
        where = f"column {column + 1}"
        excerpt = f"  {self.text}\n  {' ' * column}^"
        return kind(problem, place=f"{self.place}: {where}" if self.place else where, excerpt=excerpt, **parts)

    def part(self, node: ast.expr) -> Part:
        """The function that a part of the formula is."""
        read: Callable[[Any], Part] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            got = cut_short(ast.get_source_segment(self.text, node) or "")
            expected = "numbers, names of variables, operators, and calls of " + ", ".join(FUNCTIONS)
            raise self.wrong(
                "this is not taken in a formula",
                node.col_offset,
                expected=expected,
                got=got,
                hint="write a function in Python for anything else",
            )
        return read(node)

    def _constant(self, node: ast.Constant) -> Part:
        value = node.value
        return lambda values: value

    def _name(self, node: ast.Name) -> Part:
        if node.id not in self.known:
            hint = did_you_mean(node.id, self.known) or "write text that is a value in quotes"
            expected = f"one of {shortened(map(as_text, self.known))}"
            raise self.wrong(
                f"there is no variable {node.id}", node.col_offset, WrongModel, expected=expected, hint=hint
            )
        return operator.itemgetter(self.used.index(self.known[node.id]))

    def _binop(self, node: ast.BinOp) -> Part:
        left, right = self.part(node.left), self.part(node.right)
        if isinstance(node.op, ast.Pow):
            return lambda values: _power(left(values), right(values))
        apply = self._operator(node.op, node)
        return lambda values: apply(left(values), right(values))

    def _unaryop(self, node: ast.UnaryOp) -> Part:
        sign, operand = SIGNS[type(node.op)], self.part(node.operand)
        return lambda values: sign(operand(values))

    def _compare(self, node: ast.Compare) -> Part:
        operands = [self.part(operand) for operand in (node.left, *node.comparators)]
        relations = [self._operator(op, node) for op in node.ops]
        if len(relations) == 1:
            (apply,), (left, right) = relations, operands
            return lambda values: apply(left(values), right(values))

        def holds(values: Values) -> Any:
            before, told = operands[0](values), True
            for relation, operand in zip(relations, operands[1:], strict=True):
                after = operand(values)
                told = relation(before, after)
                if not told:
                    return told
                before = after
            return told

        return holds

    def _boolop(self, node: ast.BoolOp) -> Part:
        parts, goes_on = [self.part(value) for value in node.values], isinstance(node.op, ast.And)

        def holds(values: Values) -> Any:
            for part in parts[:-1]:
                told = part(values)
                if bool(told) is not goes_on:
                    return told
            return parts[-1](values)

        return holds

    def _ifexp(self, node: ast.IfExp) -> Part:
        test, body, other = self.part(node.test), self.part(node.body), self.part(node.orelse)
        return lambda values: body(values) if test(values) else other(values)

    def _tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Part:
        parts = [self.part(element) for element in node.elts]
        return lambda values: tuple([part(values) for part in parts])

    _list = _set = _tuple

    def _call(self, node: ast.Call) -> Part:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in FUNCTIONS or node.keywords:
            raise self.wrong(
                "a formula calls a function that it cannot",
                node.col_offset,
                expected=f"one of {', '.join(FUNCTIONS)}, with what it is of in brackets",
                hint="write a function in Python for anything else",
            )
        function, parts = FUNCTIONS[name], [self.part(argument) for argument in node.args]
        return lambda values: function(*[part(values) for part in parts])

    def _operator(self, kind: ast.AST, node: ast.expr) -> Callable[[Any, Any], Any]:
        apply = OPERATORS.get(type(kind))
        if apply is None:
            expected = "one of + - * / // % ** == != < <= > >= and or not in"
            raise self.wrong(
                "this operator is not taken in a formula",
                node.col_offset,
                expected=expected,
                hint="write a function in Python for anything else",
            )
        return apply


def _power(base: Any, exponent: Any) -> Any:
    is_known = type(base) is not Symbol and type(exponent) is not Symbol
    if (
        is_known
        and isinstance(exponent, int)
        and abs(exponent) > MOST_POWER
        and isinstance(base, int)
        and abs(base) > 1
    ):
        raise PuzzleError(f"a power is larger than {counted(MOST_POWER, 'factor')}", got=f"{base}**{exponent}")
    if type(base) is int and type(exponent) is int and base.bit_length() * exponent > MOST_BITS:
        raise PuzzleError("a power is too large", expected=f"at most {MOST_BITS:,} bits")
    return base**exponent


def _product(left: Any, right: Any) -> Any:
    for some, times in ((left, right), (right, left)):
        if isinstance(some, str | tuple) and isinstance(times, int) and len(some) * times > MOST_LENGTH:
            raise PuzzleError("what is repeated becomes too long", expected=f"at most {MOST_LENGTH:,} parts")
    return left * right


def _listed(given: Values) -> Any:
    """The things that a function like sum is of: those given, or those in the one that is given."""
    return given[0] if len(given) == 1 and isinstance(given[0], tuple) else given
