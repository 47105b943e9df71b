"""Moves that cost: every search gives a cheapest solution, the first one in clause order, and all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import key, rewritings
from scale import scale

from logicpuzzles import eq, lall, lany
from logicpuzzles.endings import Ending, Exhausted, Path, Stopped
from logicpuzzles.errors import Refusal
from logicpuzzles.logic.control import project
from logicpuzzles.logic.relations import Rule as GoalRule
from logicpuzzles.proofs.derived import derive
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import ALL_SOLUTIONS, Limits, SearchProblem, Solutions, count, solve
from logicpuzzles.search.explore import explore

VALUES = (0, 1, 2)
COSTS = ((0, 1, 2, 3), (1, 2, 3), (0, 1), (2,), (5, 7))
MOST = 400  # solutions of a case that are compared one by one
STRATEGIES = ("bfs", "iddfs", "ida", "astar", "bidirectional", "auto")


@st.composite
def weighted(draw: st.DrawFn) -> SearchProblem:
    """Random rules with costs, which permute the cells or not."""
    n_cells, costs = draw(st.integers(1, 4)), st.sampled_from(draw(st.sampled_from(COSTS)))
    if draw(st.booleans()):
        rules = draw(rewritings(n_cells, VALUES)).rules
    else:
        orders = draw(st.lists(st.permutations(range(n_cells)), min_size=2, max_size=5))
        guards = st.builds(Equals, st.integers(0, n_cells - 1), st.sampled_from(VALUES))
        rules = tuple(
            Rule(draw(st.lists(guards, max_size=1).map(tuple)), tuple(map(Cell, order)), (number, Cell(0)))
            for number, order in enumerate(orders)
        )
    priced = tuple(replace(rule, cost=draw(costs)) for rule in rules)
    state = st.tuples(*[st.sampled_from(VALUES)] * n_cells)
    goals = tuple(map(pattern_of, draw(st.lists(state, min_size=1, max_size=2))))
    return SearchProblem.of(Rewriting(n_cells, priced, (VALUES,) * n_cells), draw(state), goals)


def least_costs(problem: SearchProblem) -> dict[Any, int]:
    """What every state that can be reached costs, by its key; goals are gone on from too."""
    best, heap, number = {key(problem.start): 0}, [(0, 0, problem.start)], 0
    while heap:
        so_far, _, state = heappop(heap)
        for _, after, cost in problem.rewriting.priced(state) if so_far == best[key(state)] else ():
            if so_far + cost < best.get(key(after), so_far + cost + 1):
                number += 1
                best[key(after)] = so_far + cost
                heappush(heap, (so_far + cost, number, after))
    return best


def all_cheapest(problem: SearchProblem) -> tuple[int | None, list[tuple[Any, Any]]]:
    """The least cost, and in clause order the solutions that cost it: no state twice, and no goal before the end."""
    found: dict[int, list[tuple[Any, Any]]] = {}
    best = least_costs(problem)

    def go_on(path: list[Any], moves: list[Any], so_far: int, limit: int) -> None:
        if problem.is_goal(path[-1]):
            found.setdefault(so_far, []).append((tuple(moves), tuple(path)))
            return
        for label, after, cost in problem.rewriting.priced(path[-1]):
            total = so_far + cost
            on_path = key(after) in map(key, path)
            if not on_path and total <= limit and total == best[key(after)] and len(found.get(limit, ())) <= MOST:
                go_on([*path, after], [*moves, label], total, limit)

    for limit in sorted(set(best.values())):
        go_on([problem.start], [], 0, limit)
        if found:
            return limit, found[limit]
    return None, []


def told(ending: Ending) -> tuple[Any, ...]:
    """Everything that the engines must agree on."""
    names = ("moves", "states", "costs", "bounds", "reason", "nodes", "limits")
    return type(ending), *(key(getattr(ending, name, None)) for name in names)


@settings(max_examples=scale(40, 3000))
@given(weighted())
def test_every_strategy_is_cheapest_and_the_first_in_clause_order(problem: SearchProblem) -> None:
    """Against an enumeration of all cheapest solutions; plain Python and kernels agree in everything."""
    cost, expected = all_cheapest(problem)
    for strategy in STRATEGIES:
        endings = [solve(problem, strategy, engine, Limits(nodes=20_000)) for engine in ("rules", "compiled")]
        assert told(endings[0]) == told(endings[1]), strategy
        ending = endings[0]
        if cost is None:
            assert isinstance(ending, Exhausted | Stopped)
        elif isinstance(ending, Path):
            assert (ending.cost, ending.length) == (cost, len(ending.states) - 1)
            if strategy in ("bfs", "iddfs", "ida"):
                assert key((ending.moves, ending.states)) == key(expected[0])
        else:
            assert isinstance(ending, Stopped)
            assert strategy in ("iddfs", "ida")  # where many moves are free, these try every path


@settings(max_examples=scale(40, 3000))
@given(weighted(), st.sampled_from(["rules", "compiled"]))
def test_all_cheapest_solutions_come_in_clause_order(problem: SearchProblem, engine: str) -> None:
    """Whatever the strategy, and their number is the same."""
    cost, expected = all_cheapest(problem)
    if len(expected) > MOST:
        return
    for strategy in ("auto", *(name for name in ALL_SOLUTIONS if name != "dfs")):
        solutions = Solutions(problem, strategy, engine, Limits(nodes=20_000))
        found = [key((path.moves, path.states)) for path in solutions]
        number = count(problem, strategy, engine, Limits(nodes=20_000))
        if isinstance(solutions.ending, Stopped) or isinstance(number, Stopped):
            continue
        assert found == list(map(key, expected)), strategy
        assert getattr(number, "count", 0) == len(expected)


@settings(max_examples=scale(25, 1500))
@given(weighted())
def test_derived_bounds_never_say_too_much(problem: SearchProblem) -> None:
    """For every state that can be reached the bound is at most what the nearest goal costs."""
    assert problem.rewriting is not None
    bound = derive(problem.rewriting, problem.goals)
    if bound is None:
        return
    bounded = replace(problem, table=bound.table, divisor=bound.divisor, bound_name="derived")
    for state in explore(problem.rewriting, [problem.start]).table.states(0):
        from_here = SearchProblem.of(problem.rewriting, state, problem.goals)
        cost, _ = all_cheapest(from_here)
        assert cost is None or bound.value(state) <= cost
    cost, expected = all_cheapest(problem)
    for strategy in ("ida", "astar"):
        endings = [solve(bounded, strategy, engine, Limits(nodes=20_000)) for engine in ("rules", "compiled")]
        assert told(endings[0]) == told(endings[1])
        if isinstance(endings[0], Path):
            assert endings[0].cost == cost
            assert strategy != "ida" or key((endings[0].moves, endings[0].states)) == key(expected[0])


@settings(max_examples=scale(25, 1500))
@given(weighted(), st.data())
def test_tables_count_costs(problem: SearchProblem, data: st.DataObject) -> None:
    """Tables of cells are looked up whatever moves cost, 0 too; the first cheapest solution stays the first."""
    program = problem.program
    cells = st.lists(st.integers(0, program.n_cells - 1), min_size=1, max_size=2, unique=True)
    try:
        patterns = build(program, problem.goals, [data.draw(cells)], of="cells", start=problem.start)
    except Refusal:  # no rule changes anything
        return
    bounded = replace(problem, lookups=patterns)
    cost, expected = all_cheapest(problem)
    for strategy in ("ida", "astar"):
        endings = [solve(bounded, strategy, engine, Limits(nodes=20_000)) for engine in ("rules", "compiled")]
        assert told(endings[0]) == told(endings[1])
        if isinstance(endings[0], Path):
            assert endings[0].cost == cost
            assert endings[0].length == 0 or endings[0].bound == "patterns"
            assert strategy != "ida" or key((endings[0].moves, endings[0].states)) == key(expected[0])


@settings(max_examples=scale(25, 1500))
@given(weighted())
def test_exploring_counts_costs(problem: SearchProblem) -> None:
    """From the start, by both engines, in the same order; and the limit of cost stops just below the least cost."""
    assert problem.rewriting is not None
    best = least_costs(problem)
    plain, compiled = (explore(problem.rewriting, [problem.start], engine=engine) for engine in ("rules", "hash"))
    assert plain.depths == compiled.depths
    assert {cost: n for cost, n in enumerate(plain.depths) if n} == Counter(best.values())
    for cost in range(len(plain.depths)):
        states = list(plain.table.states(cost))
        assert key(states) == key(list(compiled.table.states(cost)))
        for state in states[:5]:
            assert plain.table.depth(state) == compiled.table.depth(state) == cost == best[key(state)]


def by_relation(problem: SearchProblem) -> SearchProblem:
    """The problem with its moves and goals as relations, for the reference in goals."""

    def moves(label, before, after):
        def made(state):
            found = problem.successors(state)
            return lany(*(lall(eq(label, name), eq(after, one)) for name, one in found)) if found else eq(0, 1)

        return project((before,), made)

    def goal(state):
        return project((state,), lambda state: eq(0, 0 if problem.is_goal(state) else 1))

    return replace(problem, move=GoalRule(moves), goal=goal)


@settings(max_examples=scale(12, 600))
@given(weighted(), st.sampled_from(["bfs", "iddfs", "ida"]))
def test_the_reference_in_goals_agrees(problem: SearchProblem, strategy: str) -> None:
    """Move by move, node by node and limit by limit."""
    limits = Limits(nodes=500)
    plain, goals = (solve(by_relation(problem), strategy, engine, limits) for engine in ("rules", "relational"))
    if not isinstance(plain, Stopped | Exhausted):
        assert told(plain) == told(goals)
    assert type(plain) is type(goals)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_a_path_of_free_moves_may_be_long(strategy: str, engine: str) -> None:
    """Nothing bounds the depth: 899 moves that cost nothing, and one that leads nowhere."""
    up = [Rule((Equals(0, n),), (n + 1, Cell(1)), ("up", n), 0) for n in range(29)]
    carry = [Rule((Equals(0, 29), Equals(1, n)), (0, n + 1), ("carry", n), 0) for n in range(29)]
    stay = Rule((), (Cell(0), Cell(1)), "stay", 0)
    rules = Rewriting(2, (stay, *up, *carry), (tuple(range(30)),) * 2)
    problem = SearchProblem.of(rules, (0, 0), (pattern_of((29, 29)),))
    ending = solve(problem, strategy, engine)
    assert isinstance(ending, Path)
    assert (ending.length, ending.cost) == (899, 0)
