"""The reference: deepening and lower-bound pruning as goals over the move relation itself. Short, readable, slow.

Nothing here is compiled; it must agree with the other engines move by move, node by node and limit by limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter

from ..endings import Path
from ..errors import NeedsValue, PuzzleError
from ..logic.arithmetic import add
from ..logic.control import project
from ..logic.deciding import Decided
from ..logic.facts import Relation
from ..logic.goals import Goal, conde, eq, lall, neq
from ..logic.lists import conso
from ..logic.positions import ntho
from ..logic.relations import relation
from ..logic.resolver import PAUSED, Continuation, Machine
from ..logic.substitution import FAIL
from ..logic.termdict import TermDict
from ..logic.terms import AnyTerm, var, vars
from ..watchdog import Watchdog
from .asked_workers import Workers
from .bfs import bfs as breadth_first
from .budget import Outcome
from .deepening import Deepening
from .deepening import deepening as by_moves
from .depth import NO_CUT
from .levelled import Levelled
from .problem import SearchProblem

LONGEST = 0.1  # seconds of a slice
PATIENCE = 20.0  # seconds for what does not even come to the end of a slice, such as a loop in Python
MOST = 10_000  # states that are asked by themselves after an error


@dataclass(slots=True, eq=False)
class Look(Goal):
    """Count a state that is looked at; where it may not be counted yet, pause and try again."""

    nodes: int = 0
    least: int = NO_CUT  # by how little the nearest of the states turned back fell short
    cap: int = 0
    waits: bool = False  # whether a state is to be looked at that may not be counted yet

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        """Count, and go on."""
        self.waits = self.nodes >= self.cap
        if self.waits:
            machine.pause = True
            return (self, rest)
        self.nodes += 1
        return rest

    def turn_back(self, short: int) -> bool:
        """Note a state that falls short by `-short`; it fails."""
        self.least = max(self.least, short)
        return False


@dataclass(eq=False)
class Round:
    """The relations of one round: `dfs`, `enter` and `estimate`."""

    problem: SearchProblem
    bounded: bool
    look: Look = field(default_factory=Look)

    def __post_init__(self) -> None:
        self.dfs, self.enter, self.estimate = relation(self._dfs), relation(self._enter), relation(self._estimate)
        self.distance = Relation.rows("distance", self.problem.table or {})

    def _dfs(self, limit: AnyTerm, depth: AnyTerm, before: AnyTerm, state: AnyTerm, moves: AnyTerm) -> Goal:
        """`moves`, each a label, the state after and a cost, lead from `state` to a goal, for at most `limit` in all.

        Moves that cost `depth` led to `state`, from the states `before`, to which none goes back: the last one alone,
        or, where moves may cost nothing, all of them.
        """
        label, after, cost, deeper, rest = vars(5)
        assert self.problem.move is not None
        on_path = (state, *before)
        return lall(
            Decided(self.problem.move(label, state, after), (label, after)),
            project((label, after), lambda *_: True),  # what is open here is an error, and would become any goal
            *(neq(after, one) for one in (on_path if self.problem.free else before)),
            self._costs(label, state, after, cost),
            add(depth, cost, deeper),
            conso((label, after, cost), rest, moves),
            self.enter(limit, deeper, on_path if self.problem.free else (state,), after, rest),
        )

    def _costs(self, label: AnyTerm, before: AnyTerm, after: AnyTerm, cost: AnyTerm) -> Goal:
        """A move costs `cost`."""
        if not self.problem.weighted:
            return eq(cost, 1)
        move = before, label, after
        return project(move, lambda *move: eq(cost, self.problem.cost_of(*move)))

    def _enter(self, limit: AnyTerm, depth: AnyTerm, before: AnyTerm, state: AnyTerm, moves: AnyTerm) -> Goal:
        """As `dfs`, for a state just met: turned back by its lower bound, or a goal, or expanded."""
        total = var()
        assert self.problem.goal is not None
        return lall(
            self.look,
            self.estimate(0, state, total),
            project((limit, depth, total), self._allowed),
            conde(
                [self.problem.goal(state), eq(moves, ())],
                [project((limit, depth), self._deeper), self.dfs(limit, depth, before, state, moves)],
            ),
        )

    def _allowed(self, limit: int, depth: int, total: int) -> bool:
        """What the moves so far cost leaves of the limit is enough for the lower bound."""
        slack = (limit - depth) * (self.problem.divisor if self.bounded else 1) - total
        return slack >= 0 or self.look.turn_back(slack)

    def _deeper(self, limit: int, depth: int) -> bool:
        """The limit allows another move, where each costs 1; else each tells."""
        return self.problem.weighted or depth < limit or self.look.turn_back(-1)

    def _estimate(self, cell: AnyTerm, state: AnyTerm, total: AnyTerm) -> Goal:
        """`total` is the sum of the distances of the values in the cells of `state` from `cell` on."""
        if not self.bounded or cell == len(self.problem.start):
            return eq(total, 0)
        if self.problem.exact is not None:
            return project((state,), lambda known: eq(total, self.problem.table_sum(known)))
        value, row, here, rest = vars(4)
        return lall(
            ntho(cell, state, value),
            conde([self.distance(value, row), ntho(cell, row, here)], [self._without_row(value), eq(here, 0)]),
            self.estimate(cell + 1, state, rest),
            add(here, rest, total),
        )

    def _without_row(self, value: AnyTerm) -> Goal:
        """The value, such as a blank, counts nothing."""
        return lall(*(neq(value, known) for known, _ in self.distance))


class RelationalDepth:
    """A round of deepening as one query, answered in slices."""

    workers = Workers()

    def __init__(self, problem: SearchProblem, bounded: bool) -> None:
        self.problem, self.bounded = problem, bounded
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with moves that cost at most `limit` together."""
        rules = Round(self.problem, self.bounded)
        self.look, self.moves, self.machine = rules.look, var(), Machine(self._pause)
        asked = rules.dfs(limit, 0, (), self.problem.start, self.moves)
        self.answers = self.machine.answers(lall(self.look, asked))

    @property
    def nodes(self) -> int:
        """States looked at since `begin`."""
        return self.look.nodes

    @property
    def least(self) -> int:
        """See `depth.DepthFirst`."""
        return self.look.least

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states, while no more than `cap` are looked at."""
        self.look.cap = min(self.look.nodes + work, cap)
        self.end = perf_counter() + LONGEST
        try:
            with Watchdog(PATIENCE, what="a move"):
                event = next(self.answers, FAIL)
        except NeedsValue as need:
            raise self._as_asked(need) from None
        if event is PAUSED:
            return Outcome.FULL if self.look.waits and self.look.nodes >= cap else Outcome.PAUSED
        return Outcome.ENDED if event is FAIL else Outcome.FOUND

    def _as_asked(self, need: NeedsValue) -> PuzzleError:
        """What is wrong where a move or a goal needs a value: mostly what is raised when a state is asked by itself.

        Raises
        ------
        PuzzleError
            The error of the nearest state that has one.
        """
        problem = self.problem
        seen = TermDict([(problem.start, None)])
        queue = [problem.start]
        for state in queue:
            problem.is_goal(state)
            for _, after in problem.successors(state):
                if after not in seen and len(queue) < MOST:
                    seen[after] = None
                    queue.append(after)
        return PuzzleError(f"{need.goal} needs {need.what}", place=need.place, hint="give it one before this goal")

    def _pause(self) -> None:
        """End the slice where it takes long: a relation may find no end."""
        if perf_counter() >= self.end:
            self.machine.pause = True

    def path(self) -> Path:
        """The solution, after `FOUND`."""
        steps = self.machine.reify(self.moves)
        states = self.problem.start, *(after for _, after, _ in steps)
        costs = tuple(cost for *_, cost in steps) if self.problem.weighted else None
        return Path(moves=tuple(label for label, *_ in steps), states=states, costs=costs)


def bfs(problem: SearchProblem) -> Levelled:
    """Breadth first over the successors that the relation gives."""
    return breadth_first(replace(problem, rewriting=None))


def deepening(problem: SearchProblem, bounded: bool) -> Deepening:
    """Deepening by goals, with the lower bound of the problem if it is to be `bounded`."""
    if problem.machine is not None:
        return by_moves(replace(problem, rewriting=None), bounded)
    problem = replace(problem, lookups=None)  # goals look nothing up
    bounded = bounded and problem.is_bounded
    return Deepening(problem, RelationalDepth(problem, bounded), bounded, lambda: bfs(problem))
