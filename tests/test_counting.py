"""States that are only counted where little slack is left: the nodes, order and endings of looking at each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from boards import gap_rules, sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import boards, key, naive_distances
from scale import scale

from logicpuzzles.logic.termdict import TermDict
from logicpuzzles.rewriting.rewrite import pattern_of
from logicpuzzles.search import Limits, SearchProblem, Solutions, plan, solve
from logicpuzzles.search.kernels import deepening, sharing, slide
from logicpuzzles.search.kernels.counting import Counts
from logicpuzzles.search.kernels.depth import compiled_depth


@pytest.fixture(autouse=True, scope="module")
def _soon() -> Iterator[None]:
    """Share small searches too, in slices that end within a count."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deepening, "LASTS", 300)
        patch.setattr(sharing, "BRANCHES", 6)
        patch.setitem(plan.SLICES, "compiled", (150, 0.01))
        yield


def told(problem: SearchProblem, limits: Limits | None, workers: int = 1, counted: bool = True) -> Any:
    """Everything that must be the same."""
    with pytest.MonkeyPatch.context() as patch:
        if not counted:
            patch.setattr(slide, "counts_of", lambda _space, moves, _blank: Counts.unused(len(moves.shifts)))
        ending = solve(problem, "ida", "compiled", limits, workers=workers)
        found = Solutions(problem, "ida", "compiled", limits, workers=workers)
        paths = [(key(path.moves), path.nodes) for path in found]
    assert found.ending is not None
    return type(ending), key(getattr(ending, "moves", None)), ending.nodes, ending.limits, paths, found.ending.nodes


def check(problem: SearchProblem, *limits: Limits | None) -> None:
    """Compare, also where a limit of nodes stops it."""
    for limit in limits:
        expected = told(problem, limit, counted=False)
        assert told(problem, limit) == expected
        assert told(problem, limit, workers=2) == expected


def slacks(problem: SearchProblem) -> list[int]:
    """The slack of goals, the cost of steps that are not free, and the divisor; the first is -1 without tables."""
    moves: Any = compiled_depth(problem, True).moves
    return [int(number) for number in moves.counts.slack]


@pytest.mark.parametrize("start", [(4, 5, 0, 1, 2, 3), (5, 4, 3, 2, 1, 0), (3, 4, 5, 0, 1, 2)])
def test_boards_of_six(start: tuple[int, ...]) -> None:
    """Far states of five pieces, where a start may have no solution."""
    problem = sliding(2, 3, start)
    assert slacks(problem) == [0, 2, 1]
    check(problem, *(Limits(nodes=most) for most in (50, 700, 4000, 20000)))


def test_eight_pieces() -> None:
    """All optimal solutions of a state of 27 moves."""
    problem = sliding(3, 3, (8, 0, 6, 5, 4, 7, 2, 3, 1))
    assert slacks(problem)[0] == 0
    check(problem, None)


def test_dead_ends() -> None:
    """A board of 2 x 3 cells and one more beside each of two corners, out of which the blank can only go back."""
    beside = {0: [1, 3, 6], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4, 7], 6: [0], 7: [5]}
    apart = [naive_distances(beside, cell) for cell in beside]
    goal, start = (1, 2, 3, 4, 5, 6, 7, 0), (0, 5, 4, 2, 6, 3, 1, 7)
    table = {piece: tuple(apart[cell][goal.index(piece)] for cell in beside) for piece in range(1, 8)}
    problem = SearchProblem.of(gap_rules(beside, range(8)), start, (pattern_of(goal),), table=table)
    assert slacks(problem) == [0, 2, 1]
    check(problem, *(Limits(nodes=most) for most in (700, 4000, 30000)))


@pytest.mark.parametrize("factor", [0, 1, 2, 3])
def test_other_tables_and_goals(factor: int) -> None:
    """Goals whose bound is not 0, or that are met below the limit; tables whose steps cost more, or less than 0."""
    problem = sliding(2, 3, (4, 5, 0, 1, 2, 3))
    near = [problem.goal_states()[0]]
    for _ in range(3):
        near += [after for state in near for _, after in problem.successors(state) if after not in near]
    table = TermDict((value, tuple(n * factor for n in row)) for value, row in problem.rows.items())
    for goals in ([near[-1]], [near[0], near[-1]], [near[1], near[2]]):
        some = replace(problem, goals=tuple(map(pattern_of, goals)))
        check(some, Limits(nodes=5000))
        check(replace(some, table=dict(table.items()), divisor=1 + factor // 2), Limits(nodes=5000))


@settings(max_examples=scale(8, 500), deadline=None)
@given(boards(), st.integers(1, 5000))
def test_random_boards(problem: SearchProblem, most: int) -> None:
    """Boards of any shape, equal pieces included."""
    check(problem, Limits(nodes=most))
