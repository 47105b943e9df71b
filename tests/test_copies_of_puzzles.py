"""Copies and pickles of puzzles, rule files and endings: they work as the original, or one message says why not."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from logicpuzzles import Limits, Puzzle, eq, lall, load, relation, swapo
from logicpuzzles.errors import PuzzleError
from logicpuzzles.search.exploration import Exploration, Unexplored


@relation
def turn(at: Any, before: Any, after: Any) -> Any:
    """The first two cells change places."""
    return lall(swapo(0, 1, before, after), eq(at, 0))


def pickled(value: Any) -> Any:
    """What a pickle of `value` gives back."""
    return pickle.loads(pickle.dumps(value))


every_way = pytest.mark.parametrize("again", [pickled, copy, deepcopy])
FILES = [("six", {}), ("blocks", {}), ("river", {}), ("hanoi", {}), ("sliding", {"rows": 2, "cols": 3})]


@every_way
@pytest.mark.parametrize(("name", "values"), FILES)
def test_puzzles_of_rule_files(again: Callable[[Any], Any], name: str, values: dict[str, Any]) -> None:
    """In Python and in text, with parameters and without: the same moves, solution, space and relations."""
    rulefile = load(name, **values)
    puzzle = rulefile.puzzle
    solved = puzzle.solve()
    for other in (again(puzzle), again(rulefile).puzzle):
        assert other.successors(puzzle.start) == puzzle.successors(puzzle.start)
        assert other.solve().moves == solved.moves
        assert other.explore().depths == puzzle.explore().depths
    assert repr(again(rulefile)) == repr(rulefile) or again is pickled
    assert again(rulefile).ask("start(S)").first() == rulefile.ask("start(S)").first()


@every_way
def test_a_puzzle_of_a_module(again: Callable[[Any], Any]) -> None:
    """It is pickled by its parts; a copy does not share what was worked out."""
    puzzle = Puzzle(turn, (1, 0), (0, 1), symbols={0: "."})
    puzzle.solve()
    other = again(puzzle)
    assert (other.solve().moves, other.draw((1, 0))) == ((0,), "1 .")
    assert "compiled" not in again(puzzle).__dict__


def test_a_puzzle_that_cannot_be_pickled_says_so() -> None:
    """One message names the part and what to do."""

    @relation
    def inner(at: Any, before: Any, after: Any) -> Any:
        return turn(at, before, after)

    with pytest.raises(PuzzleError, match=r"move: a puzzle with inner cannot be pickled.*Next: define it at the top"):
        pickle.dumps(Puzzle(inner, (1, 0), (0, 1)))
    with pytest.raises(pickle.PicklingError, match="is stated in a text: pickle the rule file, or the text"):
        pickle.dumps(load("river").puzzle.move)


@every_way
def test_endings(again: Callable[[Any], Any]) -> None:
    """Solved, exhausted and stopped are equal to what they were."""
    seven = load("seven").puzzle
    stopped = load("fifteen").puzzle.solve(limits=Limits(nodes=1000))
    for ending in (seven.solve(), seven.solve(goal=(1, 2, 3, 4, 5, 7, 6, 0)), stopped, load("send_more").model.solve()):
        assert again(ending) == ending


def test_explorations() -> None:
    """Copies share the table, whichever engine made it; a pickle is refused in one message."""
    whole = load("six").puzzle.explore()
    part = load("six").puzzle.explore(limits=Limits(nodes=100))
    large = load("sliding", rows=2, cols=4).puzzle.explore()
    assert isinstance(whole, Exploration)
    assert isinstance(part, Unexplored)
    for found in (whole, part, large):
        for again in (copy, deepcopy):
            assert again(found).depths == found.depths
        with pytest.raises(PuzzleError, match="an exploration cannot be pickled.*Next: pickle its depths"):
            pickle.dumps(found)
    assert deepcopy(part).resume().depths == whole.depths
    assert list(deepcopy(whole).hardest()) == list(whole.hardest())
