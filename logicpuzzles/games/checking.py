"""What `check` says of a deduction game: how large it is, and whether every secret can be found."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from hashlib import blake2b

import numpy as np

from ..notation import write
from .arrays import AnswerTable
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
    scan = _Scan(game)
    yield "answers", _several(ascending(game.table.answers), game.tell), True
    yield scan.ending()
    yield scan.apart()


def _several(terms: Sequence[Hashable], tell: Tell) -> str:
    """How many they are, and which; the first ones of many."""
    return f"{len(terms):,}: {examples(terms, tell)}"


class _Scan:
    """One pass over the whole table of answers, block by block."""

    def __init__(self, game: GameDefinition) -> None:
        self.game = game
        self.never: int | None = None  # the first secret that no guess solves
        self.alike: tuple[int, int] | None = None  # two secrets that answer every guess alike
        rows: dict[bytes, int] = {}
        step = max(1, BLOCK // len(game.guesses))
        for start in range(0, len(game.secrets), step):
            block = game.table.rows(np.arange(start, min(start + step, len(game.secrets))))
            self._solved(start, block)
            for secret, row in enumerate(block.astype(np.int32), start):
                other = rows.setdefault(blake2b(row.tobytes(), digest_size=16).digest(), secret)
                if other != secret and self.alike is None:
                    self.alike = other, secret

    def _solved(self, start: int, block: AnswerTable) -> None:
        answers, solved = self.game.table.answers, self.game.solved
        number = answers.index(solved) if solved in answers else -1
        never = np.flatnonzero(~(block == number).any(axis=1))
        if len(never) and self.never is None:
            self.never = start + int(never[0])

    def ending(self) -> Finding:
        """Whether every secret has a guess that ends the game."""
        game = self.game
        if not game.can_be_solved:
            return "ends", "as soon as one secret is left", True
        if self.never is None:
            return "ends", f"with the answer {game.tell(game.solved)}", True
        secret = write(game.secrets[self.never])
        return "ends", f"never for the secret {secret}: no guess gets {write(game.solved)}", False

    def apart(self) -> Finding:
        """Whether every two secrets answer some guess differently."""
        if self.alike is None:
            return "apart", "every two secrets answer some guess differently", True
        one, two = (write(self.game.secrets[secret]) for secret in self.alike)
        return "apart", f"{one} and {two} answer every guess alike", False
