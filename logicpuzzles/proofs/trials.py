"""What small groups are worth, measured within a budget."""

from __future__ import annotations

from collections.abc import Iterable

from .items import Items
from .measuring import Measure
from .partition import Part
from .sampled import Sampled

LARGEST = 1 << 18  # entries of a table that is only measured
MEASURED = 20_000_000  # entries of all of these
MOST_RULES = 40_000  # of the programs that these see, all together, where no two groups see the same rules
OWN = 50  # rules that a group with a program of its own counts besides


class Budget:
    """What may still be measured."""

    def __init__(self, items: Items) -> None:
        self.items, self.entries, self.rules = items, MEASURED, MOST_RULES

    def allows(self, part: Part) -> bool:
        """Whether there is budget for one more group, which is taken from it."""
        size = self.items.size(part)
        rules = len(self.items.view.program.rules) + OWN if self.items.of == "cells" else 0
        if size > LARGEST or size > self.entries or rules > self.rules:
            return False
        self.entries -= size
        self.rules -= rules
        return True


class Measuring:
    """The average entry of small groups, as many as there is a budget for.

    Parameters
    ----------
    sampled
        Where their entries are looked up as well.

    Attributes
    ----------
    known
        By group.
    """

    def __init__(self, items: Items, measure: Measure, sampled: Sampled | None = None) -> None:
        self.items, self.measure, self.sampled, self.budget = items, measure, sampled, Budget(items)
        self.known: dict[Part, float] = {}

    def add(self, parts: Iterable[Part]) -> None:
        """Measure `parts`, the nearest first; symmetric ones once."""
        alike: dict[Part, list[Part]] = {}
        for part in self.items.nearest(parts, self.measure) if self.known else parts:
            alike.setdefault(self.items.first_like(part), []).append(part)
        first = [part for part in alike if self.budget.allows(part)]
        if self.sampled is not None:
            self.known |= self.sampled.measure(self.measure, [like for part in first for like in alike[part]])
        else:
            for part, mean in zip(first, self.measure.means(list(map(self.items.group, first))), strict=True):
                self.known.update(dict.fromkeys(alike[part], mean))
        self.measure.forget()
