"""Games in which a guess ends the game for several secrets, or several guesses end it for one: trees and messages."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from scale import scale
from tiny_games import SOLVED, fewest, free_games

from logicpuzzles import Game, PuzzleError
from logicpuzzles.games.strategies import NAMES, OPTIMUM


def ends_early():
    """Guess A ends the game for 1 and 2: B is to be asked before. The fewest questions are 13: 5 + 1 + 4 + 3."""
    rows = {1: "yes l n n n", 2: "yes r n n n", 3: "x l yes n n", 4: "y l n yes n", 5: "z l n n yes"}
    table = {
        (secret, guess): word for secret, row in rows.items() for guess, word in zip("ABCDE", row.split(), strict=True)
    }
    return Game([1, 2, 3, 4, 5], lambda secret, guess: table[secret, guess], guesses=list("ABCDE"), solved=SOLVED)


def found_twice():
    """Two guesses find 0; the second tells the others apart, the first one does not."""
    table = [["yes", "yes", "a", "a"], ["a", "a", "yes", "a"], ["a", "b", "a", "yes"]]
    return Game(range(3), lambda secret, guess: table[secret][guess], guesses=range(4), solved=SOLVED)


def is_right(game, tree):
    """Whether every secret is found by the answers it gives, and no other is left there; by the game alone."""
    for secret in game.secrets:
        node, left = tree, list(game.secrets)
        while not node.is_leaf:
            answer = game.answer(secret, node.guess)
            left = [one for one in left if game.answer(one, node.guess) == answer]
            node = node.after[answer]
        if node.secret != secret or left != [secret] or (game.can_be_solved and answer != game.solved):
            return False
    return True


def is_true(message, game):
    """Whether what is said of a game without a tree is so, by going through the answers."""
    rows = {str(secret): [game.answer(secret, guess) for guess in game.guesses] for secret in game.secrets}
    if found := re.search(r"2 secrets cannot be told apart, (\S+) and (\S+):", message):
        return rows[found[1]] == rows[found[2]]
    if found := re.search(r"no guess gets the answer yes, which ends the game, from the secret (\S+);", message):
        return SOLVED not in rows[found[1]]
    if found := re.search(r"where (\d+) secrets are left, (.*), each guess ends", message):
        left = [rows[secret] for secret in re.findall(r"\d+", found[2])]
        assert len(left) == int(found[1])
        return all(one.count(SOLVED) > 1 or len(set(one)) == 1 for one in zip(*left, strict=True))
    return False


@settings(max_examples=scale(80, 4000))
@given(free_games())
@example(ends_early())
@example(found_twice())
def test_each_strategy_gives_a_right_tree_or_a_true_message(game):
    """And the strategy optimum the fewest questions, by trying everything; none only where there is no tree."""
    best = fewest(game)
    for strategy in NAMES:
        try:
            found = game.explore(strategy)
        except PuzzleError as error:
            message = str(error)
            if strategy == "first" and "no guess of this game is one" in message:
                assert all(SOLVED not in [game.answer(s, g) for g in game.guesses] for s in game.secrets)
            elif "whatever is asked first" in message:
                assert (strategy, best) == (OPTIMUM, None)
            else:
                assert is_true(message, game), message
                assert strategy != OPTIMUM or best is None
                assert "optimum" in message or best is None
        else:
            assert is_right(game, found.tree)
            assert found.total == sum(found.questions.values())
            assert best is not None
            assert found.total == best if strategy == OPTIMUM else found.total >= best


@pytest.mark.parametrize("strategy", NAMES)
def test_a_guess_that_ends_the_game_for_several_is_asked_later(strategy):
    """Strategies that look one step ahead come to another guess first too."""
    game = ends_early()
    found = game.explore(strategy)
    assert is_right(game, found.tree)
    assert strategy != OPTIMUM or (found.total, fewest(game)) == (13, 13)


def test_a_secret_that_two_guesses_find():
    """The better one of them counts: 0 by it at once, the others by one more question each."""
    assert found_twice().explore(OPTIMUM).total == fewest(found_twice()) == 5


def test_a_game_without_a_tree_whose_secrets_differ():
    """Each guess ends the game for two of the three secrets; any two of them are told apart by another."""
    table = [["yes", "yes", "a"], ["yes", "a", "yes"], ["a", "yes", "yes"]]
    game = Game(range(3), lambda secret, guess: table[secret][guess], guesses=range(3), solved=SOLVED)
    with pytest.raises(PuzzleError, match="whatever is asked first, some secrets are never found"):
        game.explore(OPTIMUM)
    with pytest.raises(PuzzleError, match=r"where 3 secrets are left, .*each guess ends the game for several of them"):
        game.explore("entropy")
