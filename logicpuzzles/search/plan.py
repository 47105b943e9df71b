"""Which strategy and which engine run, and which come next when these give up."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from ..endings import Ending, Path, Stopped
from ..errors import PuzzleError, check_choice
from ..kernels.executable import why_uncompiled
from ..limits import Limits, Progress
from ..wording import counted
from .asked_workers import Workers
from .budget import Budget, Reached
from .driver import Search
from .problem import SearchProblem
from .size import same_length
from .strategies import ENGINES, STRATEGIES

if TYPE_CHECKING:
    from ..workers.specification import Asked

MOST_COST = 1 << 16  # of one move, for kernels, which keep a bucket for each cost up to that

# By engine: the first slice in units of work, and the seconds that a later one should take.
SLICES = {"relational": (16, 0.02), "rules": (16, 0.02), "compiled": (1 << 16, 0.05)}
# Seconds of plain Python before a kernel takes over: about what loading one costs, with numpy and without, on a machine
# that has something else to do as well.
HAND_OVER, NUMPY_IS_THERE = 0.3, 0.03


class Plan:
    """The choices for one search of `problem`; `strategy` and `engine` are what runs now.

    Parameters
    ----------
    offered
        For each strategy the engines that it is written for.
    strategy, engine, workers, reached
        As for `solve`; "auto" leaves the choice to the plan.

    Raises
    ------
    PuzzleError
        If there is no such strategy or engine, if it is not offered, or if it cannot search `problem`; if the
        workers are none.
    """

    def __init__(
        self,
        problem: SearchProblem,
        offered: Mapping[str, Collection[str]],
        strategy: str,
        engine: str,
        limits: Limits | None,
        progress: Progress | None,
        workers: Asked = None,
        reached: Reached | None = None,
    ) -> None:
        offers = ("auto", *offered)
        if strategy in STRATEGIES and strategy not in offers:
            told = f"strategy {strategy} does not give all solutions"
            raise PuzzleError(told, expected=f"one of {', '.join(offers)}")
        check_choice("strategy", strategy, offers)
        check_choice("engine", engine, ENGINES)
        self.limits, self.progress, self.reached = Limits.of(limits), progress, reached
        if self.limits.cost is not None:
            problem = replace(problem, affordable=self.limits.cost)
        if engine == "relational":  # goals look nothing up
            problem = replace(problem, lookups=None, stronger=None)
        self.problem = problem
        self.workers = Workers(workers)
        self.strategy = first_choice(problem) if strategy == "auto" else strategy
        if strategy == "auto" and engine not in ("auto", *offered[self.strategy]):
            self.strategy = shortest_choice(problem)
        self.is_portfolio = strategy == "auto" and self.strategy != "dfs"
        self.why: str | None = None
        if strategy == "auto" and self.strategy == "dfs" and (length := same_length(problem)):
            self.why = f"dfs: every solution has {counted(length, 'move')}"
        self.beyond: Stopped | None = None
        if self.strategy == "dfs" and self.limits.cost is not None:
            self.beyond = self._beyond(problem, self.limits.cost)
        why_not = no_kernel(problem) or (why_uncompiled() if engine == "compiled" else None)
        if engine == "compiled" and why_not:
            raise PuzzleError(f"no kernel can search here: {why_not}", place="engine", hint="use engine auto")
        if engine not in ("auto", *offered[self.strategy]):
            raise PuzzleError(
                f"strategy {self.strategy} is not written for engine {engine}",
                place="engine",
                expected="one of " + ", ".join(("auto", *offered[self.strategy])),
            )
        self.engine = "rules" if engine == "auto" else engine
        hands_over = engine == "auto" and not why_not and "compiled" in offered[self.strategy]
        self.next_engine = "compiled" if hands_over else None
        asks_relation = self.engine == "relational" or problem.rewriting is None
        asks_moves = problem.move is not None and not problem.weighted  # what moves cost is asked in plain Python
        self.may_turn = asks_relation and asks_moves and problem.machine is None
        self.turns = False  # whether the machine is to be asked from now on
        self.began = perf_counter()

    def _beyond(self, problem: SearchProblem, most: int) -> Stopped | None:
        """The ending of a search depth first whose solutions all cost more than they may; None where all may."""
        cost = cost_of_all(problem)
        if cost is None:
            hint = "choose another strategy"
            raise PuzzleError("depth first does not keep to a limit of cost", place="strategy dfs", hint=hint)
        if cost <= most:
            return None
        return Stopped(reason=f"the limit of cost, {most:,}, was reached; every solution costs {cost:,}")

    def budget(self) -> Budget:
        """The budget for what runs now."""
        if self.engine == "compiled" and self.progress:
            self.progress("loading the compiled search; the first time on a machine, compiling it takes seconds")
        patience = NUMPY_IS_THERE if "numpy" in sys.modules else HAND_OVER
        hand_over = patience if self.next_engine or self.may_turn else None
        slices = SLICES[self.engine]
        return Budget(self.limits, self.progress, hand_over, *slices, self.began, self.workers, self.reached)

    def hand_over(self) -> None:
        """Go on with the next engine, if it can run here, or with the relation on the query machine."""
        if self.may_turn:
            self.may_turn, self.turns = False, True
            return
        assert self.next_engine is not None
        if not why_uncompiled():
            self.engine = self.next_engine
        self.next_engine = None

    def turned(self) -> SearchProblem:
        """The problem as it is searched now."""
        if self.turns:
            self.turns = False
            if self.progress:
                self.progress("loading the query machine; the first time on a machine, compiling it takes seconds")
            self.problem = self.problem.on_machine() or self.problem
        return self.problem

    def finish(
        self, ending: Ending, strategy: str | None = None, search: Search | None = None, why: str | None = None
    ) -> Ending:
        """`ending` with the seconds, the names of what ran, and `why`; `strategy` if the plan began with another.

        `search` is the one that ended it, which may have gone on with a stronger bound.
        """
        if search is not None and search.strengthened is not None:
            self.problem = search.strengthened
        strategy = strategy or self.strategy
        problem = self.problem
        bounded = STRATEGIES[strategy].bounded and problem.is_bounded
        if isinstance(ending, Path) and bounded:
            ending = replace(ending, bounds=tuple(problem.bound(state) or 0 for state in ending.states))
        patterns = problem.patterns if bounded else None
        if patterns is not None:
            groups = tuple(lookup.kept for lookup in patterns.distinct())
            ending = replace(ending, groups=groups, groups_of=patterns.of, proof=patterns.proof)
        return replace(
            ending,
            seconds=perf_counter() - self.began,
            strategy=strategy,
            engine="relational" if self.problem.rewriting is None else self.engine,
            bound=problem.bound_used if bounded else None,
            why=why or self.why,
        )


def first_choice(problem: SearchProblem) -> str:
    """The strategy that `auto` begins with.

    `dfs` where every solution has the same length and cost, so that any is a best one, and no path comes to a state
    twice; `ida` with a proved table or the exact distance; else `bfs`. Other searches may join these
    two, see `portfolio`.
    """
    return "dfs" if cost_of_all(problem) is not None else shortest_choice(problem)


def cost_of_all(problem: SearchProblem) -> int | None:
    """What every solution costs, where the rules tell; None where they do not."""
    if problem.costs is None or len(problem.costs) != 1:
        return None
    length = same_length(problem)
    return None if length is None else length * problem.costs[0]


def shortest_choice(problem: SearchProblem) -> str:
    """The strategy that `auto` begins with where a shortest solution must be looked for."""
    deepens = problem.is_bounded and problem.bound_used != "derived" and not problem.free
    return "ida" if deepens else "bfs"


def no_kernel(problem: SearchProblem) -> str | None:
    """Why the kernels cannot search `problem`; None if they can."""
    if problem.rewriting is None:
        return "the moves did not compile to rewrite rules"
    if problem.test is not None:
        return "the goal did not become patterns over the cells"
    if (problem.most_cost or 0) > MOST_COST:
        return f"a move costs {problem.most_cost:,}, and kernels count up to {MOST_COST:,} for a move"
    n_values = len(problem.program.values)
    return f"the cells hold {n_values} different values, and at most 64 fit" if n_values > 64 else None
