"""What is worked out once for a set of rules and then shared by every search over them."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ..blank import wanderers
from ..endings import State
from ..rewrite import Rewriting
from .coded import code_rules
from .codes import Codes, codes_of, typed
from .follow import Follow

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


_programs: dict[int, tuple[weakref.ref[Rewriting], dict[Hashable, Program]]] = {}


def program_of(rewriting: Rewriting, start: State) -> Program:
    """The program of `rewriting` for states with the values of `start`.

    It is remembered as long as `rewriting` lives, under its identity: rules are slow to hash and to compare.
    """
    entry = _programs.get(id(rewriting))
    if entry is None or entry[0]() is not rewriting:
        key = id(rewriting)
        entry = weakref.ref(rewriting, lambda _: _programs.pop(key, None)), {}
        _programs[key] = entry
    programs = entry[1]
    base = programs.get(())
    if base is None:
        base = programs[()] = Program(rewriting, codes_of(rewriting))
    more = tuple(key for key in map(typed, start) if key not in base.codes.number)
    if not more:
        return base
    if more not in programs:
        programs[more] = Program(rewriting, codes_of(rewriting, start))
    return programs[more]
