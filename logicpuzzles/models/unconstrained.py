"""Solutions where no constraint is left: all combinations of values, in the order in which the kernel finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod
from operator import itemgetter

from ..search.budget import Budget
from .packed import Packed
from .search import Cuts, Search
from .values import Values

MOST = 1 << 14  # values in a block
GROWTH = 8  # times as many as in the block before


class FreeSearch(Search):
    """One query of a packed model without propagators; see `CompiledSearch`.

    As there the variable with the fewest values comes first, integers ascend, and other values come in the order of the
    domain; decisions are counted as there.
    """

    def __init__(self, packed: Packed, cuts: Cuts, budget: Budget) -> None:
        super().__init__(budget)
        self.values = [_values(packed, i, cuts.get(v)) for i, v in enumerate(packed.order)]
        self.order = sorted(range(len(self.values)), key=lambda i: len(self.values[i]))
        self.places = [self.order.index(i) for i, _ in packed.columns]

    def count(self) -> int:
        self.found = prod(map(len, self.values))
        self.nodes = self._decisions()
        return self.found

    def rows(self) -> Iterator[Values | None]:
        for block in self.blocks():
            yield from block

    def blocks(self) -> Iterator[Sequence[Values]]:
        rows: Iterator[Values] = product(*[self.values[i] for i in self.order])
        if self.places != sorted(self.places):
            rows = map(itemgetter(*self.places), rows)
        n, most = self.first_block, max(1, MOST // len(self.values))
        while block := list(islice(rows, min(n, most))):
            self.found += len(block)
            self.nodes = self._decisions()
            yield block
            n *= GROWTH
            self.budget.tick(self.progress, whole=False)

    def _decisions(self) -> int:
        """How many the kernel has made when it has found as many: none for the last value that is left."""
        n, below = 0, prod(map(len, self.values))
        for i in self.order:
            size = len(self.values[i])
            below //= size or 1
            begun = -(-self.found // below) if below else 0  # values of this variable that were tried, over all
            n += begun - begun // size if size else 0
        return n


def _values(packed: Packed, i: int, left: Values | None) -> list[object]:
    """The values of the variable numbered `i` in the order of its bits, those of `left` only."""
    bits, own = packed.classes[i].bits, packed.decode[i]
    allowed = packed.domains[i] if left is None else set(left).intersection(packed.domains[i])
    return [own[k] for k in sorted([bits[value] for value in allowed])]
