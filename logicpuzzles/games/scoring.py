"""How good a guess is by the sizes of the parts into which its answers divide the secrets; lower is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np

from .game import GameDefinition
from .table import BLOCK, Table
from .terms import AnswerTable, Counts, Numbers, Scores, Tick, idle

Rows: TypeAlias = Callable[[Numbers], AnswerTable]
Score: TypeAlias = Callable[[Counts], Scores]  # least where every part is a single secret
TIE = 1e-9  # scores this close are equal: a sum of logarithms depends on the order of its terms


def largest(counts: Counts) -> Scores:
    """The size of the largest part (D. Knuth, "The Computer as Master Mind", 1977)."""
    found: Scores = counts.max(axis=1)
    return found


def expected(counts: Counts) -> Scores:
    """The expected size of the part, times the number of secrets (R. Irving, 1979)."""
    found: Scores = np.einsum("ga,ga->g", counts, counts)
    return found


def uncertainty(counts: Counts) -> Scores:
    """The expected logarithm of the part's size, times the number of secrets (E. Neuwirth, 1982)."""
    sizes = np.arange(int(np.max(counts)) + 1)
    found: Scores = (sizes * np.log(np.maximum(sizes, 1)))[counts].sum(axis=1)
    return found


def fewness(counts: Counts) -> Scores:
    """The number of parts, negative (B. Kooi, "Yet another Mastermind strategy", 2005)."""
    found: Scores = -np.count_nonzero(counts, axis=1)
    return found


SCORES: dict[str, Score] = {"minimax": largest, "size": expected, "entropy": uncertainty, "parts": fewness}


def counts_of(table: Table, rows: Rows, left: Numbers, tick: Tick = idle) -> Counts:
    """How many of the secrets `left` give each answer to each guess; `rows` gives rows of the table."""
    n_guesses = len(table.guesses)
    counted = np.zeros((n_guesses, 0), np.intp)
    for start in range(0, len(left), step := max(1, BLOCK // n_guesses)):
        block = rows(left[start : start + step])
        n_answers = len(table.answers)
        cells = (block.astype(np.intp) + np.arange(n_guesses) * n_answers).ravel()
        fresh = np.bincount(cells, minlength=n_guesses * n_answers).reshape(n_guesses, n_answers)
        fresh[:, : counted.shape[1]] += counted  # in a large table, some answers may first appear in later rows
        counted = fresh
        tick()
    return counted


class OneStep:
    """Chooses the guess with the least score; among equals one that may be the secret, then the first.

    Parameters
    ----------
    most
        How many cells of the table one choice may look at: where all guesses would take more, only some are compared,
        evenly spaced. None for no bound; then the whole table is stored, if it is not too large.
    """

    def __init__(self, game: GameDefinition, score: Score, tick: Tick = idle, most: int | None = None) -> None:
        self.game, self.score, self.tick, self.most = game, score, tick, most
        self.own = np.array(game.own)
        self._all = np.arange(len(game.guesses))

    def __call__(self, left: Sequence[int]) -> int:
        """The number of the guess to ask when these secrets are left."""
        secrets = np.array(left)
        own = self.own[secrets]
        own = np.sort(own[own >= 0])
        if (perfect := self._perfect(secrets, own)) is not None:
            return perfect
        table, numbers = self._compared(len(secrets))
        scores = self._scores(table, secrets)
        if np.isinf(scores).all() and table is not self.game.table:  # none of those that are compared is of use
            table, numbers = self.game.table, self._all
            scores = self._scores(table, secrets)
        best = numbers[scores <= scores.min() + TIE]
        consistent = np.intersect1d(own, best)
        return int(consistent[0] if len(consistent) else best[0])

    def _scores(self, table: Table, secrets: Numbers) -> Scores:
        """The scores of the guesses of a table; infinite where `GameDefinition.is_of_use` is false."""
        counts = counts_of(table, self._rows_of(table), secrets, self.tick)
        solved = table.find(self.game.solved)
        found = counts[:, solved] if solved >= 0 else np.zeros(len(counts), np.intp)
        of_use = (found <= 1) & ((counts.max(axis=1) < len(secrets)) | (found == 1))
        return np.where(of_use, self.score(counts), np.inf)

    def _rows_of(self, table: Table) -> Rows:
        return table.rows if self.most is not None else lambda secrets: table.columns(secrets, self.tick)

    def _compared(self, n_left: int) -> tuple[Table, Numbers]:
        """The guesses that are compared, as a table, and their numbers."""
        if self.most is None or n_left * len(self._all) <= self.most:
            return self.game.table, self._all
        return self._some

    @cached_property
    def _some(self) -> tuple[Table, Numbers]:
        game = self.game
        step = -(-game.table.n_cells // (self.most or 1))
        numbers = self._all[::step]
        return Table(game.secrets, [game.guesses[number] for number in numbers], game.answer), numbers

    def _perfect(self, secrets: Numbers, own: Numbers) -> int | None:
        """The first possible secret that tells all others apart: no guess has a better score, and none comes before."""
        n = len(secrets)
        if n > len(self.game.table.answers) or not len(own):
            return None
        answers = np.sort(self._rows_of(self.game.table)(secrets)[:, own], axis=0)
        apart = (answers[1:] != answers[:-1]).all(axis=0)
        return int(own[np.argmax(apart)]) if apart.any() else None
