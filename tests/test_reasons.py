"""Reasons why a goal cannot be reached that once said what is not so, and those of several boards at once."""

from __future__ import annotations

from itertools import permutations

from boards import effect, knight, knight_rules
from rulesets import State, reachable, rules_of

from logicpuzzles.proofs.invariants import why_unreachable
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of


def why(rewriting: Rewriting, start: State, goal: State) -> str | None:
    """The reason for one goal."""
    return why_unreachable(rewriting, start, [pattern_of(goal)])


def test_the_sum_of_all_numbers_is_named_only_where_it_is_meant() -> None:
    """Twos and threes come and go, ones only in pairs: it is the ones that are even or odd, not the sum of all."""
    rules = []
    for one, two in [((2,), (3,)), ((3,), (2,)), ((1, 1), (2, 2)), ((2, 2), (1, 1))]:
        for cells in permutations(range(3), len(one)):
            guards = tuple(map(Equals, cells, one))
            rules.append(Rule(guards, effect(3, dict(zip(cells, two, strict=True))), "go"))
    rewriting = Rewriting(3, tuple(rules), ((1, 2, 3),) * 3)
    assert why(rewriting, (1, 1, 2), (1, 2, 2)) == (
        "whether the number of 1 is odd or even never changes, but it differs: even at the start, odd in the goal"
    )


def test_a_goal_without_the_blank_is_told_for_what_it_is() -> None:
    """There is a goal, but it has no place for the value that each state holds once."""
    reason = why(knight_rules(3, 4), ("k", *["."] * 11), ("x",) * 12)
    assert reason is not None
    assert reason != "there is no goal state"


def test_parts_of_a_goal_are_not_counted_as_goals() -> None:
    """One goal that is ruled out for each place of the blank by itself is one goal."""
    problem = knight(5, 5, 1)
    reason = why_unreachable(rules_of(problem), problem.start, problem.goals)
    assert reason is not None
    assert reason.startswith("no state that matches the goal can be reached; of those with k on position 0: every move")


def test_a_sign_is_told_of_the_positions_that_it_is_of() -> None:
    """Where two boards lie side by side, and only the pieces of one are all different."""
    turn = Rule((), (Cell(1), Cell(2), Cell(0), *map(Cell, range(3, 6))), "turn")
    swap = Rule((), (*map(Cell, range(3)), Cell(4), Cell(3), Cell(5)), "swap")
    rewriting = Rewriting(6, (turn, swap), ((1, 2, 3, 4, 5),) * 6)
    assert why(rewriting, (1, 2, 3, 4, 4, 5), (2, 1, 3, 4, 4, 5)) == (
        "on positions 0, 1, 2 the goal is an odd permutation of the start, and every move is an even one"
    )


def test_boards_that_are_turned_together_have_signs_that_are_told_together() -> None:
    """Every move exchanges two pieces on each of two boards: both are in order or neither, and either alone is not."""
    rules = []
    for one in ((0, 1), (1, 2)):
        for two in ((3, 4), (4, 5)):
            cells = {one[0]: Cell(one[1]), one[1]: Cell(one[0]), two[0]: Cell(two[1]), two[1]: Cell(two[0])}
            rules.append(Rule((), effect(6, cells), "turn"))
    rewriting, start = Rewriting(6, tuple(rules), ((1, 2, 3, 4, 5, 6),) * 6), (1, 2, 3, 4, 5, 6)
    depths = reachable(rewriting, start)
    for first in permutations((1, 2, 3)):
        for second in permutations((4, 5, 6)):
            goal = (*first, *second)
            assert (why(rewriting, start, goal) is None) == (goal in depths)
    reason = "the goal is an odd permutation of the start, and every move is an even one"
    assert why(rewriting, start, (2, 1, 3, 4, 5, 6)) == reason


def on_a_path(n_cells: int) -> Rewriting:
    """A walker, "k", goes from cell to neighbouring cell, if that holds "x" or "y", and leaves "." behind."""
    steps = [(a, b, c) for a in range(n_cells) for b in (a - 1, a + 1) if 0 <= b < n_cells for c in "xy"]
    rules = [Rule((Equals(a, "k"), Equals(b, c)), effect(n_cells, {a: ".", b: "k"}), b) for a, b, c in steps]
    return Rewriting(n_cells, tuple(rules), (("x", "y", "k", "."),) * n_cells)


def test_moves_are_counted_by_what_they_make_as_well() -> None:
    """Two more empty cells are two moves, which take the walker back to its colour."""
    assert why(on_a_path(4), ("k", "x", "x", "x"), (".", "k", ".", "x")) == (
        "every move takes k to a position of the other colour and makes one '.' more: after 2 moves k is on the colour "
        "that it started from, but in the goal on the other colour"
    )


def test_walkers_that_are_several_are_not_told_as_one() -> None:
    """With two walkers nothing is said of the colour of one; the number on some positions is told instead."""
    reason = why(on_a_path(6), ("k", "x", "x", "x", "x", "k"), ("k", "x", "x", ".", "k", "."))
    assert reason is not None
    assert "every move takes" not in reason
