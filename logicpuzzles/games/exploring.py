"""A strategy played for every secret: the tree of questions, and how many questions each secret takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..endings import Ending, Solved, Stopped
from ..errors import PuzzleError
from ..notation import write
from .strategies import OPTIMUM, stepwise
from .table import Progress
from .tree import Node, grow

if TYPE_CHECKING:
    from ..search.task import Limits
    from .game import Game


@dataclass(frozen=True, kw_only=True)
class Exploration(Ending):
    """What every secret costs under a strategy.

    Attributes
    ----------
    tree
        The questions.
    questions
        How many of them each secret takes.
    least
        A proved lower bound for the total of any strategy; None where none was sought.
    """

    tree: Node
    questions: Mapping[Any, int]
    least: int | None = None

    @cached_property
    def counts(self) -> dict[int, int]:
        """For each number of questions up to the largest, how many secrets take it."""
        found = Counter(self.questions.values())
        return {number: found[number] for number in range(min(found), max(found) + 1)}

    @property
    def total(self) -> int:
        """The questions for all secrets together."""
        return sum(self.questions.values())

    @property
    def average(self) -> float:
        """The expected number of questions, all secrets being equally likely."""
        return self.total / len(self.questions)

    @property
    def worst(self) -> int:
        """The largest number of questions."""
        return max(self.questions.values())

    @property
    def hardest(self) -> tuple[Any, ...]:
        """The secrets that take the most questions, in the order of the game."""
        worst = self.worst
        return tuple(secret for secret, number in self.questions.items() if number == worst)


@dataclass(frozen=True, kw_only=True)
class Explored(Exploration, Solved):
    """All was done: of the strategy "optimum" no tree has a smaller total."""


@dataclass(frozen=True, kw_only=True)
class Interrupted(Exploration, Stopped):
    """A limit stopped the search for the optimum: the tree is the best one so far."""


def explore(game: Game, strategy: str, limits: Limits | None = None, progress: Progress | None = None) -> Exploration:
    """The tree of a strategy over all secrets; see `Game.explore`."""
    if strategy == OPTIMUM:
        from .optimum import optimum

        return optimum(game, limits, progress)
    began = perf_counter()
    tree = grow(game, stepwise(game, strategy))
    found = questions_of(game, tree)
    return Explored(tree=tree, questions=found, strategy=strategy, engine="rules", seconds=perf_counter() - began)


def questions_of(game: Game, tree: Node) -> dict[Any, int]:
    """How many questions each secret takes in `tree`, in the order of the secrets."""
    found = dict(tree.leaves())
    return {secret: found[secret] for secret in game.secrets}


def replay(game: Game, tree: Node) -> dict[Any, int]:
    """Play `tree` against every secret with the plain answer function: the number of questions each takes.

    Raises
    ------
    PuzzleError
        The tree does not find a secret.
    """
    found: dict[Any, int] = {}
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
