"""The tree with the fewest questions over all secrets: a heuristic tree first, then a search for better ones.

Threads share the search by the guesses for large sets of secrets (`branches`): the second ones of a game whose
symmetries leave few first guesses (bulls and cows: one), else the first ones.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..background import load_kernels
from ..errors import PuzzleError
from ..limits import Limits, Progress
from ..search.budget import Budget, Halt
from ..workers import Executor
from ..workers.specification import executor_of
from ..workers.threads import cores
from . import tree_cache
from .checking import scan
from .game import GameDefinition
from .growing import Growing, no_guess, questions_of
from .result import Exploration, Explored, Interrupted, Node
from .strategies import OPTIMUM, stepwise
from .table import MOST_CELLS
from .terms import AnswerTable, Numbered, Tick, idle

if TYPE_CHECKING:
    from .searching import Searching

HEURISTIC = "parts"  # the search begins with the tree of this strategy
MOST_ANSWERS = 64  # each is a bit of a word
_FIRST_SLICE = 1 << 10  # rows of the table
_QUICK = 30_000_000  # cells of the table: up to so many, the first tree takes about a second
_LONG = 2.0  # seconds: a tree that took longer is stored on disk


def optimum(
    game: GameDefinition, limits: Limits | None = None, progress: Progress | None = None, workers: int | None = None
) -> Exploration:
    """The tree with the fewest questions over all secrets, or the best one found under the limits.

    Raises
    ------
    PuzzleError
        The game is too large, or there is no tree that finds every secret.
    """
    began = perf_counter()
    executor = executor_of(workers, threads=True, default=cores())
    game.gather(limits)
    growing = Growing(game, Budget(_while_growing(game, limits), progress, began=began))
    try:
        table = small_enough(game, growing.tick)
        if (tree := tree_cache.read_tree(game)) is not None:
            return _explored(game, tree, began, engine="kept")
        tree = _first_tree(growing)
    except Halt as halt:
        return growing.interrupted(str(halt), OPTIMUM, began)
    budget = Budget(limits, progress, work=_FIRST_SLICE, began=began)
    try:
        search = budget.during(_prepared, game, tree, table, executor, growing.tick)
    except Halt as halt:
        return (
            growing.interrupted(str(halt), OPTIMUM, began)
            if tree is None
            else _interrupted(game, tree, None, str(halt), began)
        )
    try:
        budget.during(search.run, budget)
    except Halt as halt:
        if search.improved or perf_counter() < budget.end:  # else no time is left to grow a tree
            with suppress(PuzzleError):  # of what is known of parts of the secrets, a tree need not come
                grown = Growing(game).run(search.choose)
                tree = grown if tree is None else min(grown, tree, key=lambda one: one.total)
        if tree is None:
            return growing.interrupted(str(halt), OPTIMUM, began)
        return _interrupted(game, tree, search, str(halt), began)
    if search.improved:
        growing = Growing(game)
        tree = growing.run(search.choose)
        if perf_counter() - began > _LONG:
            tree_cache.keep(game, growing.guesses)
    if tree is None:
        raise PuzzleError(
            "whatever is asked first, some secrets are never found: in the end each guess ends the game for several of "
            "them, or tells nothing",
            place="answer",
            hint="let the answer that ends the game come from one secret for each guess",
        )
    return _explored(game, tree, began, search.nodes)


def _first_tree(growing: Growing) -> Node | None:
    """The tree of a quick strategy; None where that comes to secrets among which it can ask nothing.

    Raises
    ------
    PuzzleError
        No tree finds every secret, since two are alike, or no guess gets the answer that ends the game from one.
    """
    game = growing.game
    try:
        return growing.run(stepwise(game, HEURISTIC, growing.tick))
    except PuzzleError:
        every = range(len(game.secrets))
        never, alike = scan(game, every)
        if alike is not None or (game.can_be_solved and never is not None):
            raise no_guess(game, every) from None
        return None


def _explored(game: GameDefinition, tree: Node, began: float, nodes: int = 0, engine: str = "compiled") -> Explored:
    return Explored(
        tree=tree,
        questions=questions_of(game, tree),
        least=tree.total,
        nodes=nodes,
        strategy=OPTIMUM,
        engine=engine,
        seconds=perf_counter() - began,
    )


def _prepared(game: GameDefinition, tree: Node | None, table: Numbered, executor: Executor, tick: Tick) -> Searching:
    """The search for a better tree, with all its kernels loaded."""
    load_kernels(__package__, "deduce")
    from .searching import Searching

    search = Searching(game, tree, table, executor, tick)
    search.prepare()
    return search


def _interrupted(game: GameDefinition, tree: Node, search: Searching | None, reason: str, began: float) -> Interrupted:
    proved = "" if search is None else f", none fewer than {search.least:,}"
    return Interrupted(
        reason=f"{reason}; the best tree so far takes {tree.total:,} questions{proved}",
        tree=tree,
        questions=questions_of(game, tree),
        least=None if search is None else search.least,
        nodes=0 if search is None else search.nodes,
        strategy=OPTIMUM,
        engine="rules" if search is None else "compiled",
        seconds=perf_counter() - began,
    )


def small_enough(game: GameDefinition, tick: Tick = idle) -> Numbered:
    """The answers as `numbered` gives them, of a game that the search can hold.

    Raises
    ------
    PuzzleError
        The table does not fit the memory, or has too many different answers.
    """
    cells = game.table.n_cells
    if cells > MOST_CELLS:
        raise _too_many(f"the table of answers has {cells:,} entries", MOST_CELLS)
    matrix, solved, n_answers = numbered(game, tick)
    if n_answers > MOST_ANSWERS:
        raise _too_many(f"a guess can get {n_answers} different answers", MOST_ANSWERS)
    return matrix, solved, n_answers


def _too_many(problem: str, most: int) -> PuzzleError:
    hint = "take the strategy entropy"
    return PuzzleError(f"{problem}, too many for the strategy optimum", expected=f"at most {most:,}", hint=hint)


def numbered(game: GameDefinition, tick: Tick = idle) -> Numbered:
    """The table of a game, the number of the answer that ends it or -1, and how many numbers there are.

    Where there are more than `MOST_ANSWERS`, each guess has a numbering of its own: in Wordle there are many answers,
    but each guess gets few of them.
    """
    table = game.table
    matrix = table.matrix(tick)
    solved = table.find(game.solved)
    if len(table.answers) <= MOST_ANSWERS:
        return matrix, solved, len(table.answers)
    return by_guess(matrix, solved, tick)


def by_guess(matrix: AnswerTable, solved: int, tick: Tick = idle) -> Numbered:
    """The same with a numbering for each guess, in the order of the answers; `solved` becomes 0 for all.

    >>> by_guess(np.array([[7, 5], [8, 9], [9, 9]]), 9)
    (array([[1, 1],
           [2, 0],
           [0, 0]], dtype=uint16), 0, 3)
    """
    first, most = int(solved >= 0), 0
    found = np.zeros(matrix.shape, np.uint16)
    for guess, column in enumerate(matrix.T):
        others = np.unique(column[column != solved])
        found[:, guess] = np.where(column == solved, 0, np.searchsorted(others, column) + first)
        most = max(most, len(others))
        tick()
    return found, first - 1, first + most


def _while_growing(game: GameDefinition, limits: Limits | None) -> Limits | None:
    """The limits for the first tree: where it takes about a second, only the limit of seconds holds.

    The limits of nodes and of memory are for the search; a first tree that is finished is worth more than they save.
    """
    if limits is None:
        return None
    if game.table.n_cells <= _QUICK:
        return Limits(seconds=limits.seconds)
    return replace(limits, nodes=None)  # they count the sets of the search
