"""The kernels that fill tables of patterns give what plain Python gives, with any number of threads."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from boards import effect, gap_rules, grid
from patterns import priced
from small_rules import case, pattern

from logicpuzzles.errors import Refusal
from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs.abstraction.filling import FAR, Plan, entries_of, planned
from logicpuzzles.proofs.abstraction.table_builder import Crew
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Among, Cell, Equals, Guard, Pattern, Rewriting, Rule, Same, pattern_of


def entries(view: View, plan: Plan, workers: int = 1) -> list[int]:
    """The entries, with the same number for what is unreachable whatever the type."""
    found = entries_of(view, plan, Crew(workers))
    return np.where(found == np.iinfo(found.dtype).max, FAR, found.astype(np.int64)).tolist()


def board(random: Random, most: int) -> tuple[Rewriting, list[int], list[Pattern]]:
    """A board with random costs, some equal pieces, walls, ways for some pieces only, and several goals."""
    n_cells = random.randint(3, 6)
    edges = {(cell, random.randrange(cell)) for cell in range(1, n_cells)}
    edges |= {(a, b) for a in range(n_cells) for b in range(a) if random.random() < 0.2}
    pieces = [random.randint(1, n_cells) for _ in range(n_cells - 1)]
    walls = [9] * random.choice((0, 0, 1, 2))  # a wall is a piece that no rule moves, after all others
    size = n_cells + len(walls)
    rules = []
    for one, two in sorted(edges):
        for gap, other in ((one, two), (two, one)):
            guards: tuple[Guard, ...] = (Equals(gap, 0),)
            if random.random() < 0.2:
                guards += (Among(other, tuple(sorted(set(random.sample(pieces, 2))))),)
            if random.random() < 0.03:  # then there are no regions
                guards += (Same(*random.sample(range(n_cells), 2)),)
            for cost in {random.randint(0, 3), random.choice((1, most))}:
                rules.append(Rule(guards, effect(size, {gap: Cell(other), other: 0}), Cell(other), cost))
    state = [0, *pieces]
    goals = []
    for _ in range(random.randint(1, 3)):
        random.shuffle(state)
        goals.append(pattern_of((*state, *walls))[: random.choice((2, size))])
    every = tuple(sorted({0, *pieces, *walls}))
    domains = (tuple(sorted({0, *pieces})),) * n_cells + ((9,),) * len(walls)
    return Rewriting(size, tuple(rules), domains if random.random() < 0.5 else (every,) * size), [*state, *walls], goals


def test_regions_give_what_plain_python_gives() -> None:
    """Equal pieces, moves of any cost or of none, ways for some pieces only, several goals: the same entries."""
    compared = 0
    for seed in range(60):
        random = Random(seed)
        rules, state, goals = board(random, 300 if seed % 10 == 0 else 2)
        program = program_of(rules, state, goals)
        view = View(program, goals, tuple(state))
        pieces = sorted(set(state) - {0, 9 if random.random() < 0.9 else 0})
        kept = view.pattern(random.sample(pieces, random.randint(1, len(pieces))), "values")
        exchanges = view.exchanges(kept)
        if exchanges is None:
            continue
        compared += 1
        made = view.numbering(kept)
        plain, regions = Plan(kept, made, "plain", False, 0), Plan(kept, made, "wandering", False, 0, exchanges)
        assert entries(view, regions, 1 + seed % 2) == entries(view, plain)
    assert compared > 30


def test_the_general_kernel_gives_what_plain_python_gives() -> None:
    """Random rules of every kind, values and cells, every move counting or only those that change the pattern."""
    compared = 0
    for seed in range(90):
        random, chosen = Random(seed), priced(case(seed, 200), Random(seed), 200 if seed % 5 == 0 else 3)
        values = list({typed(value): value for domain in chosen.rewriting.domains for value in domain}.values())
        goals = [pattern(random, chosen.rewriting.n_cells, values)]
        start = random.choice(chosen.states)
        view = View(program_of(chosen.rewriting, start, goals), goals, start)
        of, items = ("values", values) if seed % 2 else ("cells", list(range(chosen.rewriting.n_cells)))
        kept = view.pattern(random.sample(items, random.randint(1, len(items))), of)  # type: ignore[arg-type, type-var]
        made, every = view.numbering(kept), random.random() < 0.5
        try:
            general = entries(view, Plan(kept, made, "general", every, 0))
        except Refusal:
            continue
        compared += 1
        assert general == entries(view, Plan(kept, made, "plain", every, 0))
    assert compared > 60


def test_tables_that_are_filled_at_the_same_time_are_the_same() -> None:
    """Two overlapping groups of 7 pancakes, each filled by a thread."""
    turns = [Rule((), tuple(Cell(n - 1 - c) if c < n else Cell(c) for c in range(7)), n) for n in range(2, 8)]
    program = program_of(Rewriting(7, tuple(turns), (tuple(range(7)),) * 7))
    goals, groups = [pattern_of(tuple(range(7)))], [(0, 1, 2, 3), (2, 3, 4, 5, 6), (1, 5)]
    one, two = (build(program, goals, groups, workers=workers) for workers in (1, 2))
    assert len(one.sums) == 3
    for (first,), (second,) in zip(one.sums, two.sums, strict=True):
        assert (first.entries == second.entries).all()


def test_rules_without_guards_are_summed_digit_by_digit() -> None:
    """Turning any part of a row around, at random costs: the same entries as in plain Python."""
    for seed in range(8):
        random, n_cells = Random(seed), 5
        rules = []
        for _ in range(random.randint(1, 4)):
            order = list(range(n_cells))
            random.shuffle(order)
            guards: tuple[Guard, ...] = (Equals(0, random.randrange(n_cells)),) if random.random() < 0.2 else ()
            rules.append(Rule(guards, tuple(map(Cell, order)), "turn", random.randint(0, 3)))
        rewriting = Rewriting(n_cells, tuple(rules), (tuple(range(n_cells)),) * n_cells)
        goals = [pattern_of(tuple(range(n_cells)))]
        view = View(program_of(rewriting), goals)
        kept = view.pattern(random.sample(range(n_cells), 3), "values")
        made, every = view.numbering(kept), seed % 2 == 0
        general, plain = Plan(kept, made, "general", every, 0), Plan(kept, made, "plain", every, 0)
        assert entries(view, general) == entries(view, plain)


def test_kernels_are_chosen_by_size_and_memory() -> None:
    """Small tables need none; pieces around a blank have their own, where not every move counts or memory is short."""
    rules = gap_rules(grid(3, 3))
    goals = [pattern_of((1, 2, 3, 4, 5, 6, 7, 8, 0))]
    view = View(program_of(rules), goals)
    two, three, five = (view.pattern(range(1, n), "values") for n in (3, 4, 6))

    def way(kept: object, every: bool, memory: int = 1 << 28) -> tuple[str, bool, int] | None:
        plan = planned(view, kept, every, memory)  # type: ignore[arg-type]
        return plan and (plan.way, plan.every, plan.made.n_followed)

    assert way(two, False) == ("plain", False, 9)
    assert way(three, False) == ("wandering", False, 9)
    assert way(three, True) == ("general", True, 9)
    assert way(five, True, 1_000_000) == ("wandering", False, 9)
    assert way(five, True, 70_000) is None


def test_progress_is_told_and_an_interrupt_ends_the_filling() -> None:
    """What `progress` raises ends the filling, and no thread goes on with it."""
    rules = gap_rules(grid(4, 4))
    goals = [pattern_of((*range(1, 16), 0))]
    told: list[str] = []

    def interrupt(line: str) -> None:
        told.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(program_of(rules), goals, [(1, 2, 5, 6, 9, 10), (3, 4, 7, 8, 11, 12)], workers=2, progress=interrupt)
    assert len(told) == 1


def test_a_table_of_the_15_puzzle_is_the_same_on_one_thread_and_on_two() -> None:
    """4 pieces of the 15 puzzle: 43,680 placements, at most 18 moves of them."""
    rules, goals = gap_rules(grid(4, 4)), [pattern_of((*range(1, 16), 0))]
    one, two = (
        build(program_of(rules), goals, [(1, 2, 5, 6), (3, 4)], workers=workers).sums[0][0].entries
        for workers in (1, 2)
    )
    assert (one == two).all()
    assert (int((one < 255).sum()), int(one[one < 255].max())) == (43680, 18)
