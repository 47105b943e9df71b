"""A strategy evaluated: played for every secret, with the tree of questions and how many each secret takes."""

from __future__ import annotations

from time import perf_counter

from ..errors import PuzzleError
from ..limits import Limits
from ..notation import write
from ..search.budget import Budget, Halt
from .game import GameDefinition
from .growing import Growing, in_order
from .result import Exploration, Explored
from .strategies import OPTIMUM, stepwise
from .terms import Progress, Secret
from .tree import Node


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


def replay(game: GameDefinition, tree: Node) -> dict[Secret, int]:
    """Play `tree` against every secret with the plain answer function: the number of questions each takes.

    Raises
    ------
    PuzzleError
        The tree does not find a secret.
    """
    found: dict[Secret, int] = {}
    for secret in game.secrets:
        node, number = tree, 0
        while not node.is_leaf:
            answer = game.answer(secret, node.guess)
            if answer not in node.after:
                raise PuzzleError(f"the tree has no branch for {write(answer)}", place=write(secret))
            node, number = node.after[answer], number + 1
        if node.secret != secret:
            raise PuzzleError("the tree finds another secret", place=write(secret), got=write(node.secret))
        found[secret] = number
    return found
