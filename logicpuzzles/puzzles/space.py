"""What a puzzle is asked about its whole space: explorations that are kept, depths, all shortest solutions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..endings import Exhausted, Label, Path, State, Stopped
from ..errors import LimitReached, PuzzleError, Refusal
from ..limits import Limits, Progress
from ..logic.relations import Predicate
from ..logic.writer import write
from ..rewriting.inverse import inverse
from ..rewriting.rewrite import Rewriting, matches
from ..rewriting.values import memo_by_value
from ..search import Solutions
from ..search.exploration import Exploration, Unexplored
from ..search.explore import explore
from ..search.goal_states import MOST_GOALS, matching_states
from ..search.problem import SearchProblem
from ..watchdog import TELLING, Watchdog, within
from .compiled import Compiled
from .guided_paths import Far, memoized
from .parts import Goals, listed
from .relation_answers import place_of

if TYPE_CHECKING:
    from ..search.orbits import Orbits
    from ..workers.specification import Asked

MORE = "allow more time, or explore something smaller"
MOST = 2_000_000  # states of a space that is explored to tell how far each is from a state


class Space:
    """The states of a compiled puzzle; what is explored for a question is kept for further ones."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.declared = compiled, compiled.declared

    def __repr__(self) -> str:
        return f"<space of the {repr(self.declared)[1:-1]}>"

    def explore(
        self,
        start: State | None,
        goal: Goals,
        limits: Limits | None = None,
        progress: Progress | None = None,
        up_to_symmetry: bool = False,
        rewriting: Rewriting | None = None,
        store: object = None,
        workers: Asked = None,
    ) -> Exploration | Unexplored:
        """Every state that `start` reaches; without a start, every valid state that reaches `goal`.

        With `up_to_symmetry`, orbits are counted too. `rewriting` takes the place of the puzzle's rules, such as where
        each move is to count 1. `store` and `workers` are those of `search.explore`.

        Raises
        ------
        PuzzleError
            The moves cannot be reversed, or the goals are not known one by one.
        LimitReached
            What comes before the first state is seen takes more time or memory than it may.
        """
        with within(Limits.of(limits)), Watchdog(None, sys.maxsize, "exploring", MORE, grace=TELLING):
            if up_to_symmetry:
                if self.compiled.rules is None:
                    reason = f"no symmetries are known, since there are no rules: {self.compiled.rewriting_or_refusal}"
                    raise PuzzleError(reason, hint="explore without --up-to-symmetry")
                found = self.explore(start, goal, limits, progress, store=store, workers=workers)
                return (
                    found if isinstance(found, Unexplored) else replace(found, orbits=self._orbits(found, start, goal))
                )
            if start is not None:
                rules = self.compiled.rules
                moves = self.compiled.problem(start, self.declared.goal) if rules is None else rules
                return explore(moves, [start], limits=limits, progress=progress, store=store, workers=workers)
            try:
                goals = self.goal_states(goal)
                forwards = rewriting or self.compiled.rewriting
                if self.declared.valid is not None:
                    before = self._valid_before(self.declared.valid, forwards, goals[0])
                    return explore(before, goals, limits=limits, progress=progress, store=store, workers=workers)
                return explore(
                    forwards, goals, backwards=True, limits=limits, progress=progress, store=store, workers=workers
                )
            except Refusal as refusal:
                raise PuzzleError(
                    f"the states that reach a goal cannot be explored: {refusal}",
                    hint="explore what the start reaches: --from-start",
                ) from None

    def _orbits(self, found: Exploration, start: State | None, goal: Goals) -> Orbits:
        """The orbits of what was explored."""
        from ..search.orbits import orbits  # here: only this needs it

        rules, valid = self.compiled.rewriting, self.declared.valid
        if start is not None:
            return orbits(found.table, rules, [start])
        patterns = None if valid is None else self.compiled.patterns(valid)
        return orbits(found.table, rules, self.goal_states(goal), patterns)

    def _valid_before(self, valid: Predicate, rewriting: Rewriting, goal: State) -> SearchProblem:
        """The valid states before a state: moves also lead from invalid ones, such as two blocks on one place."""
        before = inverse(rewriting)
        patterns = self.compiled.patterns(valid)

        def priced(state: State) -> list[tuple[Label, State, int]]:
            found = before.priced(state)
            return [move for move in found if any(matches(pattern, move[1]) for pattern in patterns)]

        def successors(state: State) -> list[tuple[Label, State]]:
            return [(label, one) for label, one, _ in priced(state)]

        return SearchProblem(goal, (), successors, costs=rewriting.costs, priced=priced)

    def explored_within(self, limits: Limits | None, progress: Progress | None = None) -> Exploration | Unexplored:
        """What reaches the declared goal; once it is complete it is kept as `whole`, and needs no limits."""
        if self.explored_whole is not None:
            return self.explored_whole
        found = self.explore(None, self.declared.goal, limits, progress)
        if isinstance(found, Exploration):
            self.keep(found)
        return found

    def keep(self, found: Exploration) -> None:
        """Keep what reaches the declared goal, for all questions that follow."""
        self.__dict__["whole"] = found

    @property
    def explored_whole(self) -> Exploration | None:
        """What reaches the declared goal, where that was explored already."""
        return self.__dict__.get("whole")

    @memo_by_value
    def explored(self, start: State | None, goal: Goals, /) -> Exploration:
        """The same without limits, kept for further questions.

        Raises
        ------
        PuzzleError
            The space is too large for the memory.
        """
        found = self.explore(start, goal)
        if isinstance(found, Unexplored):
            raise PuzzleError(
                f"the space is too large to be explored: {found.reason}",
                hint="ask about a known state, which is answered by a search",
            )
        return found

    @cached_property
    def whole(self) -> Exploration:
        """What reaches the declared goal."""
        return self.explored(None, self.declared.goal)

    def depth(self, state: State) -> int | None:
        """The fewest moves from `state` to a goal, or the least cost; None where none can be reached."""
        if self.explored_whole is not None:
            return self.explored_whole.table.depth(state)
        ending = self.compiled.solve(state)
        if isinstance(ending, Path):
            return ending.cost
        if isinstance(ending, Exhausted):
            return None
        raise PuzzleError(f"the depth of {write(state)} was not found: {ending.reason}")  # type: ignore[attr-defined]

    @memo_by_value
    def distances(self, goal: State) -> Far | None:
        """How many moves each state is from `goal`, whatever they cost.

        None where the space is too large to find out, or cannot be reversed.
        """
        try:
            rules = self.compiled.rewriting
            if rules.costs != (1,):
                rules = replace(rules, rules=tuple(replace(rule, cost=1) for rule in rules.rules))
            found = self.explore(None, goal, Limits(nodes=MOST), rewriting=rules)
        except LimitReached:  # it is the limit of the one who asks, and says nothing about the space
            raise
        except (PuzzleError, Refusal):
            return None
        return memoized(found.table.depth) if isinstance(found, Exploration) else None

    def shortest(self, start: State, goal: Goals) -> Iterator[Path]:
        """Every shortest or cheapest solution, lazily, in clause order.

        Raises
        ------
        PuzzleError
            The search did not get to the end within the memory.
        """
        if self.compiled.unreachable(start, goal) is not None:
            return
        found = Solutions(self.compiled.problem(start, goal))
        yield from found
        if isinstance(found.ending, Stopped):
            raise PuzzleError(f"the search did not end: {found.ending.reason}")

    def goal_states(self, goal: Goals) -> Sequence[State]:
        """The states of `goal`.

        Raises
        ------
        PuzzleError
            There are none, or more than 100,000: what searches backwards cannot be asked.
        """
        if not isinstance(goal, Predicate):
            return [self.compiled.state(state, "goal") for state in listed(goal)]
        found = matching_states(self.compiled.patterns(goal), self.compiled.rewriting, self.declared.pieces)
        if not found:
            raise PuzzleError(
                f"{goal.name} gives no goal state",
                place=place_of(goal),
                expected="a state whose cells hold what they may hold",
                hint="see what check tells of the cells; `values` declares what else they may hold",
            )
        if len(found) > MOST_GOALS:
            raise PuzzleError(
                f"{goal.name} has more than {MOST_GOALS:,} goal states, too many to search backwards from",
                hint="search forwards, with solve or explore --from-start",
            )
        return found
