"""A declared puzzle compiled: its rules, the patterns of its goals, its bounds and its search problems."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..endings import Ending, Exhausted, State, Stopped, Value
from ..errors import LimitReached, Refusal
from ..limits import Limits, Progress
from ..logic.relations import Predicate
from ..logic.termdict import is_among
from ..memo import memo
from ..proofs import invariants
from ..proofs.bounds import Bound, Table, prove
from ..proofs.derived import derive
from ..proofs.translations import LinearBound, linear_bound
from ..rewriting import reach
from ..rewriting.program import program_of
from ..rewriting.reach import Domains
from ..rewriting.rewrite import Pattern, Rewriting, pattern_of
from ..rewriting.values import memo_by_value
from ..search import ANY, Reached, ended, first_choice
from ..search import solve as search
from ..search.problem import SearchProblem, Successors
from ..watchdog import TELLING, Watchdog, within
from ..wording import counted
from .bounding import bounded
from .chosen_bound import BoundLike, as_bound
from .compiling import queried, rewriting_of, table_of, values_of
from .declaration import Declaration
from .derived_tables import Chosen
from .parts import Goals, GoalsLike, as_goal, as_state, listed
from .states import checked

if TYPE_CHECKING:
    from ..proofs.lookups import PatternBound
    from ..workers.specification import Asked

KEEPING = 5.0  # seconds that a search has after a limit to give the solution that it has, however busy the machine is
MORE = "allow more time, or ask something smaller"


class Compiled:
    """What is worked out from a declaration, each once and only when it is asked for."""

    def __init__(self, declared: Declaration) -> None:
        self.declared = declared
        self.looked_up: dict[Path, PatternBound] = {}  # by the files of their tables
        self.chosen: dict[Path, Chosen] = {}  # the groups of these, likewise

    @cached_property
    def rewriting_or_refusal(self) -> Rewriting | Refusal:
        """The rewrite rules that the move relation compiles to, or why it does not."""
        return rewriting_of(self.declared, self._written)

    @property
    def rewriting(self) -> Rewriting:
        """The rules; raises `Refusal` where the relation does not compile."""
        if isinstance(self.rewriting_or_refusal, Refusal):
            raise self.rewriting_or_refusal
        return self.rewriting_or_refusal

    @property
    def rules(self) -> Rewriting | None:
        """The rules; None where the relation does not compile."""
        return None if isinstance(self.rewriting_or_refusal, Refusal) else self.rewriting_or_refusal

    @property
    def successors(self) -> Successors:
        """The label and the state after of every move from a state: by the rules, else asked of the relation."""
        return self.declared.successors if self.rules is None else self.rules.successors

    # -- goals -------------------------------------------------------------------------------------

    @memo_by_value
    def patterns(self, goal: Goals) -> tuple[Pattern, ...]:
        """The patterns of a goal.

        A relation may also hold of tuples that are not states, because a cell has a value that it may not have. What is
        outside the declared values, or else those that start, goal and moves lead to, is left out here only.

        Raises
        ------
        Refusal
            The goal relation does not become patterns.
        """
        if not isinstance(goal, Predicate):
            return tuple(map(pattern_of, listed(goal)))
        domains = self.declared.domains or self.rewriting.domains
        return reach.within(self.all_patterns(goal), domains, self.rewriting.domains)

    def all_patterns(self, goal: Predicate) -> tuple[Pattern, ...]:
        """The patterns of a relation, those included that no state matches.

        Raises
        ------
        Refusal
            The relation does not become patterns.
        """
        found = self._queried(goal)
        if isinstance(found, Refusal):
            raise found
        return found

    @memo
    def _queried(self, goal: Predicate) -> tuple[Pattern, ...] | Refusal:
        domains = self.rewriting.domains
        is_known = goal is self.declared.goal and self.declared.domains is None
        if is_known and not isinstance(self._needing_none, Refusal):
            return self._needing_none  # it is the same whatever the domains are
        return queried(goal, domains)

    @cached_property
    def _needing_none(self) -> tuple[Pattern, ...] | Refusal:
        """The patterns of the declared goal relation where they need no values of cells."""
        goal = self.declared.goal
        return queried(goal, ((),) * self.declared.n_cells) if isinstance(goal, Predicate) else ()

    def _written(self) -> Domains:
        """For each cell the values that the goal relation writes there without needing any."""
        found = self._needing_none
        return values_of(() if isinstance(found, Refusal) else found, self.declared.n_cells)

    def left_out(self) -> str | None:
        """What of the answers of the goal relation is no goal state, in one sentence; None where all may be.

        Where moves only permute the cells, a goal has the pieces of a declared state.
        """
        goal, rewriting = self.declared.goal, self.rewriting
        if not isinstance(goal, Predicate):
            return None
        found, every = self.patterns(goal), len(self.all_patterns(goal))
        kept = len(found)
        if rewriting.permutes:
            kept = sum(any(reach.has_pieces(one, state) for state in self.declared.pieces) for one in found)
        if kept == every:
            return None
        what = "no answer" if not kept else f"only {kept:,} of {counted(every, 'answer')}"
        why = "the pieces of the start" if kept < len(found) else "values that the cells may have"
        return f"{what} of {goal.name} has {why}; the rest is no goal"

    def unreachable(self, start: State, goal: Goals) -> str | None:
        """The invariant that keeps `start` from every state of `goal`, in plain words; None where no such is known."""
        if self.rules is None:
            return None
        try:
            patterns = self.patterns(goal)
            if not patterns and isinstance(goal, Predicate) and (every := self.all_patterns(goal)):
                reason = invariants.why_unreachable(self.rules, start, every)
                return reason or f"no state that the cells can hold is one of {goal.name}"
        except Refusal:
            return None
        return invariants.why_unreachable(self.rules, start, patterns)

    def __repr__(self) -> str:
        return f"<compiled {repr(self.declared)[1:-1]}>"

    # -- bounds and searches -----------------------------------------------------------------------

    @cached_property
    def table(self) -> Table | None:
        """The rows of the distance relation; None where there is none."""
        distance = self.declared.distance
        return None if distance is None else table_of(distance, self.declared.n_cells)

    @memo_by_value
    def bound(self, goal: Goals) -> Bound | None:
        """The bound for `goal`: the file's table where it serves that goal, else what the rules give.

        Raises
        ------
        PuzzleError
            The table cannot be proved.
        """
        patterns, distance = self.patterns(goal), self.declared.distance
        if distance is not None and self.table is not None and is_among(goal, (self.declared.goal,)):
            return prove(self.rewriting, patterns, self.table, distance.name)
        return derive(self.rewriting, patterns)

    @memo_by_value
    def linear(self, goal: Goals) -> LinearBound | str:
        """The exact distance to `goal` by linear algebra; or why that does not give it.

        Raises
        ------
        Refusal
            The move relation does not compile, or the goal relation does not become patterns.
        """
        patterns = self.patterns(goal)
        program = program_of(self.rewriting, goals=patterns)
        return linear_bound(program, program.goals(patterns))

    def exact(self, start: State, goal: Goals) -> LinearBound | None:
        """The exact distance to `goal`; None where it is not known, or where `start` reaches none."""
        found = None if self.rules is None else self.linear(goal)
        if not isinstance(found, LinearBound):
            return None
        numbers = found.program.values.known(start, len(start))
        return None if numbers is None or found.value(numbers) is None else found

    def problem(
        self,
        start: State,
        goal: Goals,
        bound: BoundLike | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> SearchProblem:
        """The problem of a search from `start` to `goal`, over the rules where there are some, with a chosen bound.

        `progress` is told where tables are built now; they take at most half of the memory that `limits` allow.
        """
        choice = self.declared.bound_choice if bound is None else as_bound(bound)
        return bounded(self, self._problem(start, goal), goal, choice.within(Limits.of(limits).memory), progress)

    def _problem(self, start: State, goal: Goals) -> SearchProblem:
        declared = self.declared
        known: dict[str, Any] = {
            "move": declared.move, "goal": lambda state: declared.goal_relation(state, goal), "order": declared.order,
        }  # fmt: skip
        if declared.cost is not None:
            known |= {"costs": self.rules.costs if self.rules else (), "priced": declared.priced}
        try:
            patterns = self.patterns(goal)
        except Refusal:
            return SearchProblem(
                start, (), declared.successors, test=lambda state: declared.is_goal(state, goal), **known
            )
        bound = None if self.rules is None else self.bound(goal)
        exact = self.exact(start, goal) if bound is None or bound.name == "derived" else None
        if exact is not None:
            known |= {"exact": exact, "bound_name": "linear"}
        elif bound is not None:
            known |= {"table": bound.table, "divisor": bound.divisor, "bound_name": bound.name}
        return SearchProblem(start, patterns, declared.successors, self.rules, **known)

    def solve(
        self,
        start: Iterable[Value] | None = None,
        goal: GoalsLike | None = None,
        strategy: str = "auto",
        engine: str = "auto",
        limits: Limits | None = None,
        progress: Progress | None = None,
        bound: BoundLike | None = None,
        workers: Asked = None,
    ) -> Ending:
        """What can be told without a search, else how one ends; all within one limit of time. See `Puzzle.solve`."""
        limits = Limits.of(limits)
        if progress:
            progress(f"compiling {self.declared.move.name}")
        try:
            with within(limits):
                with Watchdog(None, what="preparing the search", hint=MORE):
                    begin = self.declared.start if start is None else self.state(start, "start")
                    wanted = self.goal(goal)
                    reason = None if engine == "relational" else self.unreachable(begin, wanted)
                    if reason is not None:
                        chosen = first_choice(self._problem(begin, wanted)) if strategy == "auto" else strategy
                        return Exhausted(reason=reason, strategy=chosen, engine="rules")
                    problem = self.problem(begin, wanted, bound, limits, progress)
                reached = Reached()
                telling = KEEPING if strategy == ANY else TELLING  # its own limits tell more
                try:
                    with Watchdog(None, sys.maxsize, "the search", MORE, grace=telling):
                        return search(problem, strategy, engine, limits, progress, workers, reached)
                except LimitReached as limit:
                    return ended(problem, strategy, engine, limits, limit, reached)
        except LimitReached as limit:  # the relation finds no end, or the proofs take long
            return Stopped(reason=str(limit), strategy=strategy, engine=engine)

    # -- what a user gives -------------------------------------------------------------------------

    def state(self, values: Iterable[Value], place: str = "state") -> State:
        """`values` as a state of this puzzle; see `Puzzle.state`."""
        return checked(self.declared, self.rules, as_state(values, place), place)

    def goal(self, given: GoalsLike | None) -> Goals:
        """`given` as the goal of a search, each of its states checked; the declared goal for None."""
        if given is None:
            return self.declared.goal
        goal = as_goal(given, self.declared.start)
        for state in listed(goal):
            self.state(state, "goal")
        return goal
