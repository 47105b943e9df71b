"""Deduction games: the known figures, trees replayed against every secret, small games by trying everything."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale import FUZZ
from tiny_games import fewest, game_of, tiny_games

from logicpuzzles import Game, Limits, Model, Problem, PuzzleError, load, run, var
from logicpuzzles.games import keeping, searching, table
from logicpuzzles.games.exploring import replay
from logicpuzzles.games.patterns import Patterns
from logicpuzzles.games.strangers import Unfit
from logicpuzzles.games.strategies import NAMES, STEPWISE
from logicpuzzles.games.table import Table


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
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path)
    monkeypatch.setattr(searching, "WIDTHS", searching.WIDTHS)


def code(digits):
    return tuple(map(int, digits))


def codes(text):
    return [code(digits) for digits in text.split()]


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


def test_the_optimum_of_bulls_and_cows_stopped_early(bulls_and_cows):
    """Stopped by a limit, the tree is within 0.3% of 26274, and the ending says how far it got."""
    found = bulls_and_cows.explore("optimum", limits=Limits(nodes=120_000))
    assert found.status == "stopped"
    assert "limit of 120,000 nodes" in found.reason
    assert 26274 <= found.total <= 26274 * 1.003
    assert found.least <= 26274
    assert replay(bulls_and_cows, found.tree) == found.questions


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
    monkeypatch.setattr(searching, "_FEWEST_SLOTS", 16)
    assert mastermind.explore("optimum").total == 5625


def test_secrets_that_cannot_be_told_apart_are_named():
    """A game that nobody can win says which secrets are alike."""
    game = Game(["a", "b", "c"], lambda secret, guess: secret == "c", guesses=["?"])
    for strategy in ("entropy", "optimum"):
        with pytest.raises(PuzzleError, match="2 secrets cannot be told apart, such as a, b: \\? does not"):
            game.explore(strategy)


def test_a_game_can_be_as_deep_as_it_has_secrets():
    """Guesses that exclude one secret each make a tree as deep as the secrets are many."""
    game = Game(range(1200), lambda secret, guess: secret == guess, solved=True)
    assert game.explore("first").worst == 1200


# -- the table of answers ---------------------------------------------------------------------------


FUNCTIONS = {
    "equal places": lambda s, g: sum(a == b for a, b in zip(s, g, strict=True)),
    "as a set": lambda s, g: len(set(s) & set(g)),
    "a constant of its own": lambda s, g: (s[0] == 1, g.count(2), s[1] == g[0]),
    "order": lambda s, g: (s > g) - (s < g),
    "arithmetic": lambda s, g: sum(s) - sum(g),
    "a look-up": lambda s, g: ({1: "one"}.get(s[0], "other"), s[1] == g[1]),
    "a value for an answer": lambda s, g: s[0] if s[0] in g else "none",
    "many answers": lambda s, g: (s, g[0]),
    "itself": lambda s, g: s[0] is g[0],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_table_is_what_the_function_says(name, monkeypatch):
    """Whether strangers suffice for the function or not, every cell is its answer."""
    monkeypatch.setattr(table, "FEW", 0)
    secrets, guesses, function = list(product(range(5), repeat=3)), list(permutations(range(5), 3)), FUNCTIONS[name]
    made = Table(secrets, guesses, function)
    answers = [[made.answers[number] for number in row] for row in made.matrix().tolist()]
    assert answers == [[function(secret, guess) for guess in guesses] for secret in secrets]


@given(st.data())
def test_patterns_are_what_the_function_says(data):
    """Random functions of which values are equal, over terms of several shapes: the same as asked one by one."""
    size = data.draw(st.integers(1, 3))
    value = st.integers(0, 3)
    term = st.tuples(*[value] * size) | st.tuples(st.tuples(value, value), st.just("x"))
    secrets, guesses = (data.draw(st.lists(term, min_size=1, max_size=12, unique=True)) for _ in range(2))
    seed = data.draw(st.integers(0, 1000))

    def answer(secret, guess):
        flat = [
            part
            for whole in (secret, guess)
            for item in whole
            for part in (item if isinstance(item, tuple) else (item,))
        ]
        equal = tuple(one == two for one in flat for two in flat)
        return random.Random(f"{seed} {len(flat)} {equal}").randrange(5)

    numbers = {}
    patterns = Patterns(secrets, guesses, answer, lambda found: numbers.setdefault(found, len(numbers)))
    import numpy as np

    found = patterns.columns(np.arange(len(secrets)))
    assert found.tolist() == [[numbers[answer(secret, guess)] for guess in guesses] for secret in secrets]


def test_a_function_that_orders_values_is_not_asked_of_strangers():
    """Patterns refuse what needs more of a value than to compare it for equality."""
    with pytest.raises(Unfit):
        Patterns([(1,), (2,)], [(1,), (3,)], lambda s, g: s < g, lambda _: 0)


# -- games as relations -----------------------------------------------------------------------------


def test_consistency_is_a_relation_in_every_direction(bulls_and_cows):
    """Which codes are left, which answers a guess could have got, and which guesses get an answer."""
    file, unknown, answer = load("mastermind"), var(), var()
    turns = ((code("0123"), (0, 2)), (code("1045"), (0, 1)))
    left = run(0, unknown, file.consistent(unknown, turns))
    assert left == bulls_and_cows.left(turns)
    assert left[0] == code("2356")
    asked = (*turns, (code("2356"), answer))
    got = run(0, answer, file.consistent(unknown, asked))
    assert set(got) == {bulls_and_cows.answer(secret, code("2356")) for secret in left}
    assert run(0, unknown, file.consistent((6, 2, unknown, 1), turns)) == (7, 8, 9)
    assert codes("6271 6281 6291") == [secret for secret in left if (secret[0], secret[1], secret[3]) == (6, 2, 1)]
    assert run(0, True, file.consistent(code("6281"), turns)) == (True,)
    assert run(0, True, file.consistent(code("0123"), turns)) == ()
    assert run(2, unknown, file.answer(code("0123"), unknown, (3, 0))) == (code("0124"), code("0125"))
    assert run(1, unknown, file.answer(unknown, code("0123"), (0, 4))) == (code("1032"),)
    assert run(0, unknown, file.answer((0, 0, 1, 2), unknown, answer)) == ()


def test_consistency_is_the_constraint_model(mastermind):
    """The python-constraint problem with the turns has the secrets that are left for solutions."""
    draw = random.Random(3)
    for _ in range(5):
        secret, *guesses = draw.sample(mastermind.secrets, 3)
        turns = [(guess, mastermind.answer(secret, guess)) for guess in guesses]
        assert sorted(mastermind.solutions(turns)) == list(mastermind.left(turns))


def test_a_model_gives_the_secrets_and_explains_contradictions(bulls_and_cows):
    """Auxiliary variables are no part of a secret; what contradicts itself is found by the model too."""

    def build():
        problem = Problem()
        problem.addVariables("abs", range(4))
        problem.addConstraint(lambda a, b, s: a + b == s, "abs")
        problem.addConstraint(lambda a, b: a != b, "ab")
        return problem

    def answer(secret, guess):
        return sum(a == b for a, b in zip(secret, guess, strict=True))

    game = Game(Model(build, arguments="ab"), answer, solved=2)
    assert game.secrets == ((0, 1), (0, 2), (0, 3), (1, 0), (1, 2), (2, 0), (2, 1), (3, 0))
    assert game.left([((0, 1), 1)]) == tuple(sorted(game.solutions([((0, 1), 1)]))) == ((0, 2), (0, 3), (2, 1))
    assert game.model([((0, 1), 1)]).count() == 3
    turns = [(code("0123"), (0, 2)), (code("4567"), (0, 2)), (code("5476"), (0, 0))]
    assert bulls_and_cows.model(turns[:2]).count() == len(bulls_and_cows.left(turns[:2]))
    assert bulls_and_cows.model(turns).count() == 0


def test_a_list_of_secrets_is_a_model_too(coins):
    """A game without a model of its own gets one with a single variable."""
    unknown, turns = var(), [(((1, 2, 3, 4), (5, 6, 7, 8)), "balance")]
    left = run(0, unknown, load("coins").consistent(unknown, turns))
    assert left == coins.left(turns)
    assert {coin for coin, _ in left} == {9, 10, 11, 12}


# -- what is wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"pegs": 5, "colours": 4}, "colours of a code cannot all differ; expected at most 4.*Next: allow repeats"),
        ({"pegs": 0}, "there is no code; expected at least one of each"),
    ],
)
def test_impossible_parameters_are_refused(parameters, message):
    """Each is one message that says what is possible."""
    with pytest.raises(PuzzleError, match=message):
        load("mastermind", **parameters)


@pytest.mark.parametrize(
    ("guess", "message"),
    [
        ((0, 0, 1, 2), "0, 0, 1, 2. has 0 more than once, the values of a guess are all different"),
        ((0, 1, 2), "0, 1, 2. has 3 values, a guess has 4; expected a guess such as 0123"),
        ((0, 1, 2, "x"), "no guess has the value x"),
    ],
)
def test_what_is_no_guess_is_refused_with_the_reason(bulls_and_cows, guess, message):
    """Repeated digits, the wrong length, an unknown value: each is one message."""
    with pytest.raises(PuzzleError, match=message):
        bulls_and_cows.guess(guess)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Game([1, 1], lambda s, g: 0).secrets, "secrets: this comes twice, got 1"),
        (lambda: Game([], lambda s, g: 0).secrets, "there are no secrets"),
        (lambda: Game("ab", lambda s, g: 0), "these are no terms; expected a list of terms"),
        (lambda: Game([1, 2], "answer"), "this is no function; expected answer"),
        (lambda: Game([{}], lambda s, g: 0).secrets, "this is no term"),
        (lambda: Game([1, 2], lambda s, g: {}).explore(), "an answer is no term"),
        (lambda: Game([1, 2], lambda s, g: s / 0).explore(), r"answer\(1, 1\): ZeroDivisionError"),
        (lambda: Game(lambda: 7, lambda s, g: 0).secrets, "the function builds no problem"),
        (lambda: Game([1, 2], lambda s, g: s == g).explore("luck"), "there is no such strategy; expected first"),
        (lambda: load("coins").game.explore("first"), "the strategy first asks secrets"),
        (lambda: game_of([["a"] * 2] * 2, False).explore("optimum"), "2 secrets cannot be told apart"),
    ],
)
def test_a_wrong_game_is_one_message(made, message):
    """Each wrong part of a declaration is named."""
    with pytest.raises(PuzzleError, match=message):
        made()


def test_a_table_that_is_too_large_is_refused(monkeypatch):
    """A game whose table cannot be worked out in time says so, and what to do."""
    monkeypatch.setattr(table, "MOST_CALLS", 100)
    game = Game(range(20), lambda secret, guess: secret < guess)
    with pytest.raises(PuzzleError, match="400 entries; expected at most 100.*take the strategy first"):
        game.explore("entropy")


# -- trees that are kept ----------------------------------------------------------------------------


def test_a_kept_tree_is_used_again_and_a_damaged_one_is_not(mastermind):
    """The file gives the tree back; what is no tree of this game is ignored."""
    record = []
    tree = searching_tree(mastermind, record)
    keeping.keep(mastermind, record)
    assert list(keeping.kept(mastermind).leaves()) == list(tree.leaves())
    for text in ("", "[]", "{}", '["x"]', str([*record, 5]), str([0] * len(record)), str([10**9])):
        keeping._file(mastermind).write_text(text)
        assert keeping.kept(mastermind) is None


def searching_tree(game, record):
    from logicpuzzles.games.tree import grow

    return grow(game, keeping.recording(STEPWISE["parts"](game), record))


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
