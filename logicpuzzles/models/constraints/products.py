"""Products that compare with a number or with a variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, prod
from typing import Any

import constraint as library

from ..kernels import layout
from ..values import LARGEST, Scope, Test, Values, Variable
from .arithmetic import Arithmetic, is_exact, rounded
from .base import Kind, Lowering, Posted
from .forms import Encoding, Form, Never, Packing
from .functions import by_values


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
        packing.add("products.product", scope, number=number, event=layout.BOUNDS, n_scratch=4 * len(scope) + 4)

    def encode(self, encoding: Encoding) -> None:
        numbers = [encoding.number(v) for v in self.scope]
        factors, target = (numbers[:-1], numbers[-1]) if self.targeted else (numbers, 0)
        total, low, high = factors[0], *_range(encoding.domains[self.scope[0]])
        for factor, v in zip(factors[1:], self.scope[1:], strict=False):
            least, most = _range(encoding.domains[v])
            corners = (low * least, low * most, high * least, high * most)
            low, high = min(corners), max(corners)
            product = encoding.model.new_int_var(low, high, "")
            encoding.model.add_multiplication_equality(product, [total, factor])
            total = product
        if self.low is not None:
            encoding.model.add(total - target >= self.low)
        if self.high is not None:
            encoding.model.add(total - target <= self.high)


def _range(domain: Values) -> tuple[int, int]:
    return int(min(domain)), int(max(domain))


class _Products(Arithmetic):
    """The product of the values compares with an amount or with the value of the target."""

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        holds, amount = self.holds, self.amount_of(given)
        if self.is_targeted:
            return lambda values: holds(rounded(prod(values[:-1])), values[-1])
        return lambda values: holds(rounded(prod(values)), amount)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        amount = self.amount_of(posted.constraint)
        sizes = [max(1, *map(abs, lowering.domains[v])) for v in scope] if lowering.is_integral(scope) else [inf]
        if not is_exact(amount) or abs(amount) >= LARGEST or prod(sizes) >= LARGEST:
            return by_values(lowering, posted, scope)
        low = ceil(amount) if self.relation != "<=" else None
        high = floor(amount) if self.relation != ">=" else None
        if low is not None and high is not None and low > high:
            return [Never(scope)]
        return [Product(scope, self.is_targeted, low, high)]

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        whole = posted.is_plain and self.is_whole(posted, [domains[v] for v in posted.scope])
        if self.relation != ">=" or self.is_targeted or not whole:
            return super().trusted(posted, domains)  # of the library's products only MinProd loses nothing
        return library.MinProdConstraint(self.amount_of(posted.constraint))


KINDS: dict[type, Kind] = {
    library.ExactProdConstraint: _Products("==", "_exactprod"),
    library.MinProdConstraint: _Products(">=", "_minprod"),
    library.MaxProdConstraint: _Products("<=", "_maxprod"),
    library.VariableExactProdConstraint: _Products("==", terms="product_vars"),
    library.VariableMinProdConstraint: _Products(">=", terms="product_vars"),
    library.VariableMaxProdConstraint: _Products("<=", terms="product_vars"),
}
