"""The choice between the moves of a depth-first search."""

from __future__ import annotations

from ..depth import DepthFirst
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .general import general_depth
from .slide import blank_of, slide_depth


def compiled_depth(problem: SearchProblem, bounded: bool) -> DepthFirst:
    """The search with the fastest moves that the rules, the goals and the table of `problem` allow."""
    space = PackedSpace(problem, bounded)
    blank = blank_of(space.arrays)
    exact = len(space.goals.tests) == 0
    small = all(abs(entry) < 1 << 28 for row in problem.rows.values() for entry in row) and problem.divisor < 1 << 28
    return slide_depth(space, blank) if blank is not None and exact and small else general_depth(space)
