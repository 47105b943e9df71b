"""How far states are from the goal, as searches in the background find out, beside the exploration of all states."""

from __future__ import annotations

from functools import cache
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles import Limits, Puzzle, load
from logicpuzzles.endings import Path
from logicpuzzles.limits import Listener
from logicpuzzles.logic.terms import same
from logicpuzzles.playing.distance import Distance, Searched
from logicpuzzles.playing.moves import Play
from logicpuzzles.search.exploration import Exploration

HANGS = 200.0  # seconds: what takes as long does not end; a kernel may have to be compiled on a busy machine


@cache
def explored(name: str) -> tuple[Puzzle, Exploration]:
    """A puzzle, and apart from it all its states that reach a goal."""
    found = load(name).puzzle.explore()
    assert isinstance(found, Exploration)
    return load(name).puzzle, found


FILES = ("seven", "six", "blocks", "river", "hanoi", "oshidori", "bridge", "knights_tour")


@given(st.sampled_from(FILES), st.lists(st.integers(0, 11), max_size=8))
@settings(max_examples=settings.default.max_examples // 2)
def test_distances_are_those_of_the_whole_space(name: str, choices: list[int]) -> None:
    """Whatever was asked before; what is told without an answer is never more, and the next move is one step nearer."""
    puzzle, whole = explored(name)
    play, searched = Play(puzzle), Searched(puzzle)
    for choice in (None, *choices):
        moves = play.moves()
        if choice is not None and moves:
            play.move(moves[choice % len(moves)]) if choice < 9 else play.undo()
        depth = whole.table.depth(play.state)
        at_once = searched.ask(play.state)
        assert depth is None or at_once.at_least <= depth
        assert searched.wait(HANGS)
        found = searched.known(play.state)
        assert (found.exact, found.reason is None, found.stopped) == (depth, depth is not None, None)
        if depth:
            [move] = [move for move in play.moves() if same(move.after, found.after)]
            assert same(move.label, found.next)
            price = min(cost for _, after, cost in puzzle.priced(play.state) if same(after, move.after))
            assert whole.table.depth(move.after) == depth - price


def test_along_a_solution_nothing_is_searched_again() -> None:
    searched = Searched(load("seven").puzzle)
    play = Play(searched.puzzle)
    searched.ask(play.state)
    assert searched.wait(HANGS)
    left = searched.known(play.state).exact
    assert left == 36  # the hardest of all is 36 moves away
    while not play.is_goal:
        found = searched.ask(play.state)
        assert (found.exact, searched.is_searching) == (left, False)
        play.move(next(move for move in play.moves() if same(move.after, found.after)))
        left -= 1
    assert searched.ask(play.state).in_words() == "a goal"


def test_after_exploring_every_state_is_known() -> None:
    puzzle = load("seven").puzzle
    play, searched = Play(puzzle), Searched(puzzle)
    play.deal(11, seed=1)
    assert searched.ask(play.state).exact == 11
    assert not searched.is_searching


def test_what_the_search_proves_is_told_while_it_goes_on() -> None:
    """The state is 80 moves from the goal, the hardest there is (A. Bruengger et al., 1999); fewer are proved."""
    puzzle = load("fifteen").puzzle
    state = puzzle.state((0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1))
    told = Event()
    searched = Searched(puzzle, listener=told.set)
    assert searched.ask(state).exact is None
    thread = searched._running.thread
    assert told.wait(HANGS)
    assert 0 < searched.known(state).at_least <= 80
    assert searched.known(state).in_words().startswith("at least ")
    searched.stop()
    thread.join(HANGS)
    assert not thread.is_alive()
    assert not searched.is_searching
    before = searched.known(state).at_least
    assert searched.ask(state).at_least == before  # what was proved is kept
    searched.stop()


class Heard(Listener):
    """What a search says that it has proved."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def proved(self, least: int) -> None:
        self.told.append(least)


@pytest.mark.parametrize("strategy", ["auto", "bfs", "ida", "iddfs", "bidirectional", "astar"])
@pytest.mark.parametrize("name", ["blocks", "bridge", "jugs", "river"])
def test_what_a_listener_is_told_is_never_more_than_a_solution_costs(name: str, strategy: str) -> None:
    """Whatever searches, from the start and from other states; and it is told only what is more than before."""
    puzzle, whole = explored(name)
    for depth in range(len(whole.depths)):
        heard, state = Heard(), next(whole.table.states(depth), None)
        if state is None or (strategy == "ida" and puzzle.bound() is None):
            continue
        ending = puzzle.solve(state, strategy=strategy, engine="rules", progress=heard)
        assert isinstance(ending, Path)
        assert heard.told == sorted(set(heard.told))
        assert max(heard.told, default=0) <= depth


def test_another_wish_stops_the_search() -> None:
    puzzle = load("fifteen").puzzle
    hard = puzzle.state((0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1))
    searched = Searched(puzzle)
    searched.ask(hard)
    thread = searched._running.thread
    goal = puzzle.goal
    near = Play(puzzle, goal).moves()[0].after
    searched.ask(near)
    assert searched.wait(HANGS)
    thread.join(HANGS)
    assert not thread.is_alive()
    assert (searched.known(near).exact, searched.known(hard).exact) == (1, None)
    assert searched.known(hard).stopped is None


def test_a_limit_is_told_and_kept_to() -> None:
    searched = Searched(load("eight").puzzle, Limits(nodes=5))
    state = searched.puzzle.start
    searched.ask(state)
    assert searched.wait(HANGS)
    found = searched.ask(state)
    assert not searched.is_searching
    assert "limit of 5 nodes" in found.stopped
    assert found.exact is None
    searched.limits = Limits()
    searched.ask(state, again=True)
    assert searched.wait(HANGS)
    assert searched.known(state).exact == 31


def test_why_no_goal_can_be_reached() -> None:
    """The parity of the permutation, as `solve` tells it."""
    puzzle = load("eight").puzzle
    state = (2, 1, 3, 4, 5, 6, 7, 8, 0)
    searched = Searched(puzzle)
    searched.ask(state)
    assert searched.wait(HANGS)
    found = searched.known(state)
    assert found.exact is None
    assert found.in_words() == f"no goal can be reached: {puzzle.unreachable(state)}"
    assert puzzle.unreachable(state)


def test_what_goes_wrong_in_the_thread_is_told() -> None:
    def move(label, before, after):
        raise ZeroDivisionError("of the rules")

    searched = Searched(Puzzle(move, (0,), (1,)))
    searched.ask((0,))
    assert searched.wait(HANGS)
    assert "ZeroDivisionError: of the rules" in searched.known((0,)).stopped


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (Distance(exact=1, at_least=1), "1 move from the goal"),
        (Distance(exact=0), "a goal"),
        (Distance(at_least=9), "at least 9 moves from the goal"),
        (Distance(), "how far is not known yet"),
        (Distance(exact=1200, in_cost=True), "a cost of 1,200 from the goal"),
        (Distance(reason="it is odd"), "no goal can be reached: it is odd"),
    ],
)
def test_words(distance: Distance, words: str) -> None:
    assert distance.in_words() == words
