"""IDA*: iterative deepening with a lower bound.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27,
1985. There the limit jumps to the least value that was cut off; here the limits in between are listed, with 0 nodes.
"""

from __future__ import annotations

from ..background import load_kernels
from ..endings import Ending
from .bfs import PlainBreadth
from .deepening import deepen, survey_of
from .depth import PlainDepth
from .space import space_of
from .task import Task
from .watch import Watch


def ida(task: Task, watch: Watch) -> Ending:
    """The first shortest solution in clause order, in plain Python; without a table the bound is 0."""
    space = space_of(task, bounded=True)
    survey = survey_of(task, lambda: PlainBreadth(space))
    return deepen(PlainDepth(space), watch, task.bound(task.start), task.divisor, survey)


def ida_compiled(task: Task, watch: Watch) -> Ending:
    """The same by a kernel."""
    load_kernels(__package__, "breadth", "depth")
    from .kernels.breadth import CompiledBreadth
    from .kernels.depth import compiled_depth

    survey = survey_of(task, lambda: CompiledBreadth(task))
    return deepen(compiled_depth(task, bounded=True), watch, task.bound(task.start), task.divisor, survey)
