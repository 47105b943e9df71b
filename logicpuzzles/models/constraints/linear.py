"""Linear comparisons of integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from ..kernels import layout
from ..values import LARGEST, Scope, Values
from .base import Lowering
from .forms import Encoding, Form, Never, Packing, Single

_PROPAGATORS = {
    "==": (layout.SUM, layout.CHANGED),
    "<=": (layout.SUM, layout.BOUNDS),
    "!=": (layout.UNEQUAL_SUM, layout.FIXED),
}  # and the event for which they wait


@dataclass(frozen=True)
class Linear(Form):
    """The sum of the integers, each times its multiplier, compares with `bound`; relation is "==", "<=" or "!=".

    Each variable is in it once; no multiplier is 0.
    """

    multipliers: tuple[int, ...]
    relation: str
    bound: int

    @property
    def is_step(self) -> bool:
        return self.relation == "==" and self.bound == 0 and sorted(self.multipliers) in ([-1, -1, 1], [-1, 1, 1])

    def single(self, domains: Sequence[Values]) -> Single | None:
        if self.relation == "!=" or self.bound != 1 or set(self.multipliers) != {1}:
            return None
        if not all(x in (0, 1) for v in self.scope for x in domains[v]):
            return None
        return Single(tuple((v, x) for v in self.scope for x in domains[v] if x == 1), self.relation == "==")

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        propagator, event = _PROPAGATORS[self.relation]
        number = [self.bound, self.relation == "=="]
        packing.add(propagator, scope, number=number, weight=self.multipliers, event=event)

    def encode(self, encoding: Encoding) -> None:
        total = sum(m * encoding.number(v) for v, m in zip(self.scope, self.multipliers, strict=True))
        compared = {"==": total == self.bound, "<=": total <= self.bound, "!=": total != self.bound}
        encoding.model.add(compared[self.relation])


def comparison(scope: Scope, multipliers: Sequence[int], relation: str, bound: float) -> list[Form]:
    """A linear comparison in its normal form; relation is one of "==", "!=", "<=", ">="."""
    if relation == ">=":
        return comparison(scope, [-m for m in multipliers], "<=", -bound)
    if bound != floor(bound) and relation != "<=":
        return [Never(scope)] if relation == "==" else []
    bound = floor(bound)
    total: dict[int, int] = {}
    for v, m in zip(scope, multipliers, strict=True):
        total[v] = total.get(v, 0) + m
    total = {v: m for v, m in total.items() if m}
    if not total:
        return [] if {"==": bound == 0, "!=": bound != 0, "<=": bound >= 0}[relation] else [Never(scope)]
    return [Linear(tuple(total), tuple(total.values()), relation, bound)]


def fits(lowering: Lowering, scope: Scope, multipliers: Sequence[int], bound: int) -> bool:
    """Whether a sum stays within what machine words hold."""
    sizes = (abs(m) * max(map(abs, lowering.domains[v])) for v, m in zip(scope, multipliers, strict=True))
    return bool(sum(sizes) + abs(bound) < LARGEST)
