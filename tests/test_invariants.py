"""What no move changes: every goal that is called unreachable is, and parity finds all of those of a sliding puzzle."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import pytest
from boards import gap_rules, grid, knight, knight_rules
from hypothesis import given
from hypothesis import strategies as st
from rulesets import State, blocks, ducks, in_order, jugs, reachable, rules_of, six, sliding
from scale import scale
from test_bounds import guards, rewritings, states

from logicpuzzles.proofs.features import Features
from logicpuzzles.proofs.invariants import Conserved, invariants, why_unreachable
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule, matches, pattern_of
from logicpuzzles.search.exploration import Exploration
from logicpuzzles.search.explore import explore


def why(rewriting: Rewriting, start: State, goal: State) -> str | None:
    return why_unreachable(rewriting, start, [pattern_of(goal)])


IN_PLACE = "the goal is an odd permutation of the start with 0 in place: moves that bring 0 back make only even ones"
ELSEWHERE = (
    "the goal is an even permutation of the start, but moves that take 0 from position 7 to 6 make only odd ones"
)
PARITY = "whether the sign of the permutation plus the number of 0 on positions 0, 2, 5, 7 is odd or even"


@pytest.mark.parametrize(
    ("rewriting", "start", "goal", "reason"),
    [
        (sliding(2, 4), in_order(8), (1, 2, 3, 4, 5, 7, 6, 0), IN_PLACE),
        (sliding(2, 4), in_order(8), (1, 2, 3, 4, 5, 7, 0, 6), ELSEWHERE),
        (sliding(2, 4), in_order(8), (0, 7, 2, 1, 4, 3, 6, 5), None),
        (sliding(3, 3), in_order(9), (1, 2, 3, 4, 5, 6, 8, 7, 0), IN_PLACE),
        (sliding(4, 4), in_order(16), (*range(1, 14), 15, 14, 0), IN_PLACE),
        (sliding(4, 4), in_order(16), (*range(1, 15), 0, 15), None),
        (six(), (2, 1, 3, 4, 5, 6, 0), (1, 2, 3, 4, 5, 6, 0), None),
    ],
)
def test_parity_in_plain_words(rewriting: Rewriting, start: State, goal: State, reason: str | None) -> None:
    """Exchanging two pieces is refused with the parity; the hexagon has none."""
    assert why(rewriting, start, goal) == reason


def test_the_parity_of_a_board_is_one_invariant() -> None:
    """A board without odd cycles has the parity and nothing else; the hexagon has nothing."""
    (parity,) = invariants(sliding(2, 4))
    assert str(parity) == PARITY
    assert parity.value(in_order(8)) != parity.value((1, 2, 3, 4, 5, 7, 6, 0))
    assert invariants(six()) == []


def test_lamps_are_told_by_one_value() -> None:
    """Presses switch cells 0 and 1, or 1 and 2, or 3: what is on among the first three is told, not what is off."""
    rules = [
        Rule(
            tuple(Equals(cell, before) for cell, before in zip(cells, lit, strict=True)),
            tuple(1 - lit[cells.index(c)] if c in cells else Cell(c) for c in range(4)),
            cells,
        )
        for cells in ((0, 1), (1, 2), (3,))
        for lit in product((0, 1), repeat=len(cells))
    ]
    lamps = Rewriting(4, tuple(rules), ((0, 1),) * 4)
    assert why(lamps, (0, 1, 1, 0), (0, 0, 0, 0)) is None
    assert why(lamps, (1, 1, 1, 0), (0, 0, 0, 0)) == (
        "whether the number of 1 on positions 0, 1, 2 is odd or even never changes, "
        "but it differs: odd at the start, even in the goal"
    )


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (2, 4), (3, 3)])
def test_parity_tells_every_unreachable_state(rows: int, cols: int) -> None:
    """On boards without odd cycles and with different pieces the invariant is the whole truth."""
    rewriting, goal = sliding(rows, cols), in_order(rows * cols)
    (parity,) = invariants(rewriting)
    found = explore(rewriting, [goal], engine="board")
    assert isinstance(found, Exploration)
    every = list(permutations(range(rows * cols)))
    for state in random.Random(1).sample(every, min(len(every), scale(5000, 400_000))):
        assert (parity.value(state) == parity.value(goal)) == (found.table.depth(state) is not None)
    for state in random.Random(2).sample(every, min(len(every), 50)):
        assert (why(rewriting, goal, state) is None) == (found.table.depth(state) is not None)


def test_counts() -> None:
    """A number that no move changes, or that moves change one way only, rules out goals with another number."""
    stones = "the start has 3 of 'B', the goal at least 4, and no move changes the number"
    assert why(ducks(), tuple("BWBWBW__"), tuple("BBBBWW__")) == stones
    fewer = "the start has 3 of 1, the goal at least 4, and no move makes more of them"
    assert why(pegs(5), (1, 1, 0, 1, 0), (1, 1, 0, 1, 1)) == fewer
    assert why(pegs(5), (1, 1, 0, 1, 0), (0, 0, 0, 0, 1)) is None
    copying = Rewriting(3, (Rule((Equals(0, 1),), (Cell(2), Cell(1), Cell(2)), "copy"),), ((0, 1),) * 3)
    assert why(copying, (1, 0, 0), (0, 0, 0)) is None  # what is copied may be a 1, and need not be one


def pegs(n_cells: int) -> Rewriting:
    """A peg jumps over its neighbour, which is taken off."""
    rules = []
    for middle in range(1, n_cells - 1):
        for away, to in [(middle - 1, middle + 1), (middle + 1, middle - 1)]:
            effect: list[Any] = [Cell(cell) for cell in range(n_cells)]
            effect[away], effect[middle], effect[to] = 0, 0, 1
            rules.append(Rule((Equals(away, 1), Equals(middle, 1), Equals(to, 0)), tuple(effect), to))
    return Rewriting(n_cells, tuple(rules), ((0, 1),) * n_cells)


def test_pouring_keeps_the_sum() -> None:
    """Water is neither lost nor won, and nobody told the engine."""
    assert [str(found) for found in invariants(jugs())][:1] == ["the sum of all numbers"]
    assert why(jugs(), (8, 0, 0), (4, 4, 0)) is None
    reason = "the sum of all numbers never changes, but it differs: 8 at the start, 7 in the goal"
    assert why(jugs(), (8, 0, 0), (4, 3, 0)) == reason
    assert why_unreachable(jugs(), (8, 0, 0), [(Equals(0, 4),)]) is None


def test_positions_that_no_move_reaches() -> None:
    """The middle of a 3x3 board is no knight's jump away from anything."""
    reason = why(knight_rules(3, 3), ("k", *["."] * 8), (*["x"] * 8, "k"))
    assert reason == "position 4 can never hold x: no sequence of moves brings it there"


