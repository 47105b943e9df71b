"""Deduction games: the known figures, trees replayed against every secret, small games by trying everything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale import FUZZ
from tiny_games import fewest, tiny_games

from logicpuzzles import Game, Limits, PuzzleError, load
from logicpuzzles.games import branches, searching, tree_cache
from logicpuzzles.games.strategies import NAMES, STEPWISE
from logicpuzzles.sealed import sealed


@pytest.fixture(scope="module")
def bulls_and_cows():
    return load("mastermind").game


@pytest.fixture(scope="module")
def mastermind():
    return load("mastermind", colours=6, repeats=True).game


@pytest.fixture(scope="module")
def coins():
    return load("coins").game


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch, tmp_path):
    """No trees of earlier tests, and the rounds of the search restored afterwards."""
    monkeypatch.setattr(tree_cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(searching, "WIDTHS", searching.WIDTHS)


def code(digits):
    return tuple(map(int, digits))


def codes(text):
    return [code(digits) for digits in text.split()]


def replay(game, tree):
    """Play `tree` against every secret with the plain answer function: the number of questions each takes."""
    found = {}
    for secret in game.secrets:
        node, number = tree, 0
        while not node.is_leaf:
            node, number = node.after[game.answer(secret, node.guess)], number + 1
        assert node.secret == secret
        found[secret] = number
    return found


# -- the known figures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret", "questions"),
    [
        ("6281", "0123 1045 2356 3274 3608 6281"),
        ("9876", "0123 4567 5489 6798 8976 9876"),
        ("9431", "0123 1045 2354 3406 3561 6502 7431 8431 9431"),
    ],
)
def test_the_first_consistent_code_is_asked_as_in_the_sample_games(bulls_and_cows, secret, questions):
    """The questions of the strategy first are those of the published sample games."""
    node, asked = bulls_and_cows.explore("first").tree, []
    while not node.is_leaf:
        asked.append(node.guess)
        node = node.after[bulls_and_cows.answer(code(secret), node.guess)]
    assert asked == codes(questions)


def test_first_consistent_over_all_secrets(bulls_and_cows):
    """Its 28024 questions are distributed as an independent program counted them."""
    found = bulls_and_cows.explore("first")
    assert found.total == 28024
    assert round(found.average, 4) == 5.5603
    assert found.counts == {1: 1, 2: 13, 3: 108, 4: 596, 5: 1668, 6: 1768, 7: 752, 8: 129, 9: 5}
    assert set(found.hardest) == set(codes("9431 9241 5293 9204 9214"))
    assert replay(bulls_and_cows, found.tree) == found.questions


@pytest.mark.parametrize(
    ("strategy", "total"), [("minimax", 27139), ("size", 26551), ("entropy", 26424), ("parts", 26751)]
)
def test_one_step_strategies_at_bulls_and_cows(bulls_and_cows, strategy, total):
    """Whole-tree totals with a consistent guess preferred, then the lowest code, and ties within 1e-9."""
    found = bulls_and_cows.explore(strategy)
    assert found.total == total
    assert replay(bulls_and_cows, found.tree) == found.questions


@pytest.mark.parametrize(("strategy", "total"), [("minimax", 5801), ("size", 5696), ("entropy", 5722), ("parts", 5668)])
def test_one_step_strategies_at_mastermind(mastermind, strategy, total):
    """The same with four pegs of six colours."""
    found = mastermind.explore(strategy)
    assert found.total == total
    assert replay(mastermind, found.tree) == found.questions


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (Limits(nodes=1), "limit of 1 node "),
        (Limits(nodes=60_000), "limit of 60,000 nodes"),
        (Limits(memory=1000), "limit of 1,000 bytes of memory"),
    ],
)
def test_the_optimum_of_bulls_and_cows_stopped_early(bulls_and_cows, limits, named):
    """However few sets or bytes it may take, the tree is within 0.3% of 26274, and the ending says how far it got."""
    found = bulls_and_cows.explore("optimum", limits=limits)
    assert found.status == "stopped"
    assert named in found.reason
    assert f"the best tree so far takes {found.total:,} questions, none fewer than {found.least:,}" in found.reason
    assert 26274 <= found.total <= 26274 * 1.003
    assert found.least <= 26274
    assert replay(bulls_and_cows, found.tree) == found.questions


def test_the_limit_of_seconds_holds_for_the_first_tree_of_the_optimum(bulls_and_cows):
    """It stops before the first question, though the game is small; the ending says what was found until then."""
    bulls_and_cows.gather()
    found = bulls_and_cows.explore("optimum", limits=Limits(seconds=0))
    assert (found.status, found.total, found.nodes, found.least) == ("stopped", 0, 0, None)
    assert found.tree.is_leaf
    assert found.reason == "the limit of 0 seconds was reached; 0 of 5,040 secrets were found until then"


def test_the_limit_of_seconds_holds_after_another_limit(bulls_and_cows, monkeypatch):
    """The first round may go on after the limit of nodes, but not after that of seconds."""
    monkeypatch.setattr(searching, "_GRACE", 10**18)
    monkeypatch.setattr(searching, "WIDTHS", (1 << 40,))  # a round that takes most of a minute
    began = []
    monkeypatch.setattr(searching, "perf_counter", lambda: began.append(1) or float("inf"))
    found = bulls_and_cows.explore("optimum", limits=Limits(nodes=1, seconds=3600))
    assert found.status == "stopped"
    assert "limit of 1 node " in found.reason
    assert len(began) == 1
    assert replay(bulls_and_cows, found.tree) == found.questions


def test_the_optimum_of_mastermind_stopped_early(mastermind):
    """The same for 5625."""
    found = mastermind.explore("optimum", limits=Limits(nodes=1))
    assert found.status == "stopped"
    assert 5625 <= found.total <= 5625 * 1.003


# Proving it takes most of a minute, so `make test` proves the smaller game only.
OPTIMA = [({"colours": 6, "repeats": True}, 5625, 6)] + ([({}, 26274, 7)] if FUZZ else [])


@pytest.mark.parametrize(("parameters", "total", "worst"), OPTIMA)
def test_the_optimum_is_found_and_proved(parameters, total, worst):
    """Bulls and cows: T. Tanaka, 1996; Mastermind: K. Koyama and T. Lai, "An optimal Mastermind strategy", 1993."""
    game = load("mastermind", **parameters).game
    found = game.explore("optimum")
    assert (found.status, found.total, found.worst, found.least) == ("solved", total, worst, total)
    assert replay(game, found.tree) == found.questions


@pytest.mark.parametrize(("pegs", "colours", "repeats"), [(2, 4, False), (2, 4, True), (3, 3, False), (2, 5, False)])
def test_the_optimum_of_small_codes_is_what_trying_everything_gives(pegs, colours, repeats):
    """The same rule file, small enough for an independent program that tries every guess for every set."""
    game = load("mastermind", pegs=pegs, colours=colours, repeats=repeats).game
    assert game.explore("optimum").total == fewest(game)


def test_three_weighings_are_enough_for_twelve_coins(coins):
    """Every one of the 24 possibilities is found in three weighings, and none in fewer."""
    found = coins.explore("optimum")
    assert found.counts == {3: 24}
    assert found.status == "solved"
    assert replay(coins, found.tree) == found.questions


@pytest.mark.parametrize(("number", "weighings", "enough"), [(3, 2, True), (4, 2, False)])
def test_so_many_coins_need_so_many_weighings(number, weighings, enough):
    """n weighings are enough for (3**n - 3) / 2 coins and no more (F. J. Dyson, 1946)."""
    found = load("coins", coins=number).game.explore("optimum")
    assert (found.total <= weighings * len(found.questions)) == enough


# -- small games ------------------------------------------------------------------------------------


@given(tiny_games(), st.sampled_from([(1, 2, 1 << 40), (1 << 40,)]))
def test_no_tree_beats_the_optimum(game, widths):
    """The optimum is what trying everything gives, however the search begins; no strategy takes fewer questions."""
    searching.WIDTHS = widths
    wanted = fewest(game)
    for strategy in NAMES:
        if strategy == "first" and max(game.own) < 0:
            continue
        if wanted is None:
            with pytest.raises(PuzzleError, match="told apart|ends the game"):
                game.explore(strategy)
        elif strategy != "first" or game.can_be_solved:
            found = game.explore(strategy)
            assert replay(game, found.tree) == found.questions
            assert found.total == wanted if strategy == "optimum" else found.total >= wanted


def test_the_search_grows_its_arrays(monkeypatch, mastermind):
    """With too few frames and slots to begin with, it finds the same optimum."""
    monkeypatch.setattr(searching, "_DEEPER", -3)
    monkeypatch.setattr(branches, "_FEWEST_SLOTS", 16)
    monkeypatch.setattr(branches, "_FEW_SLOTS", 2)
    monkeypatch.setattr(branches, "LARGE", 128)
    assert mastermind.explore("optimum").total == 5625


def test_the_optimum_where_all_guesses_together_get_many_answers():
    """Only those that one guess gets count: here they tell the guess, too, and each guess gets three of 119."""

    def answer(hidden, guess):
        return "right" if hidden == guess else (guess, hidden < guess)

    game = Game(range(60), answer, solved="right")
    found = game.explore("optimum")
    assert len(game.table.answers) == 119
    assert found.total == found.least == 1 + 2 * 2 + 4 * 3 + 8 * 4 + 16 * 5 + 29 * 6  # halved each time
    assert replay(game, found.tree) == found.questions


def test_the_optimum_of_many_answers_where_none_ends_the_game():
    """The same where it ends as soon as one secret is left: a tree with two branches at every question."""
    found = Game(range(70), lambda hidden, guess: (guess, hidden < guess)).explore("optimum")
    assert found.total == found.least == 6 * 70 + 2 * (70 - 64)


def test_a_guess_with_too_many_answers_for_the_optimum():
    """It is refused with their number."""
    with pytest.raises(PuzzleError, match="a guess can get 70 different answers, too many for the strategy optimum"):
        Game(range(70), lambda hidden, guess: abs(hidden - guess), solved=0).explore("optimum")


def test_secrets_that_cannot_be_told_apart_are_named():
    """A game that nobody can win says which secrets are alike."""
    game = Game(["a", "b", "c"], lambda secret, guess: secret == "c", guesses=["?"])
    for strategy in ("entropy", "optimum"):
        with pytest.raises(PuzzleError, match="2 secrets cannot be told apart, a and b: they answer every guess"):
            game.explore(strategy)


def test_a_game_can_be_as_deep_as_it_has_secrets():
    """Guesses that exclude one secret each make a tree as deep as the secrets are many."""
    game = Game(range(1200), lambda secret, guess: secret == guess, solved=True)
    assert game.explore("first").worst == 1200


# -- trees that are kept ----------------------------------------------------------------------------


def test_a_kept_tree_is_used_again_and_a_damaged_one_is_not(mastermind):
    """The file gives the tree back; what is no tree of this game is ignored."""
    tree, record = searching_tree(mastermind)
    tree_cache.keep(mastermind, record)
    assert list(tree_cache.read_tree(mastermind).leaves()) == list(tree.leaves())
    other = json.dumps([0] * len(record))
    for text in (
        "",
        "[]",
        "{}",
        '["x"]',
        "[" * 10**6,
        "1e999",
        "[1e999]",
        "[true]",
        "[-1]",
        str([*record, 5]),
        other,
        str([10**9]),
        str(record),
    ):
        tree_cache._file(mastermind).write_text(text)
        assert tree_cache.read_tree(mastermind) is None
        tree_cache._file(mastermind).write_bytes(sealed(text.encode()))
        assert (tree_cache.read_tree(mastermind) is None) == (text != str(record))


def test_a_kept_tree_that_is_larger_than_one_can_be_is_not_read(mastermind, monkeypatch):
    """Each question parts the secrets that are left; a list of millions would take a hundred times its size."""
    read = []
    monkeypatch.setattr(tree_cache.json, "loads", lambda text: read.append(len(text)) or [])
    for size in (1_000, 10_000_000):
        tree_cache._file(mastermind).parent.mkdir(exist_ok=True)
        tree_cache._file(mastermind).write_bytes(sealed(b"[0" + b",0" * size + b"]"))
        assert tree_cache.read_tree(mastermind) is None
    assert read == [2_003]


@pytest.mark.parametrize(
    "place",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.symlink_to(path)],
    ids=["a folder", "a pipe", "endless", "a link to itself"],
)
def test_what_is_no_file_is_no_kept_tree(mastermind, place):
    """Nothing waits for it, and nothing that is kept is lost over it."""
    tree_cache._file(mastermind).parent.mkdir(exist_ok=True)
    place(tree_cache._file(mastermind))
    assert tree_cache.read_tree(mastermind) is None
    tree, record = searching_tree(mastermind)
    tree_cache.keep(mastermind, record)
    found = tree_cache.read_tree(mastermind)
    assert found is None if place is Path.mkdir else list(found.leaves()) == list(tree.leaves())
    assert not list(tree_cache.folder().glob("*.new"))


def searching_tree(game):
    from logicpuzzles.games.growing import Growing

    growing = Growing(game)
    return growing.run(STEPWISE["parts"](game)), growing.guesses


# -- the same under every hash seed -----------------------------------------------------------------


TREES = """
from logicpuzzles import Game, load
def told(node): return [node.guess, node.secret, [(a, told(n)) for a, n in node.after.items()]]
for strategy in ("entropy", "parts", "optimum"):
    print(told(load("coins", coins=5).game.explore(strategy).tree))
words = ["red", "green", "blue", "black", "white"]
pairs = [(one, two) for one in words for two in words]
game = Game(pairs, lambda s, g: (len(set(s) & set(g)), s[0] == g[0], s[1] == g[1]))
print([told(game.explore(strategy).tree) for strategy in ("first", "size", "minimax")])
"""


def test_trees_do_not_depend_on_the_hash_seed():
    """Two values of PYTHONHASHSEED give the same trees, word for word."""
    told = [
        subprocess.run(
            [sys.executable, "-c", TREES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert told[0] == told[1]
    assert "balance" in told[0]
