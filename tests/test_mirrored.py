"""The second look-up: never more than the distance, and more than the first for some states."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from boards import gap_rules, grid
from patterns import distances
from rulesets import in_order, reachable
from small_rules import Case, case, goals_of, key

from logicpuzzles.errors import Refusal
from logicpuzzles.proofs.mirrored import mirrored
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Equals, Pattern, Rewriting, matches, pattern_of
from logicpuzzles.rewriting.symmetry import symmetries


def test_a_reflected_board_is_looked_up_too() -> None:
    """On the board of 3 x 3, groups that no reflection keeps gain, those that it keeps are not looked up again."""
    rewriting = gap_rules(grid(3, 3))
    goal = in_order(9)
    program = program_of(rewriting, goal)
    goals = [pattern_of(goal)]
    one = build(program, goals, [(1, 2), (6, 3)])
    both = mirrored(program, goals, one)
    assert len(both.sums) == 2
    reflection = symmetries(program, program.goals(goals)).elements[1]
    random, gained, state = Random(1), 0, goal
    for _ in range(1000):
        _, state = random.choice(rewriting.successors(state))
        numbers = program.values.encode(state)
        image = reflection.image(numbers)
        first, second, larger = one.value(numbers), one.value(image), both.value(numbers)
        assert first is not None
        assert second is not None
        assert larger == max(first, second)
        gained += larger > first
    assert gained > 100
    same = build(program, goals, [(1, 5), (2, 4), (3,), (7,)])  # the groups are images of themselves or of each other
    assert mirrored(program, goals, same) is same
    assert "image" in both.proof


@pytest.mark.parametrize("first", range(0, 100, 50))
def test_random_bounds_stay_below_the_distance(first: int) -> None:
    """With all symmetries looked up, no bound is more than the distance, from whichever state."""
    for seed in range(first, first + 50):
        made, random = case(seed, most_states=100), Random(seed)
        goals = goals_of(random, made, made.states[0])
        _attack(made, goals, random)


def _attack(made: Case, goals: Sequence[Pattern], random: Random) -> None:
    rewriting = made.rewriting
    program = program_of(rewriting, goals=goals)
    groups = [(cell,) for cell in random.sample(range(rewriting.n_cells), random.randint(1, rewriting.n_cells))]
    try:
        bound = build(program, goals, groups, of="cells")
    except Refusal:
        return
    larger = mirrored(program, goals, bound, most=50)
    far = distances(rewriting, made.states, lambda state: any(matches(goal, state) for goal in goals))
    for state in made.states:
        value = larger.value(program.values.encode(state))
        if key(state) in far:
            assert value is not None
            assert value <= far[key(state)]


def test_states_with_other_values_are_not_mirrored() -> None:
    """Where the goal leaves cells open, a symmetry that makes other values of those there are is not used."""
    rewriting: Rewriting = gap_rules(grid(1, 3), values=(0, 1, 2, 3))
    goals: list[Pattern] = [(Equals(0, 0),)]
    start = (1, 0, 2)
    program = program_of(rewriting, start)
    assert symmetries(program, program.goals(goals)).order == 6
    bound = build(program, goals, [(1,)], start=start)
    larger = mirrored(program, goals, bound, start, most=50)
    far = distances(rewriting, list(reachable(rewriting, start)), lambda state: state[0] == 0)
    for state in reachable(rewriting, start):
        value = larger.value(program.values.encode(state))
        assert value is not None
        assert value <= far[key(state)]
