"""Every solution, lazily, and how many there are.

`bfs`, `iddfs` and `ida` give every shortest solution in clause order; `dfs` every way to a goal that comes to no state
twice. Where all solutions have the same length the two are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial

from ..background import load_kernels
from ..endings import Counted, Ending, Exhausted, Path, Stopped
from ..wording import counted, were
from .bfs import PlainBreadth
from .deepening import deepen, survey_of
from .depth import DepthFirst, PlainDepth
from .dfs import Exhaustive, ways, ways_compiled
from .driver import Stored, all_seen
from .layers import Layers, PlainLayers
from .space import space_of
from .task import Task
from .watch import Halt, Outcome, Watch

Stream = Generator[Path, None, Ending]  # the solutions, unless they are only counted; then the ending
Every = Callable[[Task, Watch, bool], Stream]  # the bool: only count


def by_levels(task: Task, watch: Watch, only_count: bool, begin: Callable[[Task], Layers]) -> Stream:
    """Every shortest solution, breadth first; counting them takes no longer when there are many."""
    layers = begin(task)
    try:
        while (outcome := layers.run(watch.work, watch.cap)) != Outcome.FOUND:
            if outcome == Outcome.ENDED:
                return Exhausted(reason=all_seen(layers.nodes), nodes=layers.nodes)
            if outcome == Outcome.FULL:
                watch.full(layers.nodes)
            if outcome == Outcome.ROOM:
                watch.room(layers.larger())
                layers.grow()
            watch.tick(lambda: f"depth {layers.depth}: {counted(layers.nodes, 'state')}", layers.memory())
        through = layers.ways()
        for number, (nodes, vias) in enumerate(through if not only_count else (), 1):
            yield replace(layers.path_along(nodes, vias), nodes=layers.nodes)
            watch.resume()
            watch.tick(lambda: f"{counted(number, 'solution')}", whole=False)  # noqa: B023 -- it is called at once
    except Halt as halt:
        reason = f"{halt}; no solution has {counted(layers.depth, 'move')} or fewer"
        return Stopped(reason=reason, nodes=layers.nodes)
    return Counted(count=through.count(), nodes=layers.nodes)


def by_deepening(
    task: Task,
    watch: Watch,
    only_count: bool,
    bounded: bool,
    begin: Callable[[Task, bool], tuple[DepthFirst, Callable[[], Stored]]],
) -> Stream:
    """Every solution under the first limit that allows one: the search simply goes on after each."""
    search, survey = begin(task, bounded)
    first, divisor = (task.bound(task.start), task.divisor) if bounded else (1, 1)
    ending = deepen(search, watch, first, divisor, survey_of(task, survey))
    if not isinstance(ending, Path):
        return ending
    rounds, limit, before = ending.limits[:-1], ending.limits[-1][0], ending.nodes - search.nodes
    count = 0

    def so_far() -> tuple[int, tuple[tuple[int, int], ...]]:
        return before + search.nodes, (*rounds, (limit, search.nodes))

    def line() -> str:
        return f"limit {limit}: {counted(before + search.nodes, 'state')}, {counted(count, 'solution')}"

    try:
        while True:
            count += 1
            if not only_count:
                nodes, limits = so_far()
                yield replace(search.path(), nodes=nodes, limits=limits)
                watch.resume()
            watch.tick(line, whole=False)
            while (outcome := search.run(watch.work, watch.cap - before)) in (Outcome.PAUSED, Outcome.FULL):
                if outcome == Outcome.FULL:
                    watch.full(before + search.nodes)
                watch.tick(line, whole=outcome == Outcome.PAUSED)
            if outcome == Outcome.ENDED:
                nodes, limits = so_far()
                return Counted(count=count, nodes=nodes, limits=limits)
    except Halt as halt:
        nodes, limits = so_far()
        reason = f"{halt}; {counted(count, 'solution')} of {counted(limit, 'move')} {were(count)} found so far"
        return Stopped(reason=reason, nodes=nodes, limits=limits)


def by_exhaustion(task: Task, watch: Watch, only_count: bool, begin: Callable[[Task], Exhaustive]) -> Stream:
    """Every way to a goal, depth first."""
    search = begin(task)
    search.counting = only_count
    try:
        while (outcome := search.run(watch.work, watch.cap)) != Outcome.ENDED:
            if outcome == Outcome.FOUND:
                yield replace(search.path(), nodes=search.nodes)
                watch.resume()
            if outcome == Outcome.FULL:
                watch.full(search.nodes)
            watch.tick(search.line, search.memory(), whole=outcome == Outcome.PAUSED)
    except Halt as halt:
        return Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes)
    if not search.found:
        return Exhausted(reason=search.reason(), nodes=search.nodes)
    return Counted(count=search.found, nodes=search.nodes)


def plain_layers(task: Task) -> Layers:
    """The levels in plain Python."""
    return PlainLayers(space_of(task))


def compiled_layers(task: Task) -> Layers:
    """The levels by kernels."""
    load_kernels(__package__, "layers")
    from .kernels.layers import CompiledLayers

    return CompiledLayers(task)


def plain_depth(task: Task, bounded: bool) -> tuple[DepthFirst, Callable[[], Stored]]:
    """A depth-first search in plain Python, and what may survey the space."""
    space = space_of(task, bounded)
    return PlainDepth(space), lambda: PlainBreadth(space)


def compiled_depth(task: Task, bounded: bool) -> tuple[DepthFirst, Callable[[], Stored]]:
    """The same by kernels."""
    load_kernels(__package__, "breadth", "depth")
    from .kernels import depth
    from .kernels.breadth import CompiledBreadth

    return depth.compiled_depth(task, bounded), lambda: CompiledBreadth(task)


EVERY: dict[str, dict[str, Every]] = {
    "bfs": {"rules": partial(by_levels, begin=plain_layers), "compiled": partial(by_levels, begin=compiled_layers)},
    "dfs": {"rules": partial(by_exhaustion, begin=ways), "compiled": partial(by_exhaustion, begin=ways_compiled)},
    **{
        strategy: {
            "rules": partial(by_deepening, bounded=bounded, begin=plain_depth),
            "compiled": partial(by_deepening, bounded=bounded, begin=compiled_depth),
        }
        for strategy, bounded in (("iddfs", False), ("ida", True))
    },
}
