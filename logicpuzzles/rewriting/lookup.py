"""Which of many rules may apply in a state, looked up by what its cells hold instead of tried one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

LEAST = 16  # rules from which a lookup pays: one costs about as much as trying a few rules


class Lookup:
    """Sets of rules as bits: for each cell that rules test, and each value there, the rules that it lets apply.

    Parameters
    ----------
    allowed
        For each rule the cells that it tests, each with all values (or their keys) with which it may apply.
    """

    def __init__(self, allowed: Sequence[Mapping[int, Collection[Hashable]]]) -> None:
        self._every = (1 << len(allowed)) - 1
        testing: dict[int, list[int]] = defaultdict(list)  # for each cell the bits of the rules that test it
        with_value: dict[int, dict[Hashable, list[int]]] = defaultdict(lambda: defaultdict(list))
        for bit, cells in zip(map((1).__lshift__, range(len(allowed))), allowed, strict=True):
            for cell, values in cells.items():
                testing[cell].append(bit)
                known = with_value[cell]
                for value in values:
                    known[value].append(bit)
        self.cells = tuple(sorted(testing))
        self._tables = []
        for cell in self.cells:
            untested = self._every & ~reduce(or_, testing[cell])
            table = {value: reduce(or_, bits, untested) for value, bits in with_value[cell].items()}
            self._tables.append((cell, table, untested))

    def matching(self, state: Sequence[Hashable] | Mapping[int, Hashable]) -> Iterator[int]:
        """The rules whose tested cells hold what they may in `state` (values or their keys), in order."""
        left = self._every
        for cell, table, untested in self._tables:
            left &= table.get(state[cell], untested)
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest
