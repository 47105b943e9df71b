"""`betweeno`: integers between two bounds, enumerated where they are unknown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from .arithmetic import integer
from .relations import Outcome, bind_each, primitive
from .resolver import Machine
from .terms import AnyTerm


@primitive
def betweeno(machine: Machine, low: AnyTerm, high: AnyTerm, number: AnyTerm) -> Outcome:
    """`low` <= `number` <= `high`, all integers; unknowns are enumerated outwards from the known ones."""
    known = [integer(machine, term, "betweeno") for term in (low, high, number)]
    if None not in known:
        return known[0] <= known[2] <= known[1]  # type: ignore[operator]
    return bind_each(machine, (low, high, number), _triples(*known))


def _triples(low: int | None, high: int | None, number: int | None) -> Iterator[tuple[int, int, int]]:
    """All (low, high, number) in order that agree with what is known; fair where infinite."""
    if low is not None and high is not None:
        yield from ((low, high, n) for n in range(low, high + 1))
    elif low is not None and number is not None:
        yield from ((low, h, number) for h in (count(number) if low <= number else ()))
    elif high is not None and number is not None:
        yield from ((number - d, high, number) for d in (count() if number <= high else ()))
    elif low is not None:
        yield from ((low, h, n) for h in count(low) for n in range(low, h + 1))
    elif high is not None:
        yield from ((high - d, high, n) for d in count() for n in range(high - d, high + 1))
    elif number is not None:
        yield from ((number - d, number + s - d, number) for s in count() for d in range(s + 1))
    else:
        yield from _all_triples()


def _all_triples() -> Iterator[tuple[int, int, int]]:
    """Every ordered triple of integers once, by the greatest absolute value."""
    for size in count():
        values = range(-size, size + 1)
        yield from (
            (low, high, n)
            for low in values
            for high in range(low, size + 1)
            for n in range(low, high + 1)
            if max(abs(low), abs(high)) == size
        )