def test_the_empty_pair_keeps_its_colours() -> None:
    """The ducks move in pairs, so one of the two empty cells is always on an even position."""
    reason = "whether the number of '_' on positions 0, 2, 4, 6 is odd or even never changes, but it differs: "
    assert why(ducks(), tuple("BWBWBW__"), tuple("BBBWW_W_")) == reason + "odd at the start, even in the goal"


def test_closed_tours_of_boards_with_an_odd_number_of_squares() -> None:
    """Every move changes the colour of the square, so no closed tour has an odd number of squares."""
    for rows, cols in [(3, 5), (5, 5), (5, 7)]:
        problem = knight(rows, cols, 0, closed=True)
        reason = why_unreachable(rules_of(problem), problem.start, problem.goals)
        assert reason is not None
        n_moves = rows * cols - 1
        assert f"makes one '.' fewer: after {n_moves} moves k is on the colour that it started from" in reason
    for rows, cols in [(3, 4), (6, 6)]:
        problem = knight(rows, cols, 0, closed=True)
        assert why_unreachable(rules_of(problem), problem.start, problem.goals) is None


def test_open_tours_from_the_smaller_colour() -> None:
    """On 5x5 tours start and end on the colour that has 13 squares: from the other one there is none at all."""
    for square in (0, 1, 7, 12):
        problem = knight(5, 5, square)
        assert (why_unreachable(rules_of(problem), problem.start, problem.goals) is None) == (square % 2 == 0)
    problem = knight(5, 5, 8)
    for end in range(0, 25, 3):
        goal = tuple("k" if cell == end else "x" for cell in range(25))
        assert (why(rules_of(problem), problem.start, goal) is None) == (end % 2 == 0)


def test_a_number_that_tells_more_than_its_parity() -> None:
    """From a square of the smaller colour the squares still to enter do not suffice, although the colours would fit."""
    problem = knight(5, 5, 1)
    reason = why(rules_of(problem), problem.start, tuple("k" if cell == 7 else "x" for cell in range(25)))
    assert reason is not None
    assert reason.endswith("never changes, but it differs: 11 at the start, 13 in the goal")


def test_several_goals_need_a_reason_each() -> None:
    """One goal that may be reached is enough to say nothing; the reasons of several are summed up."""
    wrong, right = (1, 2, 3, 4, 5, 7, 6, 0), (1, 2, 3, 4, 5, 6, 0, 7)
    rewriting = sliding(2, 4)
    assert why_unreachable(rewriting, in_order(8), [pattern_of(wrong), pattern_of(right)]) is None
    others = [pattern_of(wrong), pattern_of((1, 2, 3, 4, 5, 7, 0, 6))]
    both = f"none of the 2 goals can be reached; of the first: {IN_PLACE}"
    assert why_unreachable(rewriting, in_order(8), others) == both
    assert why_unreachable(rewriting, in_order(8), []) == "there is no goal state"


