"""The optimum of games by several threads: the tree and the counts of one, and what stops it."""

import threading
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import fewest, tiny_games
from waiting import is_soon

from logicpuzzles import Game, Limits, PuzzleError, load
from logicpuzzles.games import branches, searching, tree_cache


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch, tmp_path):
    """No trees of earlier tests, and what the tests set restored afterwards."""
    monkeypatch.setattr(tree_cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(tree_cache, "read_tree", lambda _game: None)
    monkeypatch.setattr(searching, "WIDTHS", searching.WIDTHS)
    for name in ("LARGE", "AT_ONCE"):
        monkeypatch.setattr(branches, name, getattr(branches, name))


@pytest.fixture(scope="module")
def mastermind():
    return load("mastermind", colours=6, repeats=True).game


def told(found):
    """All that must not depend on the number of threads."""
    return found.status, found.total, found.least, found.nodes, found.questions, shape(found.tree)


def shape(node):
    """A tree as nested tuples: the guesses, and what follows each answer."""
    if node.is_leaf:
        return node.secret
    return node.guess, tuple((answer, shape(after)) for answer, after in node.after.items())


@given(tiny_games(), st.sampled_from([(1, 2, 1 << 40), (1 << 40,)]), st.integers(1, 9))
def test_branches_find_the_optimum_of_small_games(game, widths, at_once):
    """What trying everything gives, with a branch for each guess; by two threads the same tree and nodes."""
    searching.WIDTHS, branches.LARGE, branches.AT_ONCE = widths, 2, at_once
    wanted = fewest(game)
    if wanted is not None:
        alone = game.explore("optimum", workers=1)
        assert (alone.status, alone.total, alone.least) == ("solved", wanted, wanted)
        assert told(game.explore("optimum", workers=2)) == told(alone)


@pytest.mark.parametrize("at_once", [1, 3, 8])
@pytest.mark.parametrize("large", [64, 256, 1296])
def test_every_number_of_threads_gives_one_tree(mastermind, large, at_once):
    """With few and many branches; 5625 questions as published (K. Koyama and T. W. Lai, 1993)."""
    branches.LARGE, branches.AT_ONCE = large, at_once
    alone = mastermind.explore("optimum", workers=1)
    assert (alone.total, alone.least) == (5625, 5625)
    for workers in (2, 3):
        assert told(mastermind.explore("optimum", workers=workers)) == told(alone)


def test_large_sets_are_searched_by_branches(mastermind, monkeypatch):
    """They are, from the number of secrets on that is set; with none as large, there is no branch."""
    made = []
    grown = branches.Search.branches
    monkeypatch.setattr(branches.Search, "branches", lambda self: made.append(grown(self)) or made[-1])
    branches.LARGE = 1297
    nodes = mastermind.explore("optimum", workers=2).nodes
    assert not made
    branches.LARGE, branches.AT_ONCE = 200, 5
    mastermind.explore("optimum", workers=2)
    assert len(made) > 10
    assert max(map(len, made)) == 5
    assert all(branch.is_done for some in made for branch in some)
    branches.AT_ONCE = 1  # one after another, each knows all that one search knows
    assert mastermind.explore("optimum", workers=2).nodes == nodes


def test_first_guesses_are_branches_where_there_are_many(monkeypatch):
    """A game without symmetries: 40 secrets, 25 guesses with random answers."""
    made = []
    grown = branches.Search.branches
    monkeypatch.setattr(
        branches.Search,
        "branches",
        lambda self: made.append(int(self.trial.control[0]["depth"])) or grown(self),
    )
    branches.LARGE = 20
    answers = [[Random(1000 * secret + guess).random() < 0.2 for guess in range(25)] for secret in range(40)]
    game = Game(range(40), lambda secret, guess: answers[secret][guess], guesses=range(25))
    alone = game.explore("optimum", workers=1)
    assert 0 in made
    assert told(game.explore("optimum", workers=3)) == told(alone)
    branches.LARGE = 41
    assert game.explore("optimum").total == alone.total == alone.least


@pytest.mark.parametrize("limits", [Limits(nodes=2000), Limits(memory=1), Limits(seconds=0.3)])
def test_a_limit_stops_all_threads(limits):
    """The best tree so far is given, and no thread is left."""
    branches.LARGE = 64
    found = load("mastermind", colours=8, repeats=True).game.explore("optimum", limits=limits, workers=2)
    assert found.status == "stopped"
    assert found.tree is None or sum(number for _, number in found.tree.leaves()) == found.total
    assert is_soon(lambda: "logicpuzzles worker" not in {thread.name for thread in threading.enumerate()})


@pytest.mark.parametrize("strategy", ["optimum", "entropy"])
@pytest.mark.parametrize("workers", [0, -1, True, 1.5, "tcp://10.0.0.7:8786"])
def test_what_is_no_number_of_threads(mastermind, strategy, workers):
    """It is refused whatever the strategy."""
    with pytest.raises(PuzzleError, match="no number of workers|cores of this machine alone"):
        mastermind.explore(strategy, workers=workers)
