"""The choice between the kernels that search depth first."""

from __future__ import annotations

from ..coding.arrays import packed
from ..coding.program import program_of
from ..depth import DepthFirst
from ..problem import SearchProblem


def compiled_depth(problem: SearchProblem, bounded: bool) -> DepthFirst:
    """The fastest kernel that the rules, the goals and the table of `problem` allow."""
    assert problem.rewriting is not None
    program = program_of(problem.rewriting, problem.start)
    arrays = packed(program, program.blanks(problem.start))
    from .slide import SlideDepth, blank_of

    blank = program.once(("blank", arrays.follow), lambda: blank_of(arrays))
    exact = len(arrays.goals(problem.goals).tests) == 0
    small = all(abs(entry) < 1 << 28 for row in problem.rows.values() for entry in row) and problem.divisor < 1 << 28
    if blank is not None and exact and small:
        return SlideDepth(problem, arrays, blank, bounded)
    from .general import GeneralDepth  # imported only where it is needed: loading a kernel takes time

    return GeneralDepth(problem, bounded)
