"""The waist: what a search may ask about a problem, and nothing else.

Every search asks the start, whether a state is a goal, and the successors; some ask for a lower bound, the goal states,
or the program of the rules, which kernels need. `space` puts the same questions about states in numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ..by_name import entry
from ..endings import State
from ..errors import PuzzleError
from ..logic.termdict import TermDict
from ..logic.terms import typed
from ..logic.writer import shown
from ..proofs.bounds import Table, rows_of
from ..rewriting.program import Program, program_of
from ..rewriting.rewrite import Pattern, Rewriting, matches
from ..wording import counted
from .bounded_successors import NO_WAY, LookedUp, looked_up
from .goal_states import MOST_GOALS, matching_states

if TYPE_CHECKING:
    from ..proofs.lookups import PatternBound
    from ..proofs.translations import LinearBound

UNLIMITED = 1 << 62

Successors = Callable[[State], Sequence[tuple[Any, State]]]  # label and state after of every move, in clause order
PricedSuccessors = Callable[[State], Sequence[tuple[Any, State, int]]]  # the same with what each move costs


class StateMachine(Protocol):
    """What keeps states as numbers and finds their moves: `ground.GroundMoves`."""

    def add(self, term: State) -> int:
        """The number of a state."""

    def term(self, cell: int) -> State:
        """The state of a number."""


@dataclass(frozen=True, eq=False)
class SearchProblem:
    """A start, a goal test and successors, and what is known about a lower bound.

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
        "distance" for the table of the rule file, "derived" for one that was read off the rules, "linear" for `exact`.
    lookups
        A second lower bound; where there are both, the larger one counts.
    stronger
        Gives the bound to be looked up, whose tables it builds or finds; None where there is none. It takes seconds, so
        a search asks for it once it has lasted.
    exact
        The exact distance, in the place of both.
    order
        In which order an exhaustive search tries the moves from a state: None is clause order, "fewest" puts the
        moves first whose state after has the fewest onward moves (H. C. von Warnsdorff, 1823).
    test
        Whether a state is a goal, where the goal relation does not become patterns.
    move, goal
        The relation `move(label, before, after)` and a function from a state to a goal, for the search in goals.
    machine
        The query machine that answers for `move` and `goal`; None where they are asked in plain Python.
    costs
        What moves cost, each cost once, the least first; empty where that is asked state by state. By default what the
        rules cost, or 1.
    priced
        The same as `successors` with what each move costs; by default what the rules say, or 1.
    affordable
        Solutions that cost more are not looked for.
    """

    start: State
    goals: tuple[Pattern, ...]
    successors: Successors
    rewriting: Rewriting | None = None
    table: Table | None = None
    divisor: int = 1
    bound_name: str | None = None
    lookups: PatternBound | None = None
    stronger: Callable[[], PatternBound | None] | None = None
    exact: LinearBound | None = None
    order: Literal["fewest"] | None = None
    test: Callable[[State], bool] | None = None
    move: Callable[..., Any] | None = None
    goal: Callable[..., Any] | None = None
    machine: StateMachine | None = None
    costs: tuple[int, ...] | None = None
    priced: PricedSuccessors | None = None
    affordable: int = UNLIMITED

    def __repr__(self) -> str:
        return f"<SearchProblem from {shown(self.start)}>"

    def __post_init__(self) -> None:
        if self.costs is None:
            object.__setattr__(self, "costs", (1,) if self.rewriting is None else self.rewriting.costs)
        if self.priced is None and self.rewriting is not None:
            object.__setattr__(self, "priced", self.rewriting.priced)

    @classmethod
    def of(cls, rewriting: Rewriting, start: State, goals: tuple[Pattern, ...], **rest: Any) -> SearchProblem:
        """The problem whose successors are those of the rules."""
        return cls(start, goals, rewriting.successors, rewriting, **rest)

    def on_machine(self) -> SearchProblem | None:
        """The same on the query machine; None where that does not run the relation."""
        from ..logic.machine.clauses import Unsupported  # here: only a search that lasts needs it

        try:
            if self.move is None or self.move.lowered() is None:  # type: ignore[attr-defined]
                return None
            return replace(self, machine=entry("search.ground:GroundMoves")(self))
        except Unsupported:
            return None

    @property
    def weighted(self) -> bool:
        """Whether some move may cost anything but 1."""
        return self.costs != (1,)

    @property
    def free(self) -> bool:
        """Whether some move may cost nothing: then a search must see to it that no state comes twice on a path."""
        return self.least_cost == 0

    @property
    def least_cost(self) -> int:
        """No move costs less."""
        return self.costs[0] if self.costs else 0

    @property
    def most_cost(self) -> int | None:
        """No move costs more; None where that is not known."""
        return self.costs[-1] if self.costs else None

    @property
    def usual_cost(self) -> int:
        """About what a move costs, at least 1."""
        return max(1, sum(self.costs) // len(self.costs)) if self.costs else 1

    def cost_of(self, before: State, label: Any, after: State) -> int:
        """What a move costs."""
        if not self.weighted or self.priced is None:
            return 1
        move = typed((label, after))
        return next(cost for *found, cost in self.priced(before) if typed(tuple(found)) == move)

    def in_cost(self, amount: int) -> str:
        """So many moves, or so much cost, in words."""
        return f"a cost of {amount:,}" if self.weighted else counted(amount, "move")

    def none_below(self, amount: int) -> str:
        """That every solution takes at least so many moves, or costs so much, in words."""
        if self.weighted:
            return f"no solution costs less than {amount:,}"
        return f"no solution has fewer than {counted(amount, 'move')}"

    def strengthened(self) -> SearchProblem | None:
        """The same with the bound that `stronger` gives; None where there is none. It takes seconds."""
        lookups = None if self.stronger is None else self.stronger()
        stronger = None if lookups is None else replace(self, lookups=lookups, stronger=None)
        return stronger if stronger is not None and stronger.patterns is not None else None

    def is_goal(self, state: State) -> bool:
        """Whether `state` is a goal."""
        if self.test is not None:
            return self.test(state)
        return any(matches(pattern, state) for pattern in self.goals)

    def bound(self, state: State) -> int | None:
        """A number of moves that is never more than what `state` needs to the nearest goal; 0 where none is known.

        None where no goal can be reached, as far as look-ups tell.
        """
        if self.looked_up is None:
            return max(0, -(-self.table_sum(state) // self.divisor))
        bound = self.looked_up.of(self.program.values.encode(state))
        return None if bound == NO_WAY else bound

    @property
    def is_bounded(self) -> bool:
        """Whether a lower bound is known."""
        return self.table is not None or self.exact is not None or self.patterns is not None

    @property
    def bound_used(self) -> str | None:
        """Where the bound comes from: `bound_name`, or "patterns" where one is looked up."""
        return self.bound_name if self.patterns is None else "patterns"

    @cached_property
    def patterns(self) -> PatternBound | None:
        """The `lookups`, where they can be used: all states that can be reached have their entries."""
        if self.lookups is None or self.rewriting is None or self.exact is not None:
            return None
        if self.program is not program_of(self.rewriting):  # the start has values that have no row
            return None
        return self.lookups if self.lookups.covers(self.program, self.program.values.encode(self.start)) else None

    @property
    def table_bytes(self) -> int:
        """The bytes of the tables that are looked up."""
        return 0 if self.patterns is None else sum(lookup.entries.nbytes for lookup in self.patterns.distinct())

    @cached_property
    def looked_up(self) -> LookedUp | None:
        """How `patterns` are looked up, beside the table."""
        if self.patterns is None:
            return None
        return looked_up(self.patterns, rows_of(self.table or {}, self.program), self.divisor)

    def table_sum(self, state: State) -> int:
        """The sum of the table over the cells of `state`, before it is divided; the exact distance where known."""
        if self.exact is not None:
            return self.exact.of(state)
        rows = self.rows
        return sum(rows[value][cell] for cell, value in enumerate(state) if value in rows)

    @cached_property
    def rows(self) -> TermDict[tuple[int, ...]]:
        """The table under keys that tell 1, True and 1.0 apart."""
        return TermDict((value, tuple(row)) for value, row in (self.table or {}).items())

    @cached_property
    def program(self) -> Program:
        """The rules over numbered values; only where the relation compiled."""
        assert self.rewriting is not None
        return program_of(self.rewriting, self.start)

    def over(self, program: Program) -> SearchProblem:
        """The same problem with `program` in the place of its own, which has the same rules, maybe some twice."""
        other = replace(self)
        vars(other).update(exact=self.exact, patterns=self.patterns, program=program)
        return other

    def goal_states(self) -> list[State]:
        """The goal states, each once: pattern by pattern, in the order of the domains.

        Raises
        ------
        PuzzleError
            If the goal is not given as patterns, or there are more than 100,000.
        """
        if self.rewriting is None or self.test is not None:
            raise PuzzleError("the goal states are not known one by one", hint="search forwards")
        found = matching_states(self.goals, self.rewriting, [self.start])
        if len(found) > MOST_GOALS:
            reason = f"there are over {MOST_GOALS:,} goal states to search backwards from"
            raise PuzzleError(reason, hint="search forwards")
        return found
