"""The fastest moves that deepening can take for a problem."""

from __future__ import annotations

from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .board_lookups import board_lookup_depth
from .deepening import CompiledDepth
from .general import general_depth
from .general_lookups import general_lookup_depth
from .slide import slide_depth
from .slide_lookups import fits, slide_lookup_depth
from .sliding import blank_of


def compiled_depth(problem: SearchProblem, bounded: bool) -> CompiledDepth:
    """The search with the fastest moves that the rules, the goals and the bound of `problem` allow."""
    space = PackedSpace(problem, bounded)
    blank = blank_of(space.arrays)
    slides = blank is not None and len(space.goals.tests) == 0 and space.arrays.packing.n_words == 1
    slides = slides and not problem.free
    if space.index_words is not None:
        if blank is None or problem.free:
            return general_lookup_depth(space)
        if slides and fits(space.index_words):
            return slide_lookup_depth(space, blank)
        return board_lookup_depth(space, blank)
    small = all(abs(entry) < 1 << 28 for row in problem.rows.values() for entry in row) and problem.divisor < 1 << 28
    small = small and problem.divisor * (problem.most_cost or 0) < 1 << 28
    return slide_depth(space, blank) if blank is not None and slides and small else general_depth(space)
