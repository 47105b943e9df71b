"""The command `play` for puzzles and models: what is played, and how it is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context

from ...by_name import entry
from ...errors import PuzzleError
from ...limits import Limits, Progress
from ...rulefile.rulebook import RuleFile
from ..rulefiles import placed, with_grid
from .hand import Hand


def play_puzzle(
    rulefile: RuleFile, start: tuple[str, ...], guesser: str | None, strategy: str | None, limits: Limits,
    progress: Progress | None,
) -> int:  # fmt: skip
    """Play a state puzzle by hand."""
    _refuse_games(rulefile, guesser, strategy)
    state = entry("puzzles.written:read_start")(rulefile.puzzle, " ".join(start), "START") if start else None
    hand = entry("cli.byhand.puzzle:PuzzleHand")
    return _played(rulefile, lambda: hand(rulefile.puzzle, state, rulefile.name, rulefile.doc, limits))


def play_model(
    rulefile: RuleFile, start: tuple[str, ...], guesser: str | None, strategy: str | None, limits: Limits,
    progress: Progress | None,
) -> int:  # fmt: skip
    """Fill a model in by hand."""
    _refuse_games(rulefile, guesser, strategy)
    rulefile = with_grid(rulefile, start)
    hand = entry("cli.byhand.model:ModelHand")
    return _played(rulefile, lambda: hand(rulefile.model, rulefile.name, rulefile.doc, limits))


def _refuse_games(rulefile: RuleFile, guesser: str | None, strategy: str | None) -> None:
    for option, given in (("--guesser", guesser), ("--strategy", strategy)):
        if given is not None:
            raise PuzzleError(f"{option} is for deduction games", place=rulefile.name, hint="leave it out")


def _played(rulefile: RuleFile, begin: Callable[[], Hand]) -> int:
    """Play in full screen at a terminal that can do so, else line by line; leaving proves nothing: 0."""
    # In a context of its own: limits hold for each question that is asked, not for all the time of playing.
    with placed(rulefile):
        return Context().run(_shown, begin)


def _shown(begin: Callable[[], Hand]) -> int:
    hand = begin()
    plain = os.environ.get("TERM", "dumb") in ("dumb", "") and os.name != "nt"
    try:
        if sys.stdin.isatty() and sys.stdout.isatty() and not plain:
            entry("cli.byhand.screen:show")(hand)
        else:
            _in_lines(hand)
    finally:
        hand.close()
    return 0


def _in_lines(hand: Hand) -> None:
    from ..playing import Over
    from .lines import converse

    with suppress(Over):  # the end of the input
        converse(hand)
