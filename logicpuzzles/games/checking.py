"""What `check` says of a deduction game: how large it is, and whether every secret can be found."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from hashlib import blake2b

import numpy as np

from ..logic.writer import write
from .game import GameDefinition
from .naming import examples
from .secrets import ascending
from .table import BLOCK
from .terms import Tell

_BY_PATTERN, _BY_CALL = 250_000_000, 5_000_000  # so many answers take a few seconds
Finding = tuple[str, str, bool]  # a name, a sentence, and whether all is well


def findings(game: GameDefinition) -> Iterator[Finding]:
    """The findings about a game, one by one.

    Raises
    ------
    PuzzleError
        The answer function raises, or the table of answers is too large.
    """
    yield "secrets", _several(game.secrets, game.name), True
    own = game.guesses is game.secrets
    asked = "the secrets" if own else _several(game.guesses, game.ask)
    yield "guesses", asked, True
    if game.table.n_cells > (_BY_PATTERN if game.table.by_pattern else _BY_CALL):
        yield "answers", f"{game.table.n_cells:,} of them are too many to be checked one by one", True
        return
    never, alike = scan(game, range(len(game.secrets)))
    yield "answers", _several(ascending(game.table.answers), game.tell), True
    if not game.can_be_solved:
        yield "ends", "as soon as one secret is left", True
    elif never is None:
        yield "ends", f"with the answer {game.tell(game.solved)}", True
    else:
        secret, solved = write(game.secrets[never]), write(game.solved)
        yield "ends", f"never for the secret {secret}: no guess gets {solved}", False
    if alike is None:
        yield "apart", "every two secrets answer some guess differently", True
    else:
        one, two = (write(game.secrets[secret]) for secret in alike)
        yield "apart", f"{one} and {two} answer every guess alike", False


def _several(terms: Sequence[Hashable], tell: Tell) -> str:
    """How many they are, and which; the first ones of many."""
    return f"{len(terms):,}: {examples(terms, tell)}"


def scan(game: GameDefinition, secrets: Sequence[int]) -> tuple[int | None, tuple[int, int] | None]:
    """Of these secrets the first that no guess solves, and two that answer every guess alike, in one pass by blocks."""
    never, alike = None, None
    rows: dict[bytes, int] = {}
    step = max(1, BLOCK // len(game.guesses))
    for start in range(0, len(secrets), step):
        some = secrets[start : start + step]
        block = game.table.rows(np.array(some))
        unsolved = np.flatnonzero(~(block == game.table.find(game.solved)).any(axis=1))
        if len(unsolved) and never is None:
            never = some[int(unsolved[0])]
        for secret, row in zip(some, block.astype(np.int32), strict=True):
            other = rows.setdefault(blake2b(row.tobytes(), digest_size=16).digest(), secret)
            if other != secret and alike is None:
                alike = other, secret
    return never, alike
