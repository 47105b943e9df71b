"""The choice of groups for random rules of every kind, with values that are equal but not the same among them."""

from __future__ import annotations

from random import Random

from scale import scale
from small_rules import case, goals_of

from logicpuzzles.errors import Refusal
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.graphs import FAR
from logicpuzzles.proofs.grouping import choose
from logicpuzzles.proofs.measuring import Measure
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule, pattern_of


def test_equal_values_of_other_types_have_tables_of_their_own() -> None:
    """1 and True are two values: where rules treat them differently, so do the tables that are measured."""
    swap = (Cell(1), Cell(0), Cell(2))
    rules = (Rule((Equals(0, 1),), swap, "go", 1), Rule((Equals(0, True),), (Cell(2), Cell(1), Cell(0)), "go", 2))
    rewriting = Rewriting(3, rules, ((1, True, 0),) * 3)
    goals: list[Pattern] = [pattern_of((0, 1, True))]
    program, start = program_of(rewriting, goals=goals), (1, True, 0)
    measure = Measure(View(program, goals, start), "values", every=True)
    groups = [(True,), (1,), (1, True), (0, True), (0, 1)]
    means = measure.means(groups)
    for group, table, mean in zip(groups, measure.tables(groups), means, strict=True):
        ((lookup,),) = build(program, goals, [group], start=start).sums
        assert table.tolist() == [FAR if entry == lookup.far else entry for entry in lookup.entries.tolist()]
        assert mean == table[table != FAR].mean()
    assert means[0] != means[1]


def test_a_goal_that_no_state_is_like_has_no_entries() -> None:
    """A goal with other values than the start is in no table, measured or built."""
    rules = Rewriting(3, (Rule((), (Cell(1), Cell(0), Cell(2)), "go"),), (("a", "b", "c"),) * 3)
    goals: list[Pattern] = [pattern_of(("c", "c", "c")), pattern_of(("a", "b", "c"))]
    start = ("b", "a", "c")
    program = program_of(rules, goals=goals)
    measure = Measure(View(program, goals, start), "values", every=True)
    groups = [("c",), ("a",), ("a", "c"), ("a", "b", "c")]
    for group, table in zip(groups, measure.tables(groups), strict=True):
        ((lookup,),) = build(program, goals, [group], start=start).sums
        assert table.tolist() == [FAR if entry == lookup.far else entry for entry in lookup.entries.tolist()]


def test_random_rules_have_groups_that_are_built_or_a_reason_why_not() -> None:
    """Whatever the rules, the goals and the budget: groups are chosen and built, or refused in a sentence."""
    built = 0
    for seed in (27, 54, 150, 154, *range(scale(10, 400))):
        random, made = Random(seed), case(seed, most_states=150)
        start = random.choice(made.states)
        goals = goals_of(random, made, start)
        program = program_of(made.rewriting, start, goals)
        for memory, work in ((1 << 20, 1 << 20), (300, 1 << 20), (1_000, 3_000)):
            try:
                found = choose(program, goals, start, memory=memory, work=work)
                build(program, goals, found.groups, of=found.of, start=start, memory=memory)
                built += 1
            except Refusal:
                pass
    assert built > 10
