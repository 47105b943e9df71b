"""Nodes that are sums of variables, each times an integer, and what comparisons of such say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from .nodes import COMPARISONS, CONSTANT, VARIABLE, Node, below

_SUM = "_sum"  # where a node keeps what it is as a sum
_OPPOSITE = {"==": "!=", "!=": "==", "<=": ">", ">": "<="}


@dataclass(frozen=True)
class Comparison:
    """The sum of the values, each times its multiplier, compares with `bound` by "==", "!=" or "<="."""

    multipliers: tuple[int, ...]
    relation: str
    bound: int

    def holds(self, values: Sequence[int]) -> bool:
        """Whether it holds for the values."""
        total: int = sum(map(mul, self.multipliers, values))
        if self.relation == "<=":
            return total <= self.bound
        return (total == self.bound) is (self.relation == "==")


def never(n: int) -> Comparison:
    """A comparison of `n` values that does not hold."""
    return Comparison((0,) * n, "==", 1)


@dataclass(frozen=True)
class Affine:
    """A sum of values, each times an integer that is not 0, and a constant."""

    multipliers: dict[int, int]
    constant: int

    def plus(self, other: Affine, times: int = 1) -> Affine:
        """With another added so many times."""
        total = dict(self.multipliers)
        for place, m in other.multipliers.items():
            total[place] = total.get(place, 0) + times * m
        return Affine({place: m for place, m in total.items() if m}, self.constant + times * other.constant)

    def times(self, factor: int) -> Affine:
        """So many times."""
        return Affine({}, 0).plus(self, factor) if factor else Affine({}, 0)

    def compared(self, relation: str, bound: int, n: int) -> Comparison:
        """The comparison of this with `bound`; ">" becomes "<=" by negation."""
        if relation == ">":
            return self.times(-1).compared("<=", -bound - 1, n)
        multipliers = tuple(self.multipliers.get(place, 0) for place in range(n))
        return Comparison(multipliers, relation, bound - self.constant)


def affine(node: Node) -> Affine | None:
    """The node as a sum of integers; None where it is something else. It is kept with the node: it is asked often."""
    if _SUM not in vars(node):
        for one in below(node):
            if _SUM not in vars(one):
                vars(one)[_SUM] = _combined(one, [vars(operand)[_SUM] for operand in one.operands])
    found: Affine | None = vars(node)[_SUM]
    return found


def _combined(node: Node, given: list[Affine | None]) -> Affine | None:
    if node.operation == VARIABLE:
        return Affine({node.value: 1}, 0)
    if node.operation == CONSTANT:
        return Affine({}, int(node.value)) if type(node.value) in (int, bool) else None
    known = [one for one in given if one is not None]
    if len(known) < len(given) or not known:
        return None
    first, last = known[0], known[-1]
    if node.operation == "+":
        return first.plus(last)
    if node.operation == "-":
        return first.plus(last, -1)
    if node.operation == "*" and not (first.multipliers and last.multipliers):
        return last.times(first.constant) if last.multipliers else first.times(last.constant)
    if node.operation == "neg":
        return first.times(-1)
    if node.operation == "abs" and not first.multipliers:
        return Affine({}, abs(first.constant))
    return first if node.operation == "pos" else None


@dataclass(frozen=True)
class _Compared:
    """An affine expression compares with 0, or the absolute value of one with `bound`; ">" and "!=" are contraries."""

    affine: Affine
    relation: str
    bound: int | None = None


def _compared(node: Node) -> _Compared | None:
    """What a comparison of integers says, where that is linear."""
    left, right = node.operands
    relation, more = ("<=", 1) if node.operation == "<" else (node.operation, 0)
    one, two = affine(left), affine(right)
    if one is not None and two is not None:
        return _Compared(one.plus(two, -1).plus(Affine({}, more)), relation)
    if left.operation == "abs" and two is not None and not two.multipliers:
        inside = affine(left.operands[0])
        return None if inside is None else _Compared(inside, relation, two.constant - more)
    if right.operation == "abs" and one is not None and not one.multipliers:
        inside = affine(right.operands[0])
        if inside is None:
            return None
        if relation != "<=":
            return _Compared(inside, relation, one.constant)
        return _Compared(inside, ">", one.constant + more - 1)
    return None


def known_as(node: Node, is_whole: bool) -> tuple[object, bool]:
    """What a truth asks, the same for all that say the same or the contrary, and whether it says the contrary.

    It is True or False where that does not depend on values; `is_whole` tells whether all values are integers.
    """
    contrary = False
    while node.operation == "not":
        (node,), contrary = node.operands, not contrary
    if node.operation == CONSTANT:
        return bool(node.value), contrary
    if node.operation not in COMPARISONS or not is_whole:
        return id(node), contrary
    told = _compared(node)
    if told is None:
        one, two = map(id, node.operands)
        if node.operation == "<=":
            return ("<", two, one), not contrary
        return ("==" if node.operation == "!=" else node.operation, one, two), contrary is not (node.operation == "!=")
    found, relation, bound = told.affine, told.relation, told.bound
    if not found.multipliers:
        return _holds(found.constant if bound is None else abs(found.constant), relation, bound or 0), contrary
    if relation in ("!=", ">"):
        relation, contrary = _OPPOSITE[relation], not contrary
    if found.multipliers[min(found.multipliers)] < 0:
        found = found.times(-1)
        if relation == "<=" and bound is None:  # not 0 < -x is x <= 0, for integers
            found, contrary = found.plus(Affine({}, 1)), not contrary
    return (tuple(sorted(found.multipliers.items())), found.constant, relation, bound), contrary


def _holds(number: int, relation: str, bound: int) -> bool:
    return {"==": number == bound, "!=": number != bound, "<=": number <= bound, ">": number > bound}[relation]


def comparisons(node: Node, n: int) -> list[Comparison] | None:
    """What a truth says of `n` integers, as linear comparisons that must all hold; None where it says anything else."""
    holds = True
    while node.operation == "not":
        (node,), holds = node.operands, not holds
    if node.operation == CONSTANT:
        return [] if bool(node.value) is holds else [never(n)]
    told = _compared(node) if node.operation in COMPARISONS else None
    if told is None:
        return None
    found, relation, bound = told.affine, told.relation, told.bound
    relation = relation if holds else _OPPOSITE[relation]
    if bound is None:
        return [found.compared(relation, 0, n)]
    if bound < 0:
        return [] if relation in ("!=", ">") else [never(n)]
    if relation in ("<=", "!="):
        return [found.compared(relation, bound, n), found.times(-1).compared(relation, bound, n)]
    if bound == 0:
        return [found.compared("==" if relation == "==" else "!=", 0, n)]
    return None  # outside a range: a disjunction
