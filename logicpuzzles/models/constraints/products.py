"""Products of integers between bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernels import layout
from ..values import LARGEST, Values
from .forms import Encoding, Form, Packing


@dataclass(frozen=True)
class Product(Form):
    """The product of the integers, minus the last of them if `targeted`, is from `low` to `high`; None: no bound."""

    targeted: bool
    low: int | None
    high: int | None

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        low = -2 * LARGEST if self.low is None else self.low
        high = 2 * LARGEST if self.high is None else self.high
        number = [low, high, len(scope) - self.targeted, int(self.targeted)]
        packing.add(layout.PRODUCT, scope, number=number, event=layout.BOUNDS, n_scratch=4 * len(scope) + 4)

    def encode(self, encoding: Encoding) -> None:
        numbers = [encoding.number(v) for v in self.scope]
        factors, target = (numbers[:-1], numbers[-1]) if self.targeted else (numbers, 0)
        total, low, high = factors[0], *_range(encoding.domains[self.scope[0]])
        for factor, v in zip(factors[1:], self.scope[1:], strict=False):
            least, most = _range(encoding.domains[v])
            corners = (low * least, low * most, high * least, high * most)
            low, high = encoding.small(min(corners)), encoding.small(max(corners))
            product = encoding.model.new_int_var(low, high, "")
            encoding.model.add_multiplication_equality(product, [total, factor])
            total = product
        if self.low is not None:
            encoding.model.add(total - target >= self.low)
        if self.high is not None:
            encoding.model.add(total - target <= self.high)


def _range(domain: Values) -> tuple[int, int]:
    return int(min(domain)), int(max(domain))
