"""A limit of cost, in every strategy and engine: no solution that costs more is given, and no other is missed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_up import bound, of_values
from random_rules import key
from scale import scale
from test_costs import by_relation, least_costs, weighted
from test_strengthening import FAR, early  # noqa: F401 -- a fixture

from logicpuzzles.endings import Counted, Exhausted, Path, Stopped
from logicpuzzles.rewriting.rewrite import Equals, Rewriting, Rule
from logicpuzzles.search import ALL_SOLUTIONS, Limits, SearchProblem, Solutions, count, solve
from logicpuzzles.search.strategies import ONE_SOLUTION, STRATEGIES

NODES = 3_000
ENOUGH = f"the limit of {NODES:,} nodes was reached"


def check(ending, best, most, context):
    """Solved within the limit; stopped by it if the least cost, `best`, is above; exhausted if there is no solution."""
    if isinstance(ending, Stopped) and ending.reason.startswith(ENOUGH):
        return
    if isinstance(ending, Path):
        assert best is not None, context
        assert best <= ending.cost <= most, context
        if STRATEGIES[ending.strategy].shortest:
            assert ending.cost == best, context
    elif isinstance(ending, Exhausted):
        assert best is None, context
    else:
        assert best is None or best > most, context
        assert ending.reason.startswith(f"the limit of cost, {most}, was reached; "), context


@settings(max_examples=scale(25, 1500))
@given(weighted(), st.integers(-2, 2), st.integers(0, 12))
def test_each_ending_keeps_to_the_limit(problem: SearchProblem, apart: int, other: int) -> None:
    """Whatever moves cost, nothing too; with rules, and where nothing but the relation and a test is known."""
    best = min((cost for state, cost in costs_of(problem) if problem.is_goal(state)), default=None)
    most = other if best is None else max(0, best + apart)
    tested = replace(problem, goals=(), test=problem.is_goal, rewriting=None)
    for one in (by_relation(problem), tested):
        for strategy, engines in (ONE_SOLUTION | {"auto": ("rules", "compiled")}).items():
            for engine in engines:
                context = strategy, engine, one is tested
                if one is tested and (engine != "rules" or strategy == "bidirectional"):
                    continue
                if strategy != "dfs":
                    check(solve(one, strategy, engine, Limits(cost=most, nodes=NODES)), best, most, context)
    for strategy in (*ALL_SOLUTIONS, "auto"):
        if strategy != "dfs" and best is not None:
            found = Solutions(problem, strategy, "rules", Limits(cost=most, nodes=NODES))
            assert all(path.cost == best <= most for path in found), strategy
            number = count(problem, strategy, "rules", Limits(cost=most, nodes=NODES))
            assert isinstance(number, Counted if best <= most else Stopped) or ENOUGH in number.reason, strategy


def costs_of(problem: SearchProblem):
    """Every state that can be reached, with the least cost."""
    states = {repr(problem.start): problem.start}
    queue = [problem.start]
    for state in queue:
        for _, after in problem.successors(state):
            if repr(after) not in states:
                states[repr(after)] = after
                queue.append(after)
    best = least_costs(problem)
    return [(state, best[key(state)]) for state in queue]


@pytest.mark.parametrize("engine", ["rules", "compiled"])
@pytest.mark.parametrize("strategy", ["ida", "astar", "greedy", "auto"])
@pytest.mark.parametrize("groups", [[[1, 2, 3], [4, 5]], [[1, 2, 3, 4, 5]]])
@pytest.mark.parametrize("lasting", [1, 30])
def test_a_bound_that_gets_stronger_keeps_to_the_limit(early, groups, lasting, strategy, engine):  # noqa: F811
    """The puzzle takes 21 moves; of the second table, the first round begins above most of the limits."""
    early(lasting)
    problem = sliding(2, 3, FAR)
    problem = replace(problem, stronger=lambda: bound(problem, [of_values(problem, group) for group in groups]))
    for most in (0, 9, 19, 20, 21, 30):
        ending = solve(problem, strategy, engine, Limits(cost=most))
        check(ending, 21, most, most)
        assert isinstance(ending, Path if most >= 21 else Stopped)
        if strategy in ("ida", "auto"):
            found = list(Solutions(problem, strategy, engine, Limits(cost=most)))
            assert bool(found) == (most >= 21)


@pytest.mark.parametrize("most", [0, 2, 3, 5, 6])
def test_any_solution_of_a_goal_that_is_only_tested(most):
    """There is one pass alone; two moves of 3 each."""
    rules = Rewriting(1, tuple(Rule((Equals(0, n),), (n + 1,), "up", 3) for n in range(3)), ((0, 1, 2, 3),))
    problem = SearchProblem((0,), (), rules.successors, rules, test=lambda state: state == (2,))
    check(solve(problem, "greedy", "rules", Limits(cost=most)), 6, most, most)
