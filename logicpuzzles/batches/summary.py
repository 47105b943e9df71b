"""What a batch comes to: how its instances ended, how long solutions are, what the searches took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, median

from ..wording import counted, duration, figures
from .rows import STATUS, WRONG, Row

COUNTED = ("length", "cost", "nodes", "seconds")
ORDER = ("solved", "exhausted", "stopped", WRONG)
TOLD = {"exhausted": "without a solution", "stopped": "stopped by a limit", WRONG: "wrong"}
CODES = {WRONG: 2, "stopped": 3, "exhausted": 1}  # exit codes, the most telling first


@dataclass
class Summary:
    """Numbers that grow with each row."""

    statuses: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    unique: Counter[bool] = field(default_factory=Counter)

    def add(self, found: Row) -> None:
        """One row more."""
        self.statuses[found[STATUS]] += 1
        for name in COUNTED:
            if name in found:
                getattr(self, {"length": "lengths", "cost": "costs"}.get(name, name)).append(found[name])
        if "unique" in found:
            self.unique[found["unique"]] += 1

    @property
    def code(self) -> int:
        """The exit code: 0 where each has a solution."""
        return next((code for status, code in CODES.items() if self.statuses[status]), 0)

    def pairs(self, wall: float | None = None) -> list[tuple[str, str]]:
        """Names and values, as a person reads them; `wall` is how long the batch took, in seconds."""
        told = [f"{number:,} {TOLD.get(status, status)}" for status, number in self._statuses()]
        found = [("instances", ", ".join(told) or "none")]
        if self.unique:
            several = counted(self.unique[False], "other has", "others have")
            found.append(("unique", f"{self.unique[True]:,}; {several} several solutions"))
        for name, values in (("length", self.lengths), ("cost", self.costs), ("nodes", self.nodes)):
            if values:
                found.append((name, _spread(values)))
        if self.seconds:
            most, total = max(self.seconds), sum(self.seconds)
            told_wall = "" if wall is None else f"; {duration(wall)} by the clock"
            found.append(("time", f"{duration(total)} of searching, at most {duration(most)} for one{told_wall}"))
        return found

    def _statuses(self) -> list[tuple[str, int]]:
        return [(status, self.statuses[status]) for status in ORDER if self.statuses[status]]


def _spread(values: Sequence[int]) -> str:
    """The least, the mean, the median and the greatest of some numbers, and their sum."""
    if len(set(values)) == 1:
        each = "" if len(values) == 1 else f" each, {sum(values):,} in all"
        return f"{values[0]:,}{each}"
    middle = f"mean {figures(round(mean(values), 2))}, median {figures(median(values))}"
    return f"{min(values):,} to {max(values):,}, {middle}, {sum(values):,} in all"
