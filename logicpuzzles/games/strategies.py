"""The strategies by name: each chooses the next guess from the secrets that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .tree import Choose

if TYPE_CHECKING:
    from .game import Game


def first(game: Game) -> Choose:
    """Ask the first secret that agrees with every answer.

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
        return next((own[secret] for secret in left if own[secret] >= 0), 0)

    return choose


def _one_step(name: str) -> Callable[[Game], Choose]:
    def made(game: Game) -> Choose:
        from .scoring import SCORES, OneStep

        return OneStep(game, SCORES[name])

    return made


STEPWISE: dict[str, Callable[[Game], Choose]] = {
    "first": first,  # the first that agrees with every answer
    "minimax": _one_step("minimax"),  # the largest part as small as can be
    "size": _one_step("size"),  # the expected size of the part as small as can be
    "entropy": _one_step("entropy"),  # the most information
    "parts": _one_step("parts"),  # the most parts
}
OPTIMUM = "optimum"  # the fewest questions over all secrets, by search
NAMES = (*STEPWISE, OPTIMUM)


def stepwise(game: Game, name: str) -> Choose:
    """The strategy called `name`, for one game.

    Raises
    ------
    PuzzleError
        There is none, or it does not fit the game.
    """
    if name not in STEPWISE:
        raise PuzzleError("there is no such strategy", place="strategy", expected=", ".join(NAMES), got=repr(name))
    return STEPWISE[name](game)
