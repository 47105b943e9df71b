"""Iterative deepening without a bound: limits 1, 2, 3, ..."""

from __future__ import annotations

from ..endings import Ending
from .budget import Budget
from .deepening import compiled_deepening, plain_deepening
from .driver import finish
from .problem import SearchProblem


def iddfs(problem: SearchProblem, budget: Budget) -> Ending:
    """The first shortest solution in clause order, in plain Python."""
    return finish(plain_deepening(problem, False, budget), budget)


def iddfs_compiled(problem: SearchProblem, budget: Budget) -> Ending:
    """The same by a kernel."""
    return finish(compiled_deepening(problem, False, budget), budget)
