"""Searches for a shortest solution, by strategy and by engine; every one ends in exactly one of the three endings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from ..endings import Ending, Path
from ..errors import PuzzleError
from . import relational
from .astar import astar, astar_compiled
from .bfs import bfs, bfs_compiled
from .bidirectional import bidirectional, bidirectional_compiled
from .ida import ida, ida_compiled
from .iddfs import iddfs, iddfs_compiled
from .program import program_of
from .task import Limits, Task
from .watch import HandOver, NotSmall, Watch

Search = Callable[[Task, Watch], Ending]
Progress = Callable[[str], None]

STRATEGIES: dict[str, dict[str, Search]] = {
    "bfs": {"relational": relational.bfs, "rules": bfs, "compiled": bfs_compiled},
    "iddfs": {"relational": relational.iddfs, "rules": iddfs, "compiled": iddfs_compiled},
    "ida": {"relational": relational.ida, "rules": ida, "compiled": ida_compiled},
    "astar": {"rules": astar, "compiled": astar_compiled},
    "bidirectional": {"rules": bidirectional, "compiled": bidirectional_compiled},
}
ENGINES = ("auto", "relational", "rules", "compiled")
BOUNDED = frozenset({"ida", "astar"})  # the strategies that use a lower bound

# By engine: the first slice in units of work, and the seconds that a later one should take.
SLICES = {"relational": (16, 0.02), "rules": (16, 0.02), "compiled": (1 << 16, 0.05)}
HAND_OVER = 0.3  # seconds of plain Python before a kernel takes over: loading a kernel costs about twice that
SMALL = 2_000_000  # states of a space that breadth first may fill before deepening with a derived bound is tried


def solve(
    task: Task,
    strategy: str = "auto",
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Ending:
    """The ending of a search for a shortest solution of `task`.

    Parameters
    ----------
    strategy
        A key of `STRATEGIES`, or "auto": `ida` with a proved table, else `bfs` while the space is small, else `ida`
        with a derived bound.
    engine
        "relational" searches by goals on the relation itself; "rules" in plain Python, over the relation itself where
        it did not compile; "compiled" by a kernel; "auto" starts with "rules" and hands over to "compiled". All give
        the same answer and count the same nodes.
    progress
        Called at most about five times a second with one line that says how far the search is.

    Raises
    ------
    PuzzleError
        If there is no such strategy or engine, or if the rules cannot run on a kernel that was asked for.
    """
    began = perf_counter()
    limits = limits or Limits()
    check_choice("strategy", strategy, ("auto", *STRATEGIES))
    check_choice("engine", engine, ENGINES)
    why_not = no_kernel(task)
    if engine == "compiled" and why_not:
        raise PuzzleError(f"no kernel can search here: {why_not}", place="engine", hint="use engine auto")
    if strategy != "auto" and engine not in ("auto", *STRATEGIES[strategy]):
        raise PuzzleError(
            f"{strategy} is not written for the engine {engine!r}",
            place="engine",
            expected="one of " + ", ".join(("auto", *STRATEGIES[strategy])),
        )
    engines = ("rules", "compiled") if engine == "auto" and not why_not else ("rules" if engine == "auto" else engine,)
    if task.is_goal(task.start):
        ending: Ending = Path(moves=(), states=(task.start,), nodes=1)
        chosen, ran = strategy if strategy != "auto" else first_choice(task), engines[0]
    else:
        ending, chosen, ran = _run(task, strategy, engines, limits, progress, began)
    bounded = chosen in BOUNDED and task.table is not None
    if isinstance(ending, Path) and bounded and ending.bounds is None:
        ending = replace(ending, bounds=tuple(map(task.bound, ending.states)))
    return replace(
        ending,
        seconds=perf_counter() - began,
        strategy=chosen,
        engine="relational" if task.rewriting is None else ran,
        bound=task.bound_name if bounded else None,
    )


def first_choice(task: Task) -> str:
    """The strategy that `auto` begins with."""
    return "ida" if task.table is not None and task.bound_name != "derived" else "bfs"


def _run(
    task: Task, strategy: str, engines: tuple[str, ...], limits: Limits, progress: Progress | None, began: float
) -> tuple[Ending, str, str]:
    """The ending, and the strategy and the engine that reached it."""
    chosen = first_choice(task) if strategy == "auto" else strategy
    small = SMALL if strategy == "auto" and chosen == "bfs" and task.table is not None else None
    for ran in engines:
        last = ran == engines[-1]
        work, seconds = SLICES[ran]
        watch = Watch(limits, progress, None if last else HAND_OVER, work, seconds, began, small)
        try:
            return STRATEGIES[chosen][ran](task, watch), chosen, ran
        except HandOver:
            continue
        except NotSmall:
            return _run(task, "ida", (ran,), limits, progress, began)
    raise AssertionError("the last engine never hands over")


def no_kernel(task: Task) -> str | None:
    """Why the kernels cannot search `task`; None if they can."""
    if task.rewriting is None:
        return "the moves did not compile to rewrite rules"
    if task.test is not None:
        return "the goal did not become patterns over the cells"
    n_values = len(program_of(task.rewriting, task.start).codes)
    return f"the cells hold {n_values} different values, and at most 64 fit" if n_values > 64 else None


def check_choice(what: str, got: str, choices: tuple[str, ...]) -> None:
    """Raise `PuzzleError` unless `got` is one of `choices`."""
    if got not in choices:
        raise PuzzleError(f"there is no {what} {got!r}", place=what, expected="one of " + ", ".join(choices))


__all__ = ["BOUNDED", "ENGINES", "STRATEGIES", "Limits", "Task", "solve"]
