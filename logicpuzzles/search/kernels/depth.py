"""The choice between the kernels that search depth first."""

from __future__ import annotations

from ..depth import DepthFirst
from ..packed_space import PackedSpace
from ..problem import SearchProblem


def compiled_depth(problem: SearchProblem, bounded: bool) -> DepthFirst:
    """The fastest kernel that the rules, the goals and the table of `problem` allow."""
    space = PackedSpace(problem, bounded)
    from .slide import SlideDepth, blank_of

    blank = problem.program.once(("blank", space.arrays.follow), lambda: blank_of(space.arrays))
    exact = len(space.goals.tests) == 0
    small = all(abs(entry) < 1 << 28 for row in problem.rows.values() for entry in row) and problem.divisor < 1 << 28
    if blank is not None and exact and small:
        return SlideDepth(space, blank)
    from .general import GeneralDepth  # imported only where it is needed: loading a kernel takes time

    return GeneralDepth(space)
