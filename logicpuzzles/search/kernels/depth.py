"""The choice between the kernels that search depth first."""

from __future__ import annotations

from ..coding.arrays import packed
from ..coding.program import program_of
from ..depth import DepthFirst
from ..task import Task


def compiled_depth(task: Task, bounded: bool) -> DepthFirst:
    """The fastest kernel that the rules, the goals and the table of `task` allow."""
    assert task.rewriting is not None
    program = program_of(task.rewriting, task.start)
    arrays = packed(program, program.blanks(task.start))
    from .slide import SlideDepth, blank_of

    blank = program.once(("blank", arrays.follow), lambda: blank_of(arrays))
    exact = len(arrays.goals(task.goals).tests) == 0
    small = all(abs(entry) < 1 << 28 for row in task.rows.values() for entry in row) and task.divisor < 1 << 28
    if blank is not None and exact and small:
        return SlideDepth(task, arrays, blank, bounded)
    from .general import GeneralDepth  # imported only where it is needed: loading a kernel takes time

    return GeneralDepth(task, bounded)
