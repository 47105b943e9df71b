"""A strategy played for every secret: the tree of questions, and how many questions each secret takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..endings import Ending, Solved, Stopped
from ..errors import PuzzleError
from ..limits import Limits
from ..notation import write
from ..search.watch import Halt, Watch
from .strategies import OPTIMUM, stepwise
from .tree import Growing, Node

if TYPE_CHECKING:
    from .game import Game

Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True, repr=False)
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
        return {number: found[number] for number in range(min(found, default=0), max(found, default=-1) + 1)}

    @property
    def total(self) -> int:
        """The questions for all secrets together."""
        return sum(self.questions.values())

    @property
    def average(self) -> float:
        """The expected number of questions, all secrets being equally likely; 0 where none was found."""
        return self.total / max(1, len(self.questions))

    @property
    def worst(self) -> int:
        """The largest number of questions."""
        return max(self.questions.values(), default=0)

    @property
    def hardest(self) -> tuple[Any, ...]:
        """The secrets that take the most questions, in the order of the game."""
        worst = self.worst
        return tuple(secret for secret, number in self.questions.items() if number == worst)


@dataclass(frozen=True, kw_only=True, repr=False)
class Explored(Exploration, Solved):
    """All was done: of the strategy "optimum" no tree has a smaller total."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Interrupted(Exploration, Stopped):
    """A limit stopped it.

    Of the strategy "optimum" the tree is the best one so far; of another it has grown so far, and `questions` has only
    the secrets that are found in it.
    """


def explore(game: Game, strategy: str, limits: Limits | None = None, progress: Progress | None = None) -> Exploration:
    """The tree of a strategy over all secrets; see `Game.explore`."""
    limits = Limits.of(limits)
    if strategy == OPTIMUM:
        from .optimum import optimum

        return optimum(game, limits, progress)
    began = perf_counter()
    game.gather(limits)
    growing = Growing(game, Watch(limits, progress, began=began))
    try:
        growing.run(stepwise(game, strategy, growing.tick))
    except Halt as halt:
        return interrupted(growing, str(halt), strategy, began)
    return Explored(
        tree=growing.tree,
        questions=in_order(game, growing.questions),
        strategy=strategy,
        engine="rules",
        nodes=growing.nodes,
        seconds=perf_counter() - began,
    )


def interrupted(growing: Growing, reason: str, strategy: str, began: float) -> Interrupted:
    """How it ends where a limit stops a tree while it grows."""
    found = in_order(growing.game, growing.questions)
    return Interrupted(
        reason=f"{reason}; {len(found):,} of {len(growing.game.secrets):,} secrets were found until then",
        tree=growing.tree,
        questions=found,
        strategy=strategy,
        engine="rules",
        nodes=growing.nodes,
        seconds=perf_counter() - began,
    )


def in_order(game: Game, found: Mapping[Any, int]) -> dict[Any, int]:
    """The same in the order of the secrets."""
    return {secret: found[secret] for secret in game.secrets if secret in found}


def questions_of(game: Game, tree: Node) -> dict[Any, int]:
    """How many questions each secret takes in `tree`, in the order of the secrets."""
    return in_order(game, dict(tree.leaves()))


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
