"""Lower bounds that are looked up, in kernels.

The indexes of a state lie in words, several in one; the arrays are those of `..coding.index_words`.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Int64, int64
from ..coding.index_words import LookupArrays
from ..depth import NO_CUT
from .layout import Words


@kernel
def looked_up(words: Words, row: int, column: int, lookups: LookupArrays, number: int) -> Int64:
    """The entries of the sum `number`, added; -1 where one of them says that no goal can be reached.

    The index words begin in `column` of `row`.
    """
    entries, fields, total = lookups.entries, lookups.fields, int64(0)
    first, end = lookups.first[number, 0], lookups.first[number + 1, 0]
    for lookup in range(first, end):
        word = words[row, column + int64(fields[lookup, 0])]
        total += entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]]
    if total >= lookups.far[0]:  # else none can be that large
        for lookup in range(first, end):
            word = words[row, column + int64(fields[lookup, 0])]
            if entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]] == lookups.far[0]:
                return -1
    return total


@kernel
def left_by_table(total: int, divisor: int, rest: int) -> Int64:
    """What `rest` leaves above the sum of a table, divided and rounded up, if that is below 0; else `rest`."""
    return rest if total <= rest * divisor else rest + -total // divisor


@kernel
def left_by_sum(words: Words, row: int, column: int, lookups: LookupArrays, number: int, left: int, rest: int) -> Int64:
    """The less of `left` and of what `rest` leaves above the sum `number`, if that is below 0."""
    total = looked_up(words, row, column, lookups, number)
    if total < 0:
        return NO_CUT
    return min(left, rest - total) if total > rest else left
