"""Trees of questions: what to ask, and what to ask next after each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..notation import write
from ..wording import did_you_mean

if TYPE_CHECKING:
    from ..search.watch import Watch
    from .game import Game

Choose = Callable[[Sequence[int]], int]  # the number of the guess to ask when these secrets are left
START = object()  # stands for the answer before the first guess
_NOTED = 200  # bytes for a question or a secret that is found


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


class Growing:
    """The tree for all secrets of a game, while it grows; a limit may stop it between two questions, or within one.

    Attributes
    ----------
    questions
        How many questions each secret takes that is found so far.
    nodes
        The questions so far.
    """

    def __init__(self, game: Game, watch: Watch | None = None) -> None:
        self.game, self.watch, self.nodes = game, watch, 0
        self.questions: dict[Any, int] = {}
        self._trunk = Node()

    @property
    def tree(self) -> Node:
        """What has grown so far."""
        return self._trunk.after.get(START, self._trunk)

    def tick(self) -> None:
        """Tell how far it is; raises `Halt` at a limit."""
        if self.watch is not None:
            held = self.game.table.nbytes + _NOTED * (self.nodes + len(self.questions))
            self.watch.tick(self._told, held, whole=False)

    def _told(self) -> str:
        return f"{len(self.questions):,} of {len(self.game.secrets):,} secrets found, {self.nodes:,} questions asked"

    def run(self, choose: Choose) -> Node:
        """Grow to the end; `choose` chooses every guess.

        Raises
        ------
        PuzzleError
            A guess does not get on, or the game ends while several secrets are left.
        Halt
            A limit was reached.
        """
        game, table = self.game, self.game.table
        todo: list[tuple[Node, Any, Sequence[int], int]] = [(self._trunk, START, range(len(game.secrets)), 0)]
        while todo:
            before, answer, left, asked = todo.pop()
            if game.ends(answer, len(left)):
                if len(left) > 1:
                    raise _undecided(game, left, "the game ends while both are left")
                before.after[answer] = Node(secret=game.secrets[left[0]])
                self.questions[game.secrets[left[0]]] = asked
                continue
            if self.watch is not None:
                self.watch.full(self.nodes)
                self.tick()
            guess = choose(left)
            parts = table.split(guess, left)
            if len(parts) == 1 and game.solved not in parts:
                if len(left) == 1:
                    raise _unsolvable(game, left[0])
                raise _undecided(game, left, f"asking {game.ask(table.guesses[guess])} does not tell them apart")
            before.after[answer] = node = Node(guess=table.guesses[guess])
            self.nodes += 1
            todo += [(node, given, part, asked + 1) for given, part in reversed(parts.items())]
        return self.tree


def grow(game: Game, choose: Choose) -> Node:
    """The tree for all secrets of a game in which `choose` chooses every guess; see `Growing.run`."""
    return Growing(game).run(choose)


def _unsolvable(game: Game, secret: int) -> PuzzleError:
    from .naming import examples
    from .secrets import ascending

    known = game.secrets[secret]
    answers = [write(answer) for answer in ascending({game.answer(known, guess) for guess in game.guesses})]
    wanted = write(game.solved)
    return PuzzleError(
        f"no guess gets the answer {wanted}, which ends the game, from the secret {write(known)}",
        place="solved",
        expected=f"one of its answers, {examples(answers, str)}",
        hint=did_you_mean(wanted, answers) or "let some guess get it, or leave `solved` out",
    )


def _undecided(game: Game, left: Sequence[int], why: str) -> PuzzleError:
    told = " and ".join(write(game.secrets[secret]) for secret in left[:2])
    return PuzzleError(f"{len(left)} secrets cannot be told apart, such as {told}: {why}", place="answer")
