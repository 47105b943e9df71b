"""What is worked out once for a set of rules and then shared by every search over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ...endings import State
from ...logic.terms import typed
from ...memo import once
from ...rewriting.blank import wanderers
from ...rewriting.rewrite import Rewriting
from .coded import code_rules
from .codes import Codes, codes_of
from .move_pruning import Follow

T = TypeVar("T")


class Program:
    """The rules over numbered values, and what follows from them.

    Attributes
    ----------
    codes
        The numbers of the values.
    rules
        The coded rules; None for one that never applies.
    """

    def __init__(self, rewriting: Rewriting, codes: Codes) -> None:
        self.n_cells = rewriting.n_cells
        self.codes = codes
        self.rules = code_rules(rewriting, codes)
        self.wanderers = wanderers(rewriting)
        self._known: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives the first time, remembered under `key`."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]  # type: ignore[no-any-return]

    def blanks(self, start: State) -> tuple[int, ...]:
        """Which of the wanderers `start`, and so every state after it, holds just once."""
        return tuple(n for n, wanderer in enumerate(self.wanderers) if wanderer.is_single_in(start))

    def follow(self, blanks: tuple[int, ...]) -> Follow:
        """Which rules can follow which, where the states hold each of `blanks` once."""

        def make() -> Follow:
            leaves = [
                (self.codes.number[typed(self.wanderers[n].value)], [before for before, _ in self.wanderers[n].steps])
                for n in blanks
            ]
            return Follow(self.rules, self.n_cells, len(self.codes), leaves)

        return self.once(("follow", blanks), make)


def program_of(rewriting: Rewriting, start: State) -> Program:
    """The program of `rewriting` for states with the values of `start`; it lives as long as `rewriting` does."""
    base = once(rewriting, "program", lambda: Program(rewriting, codes_of(rewriting)))
    more = tuple(key for key in map(typed, start) if key not in base.codes.number)
    if not more:
        return base
    return once(rewriting, ("program", more), lambda: Program(rewriting, codes_of(rewriting, start)))
