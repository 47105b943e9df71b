"""Iterative deepening without a bound: limits 1, 2, 3, ..."""

from __future__ import annotations

from ..endings import Ending
from .deepening import compiled_deepening, plain_deepening
from .driver import finish
from .task import Task
from .watch import Watch


def iddfs(task: Task, watch: Watch) -> Ending:
    """The first shortest solution in clause order, in plain Python."""
    return finish(plain_deepening(task, False, watch), watch)


def iddfs_compiled(task: Task, watch: Watch) -> Ending:
    """The same by a kernel."""
    return finish(compiled_deepening(task, False, watch), watch)
