"""Which of many rules may apply in a state, looked up by what its cells hold instead of tried one by one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

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
        untested: dict[int, int] = {}
        with_value: dict[int, dict[Hashable, int]] = {}
        for number, cells in enumerate(allowed):
            for cell, values in cells.items():
                untested[cell] = untested.get(cell, self._every) & ~(1 << number)
                known = with_value.setdefault(cell, {})
                for value in values:
                    known[value] = known.get(value, 0) | 1 << number
        self.cells = tuple(sorted(untested))
        self._tables = [
            (cell, {value: bits | untested[cell] for value, bits in with_value[cell].items()}, untested[cell])
            for cell in self.cells
        ]

    def matching(self, state: Sequence[Hashable] | Mapping[int, Hashable]) -> Iterator[int]:
        """The rules whose tested cells hold what they may in `state` (values or their keys), in order."""
        left = self._every
        for cell, table, untested in self._tables:
            left &= table.get(state[cell], untested)
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest
