"""The strategies by name: each chooses the next guess, given the secrets that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from ..errors import PuzzleError
from .game import GameDefinition
from .terms import Choose, Tick, idle

Made: TypeAlias = Callable[..., Choose]  # of the game, `tick` and `most`; see `scoring.OneStep`


def first(game: GameDefinition, tick: Tick = idle, most: int | None = None) -> Choose:
    """Ask the first secret that agrees with every answer, and the first guess of use where no such secret is.

    Raises
    ------
    PuzzleError
        Secrets cannot be guessed in this game.
    """
    own = game.own
    if max(own) < 0:
        raise PuzzleError(
            "the strategy first asks secrets, and no guess of this game is one",
            place="strategy",
            hint="take the strategy entropy",
        )

    def choose(left: Sequence[int]) -> int:
        asked = dict.fromkeys([*(own[secret] for secret in left if own[secret] >= 0), *range(len(game.guesses))])
        return next((guess for guess in asked if game.is_of_use(game.table.split(guess, left))), 0)

    return choose


def _one_step(name: str, game: GameDefinition, tick: Tick = idle, most: int | None = None) -> Choose:
    from .scoring import SCORES, OneStep

    return OneStep(game, SCORES[name], tick, most)


FIRST = "first"
OPTIMUM = "optimum"  # the fewest questions over all secrets, by search
STEPWISE: dict[str, Made] = {
    FIRST: first,  # the first that agrees with every answer
    "minimax": partial(_one_step, "minimax"),  # the largest part as small as can be
    "size": partial(_one_step, "size"),  # the expected size of the part as small as can be
    "entropy": partial(_one_step, "entropy"),  # the most information
    "parts": partial(_one_step, "parts"),  # the most parts
}
NAMES = (*STEPWISE, OPTIMUM)


def stepwise(game: GameDefinition, name: str, tick: Tick = idle, most: int | None = None) -> Choose:
    """The strategy called `name`, for one game.

    Parameters
    ----------
    tick
        Called now and then while it chooses.
    most
        How many answers it may look at for one choice; None for no bound.

    Raises
    ------
    PuzzleError
        There is none, or it does not fit the game.
    """
    if name not in STEPWISE:
        raise PuzzleError("there is no such strategy", place="strategy", expected=", ".join(NAMES), got=repr(name))
    return STEPWISE[name](game, tick, most)
