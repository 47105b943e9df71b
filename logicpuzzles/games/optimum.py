"""The tree with the fewest questions over all secrets: heuristic trees first, then search until none is better."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..notation import write
from ..search.watch import Halt, Watch
from .exploring import Explored, Exploration, Interrupted, questions_of
from .strategies import OPTIMUM, stepwise
from .table import MOST_CELLS, Progress
from .tree import Node, grow

if TYPE_CHECKING:
    from ..search.task import Limits
    from .game import Game

HEURISTICS = ("parts", "entropy", "size")  # the best of their trees is where the search begins
MOST_ANSWERS = 64  # they are bits of a word


def optimum(game: Game, limits: Limits | None = None, progress: Progress | None = None) -> Exploration:
    """The tree with the fewest questions over all secrets, or the best one found under the limits.

    Raises
    ------
    PuzzleError
        The game is too large, or two secrets can never be told apart.
    """
    began = perf_counter()
    require_small(game)
    watch = Watch(limits, progress, work=1 << 10, began=began)
    tree = start_from(game)
    from .searching import Searching

    search, reason = Searching(game, tree), None
    try:
        search.run(watch)
    except Halt as halt:
        reason = str(halt)
    if search.improved:
        tree = grow(game, search.choose)
    found = questions_of(game, tree)
    told = {
        "tree": tree,
        "questions": found,
        "least": search.least,
        "nodes": search.nodes,
        "strategy": OPTIMUM,
        "engine": "compiled",
        "seconds": perf_counter() - began,
    }
    if reason is None:
        return Explored(**told)
    total = sum(found.values())
    return Interrupted(reason=f"{reason}; the best tree so far takes {total:,} questions, no tree fewer than {search.least:,}", **told)


def require_small(game: Game) -> None:
    """Refuse a game that the search cannot hold.

    Raises
    ------
    PuzzleError
        The table does not fit the memory, or has too many different answers.
    """
    cells = len(game.secrets) * len(game.guesses)
    if cells > MOST_CELLS:
        raise PuzzleError(
            f"the table of answers has {cells:,} entries, too many for the strategy optimum",
            expected=f"at most {MOST_CELLS:,}",
            hint="take the strategy entropy",
        )
    game.table.matrix()
    if len(game.table.answers) > MOST_ANSWERS:
        raise PuzzleError(
            f"the game has {len(game.table.answers)} different answers, too many for the strategy optimum",
            expected=f"at most {MOST_ANSWERS}",
            hint="take the strategy entropy",
        )


def start_from(game: Game) -> Node:
    """The best tree of the heuristics."""
    trees = [grow(game, stepwise(game, name)) for name in HEURISTICS]
    return min(trees, key=lambda tree: sum(number for _, number in tree.leaves()))
