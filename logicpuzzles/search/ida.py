"""IDA*: iterative deepening with a lower bound.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27,
1985. There the limit jumps to the least value that was cut off; here the limits in between are listed, with 0 nodes.
"""

from __future__ import annotations

from ..endings import Ending
from .budget import Budget
from .deepening import compiled_deepening, plain_deepening
from .driver import finish
from .problem import SearchProblem


def ida(problem: SearchProblem, budget: Budget) -> Ending:
    """The first shortest solution in clause order, in plain Python; without a table the bound is 0."""
    return finish(plain_deepening(problem, True, budget), budget)


def ida_compiled(problem: SearchProblem, budget: Budget) -> Ending:
    """The same by a kernel."""
    return finish(compiled_deepening(problem, True, budget), budget)
