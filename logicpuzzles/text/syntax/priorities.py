"""Group a row of operands and operators into one term, by operator precedence."""

from __future__ import annotations

from ...logic.operators import Operator
from .nodes import Compound, Node


class Misread(Exception):
    """What is wrong at the offset `at`."""

    def __init__(self, problem: str, at: int, hint: str | None = None) -> None:
        self.problem, self.at, self.hint = problem, at, hint
        super().__init__(problem)


Row = list[Node | tuple[Operator, int]]  # operands, and prefixes and operators with their offsets


class _Grouping:
    """The operands that are grouped so far, each with its priority, and the operators that wait for one."""

    def __init__(self) -> None:
        self.operands: list[tuple[Node, int]] = []
        self.waiting: list[tuple[Operator, int]] = []

    def reduce(self) -> None:
        """Apply the last operator that waits."""
        operator, at = self.waiting.pop()
        right, priority = self.operands.pop()
        if priority > operator.right:
            raise _clash(operator, at)
        args = [right]
        if operator.left:
            left, priority = self.operands.pop()
            if priority > operator.left:
                raise _clash(operator, at)
            args = [left, right]
        self.operands.append((Compound(operator.name, args, at), operator.priority))

    def infix(self, operator: Operator, at: int) -> None:
        """Take an operator that stands between two operands."""
        while self.waiting and self.waiting[-1][0].priority <= operator.left:
            self.reduce()
        if self.waiting and operator.priority > self.waiting[-1][0].right:
            raise _clash(operator, at)
        self.waiting.append((operator, at))


def group(row: Row) -> Node:
    """The term that `row` means.

    Raises
    ------
    Misread
        An operator does not take what stands beside it, as where two of the same priority meet.
    """
    if len(row) == 1:
        return row[0]  # type: ignore[return-value]
    grouped = _Grouping()
    for part in row:
        if not isinstance(part, tuple):
            grouped.operands.append((part, 0))
        elif part[0].left:
            grouped.infix(*part)
        else:
            grouped.waiting.append(part)
    while grouped.waiting:
        grouped.reduce()
    return grouped.operands[0][0]


def _clash(operator: Operator, at: int) -> Misread:
    problem = f"`{operator.name}` does not fit what stands beside it"
    return Misread(problem, at, "show with brackets ( ) what belongs together")
