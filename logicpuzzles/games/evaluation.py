"""A strategy evaluated: played for every secret, with the tree of questions and how many each secret takes."""

from __future__ import annotations

from time import perf_counter

from ..limits import Limits
from ..search.budget import Budget, Halt
from .game import GameDefinition
from .growing import Growing, in_order
from .result import Exploration, Explored
from .strategies import OPTIMUM, stepwise
from .terms import Progress


def explore(
    game: GameDefinition, strategy: str, limits: Limits | None = None, progress: Progress | None = None
) -> Exploration:
    """The tree of a strategy over all secrets; see `Game.explore`."""
    limits = Limits.of(limits)
    if strategy == OPTIMUM:
        from .optimum import optimum  # here, because it imports numpy, which small games do without

        return optimum(game, limits, progress)
    began = perf_counter()
    game.gather(limits)
    growing = Growing(game, Budget(limits, progress, began=began))
    try:
        growing.run(stepwise(game, strategy, growing.tick))
    except Halt as halt:
        return growing.interrupted(str(halt), strategy, began)
    return Explored(
        tree=growing.tree,
        questions=in_order(game, growing.questions),
        strategy=strategy,
        engine="rules",
        nodes=growing.nodes,
        seconds=perf_counter() - began,
    )
