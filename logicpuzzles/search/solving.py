"""Runs searches: for one solution, for all, for their number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from ..endings import INTERRUPTED, Counted, Ending, Path, Stopped
from ..errors import LimitReached
from ..limits import Limits, Progress
from .budget import Budget, Halt, HandOver, Reached, time_is_over
from .driver import Search, Stream, every, finish
from .plan import Plan
from .portfolio import Portfolio
from .problem import SearchProblem
from .strategies import ALL_SOLUTIONS, ONE_SOLUTION, STRATEGIES

if TYPE_CHECKING:
    from ..workers.specification import Asked


def solve(
    problem: SearchProblem,
    strategy: str = "auto",
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: Asked = None,
    reached: Reached | None = None,
) -> Ending:
    """The ending of a search for a shortest solution of `problem` (with `dfs` and `greedy`: for any).

    Parameters
    ----------
    strategy
        A key of `STRATEGIES`, or "auto": `dfs` where all solutions have the same length; else `ida` with a proved
        table, or `bfs` while the space is small, and when that grows the cheapest of `bfs`, `bidirectional` and `ida`,
        see `portfolio`. The ending tells which of them ended it; its nodes are those of all that ran.
    engine
        "relational" searches by goals on the relation itself; "rules" in plain Python, over the relation itself where
        it did not compile; "compiled" by a kernel; "auto" starts with "rules" and hands over to "compiled". All give
        the same answer and count the same nodes.
    progress
        Called at most about five times a second with one line that says how far the search is.
    workers
        Who shares compiled deepening where a round lasts: so many threads, by default one for each core; an executor;
        or the address of a Dask cluster. The ending is that of one.
    reached
        Is kept up to date, for who ends the search from outside; see `ended`.

    Raises
    ------
    PuzzleError
        If there is no such strategy or engine, if it cannot search `problem`, or if the workers cannot be reached.
    """
    plan = Plan(problem, ONE_SOLUTION, strategy, engine, limits, progress, workers, reached)
    if problem.is_goal(problem.start):
        return plan.finish(at_once(problem))
    if plan.beyond is not None:
        return plan.finish(plan.beyond)
    with closing(plan.workers):
        return _solved(plan)


def _solved(plan: Plan) -> Ending:
    while True:
        budget = plan.budget()
        try:
            problem = budget.during(plan.turned)
            if not plan.is_portfolio:
                search = budget.during(STRATEGIES[plan.strategy].engines[plan.engine], problem)
                search.share(plan.workers)
                return plan.finish(finished(search, budget), search=search, why=search.why)
            portfolio = budget.during(Portfolio, problem, plan.engine, budget)
            ending = budget.during(portfolio.ending)
            return plan.finish(ending, portfolio.current.name, portfolio.current.search, portfolio.why)
        except Halt as halt:  # before the search could begin
            return plan.finish(not_begun(halt))
        except HandOver:
            plan.hand_over()


def finished(search: Search, budget: Budget) -> Ending:
    """The ending of `search`; where it is interrupted and has a solution, that solution.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted before it has one.
    """
    try:
        return budget.during(finish, search, budget)
    except KeyboardInterrupt:
        found = search.so_far(INTERRUPTED)
        if found is None:
            raise
        return found


def at_once(problem: SearchProblem) -> Path:
    """The solution of a problem whose start is a goal."""
    return Path(moves=(), states=(problem.start,), nodes=1)


def not_begun(halt: Halt) -> Stopped:
    """The ending of a search that is stopped before its kernel is loaded."""
    return Stopped(reason=f"{halt}; nothing is known yet")


def ended(
    problem: SearchProblem, strategy: str, engine: str, limits: Limits, limit: LimitReached, reached: Reached
) -> Stopped:
    """The ending of a search that did not stop by itself at `limit`, since a move, or a slice, took long.

    At a limit of seconds it says what the search itself would have said.
    """
    reason = str(limit)
    if limit.is_time and limits.seconds is not None:
        proved = problem.none_below(reached.least) if reached.least else "nothing is known yet"
        reason = f"{time_is_over(limits.seconds)}; {proved}"
    return Stopped(reason=reason, nodes=reached.nodes, strategy=strategy, engine=engine)


class Solutions(Iterator[Path]):
    """Every shortest solution (with `dfs`: every simple path to a goal), lazily, in clause order.

    Attributes
    ----------
    ending
        How the stream ended, once it has: `Counted` if these were all, `Exhausted` if there was none, `Stopped`.

    The parameters are those of `solve`, for the strategies of `ALL_SOLUTIONS`.
    """

    def __init__(
        self,
        problem: SearchProblem,
        strategy: str = "auto",
        engine: str = "auto",
        limits: Limits | None = None,
        progress: Progress | None = None,
        only_count: bool = False,
        workers: Asked = None,
    ) -> None:
        self.plan = Plan(problem, ALL_SOLUTIONS, strategy, engine, limits, progress, workers)
        self.only_count = only_count
        self.given = self.skip = 0
        self.portfolio: Portfolio | None = None
        self.search: Search | None = None  # that runs, where it is no portfolio
        self.ending: Ending | None = None
        self.budget, self.stream = self.plan.budget(), self._begin()

    def _begin(self) -> Stream:
        with closing(self.plan.workers):
            return (yield from self._solutions())

    def _solutions(self) -> Stream:
        plan = self.plan
        problem = plan.turned()
        if problem.is_goal(problem.start):
            yield at_once(problem)
            return Counted(count=1, nodes=1)
        if plan.beyond is not None:
            return plan.beyond
        if plan.is_portfolio:
            self.portfolio = Portfolio(problem, plan.engine, self.budget, True, self.only_count)
            return (yield from self.portfolio.solutions())
        search = STRATEGIES[plan.strategy].engines[plan.engine](problem)
        search.share(plan.workers)
        search.want_all(self.only_count)
        self.search = search
        return (yield from every(search, self.budget))

    def _finish(self, ending: Ending) -> Ending:
        if self.portfolio is None:
            return self.plan.finish(ending, search=self.search)
        return self.plan.finish(ending, self.portfolio.current.name, self.portfolio.current.search, self.portfolio.why)

    def __next__(self) -> Path:
        if self.ending is not None:
            raise StopIteration
        while True:
            try:
                found = self.budget.during(next, self.stream)
                if self.skip:
                    self.skip -= 1
                    continue
                self.given += 1
                path = self._finish(found)
                assert isinstance(path, Path)
                return path
            except StopIteration as end:
                self.ending = self._finish(end.value)
                raise
            except Halt as halt:  # before the search could begin
                self.ending = self.plan.finish(not_begun(halt))
                raise StopIteration from None
            except HandOver:
                self.plan.hand_over()
            # The next engine gives the same solutions in the same order: those already given are skipped.
            self.budget, self.stream, self.skip = self.plan.budget(), self._begin(), self.given


def count(
    problem: SearchProblem,
    strategy: str = "auto",
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: Asked = None,
) -> Ending:
    """How many solutions there are: `Counted`, or `Exhausted` if there is none, or `Stopped`."""
    every = Solutions(problem, strategy, engine, limits, progress, only_count=True, workers=workers)
    for _ in every:
        pass
    assert every.ending is not None
    return every.ending
