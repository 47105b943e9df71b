"""Answers as small numbers: one numbering for all guesses, or one for each guess where there are too many answers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from .game import GameDefinition
from .terms import AnswerTable, Tick, idle

MOST_ANSWERS = 64  # each is a bit of a word
Numbered: TypeAlias = tuple[AnswerTable, int, int]


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
