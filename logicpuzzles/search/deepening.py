"""Iterative deepening: rounds of a depth-first search under limits that rise by 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..endings import Ending, Exhausted, Stopped
from ..wording import counted
from .depth import NO_CUT, DepthFirst
from .driver import Stored, all_seen
from .size import most_states
from .task import Task
from .watch import UNLIMITED, Halt, Outcome, Watch

FIRST_SURVEY = 1 << 18  # nodes of deepening; before that many no survey pays, but of a space known to be small


class Survey:
    """An enumeration of the reachable states beside deepening, so that it ends where there is no solution.

    Deepening alone never finds that out. The enumeration is kept far cheaper than the deepening: it may see one state
    for every `share` nodes, and everything once deepening has cost eight times the number of states that there can be
    at all. It never counts as nodes, and it gives up within the memory limit or when it meets a goal.

    Parameters
    ----------
    begin
        Makes the breadth-first search.
    n_states
        There are at most so many states; None if that is not known.
    """

    def __init__(self, begin: Callable[[], Stored], n_states: int | None, share: int = 256) -> None:
        self.begin, self.share = begin, share
        self.all_at = UNLIMITED if n_states is None else 8 * n_states
        self.due = min(FIRST_SURVEY, self.all_at)
        self.search: Stored | None = None

    def work(self, nodes: int, watch: Watch, line: str) -> int | None:
        """Go on after `nodes` of deepening; the number of reachable states if all were seen and none is a goal.

        `line` tells how far deepening is.
        """
        if self.search is None:
            self.search, self.watch = self.begin(), watch.another()
        self.watch.resume()
        cap = UNLIMITED if nodes >= self.all_at else nodes // self.share
        while True:
            outcome = self.search.run(self.watch.work, cap)
            if outcome == Outcome.ENDED:
                return self.search.nodes
            if outcome == Outcome.FULL:
                self.due = min(2 * self.due, self.all_at)
                break
            too_large = outcome == Outcome.ROOM and self.search.larger() > watch.memory
            if outcome == Outcome.FOUND or too_large or self.search.memory() > watch.memory:
                self.search, self.due = None, UNLIMITED
                break
            if outcome == Outcome.ROOM:
                self.search.grow()
            seen = counted(self.search.nodes, "state")
            self.watch.tick(lambda: f"{line}; {seen} listed, in case none is a goal")  # noqa: B023 -- called at once
        watch.resume()
        return None


def survey_of(task: Task, begin: Callable[[], Stored]) -> Survey:
    """The survey for `task`; where each state is asked of a relation once, another look at it costs next to nothing."""
    return Survey(begin, most_states(task), share=4 if task.rewriting is None else 256)


def deepen(search: DepthFirst, watch: Watch, first: int, divisor: int, survey: Survey) -> Ending:
    """The ending of iterative deepening from the limit `first`; the start is known not to be a goal.

    A limit below the least one that the round before left possible is listed with 0 nodes.
    """
    limits: list[tuple[int, int]] = []
    nodes = 0
    limit = max(1, first)
    try:
        while True:
            search.begin(limit)
            outcome = _round(search, watch, nodes, limit, survey)
            limits.append((limit, search.nodes))
            nodes += search.nodes
            if outcome == Outcome.FOUND:
                return replace(search.path(), nodes=nodes, limits=tuple(limits))
            if search.least == NO_CUT:
                reason = f"no sequence of moves is longer than {limit}, and all of them were tried"
                return Exhausted(reason=reason, nodes=nodes, limits=tuple(limits))
            following = limit - search.least // divisor
            limits += [(skipped, 0) for skipped in range(limit + 1, following)]
            limit = following
    except _AllSeen as end:
        limits.append((limit, search.nodes))
        return Exhausted(reason=all_seen(end.n_states), nodes=nodes + search.nodes, limits=tuple(limits))
    except Halt as halt:
        limits.append((limit, search.nodes))
        reason = f"{halt}; no solution has fewer than {counted(limit, 'move')}"
        return Stopped(reason=reason, nodes=nodes + search.nodes, limits=tuple(limits))


class _AllSeen(Exception):
    """The survey saw every reachable state, and none is a goal."""

    def __init__(self, n_states: int) -> None:
        self.n_states = n_states


def _round(search: DepthFirst, watch: Watch, nodes: int, limit: int, survey: Survey) -> Outcome:
    """Search under one limit, where `nodes` were looked at under the limits before."""

    def line() -> str:
        return f"limit {limit}: {counted(nodes + search.nodes, 'state')}"

    while True:
        outcome = search.run(watch.work, min(watch.cap, survey.due) - nodes)
        if outcome in (Outcome.FOUND, Outcome.ENDED):
            return outcome
        total = nodes + search.nodes
        if total >= survey.due:
            n_states = survey.work(total, watch, line())
            if n_states is not None:
                raise _AllSeen(n_states)
        if outcome == Outcome.FULL:
            watch.full(total)
        watch.tick(line, whole=outcome == Outcome.PAUSED)
