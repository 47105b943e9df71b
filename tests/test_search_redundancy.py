"""Redundant sequences of moves: each is attacked by brute force, and a search without them gives the same solution."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from heapq import heappop, heappush
from itertools import product
from math import comb

import pytest
from boards import gap_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import VALUES, boards, key, problems, reached, rewritings
from scale import scale

from logicpuzzles.endings import Path, State
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import Limits, SearchProblem, Solutions, deepening, solve
from logicpuzzles.search.coding.redundancy import Redundancy, Sequence

NONE = 1 << 62  # nodes after which no search is ever pruned
LOOKS = 1 << 10  # so that each of many programs takes little time


def redundant(rules: Rewriting, start: State, strictly: bool = False) -> set[Sequence]:
    """The redundant sequences found from `start`."""
    program = program_of(rules, start)
    return Redundancy(program, program.blanks(start), program.values.encode(start), strictly, LOOKS).found


def permuting(*orders: tuple[int, ...], costs: tuple[int, ...] | None = None) -> Rewriting:
    """Rules without guards; each puts into the cells the values of the cells of an order."""
    n_cells = len(orders[0])
    rules = (
        Rule((), tuple(map(Cell, order)), number, 1 if costs is None else costs[number])
        for number, order in enumerate(orders)
    )
    return Rewriting(n_cells, tuple(rules), (tuple(range(n_cells)),) * n_cells)


def exchanges(*cells: int) -> Rewriting:
    """Rules each of which turns over one of `cells` of 0 and 1; two rules a cell."""
    n_cells = max(cells) + 1
    rules = (
        Rule((Equals(cell, value),), tuple(1 - value if c == cell else Cell(c) for c in range(n_cells)), (cell, value))
        for cell in cells
        for value in (0, 1)
    )
    return Rewriting(n_cells, tuple(rules), ((0, 1),) * n_cells)


def leads(rules: Rewriting, state: State, sequence: Sequence) -> list[State] | None:
    """The states along `sequence` from `state`; None where it cannot be made."""
    states = [state]
    for number in sequence:
        if not rules.rules[number].applies(states[-1]):
            return None
        states.append(rules.rules[number].apply(states[-1]))
    return states


def cost_of(rules: Rewriting, sequence: Sequence) -> int:
    """The cost of all rules of `sequence`."""
    return sum(rules.rules[number].cost for number in sequence)


def firsts(rules: Rewriting, start: State, most: int) -> dict[str, tuple[int, Sequence]]:
    """By state, the first sequence of those that lead there from `start` the cheapest, for up to `most`."""
    heap: list[tuple[int, Sequence, State]] = [(0, (), start)]
    found: dict[str, tuple[int, Sequence]] = {}
    while heap:
        cost, sequence, state = heappop(heap)
        if cost > most:
            break
        if key(state) in found:
            continue
        found[key(state)] = cost, sequence
        for number, rule in enumerate(rules.rules):
            if rule.applies(state):
                heappush(heap, (cost + rule.cost, (*sequence, number), rule.apply(state)))
    return found


def attack(rules: Rewriting, start: State, states: list[State], strictly: bool) -> int:
    """Check each redundant sequence in all of `states`; how many there are."""
    found = redundant(rules, start, strictly)
    program = program_of(rules, start)
    blanks = [program.wanderers[n] for n in program.blanks(start)]
    free = not all(rule.cost for rule in rules.rules)
    for state in states if found else ():
        if not all(blank.is_single_in(state) for blank in blanks):
            continue
        first = firsts(rules, state, max(cost_of(rules, sequence) for sequence in found))
        for sequence in found:
            path = leads(rules, state, sequence)
            if path is None or (not free and len(set(map(key, path))) < len(path)):
                continue
            mine = cost_of(rules, sequence), sequence
            other = first[key(path[-1])]
            assert other[0] < mine[0] if strictly or free else other < mine, (state, sequence)
    return len(found)


@settings(max_examples=scale(20, 2000))
@given(st.data())
def test_what_is_redundant_is_replaced_in_every_state(data: st.DataObject) -> None:
    """Random rules with costs, over all states: a cheaper or earlier sequence leads to the same state."""
    n_cells, values = data.draw(st.integers(1, 3)), VALUES[: data.draw(st.integers(1, 3))]
    rules = data.draw(rewritings(n_cells, values))
    costs = data.draw(st.lists(st.integers(data.draw(st.integers(0, 1)), 3), min_size=6, max_size=6))
    rules = replace(rules, rules=tuple(map(lambda rule, cost: replace(rule, cost=cost), rules.rules, costs)))
    states = list(product(values, repeat=n_cells))
    attack(rules, data.draw(st.sampled_from(states)), states, data.draw(st.booleans()))


@settings(max_examples=scale(12, 1000))
@given(st.lists(st.permutations(range(4)).map(tuple), min_size=2, max_size=5), st.data())
def test_permutations_are_replaced_in_every_state(orders: list[tuple[int, ...]], data: st.DataObject) -> None:
    """The same for rules that only move values about, with and without rules that cost nothing."""
    costs = tuple(data.draw(st.lists(st.integers(0, 3), min_size=len(orders), max_size=len(orders))))
    attack(permuting(*orders, costs=costs), (0, 1, 2, 3), [(0, 1, 2, 3), (0, 0, 1, 2)], data.draw(st.booleans()))


@settings(max_examples=scale(6, 500))
@given(boards(bounded=False))
def test_long_sequences_are_replaced_in_every_state(problem: SearchProblem) -> None:
    """Sliding puzzles of any shape, some pieces equal."""
    assert problem.rewriting is not None
    attack(problem.rewriting, problem.start, reached(problem.rewriting, problem.start, 100), strictly=False)


def test_sequences_grow_as_long_as_it_takes() -> None:
    """Three turns of a square one way lead where three the other way lead: six moves of the gap, and none of three."""
    neighbours = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}
    rules, start = gap_rules(neighbours, range(6)), tuple(range(6))
    found = redundant(rules, start)
    assert Counter(map(len, found))[6] == 8  # two squares, in each of them four places of the gap
    assert attack(rules, start, reached(rules, start, 40), strictly=False) == len(found)


def both(problem: SearchProblem, strategy: str, patch: pytest.MonkeyPatch, kernel: str = "compiled") -> None:
    """Without pruning, with it, and with it by `kernel`: the same ending, but for the nodes."""
    told = []
    patch.setattr(deepening, "LOOKS", ((0, LOOKS // 4), (100, LOOKS)))
    for after, engine in ((NONE, "rules"), (-NONE, "rules"), (-NONE, kernel)):
        patch.setattr(deepening, "PRUNE_AFTER", after)
        ending = solve(problem, strategy, engine, Limits(nodes=4000))
        told.append((type(ending), key((ending.moves, ending.states)) if isinstance(ending, Path) else "", ending))
    (plain, first, before), (_, _, pruned), (last, third, compiled) = told
    assert (type(pruned), pruned.nodes, pruned.limits) == (last, compiled.nodes, compiled.limits)
    assert told[1][1] == third
    if plain is Path:
        assert first == third
        assert pruned.nodes <= before.nodes


def test_the_first_solution_stays_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random rules: the same solution with and without redundant sequences, by plain Python and kernels."""

    @settings(max_examples=scale(15, 2000))
    @given(problems(st.integers(1, 4)))
    def check(problem: SearchProblem) -> None:
        both(problem, "iddfs", monkeypatch)

    @settings(max_examples=scale(12, 1000))
    @given(boards())
    def check_boards(problem: SearchProblem) -> None:
        both(problem, "ida", monkeypatch)

    @settings(max_examples=scale(12, 1000))
    @given(st.lists(st.permutations(range(5)).map(tuple), min_size=2, max_size=4), st.permutations(range(5)))
    def check_permutations(orders: list[tuple[int, ...]], start: list[int]) -> None:
        goal = pattern_of(tuple(range(5)))
        both(SearchProblem.of(permuting(*orders), tuple(start), (goal,)), "iddfs", monkeypatch)

    @settings(max_examples=scale(12, 1000))
    @given(problems(st.integers(1, 4)), st.lists(st.integers(0, 3), min_size=6, max_size=6), st.booleans())
    def check_costs(problem: SearchProblem, costs: list[int], free: bool) -> None:
        assert problem.rewriting is not None
        rules = [replace(rule, cost=max(1 - free, cost)) for rule, cost in zip(problem.rewriting.rules, costs)]  # noqa: B905
        both(
            SearchProblem.of(replace(problem.rewriting, rules=tuple(rules)), problem.start, problem.goals),
            "iddfs",
            monkeypatch,
            "rules",
        )

    check()
    check_boards()
    check_permutations()
    check_costs()


