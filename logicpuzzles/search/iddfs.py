"""Iterative deepening without a bound: limits 1, 2, 3, ..."""

from __future__ import annotations

from ..background import load_kernels
from ..endings import Ending
from .bfs import PlainBreadth
from .deepening import deepen, survey_of
from .depth import PlainDepth
from .space import space_of
from .task import Task
from .watch import Watch


def iddfs(task: Task, watch: Watch) -> Ending:
    """The first shortest solution in clause order, in plain Python."""
    space = space_of(task)
    survey = survey_of(task, lambda: PlainBreadth(space))
    return deepen(PlainDepth(space), watch, 1, 1, survey)


def iddfs_compiled(task: Task, watch: Watch) -> Ending:
    """The same by a kernel."""
    load_kernels(__package__, "breadth", "depth")
    from .kernels.breadth import CompiledBreadth
    from .kernels.depth import compiled_depth

    survey = survey_of(task, lambda: CompiledBreadth(task))
    return deepen(compiled_depth(task, bounded=False), watch, 1, 1, survey)
