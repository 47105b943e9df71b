"""Small deduction games drawn at random, and the fewest questions for them by trying everything."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from logicpuzzles import Game

SOLVED = "yes"


def game_of(table, solved):
    """The game with this table: row = secret, column = guess; guess n asks for secret n where it can be solved."""
    secrets = [("secret", n) for n in range(len(table))]
    guesses = [("guess", n) for n in range(len(table[0]))]

    def answer(secret, guess):
        own = solved and secret[1] == guess[1]
        return SOLVED if own else table[secret[1]][guess[1]]

    return Game(secrets, answer, guesses=guesses, **({"solved": SOLVED} if solved else {}))


def fewest(game):
    """The least total over all secrets, by trying every guess for every set; None where no tree finds them all.

    A guess that ends the game for two of a set is no guess for it: then nothing can be asked that tells them apart.
    """
    answers = {(s, g): game.answer(s, g) for s in game.secrets for g in game.guesses}

    @cache
    def cost(left):
        if not game.can_be_solved and len(left) == 1:
            return 0
        found = []
        for guess in game.guesses:
            parts = {}
            for secret in left:
                parts.setdefault(answers[secret, guess], set()).add(secret)
            on = [frozenset(part) for answer, part in parts.items() if answer != game.solved]
            if frozenset(left) in on or len(parts.get(game.solved, ())) > 1:
                continue
            costs = [cost(part) for part in on]
            if None not in costs:
                found.append(len(left) + sum(costs))
        return min(found, default=None)

    return cost(frozenset(game.secrets))


@st.composite
def tiny_games(draw):
    """Up to 7 secrets, 7 guesses and 3 answers; in half of the games an answer ends it."""
    solved = draw(st.booleans())
    n_secrets = draw(st.integers(1, 7))
    n_guesses = draw(st.integers(n_secrets if solved else 1, 7))
    row = st.lists(st.sampled_from("abc"), min_size=n_guesses, max_size=n_guesses)
    return game_of(draw(st.lists(row, min_size=n_secrets, max_size=n_secrets)), solved)


@st.composite
def free_games(draw):
    """Up to 6 secrets, 6 guesses and 4 answers, of which one ends the game, whichever secrets give it to a guess."""
    n_secrets, n_guesses = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.lists(st.sampled_from([SOLVED, *"abc"]), min_size=n_guesses, max_size=n_guesses)
    table = draw(st.lists(row, min_size=n_secrets, max_size=n_secrets))
    return Game(range(n_secrets), lambda secret, guess: table[secret][guess], guesses=range(n_guesses), solved=SOLVED)
