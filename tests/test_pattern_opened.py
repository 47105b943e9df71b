"""Tables of cells whose rules are not listed one by one, and of rules that many cells tell apart."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import numpy as np
from patterns import moves, priced
from scale import scale
from small_rules import case, pattern

from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs.abstraction.filling import FAR, Plan, entries_of, planned
from logicpuzzles.proofs.abstraction.rules import backwards
from logicpuzzles.proofs.abstraction.table_builder import Crew
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.grouping import WORK, choose
from logicpuzzles.proofs.patterns import MEMORY, build
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Among, Cell, Equals, Guard, Pattern, Rewriting, Rule, pattern_of
from logicpuzzles.rulefile.rulebook import load


def entries(view: View, plan: Plan) -> list[int]:
    """The entries, with the same number for what is unreachable whatever the type."""
    found = entries_of(view, plan, Crew(1))
    return np.where(found == np.iinfo(found.dtype).max, FAR, found.astype(np.int64)).tolist()


def turns(random: Random) -> Rewriting:
    """Some cells change places, now and then a cell becomes a constant, over domains and guards of any size."""
    n_cells, values = random.randint(4, 6), range(random.randint(2, 4))
    rules = []
    for _ in range(random.randint(1, 4)):
        cells = random.sample(range(n_cells), random.randint(2, n_cells))
        effect: list[Any] = list(map(Cell, range(n_cells)))
        for cell, source in zip(cells, cells[1:] + cells[:1], strict=True):
            effect[cell] = random.choice(values) if random.random() < 0.1 else Cell(source)
        guards: list[Guard] = []
        for cell in random.sample(range(n_cells), random.choice((0, 0, 1, 2))):
            guards.append(Among(cell, tuple(random.sample(values, random.randint(1, len(values))))))
        rules.append(Rule(tuple(guards), tuple(effect), "turn", random.randint(0, 3)))
    return Rewriting(n_cells, tuple(rules), (tuple(values),) * n_cells)


def test_opened_rules_give_what_listed_ones_give() -> None:
    """Random rules with costs from 0 over some of the cells: the same entries as by every rule backwards."""
    compared = 0
    for seed in range(scale(60, 600)):
        random = Random(seed)
        rules = turns(random) if seed % 3 else priced(case(seed, 200), random).rewriting
        values = list({typed(value): value for domain in rules.domains for value in domain}.values())
        goals: list[Pattern] = [pattern(random, rules.n_cells, values, 2)]
        start = tuple(random.choice(domain) for domain in rules.domains)
        view = View(program_of(rules, start, goals), goals, start)
        kept = view.pattern(random.sample(range(rules.n_cells), random.randint(1, rules.n_cells)), "cells")
        made = view.numbering(kept)
        opened = view.opened(kept, made)
        if opened:
            compared += 1
            plain = entries(view, Plan(kept, made, "plain", True, 0))
            assert entries(view, Plan(kept, made, "opened", True, 0, opened=opened)) == plain
    assert compared > 30


def test_what_is_copied_or_tested_is_not_opened() -> None:
    """A value that goes to two of the cells must be the same there: such a rule is listed."""
    kept_by: dict[str, bool] = {}
    for name, effect in (("moved", (Cell(2), Cell(3))), ("copied", (Cell(2), Cell(2))), ("stays", (Cell(1), Cell(1)))):
        rules = Rewriting(4, (Rule((), (*effect, Cell(2), Cell(3)), "go"),), ((0, 1),) * 4)
        view = View(program_of(rules), [pattern_of((0, 0, 0, 0))])
        kept = view.pattern((0, 1), "cells")
        kept_by[name] = view.opened(kept, view.numbering(kept)) is not None
    assert kept_by == {"moved": True, "copied": False, "stays": False}


def test_moves_and_rules_are_counted_before_they_are_made() -> None:
    """The moves to a state are as many as the rules have, on average, and there are no more rules than are told."""
    for seed in range(40):
        rules = turns(Random(seed))
        view = View(program_of(rules), [pattern_of((0,) * rules.n_cells)])
        kept = view.pattern(Random(seed).sample(range(rules.n_cells), 3), "cells")
        n_moves, n_rules = view.moves_and_rules(kept)
        listed = backwards(view.rules(kept)).rules
        assert len(listed) <= n_rules
        wide = [len(rules.domains[cell]) for cell in kept.cells]
        shares = [prod(b.bit_count() / wide[cell] for cell, b in rule.guards.allowed.items()) for rule in listed]
        assert sum(shares) <= n_moves + 1e-9


def test_the_tables_of_the_pocket_cube_are_built_within_the_budget() -> None:
    """Its turns are up to 100,000 rules over 8 of the cells: these are opened, and what is chosen is what is built."""
    puzzle = load("pocket_cube").puzzle
    program, goals = program_of(puzzle.rewriting, puzzle.start, puzzle.patterns()), puzzle.patterns()
    found = choose(program, goals, puzzle.start)
    view = View(program, goals, puzzle.start)
    plans = [planned(view, view.pattern(group, found.of), True, MEMORY) for group in found.groups]
    assert [plan and plan.way for plan in plans] == ["opened"] * len(plans)
    assert sum(plan.work for plan in plans if plan) <= WORK
    assert min(map(len, found.groups)) >= 8
    ((lookup,),) = build(program, goals, [(0, 1, 2, 3, 4)], of="cells", start=puzzle.start).sums
    turns = moves(puzzle.rewriting, [puzzle.start])
    assert all(lookup.entries[lookup.index(program.values.encode(s))] <= 11 for _, s, _ in turns)


def test_more_work_than_was_expected_makes_the_groups_smaller() -> None:
    """What a table takes is counted by its moves once a group is chosen: where that is too much, others are."""
    rules = turns(Random(7))
    program, goals = program_of(rules), [pattern_of((0,) * rules.n_cells)]
    view = View(program, goals)
    for work in (1_000_000, 30_000, 5_000):
        groups = choose(program, goals, of="cells", work=work).groups
        plans = [planned(view, view.pattern(group, "cells"), True, MEMORY) for group in groups]
        assert sum(plan.work for plan in plans if plan) <= work


def test_rules_found_by_several_cells() -> None:
    """A rule for each way that some cells can be, as lights have them, some left out: the entries of plain Python."""
    for seed in range(scale(12, 100)):
        random, n_cells = Random(seed), 6
        rules = []
        for _ in range(3):
            cells = random.sample(range(n_cells), 4)
            for number in range(3**4):
                before = [number // 3**place % 3 for place in range(4)]
                effect: list[Any] = list(map(Cell, range(n_cells)))
                for cell, value in zip(cells, before, strict=True):
                    effect[cell] = (value + 1) % 3
                if random.random() < 0.9:
                    rules.append(Rule(tuple(map(Equals, cells, before)), tuple(effect), "press", random.randint(0, 2)))
        goals = [pattern_of((0,) * n_cells)]
        view = View(program_of(Rewriting(n_cells, tuple(rules), ((0, 1, 2),) * n_cells)), goals)
        kept = view.pattern(sorted(random.sample(range(n_cells), random.randint(4, 6))), "cells")
        made, every = view.numbering(kept), seed % 2 == 0
        general, plain = Plan(kept, made, "general", every, 0), Plan(kept, made, "plain", every, 0)
        assert entries(view, general) == entries(view, plain)
