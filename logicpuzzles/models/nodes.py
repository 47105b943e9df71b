"""What a function works out from its values, as a graph: each node an operation on others.

Nodes that say the same are one object, so that what a function works out twice is there once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .values import Values, rounded

CONSTANT, VARIABLE, CHOICE, THEN, OPAQUE = "constant", "variable", "if", "then", "?"
Work = Callable[[Values], Any]  # from the values of the variables to what a node is


class Opaque(Exception):
    """What a node is cannot be told: the function did something that only values can do."""


OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    "min": min,
    "max": max,
    "abs": abs,
    "neg": operator.neg,
    "pos": operator.pos,
    "not": operator.not_,
    "round": rounded,
}
COMPARISONS = ("==", "!=", "<", "<=")


@dataclass(frozen=True, eq=False)
class Node:
    """An operation on others, or a constant, or the value of a variable.

    Attributes
    ----------
    operation
        One of OPERATIONS; or CONSTANT, VARIABLE, CHOICE (by the truth of the first operand, the second or the third),
        THEN (the second, once the first was worked out, which may raise something), OPAQUE (only Python can tell).
    operands
        What it is of.
    value
        Of a constant that; of a variable its place among the values.
    """

    operation: str
    operands: tuple[Node, ...] = ()
    value: Any = None

    @property
    def is_truth(self) -> bool:
        """Whether it is True or False."""
        if self.operation in ("&", "|", "^") or self.operation == CHOICE:
            return all(node.is_truth for node in self.operands[-2:])
        if self.operation == THEN:
            return self.operands[-1].is_truth
        if self.operation == CONSTANT:
            return type(self.value) is bool
        return self.operation in COMPARISONS or self.operation == "not"


class Graph:
    """Makes nodes, each once."""

    def __init__(self) -> None:
        self._made: dict[Any, Node] = {}

    def constant(self, value: Any) -> Node:
        """The node of a constant."""
        try:
            return self._node((CONSTANT, type(value), value), CONSTANT, (), value)
        except TypeError:  # it cannot be hashed
            return Node(CONSTANT, (), value)

    def variable(self, place: int) -> Node:
        """The node of a variable."""
        return self._node((VARIABLE, place), VARIABLE, (), place)

    def make(self, operation: str, *operands: Node) -> Node:
        """The node of an operation on others."""
        return self._node((operation, *map(id, operands)), operation, operands, None)

    def opaque(self) -> Node:
        """The node that only Python can tell."""
        return self._node((OPAQUE,), OPAQUE, (), None)

    def choice(self, condition: Node, one: Node, other: Node) -> Node:
        """`one` where the condition holds, else the other."""
        return one if one is other else self.make(CHOICE, self.truth(condition), one, other)

    def truth(self, node: Node) -> Node:
        """Whether a node holds, as Python has it."""
        if node.is_truth or node.operation == OPAQUE:
            return node
        if node.operation == CONSTANT:
            return self.constant(bool(node.value))
        if node.operation == CHOICE:
            return self.choice(node.operands[0], *map(self.truth, node.operands[1:]))
        if node.operation == THEN:
            return self.make(THEN, node.operands[0], self.truth(node.operands[1]))
        return self.make("!=", node, self.constant(0))

    def opposite(self, node: Node) -> Node:
        """That a truth is not so."""
        if node.operation == "not":
            return node.operands[0]
        if node.operation == CONSTANT:
            return self.constant(not node.value)
        return self.make("not", node)

    def _node(self, key: Any, operation: str, operands: tuple[Node, ...], value: Any) -> Node:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Node(operation, operands, value)
        return found


def below(node: Node) -> Iterator[Node]:
    """The nodes that it is made of, each once, operands before what is made of them; itself last."""
    seen: set[int] = set()
    todo = [(node, False)]
    while todo:
        one, is_done = todo.pop()
        if is_done:
            yield one
        elif id(one) not in seen:
            seen.add(id(one))
            todo.append((one, True))
            todo += [(operand, False) for operand in reversed(one.operands) if id(operand) not in seen]


def places(node: Node) -> tuple[int, ...]:
    """The places of the variables that it is about."""
    return tuple(sorted({one.value for one in below(node) if one.operation == VARIABLE}))


def is_opaque(node: Node) -> bool:
    """Whether only the function itself can tell all of it."""
    return any(one.operation == OPAQUE for one in below(node))


def may_raise(node: Node) -> bool:
    """Whether working it out may raise something."""
    return any(one.operation in (OPAQUE, THEN) for one in below(node))


def worker(node: Node, at: Mapping[int, int], read: Callable[[Any], Any] | None = None) -> Work:
    """What works a node out as Python does; `at` tells where the value of each variable is.

    It raises `Opaque` where only the function itself could tell. It is worked out from what `read` makes of values and
    constants, by default these themselves.
    """
    made: dict[int, Work] = {}
    for one in below(node):
        made[id(one)] = _work(one, [made[id(operand)] for operand in one.operands], at, read)
    return made[id(node)]


def _work(node: Node, given: list[Work], at: Mapping[int, int], read: Callable[[Any], Any] | None) -> Work:
    if node.operation == CONSTANT:
        value = node.value if read is None else read(node.value)
        return lambda values: value
    if node.operation == VARIABLE:
        take = operator.itemgetter(at[node.value])
        return take if read is None else lambda values: read(take(values))
    if node.operation == OPAQUE:
        return _opaque
    if node.operation == CHOICE:
        condition, one, other = given
        return lambda values: one(values) if condition(values) else other(values)
    if node.operation == THEN:
        before, after = given
        return lambda values: (before(values), after(values))[1]
    apply = OPERATIONS[node.operation]
    if len(given) == 1:
        (first,) = given
        return lambda values: apply(first(values))
    first, second = given
    return lambda values: apply(first(values), second(values))


def _opaque(values: Values) -> Any:
    raise Opaque
