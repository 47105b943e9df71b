"""Exploring by the relation itself, where it does not compile: in plain Python, then on the query machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ..endings import State
from .budget import Budget, HandOver
from .cost_queue import plain_cost_queue
from .depths import PlainQueue
from .exploration import Exploration, ExplorationRun, Explorer, Unexplored
from .problem import SearchProblem
from .space import RelationSpace

SLICE = 64, 0.02  # expansions and seconds of a slice in plain Python
HAND_OVER = 0.3  # seconds of plain Python before a kernel takes over: loading a kernel costs about twice that


def explore_relation(problem: SearchProblem, sources: Sequence[State], budget: Budget) -> Exploration | Unexplored:
    """The same by the relation itself: in plain Python first, then on the query machine, if that runs it."""
    if problem.machine is None and problem.move is not None and not problem.weighted:
        budget.hand_over = HAND_OVER
    try:
        run = ExplorationRun(partial(relation_queue, problem, sources), "rules", 0, *SLICE)
        return run.go_on(budget)
    except HandOver:
        budget.hand_over = None
        turned = budget.during(problem.on_machine)
        return explore_relation(turned or replace(problem, move=None), sources, budget)


def relation_queue(problem: SearchProblem, sources: Sequence[State]) -> Explorer:
    """The exploration of a relation, at its beginning."""
    if problem.weighted:
        return plain_cost_queue(RelationSpace(problem), sources)
    if problem.machine is None:
        return PlainQueue(RelationSpace(problem), sources)
    from .ground import GroundMoves  # here: it needs numpy
    from .ground_breadth import GroundQueue

    assert isinstance(problem.machine, GroundMoves)
    return GroundQueue(problem, problem.machine, sources)