def test_all_solutions_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """All shortest solutions in clause order: only what is dearer than what replaces it is left out."""

    @settings(max_examples=scale(12, 1000))
    @given(problems(st.integers(1, 4)))
    def check(problem: SearchProblem) -> None:
        found = []
        for after in (NONE, -NONE):
            monkeypatch.setattr(deepening, "PRUNE_AFTER", after)
            every = Solutions(problem, "iddfs", "rules", Limits(nodes=4000))
            found.append([key((path.moves, path.states)) for path in every])
            if type(every.ending).__name__ == "Stopped":
                return
        assert found[0] == found[1]

    check()


@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_moves_that_commute_are_made_in_one_order(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cells to turn over: of the orders of k of them, a round looks at one."""
    monkeypatch.setattr(deepening, "PRUNE_AFTER", -NONE)
    rules = exchanges(*range(6))
    problem = SearchProblem.of(rules, (0,) * 6, (pattern_of((1,) * 6),))
    ending = solve(problem, "iddfs", engine)
    assert isinstance(ending, Path)
    assert ending.moves == tuple((cell, 0) for cell in range(6))
    # The first round is not pruned; the last ends at the first sequence of six.
    assert ending.limits[1:-1] == tuple((k, sum(comb(6, n) for n in range(k + 1))) for k in range(2, 6))
    assert ending.nodes < 200


def test_of_two_that_replace_each_other_the_later_is_redundant() -> None:
    """In whatever order the clauses stand; leaving out either as chance has it can lose all solutions."""
    left, right = (1, 0, 2, 3), (0, 1, 3, 2)
    assert (1, 0) in redundant(permuting(left, right), (0, 1, 2, 3))
    assert (0, 1) not in redundant(permuting(left, right), (0, 1, 2, 3))
    assert (1, 0) in redundant(permuting(right, left), (0, 1, 2, 3))


def test_of_sequences_of_one_cost_the_first_in_clause_order_stays_whatever_its_length() -> None:
    """Two rules of cost 1 do what one of cost 2 does."""
    turn, turn_twice = (1, 2, 3, 0), (2, 3, 0, 1)
    assert (0, 0) not in redundant(permuting(turn, turn_twice, costs=(1, 2)), (0, 1, 2, 3))
    found = redundant(permuting(turn_twice, turn, costs=(2, 1)), (0, 1, 2, 3))
    assert (1, 1) in found
    assert (0,) not in found


def test_what_is_replaced_in_some_states_only_is_not_redundant() -> None:
    """The earlier rule asks for more: where it cannot be applied, the later one is needed."""
    guarded = Rule((Equals(0, 0),), (Cell(0), Cell(2), Cell(1)), "guarded")
    free = Rule((), (Cell(0), Cell(2), Cell(1)), "free")
    turn = Rule((), (Cell(1), Cell(2), Cell(0)), "turn")
    rules = Rewriting(3, (guarded, free, turn), ((0, 1, 2),) * 3)
    assert (1,) not in redundant(rules, (0, 1, 2))
    assert (0,) not in redundant(rules, (0, 1, 2))
    assert (1,) in redundant(replace(rules, rules=(replace(free, label="first"), free, turn)), (0, 1, 2))


def test_rules_that_cost_nothing_are_replaced_only_by_cheaper_ones() -> None:
    """Where a cycle costs nothing, a sequence may be the beginning of one that costs the same."""
    left, right = (1, 0, 2, 3), (0, 1, 3, 2)
    assert not redundant(permuting(left, right, costs=(0, 0)), (0, 1, 2, 3))
    assert redundant(permuting(left, right, costs=(0, 1)), (0, 1, 2, 3)) == {(1, 0, 1)}
