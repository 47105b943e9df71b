"""Largest sums, derived lower bounds and lengths of solutions, attacked by brute force over random small rule sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from random import Random
from typing import Any

import pytest
from asked import joined_cells, largest, lowering, permitted, value_counts
from scale import scale
from small_rules import POOLS, Case, cases, goals_of, key, pattern, steady_case

from logicpuzzles.endings import State
from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs import worst_case as module
from logicpuzzles.proofs.derived import derive
from logicpuzzles.rewriting.rewrite import (
    Among,
    Cell,
    Differs,
    Equals,
    Guard,
    Pattern,
    Rewriting,
    Rule,
    Same,
    matches,
    pattern_of,
)
from logicpuzzles.search import SearchProblem
from logicpuzzles.search.size import most_states, same_length

FIRST = scale(0, 10_000)  # other cases in `make fuzz`
MANY = scale(250, 20_000)


class Sum:
    """A random sum over the cells of a state, what guards permit, and how often each value may stand in it."""

    def __init__(self, number: int) -> None:
        random = Random(number)
        values = random.choice(POOLS)
        n_cells = random.randint(2, 4)
        self.domains = tuple(tuple(random.sample(values, random.randint(1, len(values)))) for _ in range(n_cells))
        self.guards: Pattern = pattern(random, n_cells, values)
        if random.random() < 0.6:  # joined cells use up several of a value at once
            self.guards += (Same(random.randrange(n_cells), random.randrange(n_cells)),)
        self.table: dict[int, dict[Any, int]] = {
            cell: {typed(value): random.randint(-3, 4) for value in values}
            for cell in random.sample(range(n_cells), random.randint(1, n_cells))
        }
        self.caps: Mapping[Any, int] | None = None
        if random.random() < 0.7:
            self.caps = Counter(typed(random.choice(values)) for _ in range(random.randint(n_cells - 1, n_cells + 1)))
        self.above = random.choice((0, 0, -99, 2))
        self.states = [state for state in Case.over(self.domains) if self._is_permitted(state)]

    def _is_permitted(self, state: State) -> bool:
        return matches(self.guards, state)

    def looked_at(self) -> set[int]:
        """The cells that the sum or a guard is about."""
        cells = set(self.table)
        for guard in map(plain, self.guards):
            for name in ("cell", "other"):
                cells |= {getattr(guard, name)} if hasattr(guard, name) else set()
            if isinstance(guard, Differs):
                cells |= {side.index for pair in guard.pairs for side in pair if type(side) is Cell}
        return cells

    def total(self, state: Mapping[int, Any] | State) -> int:
        """The sum of a state."""
        return sum(by_value[typed(state[cell])] for cell, by_value in self.table.items())

    def best(self) -> int | None:
        """The largest sum above `above`, by looking at every state."""
        totals = [self.total(state) for state in self.states if self._is_within_caps(state)]
        best = max(totals, default=self.above)
        return best if best > self.above else None

    def _is_within_caps(self, state: State) -> bool:
        used = Counter(typed(state[cell]) for cell in self.looked_at())
        return self.caps is None or all(self.caps.get(name, 0) >= n for name, n in used.items())

    def found(self, budget: int = 100_000) -> Any:
        """What `largest` finds."""
        gains = {cell: (lambda value, row=row: row[typed(value)]) for cell, row in self.table.items()}
        return largest(self.domains, self.guards, gains, caps=self.caps, above=self.above, budget=budget)


def test_the_largest_sum_is_that_of_brute_force() -> None:
    """With joined cells, and caps on how often a value may stand; and the cells that are told have that sum."""
    n_caps = 0
    for number in range(FIRST, FIRST + 4 * MANY):
        case = Sum(number)
        found, best = case.found(), case.best()
        n_caps += best is not None and case.caps is not None
        assert (found and found.total) == best, number
        if found is not None:
            assert found.exact
            assert case.total(found.cells) == best
            assert any(all(key(s[c]) == key(v) for c, v in found.cells.items()) for s in case.states), number
    assert n_caps > MANY / 2


@pytest.mark.parametrize("deepest", [400, 0, 1])
def test_a_sum_that_is_only_estimated_is_not_too_small(deepest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the budget or the depth does not suffice it is an upper bound, marked, and where they do it is exact."""
    monkeypatch.setattr(module, "DEEPEST", deepest)
    n_estimated = 0
    for number in range(FIRST, FIRST + 2 * MANY):
        case = Sum(number)
        found, best = case.found(budget=number % 5 if deepest else 100_000), case.best()
        if found is None or found.exact:
            assert (found and found.total) == best, number
        else:
            n_estimated += 1
            assert found.total >= (case.above if best is None else best), number
    assert n_estimated > MANY / 20


