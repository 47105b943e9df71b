"""Solve a puzzle: what can be told without a search first, then a search; all within one limit of time."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..endings import Ending, Exhausted, Stopped, Value
from ..errors import LimitReached
from ..limits import Limits, Progress
from ..search import first_choice
from ..search import solve as search
from ..watchdog import TELLING, Watchdog, within
from .compiled import Compiled
from .parts import GoalsLike

MORE = "allow more time, or ask something smaller"


def solve(
    compiled: Compiled,
    start: Iterable[Value] | None = None,
    goal: GoalsLike | None = None,
    strategy: str = "auto",
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Ending:
    """How a search from `start` to `goal` ends; see `Puzzle.solve`."""
    limits = Limits.of(limits)
    if progress:
        progress(f"compiling {compiled.declared.move.name}")
    try:
        with within(limits):
            with Watchdog(None, what="preparing the search", hint=MORE):
                begin = compiled.declared.start if start is None else compiled.state(start, "start")
                wanted = compiled.goal(goal)
                problem = compiled.problem(begin, wanted)
                reason = None if engine == "relational" else compiled.unreachable(begin, wanted)
            if reason is not None:
                chosen = first_choice(problem) if strategy == "auto" else strategy
                return Exhausted(reason=reason, strategy=chosen, engine="rules")
            with Watchdog(None, sys.maxsize, "the search", MORE, grace=TELLING):  # its own limits tell more
                return search(problem, strategy, engine, limits, progress)
    except LimitReached as limit:  # the relation finds no end, or the proofs take long
        return Stopped(reason=str(limit), strategy=strategy, engine=engine)
