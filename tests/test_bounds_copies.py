"""Tables of distances over rules that copy cells and write constants: right ones, and the same wrong in one place."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from random_rules import naive_length
from scale import scale
from test_bounds import EVERY, to_goal

from logicpuzzles.errors import PuzzleError
from logicpuzzles.proofs.bounds import prove
from logicpuzzles.proofs.derived import derive
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Rewriting, Rule, Same, pattern_of
from logicpuzzles.search import SearchProblem, solve

VALUES = (0, 1, 2)
Table = dict[int, tuple[int, ...]]


def random_rules(choose: random.Random) -> Rewriting:
    """One to three rules over three cells; some copy a cell, which then stands twice, and some write a constant."""
    rules = []
    for label in range(choose.randint(1, 3)):
        one, two = choose.sample(range(3), 2)
        kinds = [
            Equals(one, choose.choice(VALUES)),
            Among(one, (0, choose.choice((1, 2)))),
            Same(one, two),
            Differs(((Cell(one), Cell(two)),)),
            Differs(((Cell(two), choose.choice(VALUES)),)),
        ]
        effect: list[Any] = list(map(Cell, range(3)))
        for _ in range(choose.randint(1, 2)):
            source = choose.choice([Cell(choose.randrange(3)), Cell(choose.randrange(3)), choose.choice(VALUES)])
            effect[choose.randrange(3)] = source
        rules.append(Rule(tuple(choose.sample(kinds, choose.randint(0, 2))), tuple(effect), label))
    return Rewriting(3, tuple(rules), (VALUES,) * 3)


def is_right(rewriting: Rewriting, goals: list[Any], table: Table) -> bool:
    """By every state and every move: 0 on the goals, and no move lowers the sum by more than 1."""

    def total(state: Any) -> int:
        return sum(table[value][cell] for cell, value in enumerate(state))

    falls = [total(s) - total(after) for s in EVERY for _, after in rewriting.successors(s)]
    return not any(map(total, goals)) and max(falls, default=0) <= 1


def changed(table: Table, value: int, cell: int, by: int) -> Table:
    """`table` with one entry changed."""
    row = list(table[value])
    row[cell] += by
    return {**table, value: tuple(row)}


def right_table(choose: random.Random, rewriting: Rewriting, goals: list[Any]) -> Table:
    """A right table, raised entry by entry in random order while it stays right."""
    table: Table = dict.fromkeys(VALUES, (0, 0, 0))
    for value, cell in choose.sample(list(product(VALUES, range(3))) * 2, 18):
        more = changed(table, value, cell, 1)
        if is_right(rewriting, goals, more):
            table = more
    return table


def proved(rewriting: Rewriting, goals: list[Any], table: Table) -> bool:
    try:
        prove(rewriting, [pattern_of(goal) for goal in goals], table)
    except PuzzleError:
        return False
    return True


def test_a_table_is_proved_just_when_it_is_right() -> None:
    """Every table that differs from a right one by one in one place is judged as by brute force; so are right ones."""
    seen = {True: 0, False: 0}
    for seed in range(scale(120, 4000)):
        choose = random.Random(seed)
        rewriting = random_rules(choose)
        goals = choose.sample(EVERY, choose.randint(1, 2))
        if rewriting.permutes:
            continue
        table = right_table(choose, rewriting, goals)
        assert proved(rewriting, goals, table), seed
        for value, cell, by in product(VALUES, range(3), (1, -1)):
            other = changed(table, value, cell, by)
            if other[value][cell] >= 0:
                right = is_right(rewriting, goals, other)
                seen[right] += 1
                assert proved(rewriting, goals, other) == right, (seed, other)
    assert min(seen.values()) > scale(120, 4000)


@pytest.mark.parametrize("strategy", ["ida", "astar"])
def test_no_table_makes_a_solution_longer(strategy: str) -> None:
    """A table, right or wrong by one in one place, is refused or never overestimates; a derived one never does."""
    refused = 0
    for seed in range(scale(60, 2000)):
        choose = random.Random(seed)
        rewriting = random_rules(choose)
        goals = choose.sample(EVERY, choose.randint(1, 2))
        patterns = tuple(map(pattern_of, goals))
        table = right_table(choose, rewriting, goals)
        far = to_goal(rewriting, goals)
        tables = [changed(table, choose.choice(VALUES), choose.randrange(3), by) for by in (0, 1, 1)]
        bounds = [derive(rewriting, patterns)]
        for one in tables:
            try:
                bounds.append(prove(rewriting, patterns, one))
            except PuzzleError:
                refused += 1
        for bound in filter(None, bounds):
            assert all(bound.value(state) <= moves for state, moves in far.items()), (seed, bound)
            start = choose.choice(list(far))
            problem = SearchProblem.of(
                rewriting, start, patterns, table=bound.table, divisor=bound.divisor, bound_name=bound.name
            )
            found = solve(problem, strategy, "rules")
            assert getattr(found, "length", None) == far[start] == naive_length(replace(problem, start=start)), seed
    assert refused > scale(20, 500)


def test_a_cell_that_is_copied_still_counts_where_it_stands() -> None:
    """A value that a move puts into a second cell is not taken away from the first."""
    double = Rewriting(2, (Rule((), (Cell(0), Cell(0)), "double"),), (VALUES,) * 2)
    goal = [pattern_of((0, 0))]
    assert prove(double, goal, {0: (0, 0), 1: (3, 1), 2: (5, 1)}).value((2, 1)) == 6
    with pytest.raises(PuzzleError, match="lowers the sum by 2"):
        prove(double, goal, {0: (0, 0), 1: (3, 2), 2: (5, 0)})
    reset = Rewriting(2, (Rule((Equals(0, 1),), (2, Cell(1)), "set"),), (VALUES,) * 2)
    assert prove(reset, goal, {0: (0, 0), 1: (4, 0), 2: (3, 0)}).value((1, 0)) == 4
    with pytest.raises(PuzzleError, match="lowers the sum by 2"):
        prove(reset, goal, {0: (0, 0), 1: (4, 0), 2: (2, 0)})
