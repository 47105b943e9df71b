"""The choice of groups: small tables are measured right, and what is chosen is the best by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from boards import gap_rules, grid
from rulesets import in_order
from scale import scale
from small_rules import case, goals_of

from logicpuzzles.errors import Refusal
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.graphs import FAR
from logicpuzzles.proofs.grouping import Grouping, choose
from logicpuzzles.proofs.lookups import Lookup
from logicpuzzles.proofs.measuring import Group, Measure
from logicpuzzles.proofs.partition import Part, Parts, Worth, packed, partitions
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.rewrite import Cell, Pattern, Rewriting, Rule, pattern_of
from logicpuzzles.rulefile.rulebook import load


def board(rows: int, cols: int) -> tuple[Program, list[Pattern]]:
    goals = [pattern_of(in_order(rows * cols))]
    return program_of(gap_rules(grid(rows, cols)), goals=goals), goals


def entries(lookup: Lookup) -> list[int]:
    """The entries of the table that a search looks up, FAR where no goal is reached."""
    return [FAR if entry == lookup.far else entry for entry in lookup.entries.tolist()]


def test_small_tables_are_those_that_are_looked_up() -> None:
    """Groups of pieces, filled many at a time, have the entries of the tables that are built one by one."""
    program, goals = board(2, 3)
    measure = Measure(View(program, goals), "values", every=True)
    groups = [(1,), (2,), (5,), (1, 2), (3, 5), (5, 3), (1, 4), (1, 2, 3)]
    for group, table in zip(groups, measure.tables(groups), strict=True):
        ((lookup,),) = build(program, goals, [group]).sums
        assert table.tolist() == entries(lookup)
    apart = Measure(View(program, goals), "values", every=False)
    pair = [(1, 2), (3, 4)]
    ((one, other),) = build(program, goals, pair).sums
    for table, lookup in zip(apart.tables(pair), (one, other), strict=True):
        assert table.tolist() == entries(lookup)


def test_small_tables_of_equal_values_in_any_order() -> None:
    """Groups share a graph only where their classes are numbered alike: a value of several cells among others."""
    goal = (3, 1, 0, 2, 0)
    rules = gap_rules(grid(1, 5), (1, 3, 0, 2))
    program, goals = program_of(rules, goals=[pattern_of(goal)]), [pattern_of(goal)]
    measure = Measure(View(program, goals, goal), "values", every=True)
    groups = [(0, 1), (0, 2), (2, 0), (3, 0), (1, 3)]
    for group, table in zip(groups, measure.tables(groups), strict=True):
        ((lookup,),) = build(program, goals, [group], start=goal).sums
        assert table.tolist() == entries(lookup)


@pytest.mark.parametrize("every", [True, False])
def test_averages_are_those_of_the_tables(every: bool) -> None:
    """The average that is counted by bits is that of the entries."""
    program, goals = board(2, 3)
    measure = Measure(View(program, goals), "values", every)
    groups = [group for size in (1, 2, 3) for group in combinations(range(1, 6), size)]
    for table, mean in zip(measure.tables(groups), measure.means(groups), strict=True):
        assert mean == pytest.approx(table[table != FAR].mean())


@pytest.mark.parametrize("first", range(0, 60, 30))
def test_random_tables_are_no_larger_than_those_looked_up(first: int) -> None:
    """For rules and costs of every kind, measured entries are lower bounds, and the same where each move counts."""
    for seed in range(first, first + 30):
        made, random = case(seed, most_states=60), Random(seed)
        goals = goals_of(random, made, made.states[0])
        program = program_of(made.rewriting, goals=goals)
        group = tuple(random.sample(range(program.n_cells), random.randint(1, program.n_cells)))
        try:
            ((lookup,),) = build(program, goals, [group], of="cells").sums
        except Refusal:
            continue
        measure = Measure(View(program, goals), "cells", every=True)
        (table,) = measure.tables([group])
        assert table.tolist() == entries(lookup)


def shared(items: Sequence[int], sizes: Sequence[int]) -> Iterator[Parts]:
    """Every way to share out the items in groups of these sizes; groups of the same size in any order."""
    if not sizes:
        yield ()
        return
    for part in combinations(items, sizes[0]):
        for rest in shared([item for item in items if item not in part], sizes[1:]):
            yield (part, *rest)


@pytest.mark.parametrize("seed", range(scale(12, 300)))
def test_random_worths_are_shared_out_best(seed: int) -> None:
    """Where few items are shared out, what is found first is the best of all ways."""
    random = Random(seed)
    known: dict[Part, float] = {part: random.random() for size in (1, 2, 3) for part in combinations(range(7), size)}
    worth = Worth(known)
    sizes = [2] * 7
    begin = packed(sizes, 8)
    assert [len(part) for part in begin] == [3, 3, 1]

    def fits(parts: Parts) -> bool:
        return all(len(part) <= 3 for part in parts) and len(parts) <= 3

    found = partitions(7, worth, fits, begin)[0]
    every = [parts for shape in ((3, 3, 1), (3, 2, 2)) for parts in shared(range(7), shape)]
    assert worth.total(found) == pytest.approx(max(map(worth.total, every)))
    for part, value in known.items():
        assert worth.of(part) == pytest.approx(value)


def test_the_best_groups_of_a_small_board() -> None:
    """Groups of up to three pieces are chosen as brute force chooses: by the average of the tables themselves."""
    program, goals = board(2, 4)
    found = choose(program, goals, work=2 * 8 * 7 * 6 + 8)
    assert found.adds
    assert sorted(map(len, found.groups)) == [1, 3, 3]
    measure = Measure(View(program, goals), "values", every=False)
    groups = [group for size in (1, 3) for group in combinations(range(1, 8), size)]
    mean = dict(zip(groups, measure.means(groups), strict=True))
    best = max(sum(mean[part] for part in parts) for parts in shared(range(1, 8), (3, 3, 1)))
    assert sum(mean[group] for group in found.groups) == pytest.approx(best)


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("fifteen", ((4, 7, 8, 11, 12, 15), (5, 6, 9, 10, 13, 14), (1, 2, 3))),
        ("eight", (tuple(range(1, 9)),)),
        ("hanoi", ((0, 1, 2, 3),)),
    ],
)
def test_shipped_puzzles(name: str, groups: tuple[Group, ...]) -> None:
    """What is chosen for shipped puzzles. The bound of the 15 puzzle is 43.15 on average, with the reflected state."""
    puzzle = load(name).puzzle
    goals = puzzle.patterns()
    assert choose(program_of(puzzle.rewriting, goals=goals), goals, puzzle.start).groups == groups


def pancakes(n_cells: int) -> tuple[Program, list[Pattern]]:
    """Any number of pancakes on top are turned over."""
    rules = [
        Rule((), tuple(Cell(turned - 1 - cell if cell < turned else cell) for cell in range(n_cells)), turned)
        for turned in range(2, n_cells + 1)
    ]
    rewriting = Rewriting(n_cells, tuple(rules), (tuple(range(n_cells)),) * n_cells)
    goals = [pattern_of(tuple(range(n_cells)))]
    return program_of(rewriting, goals=goals), goals


def test_groups_that_may_not_be_added() -> None:
    """Of pancakes, several groups of the largest size are taken, whose largest bound is more than that of others."""
    program, goals = pancakes(7)
    found = choose(program, goals, work=16 * 3 * 7 * 6 * 5)
    assert not found.adds
    assert {len(group) for group in found.groups} == {3}
    assert 1 < len(found.groups) <= 3
    measure = Measure(View(program, goals), "values", every=True)
    every = list(combinations(range(7), 3))
    means = measure.means(every)
    chosen = measure.means(found.groups)
    assert max(chosen) >= sorted(means)[len(means) * 3 // 4]


def test_budgets() -> None:
    """Less memory or work gives smaller groups, which can be built within it, and none at all is told."""
    program, goals = board(2, 4)

    def largest(found: Grouping) -> int:
        return max(map(len, found.groups))

    sizes = []
    for memory in (14_000, 50_000):
        found = choose(program, goals, memory=memory)
        sizes.append(largest(found))
        assert build(program, goals, found.groups, memory=memory)
    assert sizes[0] < sizes[1] < largest(choose(program, goals, memory=1 << 28)) == 7
    assert largest(choose(program, goals, work=1_000)) < 4
    for memory in (8, 1_000):
        with pytest.raises(Refusal, match="memory"):
            choose(program, goals, memory=memory)
    with pytest.raises(Refusal, match="change nothing"):
        choose(program_of(Rewriting(2, (), ((0, 1),) * 2)), [pattern_of((0, 1))])


def test_tables_that_are_too_large_to_be_measured() -> None:
    """Values that are each in many cells: groups of cells are chosen instead, at once."""
    rules = [
        Rule((), tuple(Cell((cell + 1) % 20 if cell < 20 else cell) for cell in range(24)), "left"),
        Rule((), tuple(Cell(4 + (cell - 3) % 20 if cell >= 4 else cell) for cell in range(24)), "right"),
    ]
    goals = [pattern_of((0,) * 8 + (1,) * 8 + (2,) * 8)]
    program = program_of(Rewriting(24, tuple(rules), ((0, 1, 2),) * 24), goals=goals)
    assert choose(program, goals).of == "cells"
