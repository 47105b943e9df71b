"""The frame of a clause: one list with its variables and constants, from which terms and numbers are made fast.

A clause is renamed by copying the list and filling in fresh variables; a term of it is then a slot of
the list, or a function of it; so is the value of an arithmetic expression.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from ...logic.arithmetic import Functions, evaluate
from ...logic.arithmetic import Unknown as UnknownValue
from ...logic.functions import EXACT, OPERATIONS, RATIONAL, Number
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term
from ..syntax.nodes import (
    Compound,
    Constant,
    Listed,
    Node,
    Unknown,
    indicator_of,
    is_ground,
    listed,
    parts,
    term_of,
    unknowns,
)

Frame = list[AnyTerm]
Build = Callable[[Frame], Any]
Computed = Callable[[Machine, Frame], Number]  # the value of an arithmetic expression
UNSET: Any = object()  # in the slot of a variable that has not been met
DEEPEST = 20  # levels of a term that are built by functions within functions


class Layout:
    """Which slot each variable and constant of a clause has; `template` is the frame before it is filled in."""

    def __init__(self) -> None:
        self.slots: dict[str, int] = {}
        self.template: Frame = []

    def slot(self, name: str) -> int:
        """The slot of the variable `name`."""
        if name not in self.slots:
            self.slots[name] = self.constant(UNSET)
        return self.slots[name]

    def constant(self, value: AnyTerm) -> int:
        """A slot that holds `value`."""
        self.template.append(value)
        return len(self.template) - 1

    def place(self, node: Node) -> int | None:
        """The slot whose content is the term `node`; None for a compound with variables."""
        if type(node) is Unknown:
            return self.slot(node.name)
        if type(node) is Constant:
            return self.constant(node.value)
        return self.constant(term_of(node, {})) if is_ground(node) else None

    def build(self, node: Node) -> Build:
        """The function that makes the term `node` of a frame."""
        slot = self.place(node)
        if slot is not None:
            return itemgetter(slot)
        if too_deep(node):
            slots = {name: self.slot(name) for name in unknowns(node)}
            return lambda frame: term_of(node, {name: frame[slot] for name, slot in slots.items()})
        if type(node) is Compound:
            name, args = node.name, self.builds(node.args)
            return lambda frame: Term(name, args(frame))
        assert isinstance(node, Listed)
        items = self.builds(node.items)
        if node.rest is None:
            return items
        rest = self.build(node.rest)
        return lambda frame: listed(items(frame), rest(frame))

    def builds(self, nodes: Sequence[Node]) -> Callable[[Frame], tuple[AnyTerm, ...]]:
        """The function that makes the tuple of the terms `nodes` of a frame."""
        slots = [self.place(node) for node in nodes]
        if None not in slots:
            return _slots_getter(slots)  # type: ignore[arg-type]
        functions = [
            self.build(node) if slot is None else itemgetter(slot) for node, slot in zip(nodes, slots, strict=True)
        ]
        return lambda frame: tuple([function(frame) for function in functions])


def too_deep(node: Node, most: int = DEEPEST) -> bool:
    """Whether `node` has more than `most` levels."""
    level: Sequence[Node] = [node]
    for _ in range(most):
        level = [part for above in level for part in parts(above)]
        if not level:
            return False
    return True


def _slots_getter(slots: Sequence[int]) -> Callable[[Frame], tuple[AnyTerm, ...]]:
    if not slots:
        return lambda frame: ()
    if len(slots) == 1:
        (only,) = slots
        return lambda frame: (frame[only],)
    return itemgetter(*slots)


def compiled(node: Node, layout: Layout, goal: str, is_exact: bool = False) -> Computed:
    """The function that computes `node`; with `is_exact` the quotient of integers may be a fraction.

    It raises `arithmetic.Unknown` for an unknown, PuzzleError for what is no arithmetic.
    """
    if type(node) is Constant and type(node.value) is int:
        value = node.value
        return lambda machine, frame: value
    functions: Functions = EXACT if is_exact else OPERATIONS
    if type(node) is Unknown:
        return _variable(layout.slot(node.name), goal, functions)
    key = indicator_of(node) or ("", 0)
    operation, general = functions.get(key), RATIONAL.get(key)
    if operation is None or general is None or len(node.args) > 2 or too_deep(node):
        build = layout.build(node)
        return lambda machine, frame: evaluate(machine, build(frame), goal, functions)
    left, *right = [compiled(arg, layout, goal, is_exact) for arg in node.args]
    return _of_two(operation, general, left, *right) if right else _of_one(operation, general, left)


def _of_one(operation: Callable[..., Number], general: Callable[..., Number], only: Computed) -> Computed:
    def value(machine: Machine, frame: Frame) -> Number:
        number = only(machine, frame)
        return operation(number) if type(number) is int else general(number)

    return value


def _of_two(
    operation: Callable[..., Number], general: Callable[..., Number], first: Computed, second: Computed
) -> Computed:
    def value(machine: Machine, frame: Frame) -> Number:
        left, right = first(machine, frame), second(machine, frame)
        return operation(left, right) if type(left) is int and type(right) is int else general(left, right)

    return value


def _variable(slot: int, goal: str, functions: Functions) -> Computed:
    get = itemgetter(slot)

    def value(machine: Machine, frame: Frame) -> Number:
        term = machine.walk(get(frame))
        if type(term) is int:
            return term
        if type(term) in VARIABLES:
            raise UnknownValue(term)
        return evaluate(machine, term, goal, functions)

    return value
