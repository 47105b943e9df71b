"""What a pattern sees of rules: every move of a state is a move of what is kept of it, forwards and backwards."""

from __future__ import annotations

from random import Random
from typing import Any

from patterns import distances, moves
from small_rules import POOLS, Case, any_rule, key, permuting_rule

from logicpuzzles.errors import Refusal
from logicpuzzles.proofs.abstraction.pattern import Kept, closed
from logicpuzzles.proofs.abstraction.plain import holds
from logicpuzzles.proofs.abstraction.rules import Abstract, abstract, backwards
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.rewrite import Cell, Differs, Equals, Guard, Rewriting, Rule, Same, matches, pattern_of


def comparing(random: Random, rule: Rule, values: tuple[Any, ...]) -> Rule:
    """The rule with more tests between cells, and a cost."""

    def side() -> Any:
        return Cell(random.randrange(len(rule.effect))) if random.random() < 0.7 else random.choice(values)

    guards: list[Guard] = list(rule.guards)[:1]
    for _ in range(random.randint(0, 2)):
        cells = random.sample(range(len(rule.effect)), 2)
        if random.random() < 0.25:
            guards.append(Same(*cells))
        else:
            pairs = tuple((Cell(random.choice(cells)), side()) for _ in range(random.randint(1, 2)))
            guards.append(Differs(pairs))
    return Rule(tuple(guards), rule.effect, rule.label, random.randint(0, 3))


def rules_with_tests(seed: int) -> Rewriting:
    """Random rules that compare cells, over at most 81 states."""
    random = Random(seed)
    values = random.choice(POOLS)
    n_cells = random.randint(2, 4 if len(values) < 4 else 3)
    maker = random.choice((any_rule, any_rule, permuting_rule))
    rules = tuple(comparing(random, maker(random, n_cells, values), values) for _ in range(random.randint(1, 4)))
    return Rewriting(n_cells, rules, (values,) * n_cells)


def classes(program: Program, pattern: Kept, state: tuple[Any, ...]) -> tuple[int, ...]:
    """What the pattern keeps of a state, by class."""
    class_of = {number: class_ for class_, number in enumerate(pattern.classes, 1)}
    numbers = program.values.encode(state)
    return tuple(class_of.get(numbers[cell], 0) for cell in pattern.cells)


def leads(rules: Abstract, before: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Where the rules lead from what is kept of a state, at what least cost."""
    found: dict[tuple[int, ...], int] = {}
    known = [*before, *range(rules.n_classes)]
    for rule in rules.rules:
        if holds(rule.guards, known):
            after = tuple(known[source] for source in rule.sources)
            found[after] = min(rule.cost, found.get(after, rule.cost))
    return found


def test_every_move_is_a_move_of_what_is_kept() -> None:
    """For random rules with tests between cells, and for every group: at no more cost, in both directions."""
    looked = 0
    for seed in range(150):
        random, rewriting = Random(seed), rules_with_tests(seed)
        program = program_of(rewriting)
        view = View(program, [])
        items: list[Any] = list(rewriting.domains[0])
        of: Any = random.choice(("values", "cells"))
        if of == "cells":
            items = list(range(rewriting.n_cells))
        pattern = view.pattern(random.sample(items, random.randint(1, len(items))), of)
        forwards = view.rules(pattern)
        try:
            turned = backwards(forwards)
        except Refusal:
            continue
        for before, after, cost in moves(rewriting, Case(rewriting).states):
            one, other = classes(program, pattern, before), classes(program, pattern, after)
            if one != other:
                looked += 1
                assert leads(forwards, one)[other] <= cost
                assert leads(turned, other)[one] <= cost
    assert looked > 1800


def test_patterns_ask_for_what_they_can_tell() -> None:
    """A guard on a kept cell, a difference from a kept value and the class of what enters are not forgotten."""
    values = (0, 1, 2)
    enters = Rule((Equals(1, 2), Differs(((Cell(0), 2),))), (Cell(0), Cell(2), Cell(2)), "enters")
    copies = Rule((Differs(((Cell(0), Cell(2)),)),), (Cell(2), Cell(1), Cell(2)), "copies")
    program = program_of(Rewriting(3, (enters, copies), (values,) * 3))
    held = closed(program)
    seen = abstract(program, held, View(program, []).pattern((0, 1), "cells"))  # classes are numbers and one
    assert leads(seen, (1, 3)) == {(1, 1): 1, (1, 2): 1, (1, 3): 1, (2, 3): 1, (3, 3): 1}
    assert leads(seen, (3, 3)) == {(1, 3): 1, (2, 3): 1}  # not what enters, nor a copy of what is there
    seen = abstract(program, held, View(program, []).pattern((2,), "values"))  # 0 and 1 are class 0, and may differ
    assert leads(seen, (0, 1, 0)) == {(0, 0, 0): 1, (0, 1, 0): 1}


def test_what_rules_lead_to_outside_the_domains_counts() -> None:
    """Where domains are too small, what rules and the start bring into a cell may be there."""
    high = 0
    for seed in range(120):
        random, rewriting = Random(seed), rules_with_tests(seed)
        start = random.choice(Case(rewriting).states)
        domains = tuple((value,) if random.random() < 0.7 else rewriting.domains[0] for value in start)
        small = Rewriting(rewriting.n_cells, rewriting.rules, domains)
        states = reachable(rewriting, start)
        goals = [pattern_of(random.choice(states))]
        program = program_of(small, start, goals)
        groups = [[cell] for cell in range(rewriting.n_cells)]
        groups = groups if random.random() < 0.5 else [list(range(rewriting.n_cells))]
        try:
            bound = build(program, goals, groups, of="cells", start=start)
        except Refusal:
            continue
        true = distances(rewriting, states, lambda state, goal=goals[0]: matches(goal, state))  # type: ignore[misc]
        for state in states:
            value = bound.value(program.values.encode(state))
            if key(state) in true:
                assert value is not None
                assert value <= true[key(state)]
                high += value > 0
    assert high > 40


def reachable(rewriting: Rewriting, start: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The states that can be reached."""
    found = {key(start): start}
    for state in (queue := [start]):
        for _, after, _ in moves(rewriting, [state]):
            if key(after) not in found:
                found[key(after)] = after
                queue.append(after)
    return list(found.values())


def test_goals_with_other_values_are_for_other_states() -> None:
    """Without a start, goals that hold other values say nothing of how often each value is there."""
    turn = Rule((), (Cell(1), Cell(2), Cell(0)), "turn")
    rewriting, goals = Rewriting(3, (turn,), ((0, 1, 2),) * 3), [pattern_of((0, 1, 2)), pattern_of((0, 1, 1))]
    program = program_of(rewriting)
    bound = build(program, goals, [(1, 2)])
    asked = [(0, 1, 2), (2, 0, 1), (1, 2, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)]
    assert [bound.value(program.values.encode(state)) for state in asked] == [0, 1, 2, 1, 0, None]
    of_start = build(program, goals, [(1, 2)], start=(1, 1, 0))
    assert [of_start.value(program.values.encode(state)) for state in asked[3:5]] == [1, 0]
    never = build(program, goals[1:], [(1, 2)], start=(0, 1, 2))
    assert [never.value(program.values.encode(state)) for state in asked[:3]] == [None, None, None]
