"""What `check` says of a deduction game: how large it is, and whether every secret can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..notation import write
from .game import Game
from .naming import examples
from .secrets import ascending

Finding = tuple[str, str, bool]  # a name, a sentence, and whether all is well


def findings(game: Game) -> Iterator[Finding]:
    """The findings about a game, one by one.

    Raises
    ------
    PuzzleError
        The answer function raises, or the table of answers is too large.
    """
    yield "secrets", f"{len(game.secrets):,}, such as {_some(game, game.secrets)}", True
    own = game.guesses is game.secrets
    asked = "the secrets" if own else f"{len(game.guesses):,}, such as {examples(game.guesses, game.ask)}"
    yield "guesses", asked, True
    columns = game.table.columns(np.arange(len(game.secrets)))
    yield "answers", f"{len(game.table.answers):,}: {examples(ascending(game.table.answers), game.tell)}", True
    yield _ending(game, columns)
    yield _apart(game, columns)


def _some(game: Game, secrets: Sequence[Any]) -> str:
    return examples(secrets, lambda secret: game.ask(secret) if secret in game.naming.guesses else write(secret))


def _ending(game: Game, columns: Any) -> Finding:
    """Whether every secret has a guess that ends the game."""
    if not game.can_be_solved:
        return "ends", "as soon as one secret is left", True
    number = game.table.answers.index(game.solved) if game.solved in game.table.answers else -1
    never = np.flatnonzero(~(columns == number).any(axis=1))
    if len(never):
        return (
            "ends",
            f"never for the secret {write(game.secrets[never[0]])}: no guess gets {write(game.solved)}",
            False,
        )
    return "ends", f"with the answer {game.tell(game.solved)}", True


def _apart(game: Game, columns: Any) -> Finding:
    """Whether every two secrets answer some guess differently."""
    rows: dict[bytes, int] = {}
    for secret, row in enumerate(columns):
        other = rows.setdefault(row.tobytes(), secret)
        if other != secret:
            told = f"{write(game.secrets[other])} and {write(game.secrets[secret])} answer every guess alike"
            return "apart", told, False
    return "apart", "every two secrets answer some guess differently", True
