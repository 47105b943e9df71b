"""What is not linear: products, quotients, remainders, powers, absolute values, minima and maxima.

While two operands have few values, all pairs of them are tried: then each keeps just the values that have partners.
Else bounds are narrowed, by a rule for each operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

from unification import Var

from ..functions import OPERATIONS
from ..terms import AnyTerm, Term
from .bounds import narrowed
from .images import IMAGES, UNITS
from .propagation import Propagation, Propagator
from .sets import ALL, NONE, Integers, collected, interval, single, times

FEW = 400  # pairs of values
BY_ITSELF = {"//": 1, "div": 1, "mod": 0, "rem": 0}  # what divisions give of a number and itself
DIVISIONS = frozenset(BY_ITSELF)
UNDEFINED = {  # the domains of operands that together have no value
    **dict.fromkeys(DIVISIONS, (ALL, single(0))),
    "^": (~UNITS, interval(-inf, -1)),
}


def value_of(name: str, left: int, right: int) -> int | None:
    """The value of an operation; None where it has none, as a division by zero.

    Raises
    ------
    PuzzleError
        It is too large.
    """
    if name in DIVISIONS and right == 0 or name == "^" and right < 0 and left not in (1, -1):
        return None
    return abs(left) if name == "abs" else OPERATIONS[name, 2](left, right)


@dataclass(frozen=True, slots=True, eq=False)
class Operation(Propagator):
    """`left` and `right` give `result` by the operation `operator`; `right` is 0 where it takes one.

    Where `defined` is given, that is 1 if the operation has a value and 0 if not, and `result` is then 0.
    """

    operator: str
    left: AnyTerm
    right: AnyTerm
    result: AnyTerm
    defined: AnyTerm = 1
    name: str = "#="

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (self.left, self.right, self.result, self.defined)

    def propagate(self, on: Propagation) -> bool:
        if on.value(self.defined) is None and not self._settle(on):
            return False
        defined = on.value(self.defined)
        if defined is None:
            return True
        if not defined:
            lefts, rights = UNDEFINED[self.operator]
            return on.fix(self.result, 0) and on.narrow(self.left, lefts) and on.narrow(self.right, rights)
        return self._compute(on)

    def _settle(self, on: Propagation) -> bool:
        """Find out whether the operation has a value."""
        lefts, rights = UNDEFINED[self.operator]
        if not on.domain(self.left) & lefts or not on.domain(self.right) & rights:
            return on.fix(self.defined, 1)
        return not self._is_undefined(on) or on.fix(self.defined, 0)

    def _is_undefined(self, on: Propagation) -> bool:
        """Whether it has no value whatever its operands become."""
        left, right = on.domain(self.left), on.domain(self.right)
        lefts, rights = UNDEFINED[self.operator]
        return left & lefts == left and right & rights == right

    def _compute(self, on: Propagation) -> bool:
        left, right = on.domain(self.left), on.domain(self.right)
        if left.only is not None and right.only is not None:
            found = value_of(self.operator, left.only, right.only)
            return found is not None and on.fix(self.result, found)
        is_same = on.walk(self.left) is on.walk(self.right)
        if is_same and self.operator in BY_ITSELF:
            return on.exclude(self.left, 0) and on.fix(self.result, BY_ITSELF[self.operator])
        pairs = left.size if is_same else times(left.size, right.size)
        if pairs <= FEW:
            return self._supported(on, left, right, is_same)
        if is_same and self.operator == "*":
            return narrowed(on, "^", self.left, 2, self.result)
        return narrowed(on, self.operator, self.left, self.right, self.result)

    def _supported(self, on: Propagation, left: Integers, right: Integers, is_same: bool) -> bool:
        """Every value keeps only while there is a pair for it."""
        lefts, rights, results = set(), set(), set()
        allowed, given = on.domain(self.result), on.walk(self.result)
        is_left, is_right = given is on.walk(self.left), given is on.walk(self.right)
        for x, y in ((x, x) for x in left) if is_same else product(left, right):
            found = value_of(self.operator, x, y)
            if found is None or found not in allowed or is_left and found != x or is_right and found != y:
                continue
            lefts.add(x)
            rights.add(y)
            results.add(found)
        return (
            on.narrow(self.left, collected(lefts))
            and on.narrow(self.right, collected(rights))
            and on.narrow(self.result, collected(results))
        )

    def is_entailed(self, on: Propagation) -> bool:
        result, defined = on.value(self.result), on.value(self.defined)
        if result is None or defined is None:
            return False
        if not defined:
            return self._is_undefined(on)
        return self._image(on) == single(result)

    def _values(self, on: Propagation) -> set[int | None] | None:
        """What it gives for all pairs of operands, where these are few."""
        left, right = on.domain(self.left), on.domain(self.right)
        is_same = on.walk(self.left) is on.walk(self.right)
        if (left.size if is_same else times(left.size, right.size)) > FEW:
            return None
        pairs = ((x, x) for x in left) if is_same else product(left, right)
        return {value_of(self.operator, x, y) for x, y in pairs}

    def _image(self, on: Propagation) -> Integers | None:
        """A set of integers that holds all that it can give; None where it may have no value."""
        values = self._values(on)
        if values is not None:
            return None if None in values else collected(value for value in values if value is not None)
        left, right = on.domain(self.left), on.domain(self.right)
        lefts, rights = UNDEFINED.get(self.operator, (NONE, NONE))
        if left & lefts and right & rights:
            return None
        if on.walk(self.left) is on.walk(self.right):
            if self.operator in BY_ITSELF:
                return single(BY_ITSELF[self.operator])
            if self.operator == "*":
                return IMAGES["^"](left, single(2))
        return IMAGES[self.operator](left, right)

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        if on.walk(self.result) is not unknown or unknown in (on.walk(self.left), on.walk(self.right)):
            return False
        image = self._image(on) if on.value(self.defined) == 1 else None
        return image is not None and image & on.domain(unknown) == image

    def holds(self, values: Sequence[int]) -> bool:
        left, right, result, defined = values
        found = value_of(self.operator, left, right)
        return result == found and defined == 1 if found is not None else result == defined == 0

    def determined(self) -> Sequence[AnyTerm]:
        return (self.result, self.defined)

    def goal(self, on: Propagation) -> AnyTerm:
        args = (self.left,) if self.operator == "abs" else (self.left, self.right)
        value = Term("#=", (Term(self.operator, args), self.result))
        if on.value(self.defined) is not None:
            return value
        has_value = Term("#\\=", (self.right, 0))
        if self.operator == "^":
            ones = Term("in", (self.left, Term("\\/", (-1, 1))))
            has_value = Term("#\\/", (Term("#>=", (self.right, 0)), ones))
        told = Term("#<==>", (has_value, self.defined))
        otherwise = Term("#\\/", (self.defined, Term("#=", (self.result, 0))))
        return Term("#/\\", (told, Term("#/\\", (Term("#==>", (self.defined, value)), otherwise))))
