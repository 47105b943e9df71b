"""A cache on disk for trees that took long to find; the key is a digest of the table of answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from .. import cache_folder
from ..errors import PuzzleError
from ..sealed import sealed, unsealed
from .game import GameDefinition
from .growing import Growing
from .result import Node

_FORMAT = b"4"


def folder() -> Path:
    """The folder of the cache."""
    return cache_folder.folder() / cache_folder.TREES


def _file(game: GameDefinition) -> Path:
    """The file for games with this table, whatever their secrets and guesses are called."""
    matrix = game.table.matrix()
    digest = hashlib.sha256(_FORMAT + repr((matrix.shape, str(matrix.dtype), game.table.find(game.solved))).encode())
    digest.update(matrix.tobytes())
    return folder() / f"{digest.hexdigest()[:40]}.json"


def keep(game: GameDefinition, guesses: Sequence[int]) -> None:
    """Store the guesses of an optimal tree, in the order in which it grows, if the folder is writable."""
    with suppress(OSError), cache_folder.writing(_file(game)) as file:
        file.write(sealed(json.dumps(list(guesses)).encode()))


def _checked(number: object, game: GameDefinition) -> int:
    """The number of a guess, which was in a file; `ValueError` if there is no such guess."""
    if type(number) is not int or not 0 <= number < len(game.table.guesses):
        raise ValueError("no guess")
    return number


def read_tree(game: GameDefinition) -> Node | None:
    """The stored tree of a game with this table; None where there is none."""
    # each question parts the secrets that are left, or asks for the last one
    most = 2 * len(game.secrets) * (len(str(len(game.table.guesses))) + 2)
    try:
        guesses = iter(json.loads(unsealed(_file(game), most)))
        tree = Growing(game).run(lambda left: _checked(next(guesses), game))
    except (OSError, ValueError, TypeError, StopIteration, IndexError, RecursionError, PuzzleError):
        return None  # there is no file, or it is damaged: the tree is searched for again
    return tree if next(guesses, None) is None else None
