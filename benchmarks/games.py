"""Deduction games: the table of answers, whole trees of the strategies, the search for the optimum."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from logicpuzzles import Game, load
from logicpuzzles.games import tree_cache
from logicpuzzles.games.table import Table

from .harness import Row, best, once

SAMPLE_ROWS, SAMPLE_GAMES = 10, 5  # done plainly; the time is multiplied
ONE_STEP = {"minimax": 27139, "size": 26551, "entropy": 26424, "parts": 26751}


def rows() -> Iterator[Row]:
    """The figures of bulls and cows, and of Mastermind with four pegs of six colours."""
    game: Game = load("mastermind").game
    yield Row(
        "table of 5,040 x 5,040 answers",
        best(lambda: Table(game.secrets, game.guesses, game.answer).matrix(), 3),
        reference="the plain function (10 rows of them)",
        reference_value=once(lambda: plain_rows(game)) * len(game.secrets) / SAMPLE_ROWS,
    )
    yield Row(
        "all 5,040 games, first consistent code asked",
        best(lambda: expect(game, "first", 28024)),
        reference="python-constraint (5 games of them)",
        reference_value=once(lambda: constraint_games(game)) * len(game.secrets) / SAMPLE_GAMES,
        target=0.3,
    )
    game.table.matrix()
    for strategy, total in ONE_STEP.items():
        yield Row(f"whole tree, {strategy}", best(lambda s=strategy, t=total: expect(game, s, t), 2), target=5)  # type: ignore[misc]
    mastermind: Game = load("mastermind", colours=6, repeats=True).game
    tree_cache.read_tree = lambda _: None  # type: ignore[assignment]  # no tree of an earlier run
    yield Row("optimum of Mastermind, 5,625 questions, proved", best(lambda: expect(mastermind, "optimum", 5625), 2))
    yield Row(
        "optimum of bulls and cows, 26,274, proved, by two threads",
        once(lambda: expect(game, "optimum", 26274, workers=2)),
        reference="by one",
        reference_value=once(lambda: expect(game, "optimum", 26274, workers=1)),
    )


def expect(game: Game, strategy: str, total: int, workers: int | None = None) -> None:
    """Play all secrets, and insist on the known total."""
    found = game.explore(strategy, workers=workers)
    if (found.status, found.total) != ("solved", total):
        raise AssertionError(f"{strategy}: {found.total} questions where {total} are right")


def plain_rows(game: Game) -> None:
    """Some rows of the table by calls of the answer function."""
    for secret in game.secrets[:SAMPLE_ROWS]:
        for guess in game.guesses:
            game.answer(secret, guess)


def constraint_games(game: Game) -> None:
    """Some games in which python-constraint finds the first consistent code of every turn."""
    for secret in random.Random(1).sample(game.secrets, SAMPLE_GAMES):
        turns: list[Any] = []
        while not turns or turns[-1][1] != game.solved:
            guess = tuple(game.problem(turns).getSolution().values())
            turns.append((guess, game.answer(secret, guess)))
