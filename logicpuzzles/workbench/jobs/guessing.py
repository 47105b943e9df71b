"""A deduction game in a process of the workbench: who guesses, what was answered, which secrets are left."""

from __future__ import annotations

from dataclasses import dataclass

from ...games.api import Game
from ...games.naming import examples
from ...games.play import Deduction, Guesser, Keeper
from ...limits import Progress
from ...wording import counted
from ..rules import Rules
from .loading import declared

LISTED = 60  # secrets, guesses or answers that are listed
Turns = tuple[tuple[int, int], ...]  # the numbers of the guess, and of its answer among those that it can get

_kept: list[tuple[Game, Turns, Deduction]] = []  # what was told last
_guessers: list[tuple[Game, Guesser]] = []  # the one that guessed last


@dataclass(frozen=True)
class Standing:
    """What the page shows of a game.

    Attributes
    ----------
    told
        What the one who does not guess can choose among, and what to do.
    turns
        Of each turn, the guess and the answer.
    left, n_left
        The first of the secrets that agree with all answers, and how many do.
    is_over
        Whether the secret is found.
    """

    told: str
    turns: tuple[tuple[str, str], ...]
    left: tuple[str, ...]
    n_left: int
    is_over: bool


@dataclass(frozen=True)
class Question:
    """What the program asks.

    Attributes
    ----------
    guess
        The number of the guess.
    text
        How it is asked.
    answers
        What can be answered, by number.
    """

    guess: int
    text: str
    answers: tuple[str, ...]


def game_of(rules: Rules) -> Game:
    """The game of a rule file.

    Raises
    ------
    PuzzleError
        It declares something else.
    """
    game: Game = declared(rules, "game", "nothing is guessed in it")
    return game


def stand(rules: Rules, turns: Turns, progress: Progress) -> Standing:
    """How the game stands after these turns."""
    game = game_of(rules)
    progress("looking for all secrets")
    deduction = _deduction(game, turns)
    few = examples((game.secrets[0], game.secrets[-1])[: len(game.secrets)], game.name)
    return Standing(
        f"There are {counted(len(game.secrets), 'secret')}, such as {few}.",
        turns=tuple((game.ask(guess), game.tell(answer)) for guess, answer in deduction.turns),
        left=tuple(map(game.name, deduction.secrets[:LISTED])),
        n_left=len(deduction.left),
        is_over=deduction.over,
    )  # fmt: skip


def draw_secret(rules: Rules, progress: Progress) -> int:
    """The number of a random secret."""
    game = game_of(rules)
    progress("looking for all secrets")
    return game.secret_names.numbers[Keeper(game).secret]


def name_secret(rules: Rules, secret: int, progress: Progress) -> str:
    """What a secret is called."""
    game = game_of(rules)
    return game.name(game.secrets[secret])


def guess(rules: Rules, secret: int, turns: Turns, typed: str, progress: Progress) -> Turns:
    """The turns with one more: the guess that a person typed, and the answer of the secret."""
    game = game_of(rules)
    guessed = game.guess_names.read(typed)
    answer = Keeper(game, game.secrets[secret]).answer(guessed)
    return (*turns, (game.guess_names.numbers[guessed], game.possible_answers(guessed).index(answer)))


def ask(rules: Rules, turns: Turns, progress: Progress) -> Question:
    """What the program asks after these turns, which do not end the game."""
    game = game_of(rules)
    if not _guessers or _guessers[0][0] is not game:
        _guessers[:] = [(game, Guesser(game, progress=progress))]
    guesser = _guessers[0][1]
    guesser.progress = progress
    asked = guesser.guess(_deduction(game, turns))
    return Question(
        game.guess_names.numbers[asked], game.ask(asked), tuple(map(game.tell, game.possible_answers(asked)))
    )


def hear(rules: Rules, turns: Turns, asked: int, answer: int, progress: Progress) -> Turns:
    """The turns with one more: what the program asked, and what a person answered.

    Raises
    ------
    PuzzleError
        It contradicts earlier answers; the message says which.
    """
    more = (*turns, (asked, answer))
    _deduction(game_of(rules), more)
    return more


def _deduction(game: Game, turns: Turns) -> Deduction:
    """What follows from the turns: from what was told last, where these go on from it."""
    begun: Turns = ()
    deduction = Deduction.begin(game)
    if _kept and _kept[0][0] is game and turns[: len(_kept[0][1])] == _kept[0][1]:
        _, begun, deduction = _kept[0]
    for guessed, answer in turns[len(begun) :]:
        asked = game.guesses[guessed]
        deduction = deduction.told(asked, game.possible_answers(asked)[answer])
    _kept[:] = [(game, turns, deduction)]
    return deduction
