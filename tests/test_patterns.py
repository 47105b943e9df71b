"""Bounds from patterns are never more than the distance, and are what the patterns' own spaces say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from boards import gap_rules, grid
from patterns import cheapest, distances, moves, priced, seen
from small_rules import Case, case, key, pattern

from logicpuzzles.endings import State
from logicpuzzles.errors import PuzzleError, Refusal
from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs.lookups import PatternBound
from logicpuzzles.proofs.patterns import added, build, size_of
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.reach import reached
from logicpuzzles.rewriting.rewrite import Cell, Pattern, Rewriting, Rule, matches, pattern_of


def closed_case(seed: int) -> Case:
    """A random case whose states stay within its domains, with costs from 0 to 3."""
    found = case(seed, 150).rewriting
    domains = reached(found.domains, found.rules)
    return priced(Case(type(found)(found.n_cells, found.rules, domains)), Random(seed))


def goals_of(seed: int, chosen: Case) -> tuple[Pattern, ...]:
    """One to three goals, states or patterns."""
    random = Random(seed)
    values = [value for domain in chosen.rewriting.domains for value in domain]
    return tuple(
        pattern_of(random.choice(chosen.states))
        if random.random() < 0.5
        else pattern(random, chosen.rewriting.n_cells, values)
        for _ in range(random.randint(1, 3))
    )


def attack(chosen: Case, goals: tuple[Pattern, ...], start: State, bound: PatternBound, program: Program) -> int:
    """Compare `bound` with the distance of every state that it is for; how many have one above 0."""
    states = chosen.arrangements(start) if chosen.rewriting.permutes else chosen.states
    true = distances(chosen.rewriting, states, lambda state: any(matches(goal, state) for goal in goals))
    high = 0
    for state in states:
        value = bound.value(program.values.encode(state))
        if key(state) in true:
            assert value is not None
            assert value <= true[key(state)]
            high += value > 0
    return high


def test_bounds_of_groups_of_values_and_of_cells_are_never_more_than_the_distance() -> None:
    """Random rules of every kind, with random costs, goals and groups: whatever the bound says, it is not too much."""
    high = built = summed = 0
    for seed in range(180):
        random, chosen = Random(seed), closed_case(seed)
        goals, start = goals_of(seed, chosen), random.choice(chosen.states)
        program = program_of(chosen.rewriting, start, goals)
        values = {typed(value): value for domain in chosen.rewriting.domains for value in domain}
        for of, items in (("values", list(values.values())), ("cells", list(range(program.n_cells)))):
            try:
                bound = build(program, goals, random_groups(random, items), of=of, start=start)  # type: ignore[arg-type]
            except Refusal:
                continue
            built += 1
            summed += max(map(len, bound.sums)) > 1
            high += attack(chosen, goals, start, bound, program)
    assert built > 300
    assert summed > 30
    assert high > 350


def random_groups(random: Random, items: list[Any]) -> list[list[Any]]:
    """Up to three groups of some of the items, mostly of different ones."""
    random.shuffle(items)
    if random.random() < 0.3:
        return [random.sample(items, random.randint(1, len(items))) for _ in range(random.randint(1, 3))]
    cuts = sorted(random.randint(0, len(items)) for _ in range(2))
    return [group for group in (items[: cuts[0]], items[cuts[0] : cuts[1]], items[cuts[1] :]) if group]


def test_entries_are_the_distances_between_patterns_where_rules_ask_for_nothing_that_is_forgotten() -> None:
    """On sliding boards the entries are the distances between what states show of a group."""
    for seed in range(3):
        random = Random(seed)
        rules = gap_rules(grid(2, 3))
        goal = (1, 2, 3, 4, 5, 0)
        program, goals = program_of(rules), (pattern_of(goal),)
        chosen = Case(rules)
        states = chosen.arrangements(goal)
        group = random.sample(range(1, 6), random.randint(1, 3))
        alone = build(program, goals, [group])
        two = build(program, goals, [group, [value for value in range(1, 6) if value not in group]])
        for bound, counting in ((alone, None), (two, set(group))):
            edges = [
                (seen(one, [0, *group], None), seen(other, [0, *group], None), cost)
                if counting is None or seen(one, group, None) != seen(other, group, None)
                else (seen(one, [0, *group], None), seen(other, [0, *group], None), 0)
                for one, other, cost in moves(rules, states)
            ]
            apart = cheapest(edges, [seen(goal, [0, *group], None)])
            lookup = next(one for several in bound.sums for one in several if one.kept == tuple(group))
            least: dict[int, int] = {}
            for state in states:
                index = lookup.index(program.values.encode(state))
                far = apart.get(seen(state, [0, *group], None), lookup.far)
                least[index] = min(far, least.get(index, lookup.far))
            assert {index: int(lookup.entries[index]) for index in least} == least


def test_what_may_be_added_is_told_with_its_reason() -> None:
    """A slide moves one piece, so groups of pieces add; two cells change, so groups of cells need not."""
    program = program_of(gap_rules(grid(2, 3)))
    assert added(program, [(1, 2), (3, 4)])
    assert added(program, [(1, 2), (3, 4)]).reason == "no move counts for two groups: 14 rules x 2 groups checked"
    refused = added(program, [(0, 1), (3, 4)])
    assert not refused
    assert refused.reason == "a move by rule 1 may count for both (0 1) and (3 4)"
    assert not added(program, [(0, 1), (2, 3)], of="cells")


def test_sizes_are_known_before() -> None:
    """Each piece has a digit, as many as there are cells; a cell has one, as many as it has values."""
    program, goals = program_of(gap_rules(grid(2, 3))), (pattern_of((1, 2, 3, 4, 5, 0)),)
    assert size_of(program, goals, (1, 2, 3)) == 6**3
    assert size_of(program, goals, (1, 2), of="cells") == 6**2
    assert build(program, goals, [(1, 2, 3)]).sums[0][0].entries.nbytes == 6**3


@pytest.mark.parametrize(
    ("groups", "of", "said"),
    [
        ([(1, 9)], "values", "group (1 9): no cell can hold this value; expected values that the puzzle's states hold"),
        ([(1, 9)], "cells", "group (1 9): there is no such cell; expected cells from 0 to 5, got 9"),
        ([()], "values", "a group of the bound is empty"),
        ([(1, 1)], "values", "group (1 1): one of the values is named twice"),
    ],
)
def test_groups_that_are_wrong_are_told(groups: list[tuple[int, ...]], of: str, said: str) -> None:
    """An unknown value or cell, one named twice, an empty group: a message each."""
    program, goals = program_of(gap_rules(grid(2, 3))), (pattern_of((1, 2, 3, 4, 5, 0)),)
    with pytest.raises(PuzzleError) as caught:
        build(program, goals, groups, of=of)  # type: ignore[arg-type]
    assert str(caught.value).startswith(said)


def test_too_little_memory_is_refused() -> None:
    """Tables that do not fit are not begun."""
    program, goals = program_of(gap_rules(grid(2, 3))), (pattern_of((1, 2, 3, 4, 5, 0)),)
    with pytest.raises(Refusal, match=r"tables for group \(1 2 3\) take more than 100 bytes of memory"):
        build(program, goals, [(1, 2, 3)], memory=100)


def test_what_forgets_too_much_is_refused() -> None:
    """Where many values come from forgotten cells, one to two cells, there are too many rules; 64 cells at most."""
    turn = Rule((), tuple(Cell(11 - (cell if cell != 1 else 0)) for cell in range(12)), "turn")
    program = program_of(Rewriting(12, (turn,), (tuple(range(12)),) * 12))
    with pytest.raises(Refusal, match=r"values from forgotten cells make over 100,000 rules of \(0 1 2 3 4 5\)"):
        build(program, [pattern_of(tuple(range(12)))], [range(6)], of="cells")
    wide = program_of(gap_rules(grid(1, 70)))
    with pytest.raises(Refusal, match="a pattern keeps at most 64 cells, not 70"):
        build(wide, [pattern_of((*range(1, 70), 0))], [(1,)])
