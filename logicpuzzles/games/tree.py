"""Trees of questions: what to ask, and what to ask next after each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..notation import write

if TYPE_CHECKING:
    from .game import Game

Choose = Callable[[Sequence[int]], int]  # the number of the guess to ask when these secrets are left
START = object()  # stands for the answer before the first guess


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Ask `guess`, and go on at the node that its answer leads to; at a leaf there is nothing to ask.

    Attributes
    ----------
    guess
        None at a leaf.
    secret
        At a leaf: the secret that is found.
    after
        The next node for each answer that is still possible, in the order of the first secret that gives it.
    """

    guess: Any = None
    secret: Any = None
    after: dict[Any, Node] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        """Whether the secret is found here."""
        return not self.after

    def leaves(self) -> Iterator[tuple[Any, int]]:
        """Each secret with the number of questions it takes, in the order of the answers."""
        waiting = [(self, 0)]
        while waiting:
            node, questions = waiting.pop()
            if node.is_leaf:
                yield node.secret, questions
            waiting += [(after, questions + 1) for after in reversed(node.after.values())]


def grow(game: Game, choose: Choose) -> Node:
    """The tree for all secrets of a game in which `choose` chooses every guess.

    Raises
    ------
    PuzzleError
        A guess does not get on, or the game ends while several secrets are left.
    """
    table, trunk = game.table, Node()
    todo: list[tuple[Node, Any, Sequence[int]]] = [(trunk, START, range(len(game.secrets)))]
    while todo:
        before, answer, left = todo.pop()
        if game.ends(answer, len(left)):
            if len(left) > 1:
                raise _undecided(game, left, "the game ends while both are left")
            before.after[answer] = Node(secret=game.secrets[left[0]])
            continue
        guess = choose(left)
        parts = table.split(guess, left)
        if len(parts) == 1 and game.solved not in parts:
            raise _undecided(game, left, f"{game.ask(table.guesses[guess])} does not tell them apart")
        before.after[answer] = node = Node(guess=table.guesses[guess])
        todo += [(node, given, part) for given, part in reversed(parts.items())]
    return trunk.after[START]


def _undecided(game: Game, left: Sequence[int], why: str) -> PuzzleError:
    told = ", ".join(write(game.secrets[secret]) for secret in left[:2])
    return PuzzleError(f"{len(left)} secrets cannot be told apart, such as {told}: {why}", place="answer")
