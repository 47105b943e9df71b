"""Models, games and what comes of them can be copied, and pickled where their parts can; else a message says why."""

from __future__ import annotations

import copy
import pickle

import pytest
from constraint import AllDifferentConstraint, Problem

from logicpuzzles import Game, Model, PuzzleError, load
from logicpuzzles.games.play import Deduction


def build():
    """Two different numbers."""
    problem = Problem()
    problem.addVariables("AB", [1, 2, 3])
    problem.addConstraint(AllDifferentConstraint())
    return problem


def contradicting():
    problem = Problem()
    problem.addVariables("AB", [1])
    problem.addConstraint(AllDifferentConstraint(), "AB")
    return problem


def impossible():
    problem = Problem()
    problem.addVariables("AB", [1, 2])
    problem.addConstraint(lambda a, b: a > b + 1, "AB")
    return problem


def answer(secret, guess):
    return (secret > guess) - (secret < guess)


def told(term):
    return f"<{term}>"


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


COPIES = [copy.copy, copy.deepcopy, pickled]
MODEL = Model(build, picture="{A}-{B}", arguments="BA", name="two")
GAME = Game(range(1, 8), answer, ask=told)
SOLVED = Game(range(1, 8), answer, solved=0)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("used", [False, True])
def test_a_model_comes_back_whole(copied, used):
    model = Model(build, picture="{A}-{B}", arguments="BA", name="two")
    if used:
        model.solve()
    again = copied(model)
    assert again is not model
    assert list(again.solutions()) == list(MODEL.solutions())
    assert (again.count(), again.name, again.__doc__) == (6, "two", build.__doc__)
    assert again.draw({"A": 1, "B": 2}) == "1-2"
    assert copied(model.relation).parameters == ("B", "A")


@pytest.mark.parametrize("copied", COPIES)
def test_a_game_its_tree_and_its_turns_come_back_whole(copied):
    for game in (GAME, SOLVED, Game(MODEL, lambda s, g: s == g) if copied is not pickled else GAME):
        again = copied(game)
        assert again.explore("minimax").total == game.explore("minimax").total
        assert again.ask(3) == game.ask(3)
        assert again.can_be_solved == game.can_be_solved
    found = GAME.explore("optimum")
    assert repr(copied(found)).split("seconds")[0] == repr(found).split("seconds")[0]
    assert str(copied(found.tree)) == str(found.tree)
    assert copied(Deduction.begin(GAME).told(4, 1)).secrets == (5, 6, 7)


@pytest.mark.parametrize("copied", COPIES)
def test_solutions_and_contradictions_come_back_whole(copied):
    found = MODEL.solve()
    assert copied(found) == found
    none = Model(contradicting).explain()
    assert str(copied(none)) == str(none)
    assert not copied(none).posted[0].holds((1, 1))
    assert copied(Model(contradicting).solve()).status == "exhausted"


LAMBDAS = [
    (Model(lambda: build()), "a model cannot be pickled, as its build cannot: "),
    (Model(build, picture=lambda values: "x"), "a model cannot be pickled, as its picture cannot: "),
    (Game(range(3), lambda s, g: 0), "a game cannot be pickled, as its answer cannot: "),
    (Game(range(3), answer, tell=lambda a: "x"), "a game cannot be pickled, as its tell cannot: "),
    (Model(lambda: build()).relation, "a model cannot be pickled, as its build cannot: "),
    (Model(impossible).explain(), "a contradiction cannot be pickled, as its "),
]


@pytest.mark.parametrize(("thing", "message"), LAMBDAS, ids=range(len(LAMBDAS)))
def test_what_cannot_be_pickled_is_named(thing, message):
    with pytest.raises(PuzzleError) as error:
        pickle.dumps(thing)
    assert str(error.value).startswith(f"pickle: {message}")
    assert "Next: " in str(error.value)
    assert type(copy.deepcopy(thing)) is type(thing)


def test_what_a_rule_file_declares_is_pickled_as_the_file():
    """With its parameters; what a copy is changed to is not in the file."""
    model = load("queens", n=6).model
    assert pickle.loads(pickle.dumps(model)).count() == model.count() == 4
    assert pickle.loads(pickle.dumps(model.relation)).name == model.relation.name
    game = load("mastermind").game
    assert pickle.loads(pickle.dumps(game)).secrets == game.secrets
    with pytest.raises(PuzzleError, match="a model cannot be pickled, as its build cannot: "):
        pickle.dumps(model.aiming("q0"))


@pytest.mark.parametrize("copied", COPIES)
def test_solutions_that_are_still_being_found_are_no_thing_to_copy(copied):
    with pytest.raises(PuzzleError, match=r"cannot be copied. Next: list\(solutions\) keeps them"):
        copied(MODEL.solutions())
