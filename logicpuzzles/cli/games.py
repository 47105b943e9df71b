"""The commands about deduction games: play one, and explore a strategy over all secrets."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ..drawing.bars import WIDTH, has_blocks
from ..errors import PuzzleError
from ..games.strategies import NAMES as STRATEGIES
from ..notation import plain
from ..rulefile.finding import shown
from ..rulefile.rulebook import Prepared, RuleFile
from .limits import limits_of
from .options import built, placed, rule_file_command, unfit
from .progress import Progress
from .report import EXIT_CODES, counted, plain_data

if TYPE_CHECKING:
    from ..games.game import Game
    from ..games.play import Deduction, Guesser, Keeper

DEFAULT = "entropy"
LISTED = 20  # secrets that `left` names


class Over(Exception):
    """The person does not go on."""


def explore_game(rulefile: RuleFile, *, strategy: str | None, as_object: bool, **options: Any) -> int:
    """Play all secrets of a game and print the distribution of the questions; the exit code."""
    from ..games.report import as_data, in_words

    if options.get("from_start") or options.get("hardest") is not None:
        raise PuzzleError("--from-start and --hardest are for state puzzles", place=rulefile.name)
    with placed(shown(rulefile.file)), Progress() as progress:
        found = rulefile.game.explore(strategy or DEFAULT, limits=limits_of(options), progress=progress)
    if as_object:
        click.echo(json.dumps(as_data(found), default=plain_data))
    else:
        click.echo(in_words(rulefile.game, found, has_blocks(sys.stdout.encoding)))
    return EXIT_CODES[found.status]


@rule_file_command("play", "Play a deduction game such as mastermind.")
@click.option("--guesser", type=click.Choice(("me", "you")), default="me", help="Who guesses: me, or you, program.")
@click.option("--strategy", type=click.Choice(STRATEGIES), default=DEFAULT, help="How the program chooses its guesses.")
def play(prepared: Prepared, values: Mapping[str, Any], guesser: str, strategy: str) -> int:
    """Play a deduction game against the program.

    With --guesser me it is you who guesses, and the program answers; with
    --guesser you the program guesses, and you answer.
    """
    rulefile = built(prepared, values)
    if rulefile.kind != "game":
        raise unfit(rulefile, "is not played", "play mastermind")
    side = SIDES[guesser]
    try:
        with placed(shown(rulefile.file)):
            return side(rulefile.game, strategy)
    except Over:
        return 1


def person_guesses(game: Game, strategy: str) -> int:
    """The program has a secret, and answers; the exit code."""
    from ..games.play import Deduction, Guesser, Keeper

    keeper, deduction = Keeper(game), Deduction.begin(game)
    helper: list[Guesser] = []  # made when a hint is wanted
    click.echo(f"I have one of {len(game.secrets):,} secrets. A guess is such as {game.ask(game.guesses[0])}.")
    click.echo("Type hint for a guess, left for the secrets that are left, quit to stop.")
    while not deduction.over:
        text = asked(f"Guess {len(deduction.turns) + 1}: ")
        if text == "hint":
            helper = helper or [Guesser(game, strategy)]
            click.echo(f"  I would guess {game.ask(helper[0].guess(deduction))}.")
        elif text == "left":
            click.echo(secrets_left(deduction))
        elif text == "quit":
            click.echo(f"It was {named(game, keeper.secret)}.")
            return 1
        else:
            deduction = answered(deduction, keeper, text)
    click.echo(f"You found {named(game, keeper.secret)} with {counted(len(deduction.turns), 'question')}.")
    return 0


def answered(deduction: Deduction, keeper: Keeper, text: str) -> Deduction:
    """Tell the answer to the guess that `text` means; or what is wrong with it."""
    game = deduction.game
    try:
        guess = game.naming.read_guess(text)
    except PuzzleError as error:
        click.echo(wrapped(str(error)))
        return deduction
    answer = keeper.answer(guess)
    after = deduction.told(guess, answer)
    click.echo(f"  {game.tell(answer)}; {counted(len(after.left), 'secret')} left")
    return after


def program_guesses(game: Game, strategy: str) -> int:
    """The person has a secret, and answers; the exit code."""
    from ..games.naming import Reader
    from ..games.play import Deduction, Guesser

    with Progress() as progress:
        guesser = Guesser(game, strategy, progress)
    deduction = Deduction.begin(game)
    click.echo(f"Think of a secret: one of {len(game.secrets):,}, such as {named(game, game.secrets[-1])}.")
    click.echo("Type undo to take back an answer, left for the secrets that are left, quit to stop.")
    while not deduction.over:
        guess = guesser.guess(deduction)
        text = asked(f"Question {len(deduction.turns) + 1}: {game.ask(guess)}? ")
        if text == "quit":
            return 1
        try:
            if text == "left":
                click.echo(secrets_left(deduction))
            elif text == "undo":
                deduction = deduction.undone()
            else:
                reader = Reader(game.possible_answers(guess), game.tell)
                deduction = deduction.told(guess, reader.read(text, "answer"))
        except PuzzleError as error:
            click.echo(wrapped(str(error)))
    click.echo(f"Your secret is {named(game, deduction.secrets[0])}: {counted(len(deduction.turns), 'question')}.")
    return 0


def asked(prompt: str) -> str:
    """What the person types.

    Raises
    ------
    Over
        At the end of the input.
    """
    try:
        return input(prompt).strip()
    except EOFError:
        click.echo()
        raise Over from None


def named(game: Game, secret: Any) -> str:
    """A secret as it is told."""
    return game.ask(secret) if secret in game.naming.guesses else plain(secret)


def secrets_left(deduction: Deduction) -> str:
    """How many secrets are left, and the first of them."""
    names = ", ".join(named(deduction.game, secret) for secret in deduction.secrets[:LISTED])
    more = ", ..." if len(deduction.left) > LISTED else ""
    return wrapped(f"{counted(len(deduction.left), 'secret')} left: {names}{more}")


def wrapped(text: str) -> str:
    """`text` indented, in lines of at most 80 columns."""
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


SIDES = {"me": person_guesses, "you": program_guesses}
