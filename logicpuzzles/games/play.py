"""A game in progress, turn by turn, and the two who play it. Nothing is printed or read here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from ..errors import PuzzleError
from ..limits import Progress
from ..wording import counted
from .game import GameDefinition
from .naming import examples
from .result import Node
from .strategies import FIRST, OPTIMUM, stepwise
from .terms import Answer, Guess, Secret, Turn

_COMPARED, _CALLED = 100_000_000, 2_000_000  # answers that one guess may look at: by pattern, by calls of the function
_TRIED = 50_000  # sets of earlier turns that are tried


class Contradiction(PuzzleError):
    """No secret agrees with an answer and with some of the earlier ones.

    Attributes
    ----------
    numbers
        The earlier turns, counted from 1, that contradict it: without any one of them, the others agree with it.
    """

    def __init__(self, problem: str, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        super().__init__(problem, hint="answer again, or take back an earlier answer")


@dataclass(frozen=True)
class Deduction:
    """What follows from the turns so far; a further turn makes a new one.

    Attributes
    ----------
    left
        The numbers of the secrets that agree with every turn.
    """

    game: GameDefinition
    turns: tuple[Turn, ...]
    left: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Deduction: {counted(len(self.turns), 'turn')}, {counted(len(self.left), 'secret')} left>"

    @classmethod
    def begin(cls, game: GameDefinition) -> Deduction:
        """The game before the first turn."""
        return cls(game, (), tuple(range(len(game.secrets))))

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets that agree with every turn, in their order."""
        return tuple(self.game.secrets[number] for number in self.left)

    @property
    def over(self) -> bool:
        """Whether the secret is found."""
        return self.game.ends(self.turns[-1][1] if self.turns else None, len(self.left))

    def told(self, guess: Guess, answer: Answer) -> Deduction:
        """The game after the answer to a guess.

        Raises
        ------
        PuzzleError
            It is not a guess, or no secret gives that answer to it.
        Contradiction
            No secret that is left gives that answer.
        """
        game = self.game
        guess = game.guess(guess)
        left = tuple(number for number in self.left if game.answer(game.secrets[number], guess) == answer)
        if not left:
            raise self._impossible(guess, answer)
        return replace(self, turns=(*self.turns, (guess, answer)), left=left)

    def before(self, number: int) -> Deduction:
        """The game before the turn `number`, counted from 1.

        Raises
        ------
        PuzzleError
            There is no such turn.
        """
        n = len(self.turns)
        if not n:
            raise PuzzleError("nothing was answered yet")
        if not 1 <= number <= n:
            asked = f"a question from 1 to {n}" if n > 1 else "question 1"
            raise PuzzleError("this was not answered yet", place="undo", expected=asked, got=number)
        made = Deduction.begin(self.game)
        for guess, answer in self.turns[: number - 1]:
            made = made.told(guess, answer)
        return made

    def _impossible(self, guess: Guess, answer: Answer) -> PuzzleError:
        game = self.game
        possible = game.possible_answers(guess)
        if answer not in possible:
            is_told = _form(answer) in map(_form, possible)
            return PuzzleError(
                f"no secret gives this answer to {game.ask(guess)}",
                place="answer",
                expected=examples(possible, game.tell),
                got=game.tell(answer) if is_told else repr(answer),
            )
        numbers = contradicted(game, self.turns, (guess, answer))
        turns = [(number, *self.turns[number - 1]) for number in numbers]
        told = [f"question {number}: {game.ask(asked)} got {game.tell(got)}" for number, asked, got in turns]
        problem = f"{game.ask(guess)} cannot get {game.tell(answer)}: it contradicts {'; '.join(told)}"
        return Contradiction(problem, numbers)


def _form(answer: Answer) -> tuple[type, int | None]:
    """The type of an answer and, of a tuple, its length."""
    return type(answer), len(answer) if isinstance(answer, tuple) else None


def contradicted(game: GameDefinition, turns: Sequence[Turn], turn: Turn) -> tuple[int, ...]:
    """The fewest of `turns`, counted from 1, that no secret agrees with together with `turn`; the earliest such.

    Where there are too many to try, the result may not be the fewest, but none of them can be left out.
    """
    secrets = [secret for secret in game.secrets if game.answer(secret, turn[0]) == turn[1]]
    sets = [_agreeing(game, secrets, *told) for told in turns]

    def excluded(chosen: Iterable[int]) -> bool:
        together = (1 << len(secrets)) - 1
        for number in chosen:
            together &= sets[number]
        return not together

    tried, size = 0, 0
    while size <= len(sets) and (tried := tried + comb(len(sets), size)) <= _TRIED:
        found = next(filter(excluded, combinations(range(len(sets)), size)), None)
        if found is not None:
            return tuple(number + 1 for number in found)
        size += 1
    needed = list(range(len(sets)))
    for number in reversed(range(len(sets))):
        rest = [other for other in needed if other != number]
        if excluded(rest):
            needed = rest
    return tuple(number + 1 for number in needed)


def _agreeing(game: GameDefinition, secrets: Sequence[Secret], guess: Guess, answer: Answer) -> int:
    """A bit for each of `secrets`: whether it gives the answer."""
    return int("".join("01"[game.answer(secret, guess) == answer] for secret in secrets) or "0", 2)


class Guesser:
    """Asks the guesses of a strategy; in a large game an approximation, which compares only some of the guesses.

    Attributes
    ----------
    is_hurried
        Whether only some of the guesses are compared.
    progress
        Called while guesses are compared.

    Raises
    ------
    PuzzleError
        There is no such strategy, or it does not fit the game.
    """

    def __init__(self, game: GameDefinition, strategy: str = "entropy", progress: Progress | None = None) -> None:
        self.game, self.strategy = game, strategy
        self._tree: Node | None = None
        if strategy == OPTIMUM:
            from .optimum import optimum

            self._tree = optimum(game, progress=progress).tree
        most = _COMPARED if strategy != FIRST and game.table.by_pattern else _CALLED
        self.is_hurried = strategy not in (FIRST, OPTIMUM) and game.table.n_cells > most
        self.progress = progress
        self._choose = stepwise(game, "parts" if strategy == OPTIMUM else strategy, self._tick, most)

    def __repr__(self) -> str:
        return f"Guesser({self.game!r}, {self.strategy!r})"

    def _tick(self) -> None:
        if self.progress is not None:
            self.progress("comparing the guesses")

    def guess(self, deduction: Deduction) -> Guess:
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
        By default it is drawn at random.
    """

    def __init__(self, game: GameDefinition, secret: Secret = None, draw: random.Random | None = None) -> None:
        self.game = game
        self.secret = (draw or random.SystemRandom()).choice(game.secrets) if secret is None else game.secret(secret)

    def __repr__(self) -> str:
        return f"Keeper({self.game!r})"  # the secret stays one

    def answer(self, guess: Guess) -> Answer:
        """The answer of the secret to `guess`.

        Raises
        ------
        PuzzleError
            It is not a guess.
        """
        return self.game.answer(self.secret, self.game.guess(guess))
