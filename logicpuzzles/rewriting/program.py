"""A puzzle's rules over numbered values: what searches, proofs and kernels read, made once for a set of rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ..endings import State
from ..logic.terms import typed
from ..memo import memo
from .blank import wanderers
from .numbered import Guards, number_guards, number_rule
from .rewrite import Pattern, Rewriting
from .values import Value, Values, named_in, numbered


class Program:
    """The rules over numbered values.

    Attributes
    ----------
    values
        The numbers of the values.
    rules
        The numbered rules; None for one that never applies.
    domains
        For each cell, the values that it may hold, as bits.
    held
        The values that some cell may hold, as bits.
    permutes
        Whether every rule only moves the values about.
    base
        The program of which some rules have copies here; None for one without copies.
    """

    base: Program | None = None

    def __init__(self, rewriting: Rewriting, values: Values) -> None:
        self.n_cells, self.values = rewriting.n_cells, values
        self.rules = [number_rule(rule, values) for rule in rewriting.rules]
        self.domains = tuple(map(values.bits, rewriting.domains))
        self.held = reduce(or_, self.domains, 0)
        self.permutes = rewriting.permutes
        self.wanderers = wanderers(rewriting)
        self.wandering = tuple(values.add(wanderer.value) for wanderer in self.wanderers)  # their numbers

    def copy_after(self, before: int, number: int) -> int | None:
        """The copy of a rule of `base` that a search takes right after another rule, or at the start (`before` is -1).

        None where it need not be tried there.
        """
        return number

    def original(self, number: int) -> int:
        """The number that a rule has among those of the puzzle."""
        return number

    def guards(self, pattern: Pattern) -> Guards:
        """A pattern over the numbers; constants without a number match no state."""
        return number_guards(pattern, self.values, self.n_cells)

    def goals(self, patterns: Iterable[Pattern]) -> list[Guards]:
        """The patterns that a state can match, over the numbers."""
        return [guards for guards in map(self.guards, patterns) if guards.is_possible]

    def blanks(self, *starts: State) -> tuple[int, ...]:
        """Which of the wanderers each of `starts`, and so every state after it, holds just once."""
        return tuple(n for n, wanderer in enumerate(self.wanderers) if all(map(wanderer.is_single_in, starts)))


def program_of(rewriting: Rewriting, start: Iterable[Value] = (), goals: Iterable[Pattern] = ()) -> Program:
    """The program of `rewriting` that numbers the values of `start` and what `goals` name too.

    It lives as long as `rewriting` does.
    """
    base = _program(rewriting, ())
    more = [*start, *(value for goal in goals for value in named_in(goal))]
    unknown = {key: value for value in more if (key := typed(value)) not in base.values.number}
    return _program(rewriting, tuple(unknown.items())) if unknown else base


@memo
def _program(rewriting: Rewriting, more: tuple[tuple[object, Value], ...]) -> Program:
    return Program(rewriting, numbered(rewriting, (value for _, value in more)))
