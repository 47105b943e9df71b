"""Every solution, lazily, and how many there are.

`bfs`, `bidirectional`, `iddfs` and `ida` give every shortest solution in clause order; `dfs` every way to a goal that
comes to no state twice. Where all solutions have the same length the two are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial

from ..background import load_kernels
from ..endings import Counted, Ending, Exhausted, Path, Stopped
from ..wording import counted, were
from .bidirectional import PlainBidirectional, compiled_bidirectional
from .budget import Budget, Halt, Outcome
from .deepening import Deepening, compiled_deepening, plain_deepening
from .dfs import compiled_exhaustive, plain_exhaustive
from .driver import reach
from .exhaustive import Exhaustive
from .problem import SearchProblem
from .shortest_paths import PlainShortestPaths, ShortestPaths
from .space import space_of

Stream = Generator[Path, None, Ending]  # the solutions, unless they are only counted; then the ending
AllSolutions = Callable[[SearchProblem, Budget, bool], Stream]  # the bool: only count


def by_levels(
    problem: SearchProblem, budget: Budget, only_count: bool, begin: Callable[[SearchProblem], ShortestPaths]
) -> Stream:
    """Every shortest solution, breadth first; counting them takes no longer when there are many."""
    search = begin(problem)
    ending = reach(search, budget)
    return ending if ending is not None else (yield from through_levels(search, budget, only_count))


def through_levels(search: ShortestPaths, budget: Budget, only_count: bool, before: int = 0) -> Stream:
    """The solutions, after `FOUND`; other searches have visited `before` nodes."""
    nodes, number = before + search.nodes, 0
    try:
        dag = search.dag()
        if only_count:
            return Counted(count=dag.count(), nodes=nodes)
        for number, along in enumerate(dag, 1):
            yield replace(search.path_along(*along), nodes=nodes)
            budget.resume()
            budget.tick(lambda: counted(number, "solution"), whole=False)  # noqa: B023 -- it is called at once
    except Halt as halt:
        return Stopped(reason=f"{halt}; {counted(number, 'solution')} {were(number)} found so far", nodes=nodes)
    return Counted(count=number, nodes=nodes)


def by_deepening(
    problem: SearchProblem,
    budget: Budget,
    only_count: bool,
    bounded: bool,
    begin: Callable[[SearchProblem, bool, Budget], Deepening],
) -> Stream:
    """Every solution under the first limit that allows one: the search simply goes on after each."""
    search = begin(problem, bounded, budget)
    search.counting = only_count
    ending = reach(search, budget)
    return ending if ending is not None else (yield from under_limit(search, budget))


def under_limit(search: Deepening, budget: Budget, before: int = 0) -> Stream:
    """The solutions, after `FOUND`; other searches have visited `before` nodes."""
    try:
        while not search.counting:
            yield replace(search.path(), nodes=before + search.nodes, limits=search.limits)
            budget.resume()
            budget.tick(search.line, whole=False)
            while (outcome := search.run(budget.work, budget.most - before)) in (Outcome.PAUSED, Outcome.FULL):
                if outcome == Outcome.FULL:
                    budget.full(before + search.nodes)
                budget.tick(search.line, whole=outcome == Outcome.PAUSED)
            if outcome == Outcome.ENDED:
                break
    except Halt as halt:
        reason = f"{halt}; {search.proved()}"
        return Stopped(reason=reason, nodes=before + search.nodes, limits=search.limits)
    return Counted(count=search.found, nodes=before + search.nodes, limits=search.limits)


def by_exhaustion(
    problem: SearchProblem, budget: Budget, only_count: bool, begin: Callable[[SearchProblem], Exhaustive]
) -> Stream:
    """Every simple path to a goal, depth first."""
    search = begin(problem)
    search.counting = only_count
    try:
        while (outcome := search.run(budget.work, budget.most)) != Outcome.ENDED:
            if outcome == Outcome.FOUND:
                yield replace(search.path(), nodes=search.nodes)
                budget.resume()
            if outcome == Outcome.FULL:
                budget.full(search.nodes)
            budget.tick(search.line, search.memory(), whole=outcome == Outcome.PAUSED)
    except Halt as halt:
        return Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes)
    if not search.found:
        return Exhausted(reason=search.reason(), nodes=search.nodes)
    return Counted(count=search.found, nodes=search.nodes)


def plain_shortest_paths(problem: SearchProblem) -> ShortestPaths:
    """The levels in plain Python."""
    return PlainShortestPaths(space_of(problem))


def compiled_shortest_paths(problem: SearchProblem) -> ShortestPaths:
    """The levels by kernels."""
    load_kernels(__package__, "shortest_paths")
    from .kernels.shortest_paths import CompiledShortestPaths

    return CompiledShortestPaths(problem)


ALL_SOLUTIONS: dict[str, dict[str, AllSolutions]] = {
    "bfs": {
        "rules": partial(by_levels, begin=plain_shortest_paths),
        "compiled": partial(by_levels, begin=compiled_shortest_paths),
    },
    "bidirectional": {
        "rules": partial(by_levels, begin=PlainBidirectional),
        "compiled": partial(by_levels, begin=compiled_bidirectional),
    },
    "dfs": {
        "rules": partial(by_exhaustion, begin=plain_exhaustive),
        "compiled": partial(by_exhaustion, begin=compiled_exhaustive),
    },
    **{
        strategy: {
            "rules": partial(by_deepening, bounded=bounded, begin=plain_deepening),
            "compiled": partial(by_deepening, bounded=bounded, begin=compiled_deepening),
        }
        for strategy, bounded in (("iddfs", False), ("ida", True))
    },
}