def test_a_goal_that_leaves_cells_open() -> None:
    """A pattern is ruled out only if every state that matches it is."""
    rewriting = sliding(2, 3)
    assert why_unreachable(rewriting, in_order(6), [(Equals(0, 2), Equals(1, 1))]) is None
    assert why_unreachable(rewriting, in_order(6), [(Equals(0, 2), Equals(1, 2))]) is not None


def test_two_boards_side_by_side_have_a_parity_each() -> None:
    """Values that never mix have signs of their own: equal pieces on one board do not spoil that of the other."""
    board = {**grid(2, 2), **{c + 4: [n + 4 for n in near] for c, near in grid(2, 2).items()}}
    rules = []
    for blank, cells in [(0, range(4)), (9, range(4, 8))]:
        for space in cells:
            for place in board[space]:
                effect = [Cell(c) for c in range(8)]
                effect[space], effect[place] = Cell(place), Cell(space)
                rules.append(Rule((Equals(space, blank),), tuple(effect), place))
    rewriting = Rewriting(8, tuple(rules), ((0, 1, 2, 3, 5, 6, 9),) * 8)
    start, odd = (0, 1, 2, 3, 5, 5, 6, 9), (0, 2, 1, 3, 5, 5, 6, 9)
    reached = reachable(rewriting, start)
    assert odd not in reached
    assert why(rewriting, start, odd) is not None
    for state in random.Random(3).sample(sorted(reached), 30):
        assert why(rewriting, start, state) is None


@given(rewritings, states, states)
def test_nothing_reachable_is_called_unreachable(rewriting: Rewriting, start: State, goal: State) -> None:
    """On random rules, whatever they do, no claim is wrong."""
    if why(rewriting, start, goal) is not None:
        assert goal not in reachable(rewriting, start)


@given(rewritings, states, st.lists(guards, max_size=3).map(tuple))
def test_no_pattern_that_can_be_reached_is_called_unreachable(
    rewriting: Rewriting, start: State, goal: Pattern
) -> None:
    """The same for goals that leave cells open."""
    if why_unreachable(rewriting, start, [goal]) is not None:
        assert not any(matches(goal, state) for state in reachable(rewriting, start))


@given(rewritings, states)
def test_invariants_never_change(rewriting: Rewriting, start: State) -> None:
    """Every state that is reached has the values of the start."""
    found = invariants(rewriting, start)
    for state in reachable(rewriting, start):
        assert [i.value(state) for i in found] == [i.value(start) for i in found]


boards = st.integers(4, 6).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), min_size=n - 1, max_size=n + 2)
)


@given(boards, st.lists(st.integers(1, 4), min_size=5, max_size=5), st.data())
def test_claims_on_random_boards(edges: list[tuple[int, int]], pieces: list[int], data: st.DataObject) -> None:
    """On boards of any shape, connected or not, equal pieces included, every claim is right."""
    n_cells = 1 + max(max(edge) for edge in edges)
    near: dict[int, list[int]] = {c: [] for c in range(n_cells)}
    for one, two in edges:
        if one != two and two not in near[one]:
            near[one].append(two)
            near[two].append(one)
    start = (*pieces[: n_cells - 1], 0)
    rewriting = gap_rules(near, sorted(set(start)))
    reached = reachable(rewriting, start)
    for _ in range(5):
        goal = tuple(data.draw(st.permutations(start)))
        if why(rewriting, start, goal) is not None:
            assert goal not in reached


def test_rules_without_invariants_say_nothing() -> None:
    """Blocks and jugs reach whatever their rules let them, and nothing is claimed of it."""
    for rewriting, start in [(blocks(), ("blue", "green", "x")), (jugs(), (8, 0, 0))]:
        for goal in list(reachable(rewriting, start))[:: scale(5, 1)]:
            assert why(rewriting, start, goal) is None


def test_the_commonest_value_of_each_cell_is_left_out_of_a_sum() -> None:
    """What all values of a cell count is a constant, which tells no states apart and makes long sentences."""
    conserved = Conserved(program_of(Rewriting(2, (), ((0, 1, 2),) * 2)), None)
    at = conserved.features.at
    weights = {at(0, 0): 5, at(0, 1): 7, at(0, 2): 5, at(1, 2): 3}
    assert conserved._plainest(weights) == {at(0, 1): 2, at(1, 2): 3}


def test_values_of_the_start_are_held_even_where_no_cell_was_said_to_hold_them():
    """A start may hold what the domains leave out."""
    rewriting = Rewriting(2, (Rule((), (Cell(1), Cell(0)), "swap"),), (("a",), ("a",)))
    program = program_of(rewriting, start=("a", "b"))
    state = tuple(program.values.get(value) for value in ("a", "b"))
    assert Features(program, state).held == sum(1 << number for number in state)
