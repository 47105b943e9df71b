"""The commands about deduction games: play one, and explore a strategy over all secrets."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import click

from ..drawing.bars import has_blocks
from ..errors import LimitReached, PuzzleError
from ..games.strategies import NAMES as STRATEGIES
from ..rulefile.finding import shown
from ..rulefile.rulebook import Prepared, RuleFile
from . import screen
from .data import print_data
from .limits import limits_of
from .options import built, placed, rule_file_command, unfit
from .progress import Progress
from .report import EXIT_CODES, plain_data

DEFAULT = "entropy"


def explore_game(rulefile: RuleFile, *, strategy: str | None, as_object: bool, **options: Any) -> int:
    """Play all secrets of a game and print the distribution of the questions; the exit code."""
    from ..games.report import as_data, in_words, unbegun

    if options.get("from_start") or options.get("hardest") is not None:
        raise PuzzleError(
            "--from-start and --hardest are for state puzzles", place=rulefile.name, hint="leave them out"
        )
    strategy = strategy or DEFAULT
    with placed(shown(rulefile.file)), Progress() as progress:
        try:
            found = rulefile.game.explore(strategy, limits=limits_of(options), progress=progress)
        except LimitReached as reached:
            found = unbegun(reached, strategy)
    if as_object:
        print_data(json.dumps(as_data(found), default=plain_data))
    else:
        click.echo(in_words(rulefile.game, found, has_blocks(sys.stdout.encoding), screen.text_width()))
    return EXIT_CODES[found.status]


@rule_file_command("play", "Play a deduction game such as mastermind.")
@click.option("--guesser", type=click.Choice(("me", "you")), default="me", help="Who guesses: me, or you, program.")
@click.option("--strategy", type=click.Choice(STRATEGIES), default=DEFAULT, help="How the program chooses its guesses.")
def play(prepared: Prepared, values: Mapping[str, Any], guesser: str, strategy: str) -> int:
    """Play a deduction game against the program.

    With --guesser me it is you who guesses, and the program answers; with
    --guesser you the program guesses, and you answer.
    """
    from .players import PLAYERS
    from .playing import Over, introduce

    rulefile = built(prepared, values)
    if rulefile.kind != "game":
        raise unfit(rulefile, "is not played")
    with placed(shown(rulefile.file)), suppress(Over):  # leaving a game proves nothing, and is no mistake: 0, too
        introduce(rulefile)
        PLAYERS[guesser](rulefile, strategy).play()
    return 0
