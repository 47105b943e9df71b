"""Exact distances by linear algebra modulo 2, against breadth first over every state."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from scale import scale
from turning import lights_out

from logicpuzzles import load, run, var
from logicpuzzles.endings import Path, State
from logicpuzzles.proofs.translations import LinearBound, linear_bound
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Among, Cell, Equals, Pattern, Rewriting, Rule, Same, matches
from logicpuzzles.rulefile.bounds import bounds_of
from logicpuzzles.search import SearchProblem, Solutions, count, solve

VALUES = ("off", 1)


def flipping(cells: tuple[int, ...], n_cells: int, label: Any, cost: int = 1) -> list[Rule]:
    """The rules that together flip `cells` whatever the state is, one for each way they can be."""
    rules = []
    for held in product((0, 1), repeat=len(cells)):
        guards = tuple(Equals(cell, VALUES[value]) for cell, value in zip(cells, held, strict=True))
        after = {cell: VALUES[1 - value] for cell, value in zip(cells, held, strict=True)}
        rules.append(Rule(guards, tuple(after.get(c, Cell(c)) for c in range(n_cells)), label, cost))
    return rules


def random_flips(random: Random) -> Rewriting:
    """Up to seven sets of up to three of up to five cells, some of them twice, each with a cost."""
    n_cells = random.randint(1, 5)
    rules: list[Rule] = []
    for label in range(random.randint(1, 7)):
        cells = tuple(random.sample(range(n_cells), random.randint(1, min(3, n_cells))))
        rules += flipping(cells, n_cells, label, random.choice((0, 1, 1, 2, 5)))
    random.shuffle(rules)
    return Rewriting(n_cells, tuple(rules), (VALUES,) * n_cells)


def random_goals(random: Random, n_cells: int) -> list[Pattern]:
    """One or several patterns; some leave cells open."""
    return [
        tuple(Equals(cell, random.choice(VALUES)) for cell in range(n_cells) if random.random() < 0.8)
        for _ in range(random.choice((1, 1, 2, 3)))
    ]


def costs_to(rewriting: Rewriting, goals: list[Pattern]) -> dict[State, int]:
    """The least cost from each state that reaches a goal, by a search backwards over all states."""
    states = list(product(*rewriting.domains))
    before: dict[State, list[tuple[State, int]]] = {state: [] for state in states}
    for state in states:
        for rule in rewriting.rules:
            if rule.applies(state):
                before[rule.apply(state)].append((state, rule.cost))
    queue = [(0, number) for number, state in enumerate(states) if any(matches(goal, state) for goal in goals)]
    least: dict[State, int] = {}
    number_of = {state: number for number, state in enumerate(states)}
    while queue:
        cost, number = heappop(queue)
        if states[number] not in least:
            least[states[number]] = cost
            for state, more in before[states[number]]:
                heappush(queue, (cost + more, number_of[state]))
    return least


@pytest.mark.parametrize("seed", range(scale(150, 5000)))
def test_random_flips(seed: int) -> None:
    """Values and gains are those of a search over all states; states that reach no goal have none."""
    random = Random(seed)
    rewriting = random_flips(random)
    goals = random_goals(random, rewriting.n_cells)
    program = program_of(rewriting, goals=goals)
    bound = linear_bound(program, program.goals(goals))
    assert isinstance(bound, LinearBound)
    least = costs_to(rewriting, goals)
    for state in product(*rewriting.domains):
        numbers = program.values.encode(state)
        assert bound.value(numbers) == least.get(state)
        if state in least:
            gains = bound.gains(numbers)
            for rule, flip in zip(rewriting.rules, bound.flips.of_rule, strict=True):
                if rule.applies(state):
                    assert least[rule.apply(state)] == least[state] + gains[flip]


@pytest.mark.parametrize("seed", range(scale(100, 5000)))
def test_a_rule_that_is_changed_is_seen(seed: int) -> None:
    """Where rules are missing, test something more, or write something else, the value is exact or there is none."""
    random = Random(seed)
    rewriting = random_flips(random)
    n_cells, rules = rewriting.n_cells, list(rewriting.rules)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(rules))
        rule = rules[at]
        cell, other = random.randrange(n_cells), random.randrange(n_cells)
        effect = tuple(random.choice((*VALUES, Cell(other))) if c == cell else s for c, s in enumerate(rule.effect))
        guard = random.choice((Equals(cell, random.choice(VALUES)), Among(cell, VALUES), Same(cell, other)))
        rules[at] = random.choice(
            (Rule(rule.guards, effect, 0), Rule((*rule.guards, guard), rule.effect, 0), Rule((), rule.effect, 0))
        )
        if random.random() < 0.4:
            del rules[random.randrange(len(rules))]
        if not rules:
            return
    changed = Rewriting(n_cells, tuple(rules), rewriting.domains)
    goals = random_goals(random, n_cells)
    program = program_of(changed, goals=goals)
    bound = linear_bound(program, program.goals(goals))
    if isinstance(bound, LinearBound):
        least = costs_to(changed, goals)
        for state in product(*changed.domains):
            assert bound.value(program.values.encode(state)) == least.get(state)


@pytest.mark.parametrize("seed", range(scale(12, 1000)))
def test_searches(seed: int) -> None:
    """Deepening, A* and `auto` with the exact distance walk straight down, and give what breadth first gives."""
    random = Random(seed)
    lights = [random.randrange(2) for _ in range(8)]
    puzzle = lights_out(2, 4, lights)
    problem = puzzle.problem()
    expected = solve(replace(problem, exact=None), "bfs", "rules")
    if not isinstance(expected, Path):
        assert problem.exact is None
        return
    assert problem.exact is not None
    for strategy in ("auto", "ida", "astar"):
        plain, compiled = (solve(problem, strategy, engine) for engine in ("rules", "compiled"))
        assert isinstance(plain, Path)
        assert isinstance(compiled, Path)
        assert (plain.moves, plain.nodes, plain.limits) == (compiled.moves, compiled.nodes, compiled.limits)
        assert plain.bounds == tuple(range(expected.length, -1, -1))
        assert plain.bound == "linear"
        assert strategy == "astar" or plain.moves == expected.moves
    relational = solve(problem, "ida", "relational")
    assert (relational.moves, relational.limits) == (expected.moves, solve(problem, "ida", "rules").limits)  # type: ignore[attr-defined]
    assert [path.moves for path in Solutions(problem)] == [path.moves for path in Solutions(problem, "bfs")]
    counts = count(problem), count(replace(problem, exact=None), "bfs")
    assert counts[0].count == counts[1].count  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rows", "cols", "presses", "sums"), [(3, 3, 5, 1), (4, 4, 4, 16), (5, 5, 15, 4), (6, 6, 28, 1)]
)
def test_lights_out(rows: int, cols: int, presses: int, sums: int) -> None:
    """All lights on: the known numbers of presses (OEIS A075462; sets that change nothing: A159257), and no detour."""
    ending = lights_out(rows, cols).solve()
    assert isinstance(ending, Path)
    assert (ending.length, ending.bound, ending.strategy) == (presses, "linear", "ida")
    assert ending.nodes <= rows * cols * presses
    bound = lights_out(rows, cols).compiled.linear((0,) * rows * cols)
    assert isinstance(bound, LinearBound)
    assert bound.n_sums == sums


def test_what_check_says() -> None:
    """The bound with its proof; or, where cells have two values each, why there is none."""
    told = dict(bounds_of(lights_out(5, 5)))
    assert told["exact"] == "linear; each move flips one of 25 sets of cells in every state; 4 sums compared"
    assert told["tables"] == "none: the distance is known exactly"
    river = dict(bounds_of(load("river").puzzle))
    assert river["exact"] == "none: moves that change just the cell 0 are not possible in every state"
    assert river["tables"] == "none: there are at most 16 states, which are searched at once"
    assert "exact" not in dict(bounds_of(load("jugs").puzzle))


def test_lower_bounds_that_are_asked_for() -> None:
    """`lower_bound` tells the exact distance."""
    puzzle = lights_out(3, 3)
    lower_bound = puzzle.predicates["lower_bound", 2]
    moves = var()
    assert run(0, moves, lower_bound((1,) * 9, moves)) == (5,)


def test_too_many_sums() -> None:
    """Where very many sets of moves change nothing, there is no bound, and the sentence says how many."""
    rules = [rule for a, b in combinations(range(9), 2) for rule in flipping((a, b), 9, (a, b))]
    program = program_of(Rewriting(9, tuple(rules), (VALUES,) * 9))
    goal = [tuple(Equals(cell, 1) for cell in range(9))]
    assert linear_bound(program, program.goals(goal)) == (
        "over 2^28 sums of moves would have to be compared for each state"
    )


def bound_of(rewriting: Rewriting, *goals: Pattern) -> LinearBound | str:
    """The bound for these goals, or why there is none."""
    program = program_of(rewriting, goals=goals)
    return linear_bound(program, program.goals(goals))


def test_what_is_no_flip() -> None:
    """A third value, a guard between cells, a goal that compares cells or leaves a choice: no bound, and why."""
    off, on = VALUES
    lit, dark = (Equals(0, on), Equals(1, on)), (Equals(0, off), Equals(1, off))
    both = Rewriting(2, tuple(flipping((0,), 2, 0) + flipping((1,), 2, 1)), (VALUES,) * 2)
    assert isinstance(bound_of(both, lit, dark), LinearBound)
    assert bound_of(both, (Same(0, 1),)) == "the goal compares cells"
    more = Rewriting(2, both.rules, ((*VALUES, 2), VALUES))
    assert bound_of(more, lit) == "cell 0 may hold 3 values"
    still = Rewriting(3, tuple(flipping((0,), 3, 0)), (VALUES, VALUES, (*VALUES, 2)))
    assert bound_of(still, (Equals(0, on), Among(2, VALUES))) == "a goal leaves a choice for cell 2"
    assert isinstance(bound_of(still, (Equals(0, on), Equals(2, off))), LinearBound)
    first, *rest = both.rules
    guarded = Rewriting(2, (Rule((*first.guards, Same(0, 1)), first.effect, 0), *rest), both.domains)
    assert bound_of(guarded, lit) == "moves that change just the cell 0 are not possible in every state"


def test_a_cell_that_gets_the_value_it_has_is_not_flipped() -> None:
    """A value that comes from another cell, where guards prove both to be the same, changes nothing."""
    off, on = VALUES
    rules = [
        Rule((Equals(0, value), Equals(1, other)), (Cell(0) if value != other else Cell(1), VALUES[other == off]), 0)
        for value in VALUES
        for other in VALUES
    ]
    rewriting = Rewriting(2, tuple(rules), (VALUES,) * 2)
    goal = (Equals(0, on), Equals(1, on))
    bound = bound_of(rewriting, goal)
    assert isinstance(bound, LinearBound)
    assert {bound.of(state): bound.flips.of_rule for state in ((on, off),)} == {1: (0b10,) * 4}


def test_a_move_that_flips_nothing():
    """It is a move, and leads no nearer."""
    rules = (
        Rule((Equals(0, "off"),), ("on",), "press"),
        Rule((Equals(0, "on"),), ("off",), "press"),
        Rule((), (Cell(0),), "wait"),
    )
    rewriting = Rewriting(1, rules, (("off", "on"),))
    program = program_of(rewriting)
    bound = linear_bound(program, program.goals([(Equals(0, "on"),)]))
    assert isinstance(bound, LinearBound)
    problem = SearchProblem.of(rewriting, ("off",), ((Equals(0, "on"),),), exact=bound)
    assert solve(problem, "ida", "rules").moves == ("press",)
