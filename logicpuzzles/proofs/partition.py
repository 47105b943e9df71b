"""Items shared out among groups so that the groups are worth most, where only small groups have been measured.

The worth of a group is taken as the sum of what its items are worth, of how much more each pair is worth than its
items, and of how much more each triple that was measured is worth than its pairs and items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Part: TypeAlias = tuple[int, ...]  # items, ascending
Parts: TypeAlias = tuple[Part, ...]
_FACTOR, _STEP, _BITS = 6364136223846793005, 1442695040888963407, (1 << 64) - 1  # D. Knuth, MMIX


class Worth:
    """What groups are worth, from those of at most three items; those that were not measured add nothing."""

    def __init__(self, known: Mapping[Part, float]) -> None:
        self.more: dict[Part, float] = {}
        for part in sorted(known, key=lambda part: (len(part), part)):
            self.more[part] = known[part] - sum(
                self.more.get(some, 0.0) for size in range(1, len(part)) for some in combinations(part, size)
            )
        self.made: dict[Part, float] = {}

    def of(self, part: Part) -> float:
        """The worth of these items, ascending, as a group."""
        if part not in self.made:
            more = self.more
            self.made[part] = sum(more.get(some, 0.0) for size in (1, 2, 3) for some in combinations(part, size))
        return self.made[part]

    def total(self, parts: Parts) -> float:
        """The worth of several groups that are added."""
        return sum(map(self.of, parts))


def partitions(
    n_items: int, worth: Worth, fits: Callable[[Parts], bool], begin: Parts, rounds: int = 40
) -> list[Parts]:
    """Ways to share out the items that no exchange of two and no move of one betters, the best first.

    Parameters
    ----------
    fits
        Whether the groups are small enough.
    begin
        Groups that are; the other rounds begin with other items in groups of the same sizes.
    """
    found: dict[Parts, float] = {}
    for seed in range(rounds):
        order = shuffled(n_items, seed) if seed else [item for part in begin for item in part]
        places = iter(order)
        parts = tuple(tuple(sorted(next(places) for _ in part)) for part in begin)
        if fits(parts):
            best = climbed(parts, worth, fits)
            found[best] = worth.total(best)
    return sorted(found, key=lambda parts: (-round(found[parts], 9), parts))


def climbed(parts: Parts, worth: Worth, fits: Callable[[Parts], bool]) -> Parts:
    """`parts` bettered by exchanges and moves until there is none that betters them."""
    while (better := _better(parts, worth, fits)) is not None:
        parts = better
    return tuple(sorted(parts))


def _better(parts: Parts, worth: Worth, fits: Callable[[Parts], bool]) -> Parts | None:
    """The first groups that are worth more, with two items of different groups exchanged, or one moved."""
    for one, other, mine, theirs in exchanges(parts):
        if worth.of(mine) + worth.of(theirs) > worth.of(parts[one]) + worth.of(parts[other]) + 1e-9:
            made = exchanged(parts, one, other, mine, theirs)
            if fits(made):
                return made
    return None


def exchanges(parts: Parts) -> Iterator[tuple[int, int, Part, Part]]:
    """Two groups by number, and what they are with two of their items exchanged, or one moved to the other."""
    for one, other in combinations(range(len(parts)), 2):
        for out in (*parts[one], None):
            for into in (*parts[other], None):
                if (out, into) != (None, None):
                    yield one, other, _with(parts[one], out, into), _with(parts[other], into, out)


def exchanged(parts: Parts, one: int, other: int, mine: Part, theirs: Part) -> Parts:
    """`parts` with two of them replaced; none is empty."""
    rest = [part for number, part in enumerate(parts) if number not in (one, other)]
    return tuple(part for part in (*rest, mine, theirs) if part)


def swapped(parts: Parts, one: int, other: int) -> Parts:
    """`parts` with two items in each other's place."""
    to = {one: other, other: one}
    return tuple(tuple(sorted(to.get(item, item) for item in part)) for part in parts)


def _with(part: Part, out: int | None, into: int | None) -> Part:
    return tuple(sorted([item for item in part if item != out] + ([] if into is None else [into])))


def shuffled(n_items: int, seed: int) -> list[int]:
    """The numbers below `n_items` in an order that depends on `seed` alone, the same on every machine."""
    state, order = seed, list(range(n_items))
    for place in range(n_items - 1, 0, -1):
        state = (state * _FACTOR + _STEP) & _BITS
        other = (state >> 33) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def packed(sizes: Sequence[int], most: int) -> Parts:
    """The items, the largest first, in groups, each as large as `most` permits; `sizes` multiply."""
    parts: list[Part] = []
    room = 0
    for item in sorted(range(len(sizes)), key=lambda item: (-sizes[item], item)):
        if not parts or room * sizes[item] > most:
            parts.append(())
            room = 1
        parts[-1] += (item,)
        room *= sizes[item]
    return tuple(tuple(sorted(part)) for part in parts)