def test_the_budget_counts_the_combinations_that_are_looked_at() -> None:
    """One is enough where the first value is the best that there can be."""
    for budget, exact in ((1, True), (0, False)):
        found = largest(((0, 1),), (), {0: lambda value: value}, budget=budget)
        assert found is not None
        assert (found.total, found.exact, found.cells) == (1, exact, {0: 1} if exact else {})


def test_permitted_values_are_those_that_the_guards_on_the_cell_let_stand() -> None:
    """And cells that a guard says are the same are joined, with the values that all of them may hold."""
    for number in range(FIRST, FIRST + MANY):
        case = Sum(number)
        n_cells = len(case.domains)
        for cell, domain in enumerate(case.domains):
            alone = [g for g in map(plain, case.guards) if not isinstance(g, Same) and _cells(g) == {cell}]
            alone = [g for g in alone if not isinstance(g, Differs) or len(g.pairs) == 1]
            states = [tuple(value if c == cell else None for c in range(n_cells)) for value in domain]
            told = permitted(cell, domain, case.guards, n_cells)
            assert told == [s[cell] for s in states if matches(tuple(alone), s)]
        groups = joined_cells(range(n_cells), case.domains, case.guards)
        assert sorted(cell for cells, _ in groups for cell in cells) == list(range(n_cells))
        for cells, values in groups:
            held = [{key(v) for v in permitted(cell, case.domains[cell], case.guards, n_cells)} for cell in cells]
            assert {key(value) for value in values} == set.intersection(*held)
        group_of = {cell: n for n, (cells, _) in enumerate(groups) for cell in cells}
        joins = [guard for guard in case.guards if isinstance(guard, Same)]
        assert all(group_of[guard.cell] == group_of[guard.other] for guard in joins)
        assert len(groups) >= n_cells - len(joins)


def plain(guard: Guard) -> Guard:
    """The guard without a cell that is compared with itself, which says nothing."""
    if guard == Same(getattr(guard, "cell", -1), getattr(guard, "cell", -1)):
        return Differs(())
    if isinstance(guard, Differs):
        return Differs(tuple((left, right) for left, right in guard.pairs if left != right))
    return guard


def _cells(guard: Any) -> set[int]:
    if isinstance(guard, Differs):
        return {side.index for pair in guard.pairs for side in pair if type(side) is Cell}
    return {guard.cell}


def table_of(random: Random, case: Case) -> dict[Any, tuple[int, ...]]:
    """A random table; some values may have no row."""
    values = {key(value): value for domain in case.rewriting.domains for value in domain}.values()
    return {
        value: tuple(random.randint(0, 4) for _ in range(case.rewriting.n_cells))
        for value in values
        if random.random() < 0.8
    }


def test_how_much_a_rule_lowers_a_table_is_that_of_brute_force() -> None:
    """For every rule: constants, copies, cells that stay and are copied elsewhere."""
    n_lowered = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        table = table_of(random, case)
        rows = {typed(value): row for value, row in table.items()}

        def total(state: State, rows: Any = rows) -> int:
            return sum(rows[typed(value)][cell] for cell, value in enumerate(state) if typed(value) in rows)

        for rule in case.rewriting.rules:
            falls = [total(s) - total(rule.apply(s)) for s in case.states if rule.applies(s)]
            for above in (-99, 0, 1):
                found = lowering(case.rewriting, rule, table, None, above)
                most = max(falls, default=above)
                n_lowered += above == 0 and most > 0
                assert (found.total if found else None) == (most if most > above else None), (number, rule)
    assert n_lowered > MANY


def test_derived_bounds_are_consistent() -> None:
    """At most 1 lower after any move, 0 on goals, and never above the distance: in every state that can matter."""
    n_bounds = 0
    for number, case in enumerate(cases(FIRST, 2 * MANY)):
        random = Random(number)
        start = random.choice(case.states)
        for goals in [goals_of(random, case, start) for _ in range(3)]:
            bound = derive(case.rewriting, goals)
            if bound is None:
                continue
            n_bounds += 1
            far = case.to_goal(lambda state, goals=goals: any(matches(goal, state) for goal in goals))  # type: ignore[misc]
            value = {key(state): bound.value(state) for state in case.states}
            counts = value_counts(case.rewriting, goals)
            for state in case.states:
                assert value[key(state)] <= far.get(key(state), 10**9), (number, state, goals)
                used = Counter(map(typed, state))
                if counts is None or all(counts.get(name, 0) >= n for name, n in used.items()):
                    assert all(value[key(state)] <= 1 + value[key(a)] for a in case.after[key(state)]), (number, state)
    assert n_bounds > MANY


def test_counts_of_values_cover_every_state_that_can_reach_a_goal() -> None:
    """They are told just where rules only move values about and every goal fixes every cell."""
    n_told = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        goals = goals_of(random, case, random.choice(case.states))
        counts = value_counts(case.rewriting, goals)
        fixed = all({g.cell for g in goal if type(g) is Equals} == set(range(case.rewriting.n_cells)) for goal in goals)
        assert (counts is not None) == (case.rewriting.permutes and fixed)
        if counts is None:
            continue
        n_told += 1
        far = case.to_goal(lambda state, goals=goals: any(matches(goal, state) for goal in goals))  # type: ignore[misc]
        for state in case.states:
            if key(state) in far:
                assert all(counts.get(name, 0) >= n for name, n in Counter(map(typed, state)).items())
    assert n_told > MANY / 20


