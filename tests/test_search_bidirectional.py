"""The search from both ends."""

from __future__ import annotations

import pytest
from boards import ducks, gap_rules, grid, six, sliding
from hypothesis import given
from random_rules import boards, naive_length

from logicpuzzles.endings import Exhausted, Path
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rewriting.rewrite import Among, Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import SearchProblem, solve

ENGINES = ("rules", "compiled")


@pytest.mark.parametrize("engine", ENGINES)
def test_states_of_six(engine: str) -> None:
    """342 states in the one queue, start and goal counted, for the 11 moves."""
    ending = solve(six((1, 5, 2, 6, 3, 4, 0)), "bidirectional", engine)
    assert isinstance(ending, Path)
    assert (ending.length, ending.nodes) == (11, 342)
    assert ending.states[0] == (1, 5, 2, 6, 3, 4, 0)
    assert ending.states[-1] == (1, 2, 3, 4, 5, 6, 0)


@given(boards(bounded=False))
def test_moves_replay(problem: SearchProblem) -> None:
    """The moves found from behind are moves of the rules, and the way is a shortest one."""
    ending = solve(problem, "bidirectional", "rules")
    length = naive_length(problem)
    if length is None:
        assert isinstance(ending, Exhausted)
        return
    assert isinstance(ending, Path)
    assert ending.length == length
    for before, move, after in zip(ending.states, ending.moves, ending.states[1:], strict=False):
        assert (move, after) in problem.successors(before)


@pytest.mark.parametrize("engine", ENGINES)
def test_several_goals(engine: str) -> None:
    """Every goal state is an end: here all that have the first row in order."""
    patterns = (tuple(Equals(cell, cell + 1) for cell in range(4)),)
    problem = sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), bounded=False, goals=patterns)
    both, plain = solve(problem, "bidirectional", engine), solve(problem, "bfs", engine)
    assert isinstance(both, Path)
    assert isinstance(plain, Path)
    assert both.length == plain.length
    assert both.states[-1][:4] == (1, 2, 3, 4)


@pytest.mark.parametrize("engine", ENGINES)
def test_why_there_is_none(engine: str) -> None:
    """Whichever side runs out of states first gives the reason."""
    exchanged = solve(sliding(2, 4, (1, 2, 3, 4, 5, 7, 6, 0)), "bidirectional", engine)
    assert isinstance(exchanged, Exhausted)
    assert exchanged.reason == "all 20,160 states that can be reached were seen and none is a goal"
    one_way = Rewriting(1, tuple(Rule((Equals(0, n),), (n + 1,), n) for n in range(9)), (tuple(range(10)),))
    behind = solve(SearchProblem.of(one_way, (5,), (pattern_of((2,)),)), "bidirectional", engine)
    assert isinstance(behind, Exhausted)
    assert behind.reason == "all 3 states that can reach a goal were seen, and the start is not among them"
    nowhere = solve(SearchProblem.of(one_way, (5,), ((Equals(0, 77),),)), "bidirectional", engine)
    assert isinstance(nowhere, Exhausted)
    assert nowhere.reason == "no state is a goal"


def test_refusals() -> None:
    """No rules, too many goals, or moves that forget too much: it says so and what to do."""
    problem = ducks("BBBWWW__")
    with pytest.raises(PuzzleError, match="cannot be run backwards"):
        solve(SearchProblem(problem.start, problem.goals, problem.successors), "bidirectional")
    board = gap_rules(grid(3, 4))
    with pytest.raises(PuzzleError, match="100,000 goal states"):
        solve(SearchProblem.of(board, tuple(range(12)), ((Equals(1, 0),),)), "bidirectional")
    wipe = Rewriting(40, (Rule((Equals(0, 1),), (0,) * 40, "wipe"),), ((0, 1),) * 40)
    goal = (tuple(Among(cell, (0,)) for cell in range(40)),)
    with pytest.raises(PuzzleError, match="choose another strategy"):
        solve(SearchProblem.of(wipe, (1,) * 40, goal), "bidirectional")
    copying = Rewriting(2, (Rule((), (Cell(1), Cell(1)), "copy"),), ((0, 1),) * 2)
    assert isinstance(solve(SearchProblem.of(copying, (0, 1), (pattern_of((1, 1)),)), "bidirectional"), Path)
