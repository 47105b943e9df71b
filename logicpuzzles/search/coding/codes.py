"""Small numbers for the values of the cells, so that searches compare and index integers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...endings import State
from ...logic.terms import typed
from ...rewriting.rewrite import Among, Cell, Differs, Equals, Rewriting


class Codes:
    """A numbering of values from 0 in the order in which they come, each once."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self.values: list[Any] = []
        self.number: dict[Any, int] = {}
        for value in values:
            self.add(value)

    def __len__(self) -> int:
        return len(self.values)

    def add(self, value: Any) -> int:
        """The number of `value`, a new one where it has none yet."""
        number = self.number.setdefault(typed(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    def get(self, value: Any) -> int | None:
        """The number of `value`, or None where it has none."""
        return self.number.get(typed(value))

    def encode(self, state: State) -> tuple[int, ...]:
        """The numbers of the values of `state`, every one of which must have one."""
        return tuple(self.number[typed(value)] for value in state)

    def decode(self, numbers: Iterable[int]) -> State:
        """The state with these numbers."""
        return tuple(map(self.values.__getitem__, numbers))


def codes_of(rewriting: Rewriting, more: Iterable[Any] = ()) -> Codes:
    """The numbering of every value that a domain or a rule names, then of `more`.

    A value that no domain, rule or given state names appears in no state: it needs no number.
    """
    codes = Codes(value for domain in rewriting.domains for value in domain)
    for rule in rewriting.rules:
        for guard in rule.guards:
            if type(guard) is Equals:
                codes.add(guard.value)
            elif type(guard) is Among:
                for value in guard.values:
                    codes.add(value)
            elif type(guard) is Differs:
                for _, other in guard.pairs:
                    if type(other) is not Cell:
                        codes.add(other)
        for source in rule.effect:
            if type(source) is not Cell:
                codes.add(source)
    for value in more:
        codes.add(value)
    return codes