def test_all_solutions_have_the_length_that_is_told() -> None:
    """Level by level through all sequences of moves; and then no sequence comes to a state twice."""
    n_told = n_met = 0
    for number, case in enumerate((*cases(FIRST, MANY), *map(steady_case, range(FIRST, FIRST + MANY)))):
        random = Random(number)
        start = random.choice(case.states)
        far = list(case.reached(start))
        last = next(state for state in case.states if key(state) == far[-1])
        for goals in ([pattern_of(last)], goals_of(random, case, last), goals_of(random, case, start)):
            length = same_length(SearchProblem.of(case.rewriting, start, tuple(goals)))
            if length is None:
                continue
            n_told += 1
            level, n_moves = {key(start): start}, 0
            while level:
                assert n_moves <= len(case.states), (number, start, goals)
                if any(matches(goal, state) for goal in goals for state in level.values()):
                    n_met += 1
                    assert n_moves == length, (number, start, goals)
                level = {key(after): after for each in level for after in case.after[each]}
                n_moves += 1
    assert n_told > MANY / 3, n_told
    assert n_met > MANY / 5, n_met


def test_lengths_are_told_where_every_move_uses_up_a_value() -> None:
    """One a move, or two; for goals that say how many are left, and for none that leave it open."""
    rules = tuple(Rule((Equals(c, 0), Equals(c + 1, 0)), tuple(
        1 if cell in (c, c + 1) else Cell(cell) for cell in range(6)), c) for c in (0, 2, 4))  # fmt: skip
    rewriting = Rewriting(6, rules, ((0, 1, 2),) * 6)
    start = (0,) * 6
    for goals, length in [
        ([pattern_of((1,) * 6)], 3),
        ([pattern_of((1, 1, 0, 0, 0, 0)), pattern_of((0, 0, 1, 1, 0, 0))], 1),
        ([pattern_of((1, 1, 0, 0, 0, 0)), pattern_of((1, 1, 1, 1, 0, 0))], None),
        ([pattern_of((1, 0, 0, 0, 0, 0))], None),
        ([(Equals(0, 1),)], None),
        ([(Equals(0, 1), Equals(1, 1), *(Among(cell, (0, 2)) for cell in range(2, 6)))], 1),
        ([pattern_of(start)], 0),
        ([tuple(Among(cell, (1, 2)) for cell in range(6))], 3),
        ([pattern_of((1,) * 6), (Equals(0, 9),)], 3),
        ([], None),
    ]:
        assert same_length(SearchProblem.of(rewriting, start, tuple(goals))) == length, goals
    more = SearchProblem.of(rewriting, (1,) * 6, (pattern_of(start),))
    assert same_length(more) is None
    assert same_length(SearchProblem.of(rewriting, start, (pattern_of((1,) * 6),), test=lambda state: True)) is None
    assert same_length(SearchProblem((1,), (), lambda state: [])) is None


def test_no_more_states_are_reached_than_are_told() -> None:
    """Arrangements of the same values where rules only move them about, else all states over the domains."""
    for number, case in enumerate(cases(FIRST, MANY)):
        start = Random(number).choice(case.states)
        most = most_states(SearchProblem.of(case.rewriting, start, ()))
        assert most is not None
        assert len(case.reached(start)) <= most
        assert most == (len(set(permutations(map(key, start)))) if case.rewriting.permutes else len(case.states))


def test_nothing_is_told_of_states_without_rules_or_outside_their_domains() -> None:
    """How many there are is known only of states over the domains, or where rules move the values of the start."""
    assert most_states(SearchProblem((1,), (), lambda state: [])) is None
    wipe = Rewriting(2, (Rule((), (0, Cell(1)), "wipe"),), ((0, 1), (0, 1)))
    assert most_states(SearchProblem.of(wipe, (0, 1), ())) == 4
    assert most_states(SearchProblem.of(wipe, (0, 2), ())) is None


def test_a_rule_that_never_applies_lowers_nothing() -> None:
    """Guards that contradict each other, or ask for more of a value than there is, leave no state to look at."""
    rule = Rule((Equals(0, 1), Equals(1, 1)), (0, 0, Cell(2)), "go")
    table = {1: (3, 3, 3)}
    case = next(each for each in cases(0, 999) if each.rewriting.domains == ((0, 1, 2),) * 3)
    assert lowering(case.rewriting, rule, table, {typed(1): 2}, 0) is not None
    assert lowering(case.rewriting, rule, table, {typed(1): 1}, 0) is None
