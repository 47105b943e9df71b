"""Arithmetic expressions as functions of a frame."""

from __future__ import annotations

from operator import itemgetter

from ...logic.arithmetic import OPERATIONS, Unknown, evaluate
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES
from ..syntax.nodes import Compound, Constant, Node
from ..syntax.nodes import Unknown as UnknownNode
from .frames import Frame, Layout, too_deep
from .instructions import Number


def compiled(node: Node, layout: Layout, goal: str) -> Number:
    """The function that computes `node`; it raises `Unknown` for an unknown, PuzzleError for what is no arithmetic."""
    if type(node) is Constant and type(node.value) is int:
        value = node.value
        return lambda machine, frame: value
    if type(node) is UnknownNode:
        return _variable(layout.slot(node.name), goal)
    operation = OPERATIONS.get((node.name, len(node.args))) if type(node) is Compound else None
    if operation is None or too_deep(node):
        build = layout.build(node)
        return lambda machine, frame: evaluate(machine, build(frame), goal)
    left, *right = [compiled(arg, layout, goal) for arg in node.args]
    if not right:
        return lambda machine, frame: operation(left(machine, frame))
    (second,) = right
    return lambda machine, frame: operation(left(machine, frame), second(machine, frame))


def _variable(slot: int, goal: str) -> Number:
    get = itemgetter(slot)

    def value(machine: Machine, frame: Frame) -> int:
        term = machine.walk(get(frame))
        if type(term) is int:
            return term
        if type(term) in VARIABLES:
            raise Unknown(term)
        return evaluate(machine, term, goal)

    return value
