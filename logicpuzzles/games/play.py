"""A game in progress, turn by turn, and who can take part in it. Nothing is printed or read here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ..errors import PuzzleError
from .game import Game
from .naming import examples
from .secrets import Turn
from .strategies import OPTIMUM, stepwise
from .table import Progress
from .tree import Node


class Contradiction(PuzzleError):
    """No secret agrees with an answer and with some of the earlier ones.

    Attributes
    ----------
    numbers
        The earlier turns, counted from 1, that contradict it: with any of them left out, no contradiction remains
        among the rest and the new answer.
    """

    def __init__(self, game: Game, turns: Sequence[Turn], numbers: Sequence[int], guess: Any, answer: Any) -> None:
        self.numbers = tuple(numbers)
        told = [
            f"question {number}: {game.ask(asked)} got {game.tell(got)}"
            for number, (asked, got) in zip(numbers, turns, strict=True)
        ]
        super().__init__(
            f"{game.ask(guess)} cannot get {game.tell(answer)}: it contradicts {'; '.join(told)}",
            hint="answer again, or take back an earlier answer",
        )


@dataclass(frozen=True)
class Deduction:
    """What the turns so far tell; a further turn makes a new one.

    Attributes
    ----------
    left
        The numbers of the secrets that agree with every turn.
    """

    game: Game
    turns: tuple[Turn, ...]
    left: tuple[int, ...]

    @classmethod
    def begin(cls, game: Game) -> Deduction:
        """The game before the first turn."""
        return cls(game, (), tuple(range(len(game.secrets))))

    @property
    def secrets(self) -> tuple[Any, ...]:
        """The secrets that agree with every turn, in their order."""
        return tuple(self.game.secrets[number] for number in self.left)

    @property
    def over(self) -> bool:
        """Whether the secret is found."""
        return self.game.ends(self.turns[-1][1] if self.turns else None, len(self.left))

    def told(self, guess: Any, answer: Any) -> Deduction:
        """The game after the answer to a guess.

        Raises
        ------
        PuzzleError
            It is no guess, or no secret at all gives that answer to it.
        Contradiction
            No secret that is left gives that answer.
        """
        game = self.game
        guess = game.guess(guess)
        left = tuple(number for number in self.left if game.answer(game.secrets[number], guess) == answer)
        if not left:
            raise self._impossible(guess, answer)
        return replace(self, turns=(*self.turns, (guess, answer)), left=left)

    def undone(self) -> Deduction:
        """The game without its last turn.

        Raises
        ------
        PuzzleError
            There is no turn.
        """
        if not self.turns:
            raise PuzzleError("nothing was answered yet")
        made = Deduction.begin(self.game)
        for guess, answer in self.turns[:-1]:
            made = made.told(guess, answer)
        return made

    def parts(self, guess: Any) -> dict[Any, int]:
        """The answers that a guess can still get, each with the number of secrets that give it; ascending."""
        found = dict.fromkeys(self.game.possible_answers(self.game.guess(guess)), 0)
        for secret in self.secrets:
            found[self.game.answer(secret, guess)] += 1
        return {answer: number for answer, number in found.items() if number}

    def _impossible(self, guess: Any, answer: Any) -> PuzzleError:
        game = self.game
        possible = game.possible_answers(guess)
        if answer not in possible:
            return PuzzleError(
                f"no secret gives this answer to {game.ask(guess)}",
                place="answer",
                expected=examples(possible, game.tell),
                got=game.tell(answer) if _alike(answer, possible) else repr(answer),
            )
        numbers = contradicted(game, self.turns, (guess, answer))
        return Contradiction(game, [self.turns[number - 1] for number in numbers], numbers, guess, answer)


def _alike(answer: Any, possible: Iterable[Any]) -> bool:
    """Whether `answer` has the form of the possible answers, so that it can be told as they are."""
    return any(
        type(answer) is type(other) and (not isinstance(answer, tuple) or len(answer) == len(other))
        for other in possible
    )


def contradicted(game: Game, turns: Sequence[Turn], turn: Turn) -> tuple[int, ...]:
    """The fewest of `turns`, counted from 1, that no secret agrees with together with `turn`; the earliest such."""

    def agreeing(guess: Any, answer: Any) -> int:
        return sum(1 << n for n, secret in enumerate(game.secrets) if game.answer(secret, guess) == answer)

    sets = [agreeing(guess, answer) for guess, answer in turns]
    new = agreeing(*turn)
    for size in range(len(sets) + 1):
        for chosen in combinations(range(len(sets)), size):
            together = new
            for number in chosen:
                together &= sets[number]
            if not together:
                return tuple(number + 1 for number in chosen)
    return ()


class Guesser:
    """Asks the guesses of a strategy.

    Raises
    ------
    PuzzleError
        There is no such strategy, or it does not fit the game.
    """

    def __init__(self, game: Game, strategy: str = "entropy", progress: Progress | None = None) -> None:
        self.game, self.strategy = game, strategy
        self._tree: Node | None = None
        if strategy == OPTIMUM:
            self._tree = game.explore(OPTIMUM, progress=progress).tree
        self._choose = stepwise(game, "parts" if strategy == OPTIMUM else strategy)

    def guess(self, deduction: Deduction) -> Any:
        """The next guess; the game must not be over."""
        node = self._tree
        for asked, answer in deduction.turns if node is not None else ():
            node = node.after.get(answer) if node is not None and node.guess == asked else None
        if node is not None and not node.is_leaf:
            return node.guess
        return self.game.guesses[self._choose(deduction.left)]


class Keeper:
    """Has a secret and answers guesses.

    Parameters
    ----------
    secret
        By default one is drawn.
    """

    def __init__(self, game: Game, secret: Any = None, draw: random.Random | None = None) -> None:
        self.game = game
        self.secret = (draw or random.SystemRandom()).choice(game.secrets) if secret is None else game.secret(secret)

    def answer(self, guess: Any) -> Any:
        """The answer of the secret to `guess`.

        Raises
        ------
        PuzzleError
            It is no guess.
        """
        return self.game.answer(self.secret, self.game.guess(guess))
