"""What a search may ask about a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ..endings import State
from ..logic.terms import typed
from ..rewriting.rewrite import Pattern, Rewriting, matches

Successors = Callable[[State], Sequence[tuple[Any, State]]]  # label and state after of every move, in clause order


@dataclass(frozen=True, eq=False)
class SearchProblem:
    """The narrow waist: start, is goal, successors, and what is known about a lower bound.

    Attributes
    ----------
    goals
        Patterns; a state is a goal when one of them matches.
    successors
        Label and state after of every move from a state, in clause order.
    rewriting
        The compiled rules behind `successors`; None where the relation did not compile.
    table
        A proved lower bound: the sum over the cells c of ``table[state[c]][c]``, where values that are not in the
        table count 0; divided by `divisor` and rounded up.
    bound_name
        "distance" for the table of the rule file, "derived" for one that was read off the rules.
    order
        In which order an exhaustive search tries the moves from a state: None is clause order, "fewest" puts the
        moves first whose state after has the fewest onward moves (H. C. von Warnsdorff, 1823).
    test
        Whether a state is a goal, where the goal relation does not become patterns.
    move, goal
        The relation `move(label, before, after)` and a function from a state to a goal, for the search in goals.
    """

    start: State
    goals: tuple[Pattern, ...]
    successors: Successors
    rewriting: Rewriting | None = None
    table: Mapping[Any, tuple[int, ...]] | None = None
    divisor: int = 1
    bound_name: str | None = None
    order: Literal["fewest"] | None = None
    test: Callable[[State], bool] | None = None
    move: Callable[..., Any] | None = None
    goal: Callable[..., Any] | None = None

    @classmethod
    def of(cls, rewriting: Rewriting, start: State, goals: tuple[Pattern, ...], **rest: Any) -> SearchProblem:
        """The problem whose successors are those of the rules."""
        return cls(start, goals, rewriting.successors, rewriting, **rest)

    def is_goal(self, state: State) -> bool:
        """Whether one of the goal patterns matches `state`."""
        if self.test is not None:
            return self.test(state)
        return any(matches(pattern, state) for pattern in self.goals)

    def bound(self, state: State) -> int:
        """A number of moves that is never more than what `state` needs to the nearest goal; 0 without a table."""
        return max(0, -(-self.table_sum(state) // self.divisor))

    def table_sum(self, state: State) -> int:
        """The sum of the table over the cells of `state`, before it is divided."""
        rows = self.rows
        return sum(rows[key][cell] for cell, value in enumerate(state) if (key := typed(value)) in rows)

    @cached_property
    def rows(self) -> dict[Any, tuple[int, ...]]:
        """The table under keys that tell 1, True and 1.0 apart."""
        return {typed(value): tuple(row) for value, row in (self.table or {}).items()}
