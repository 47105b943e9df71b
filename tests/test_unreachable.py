"""Proofs that a goal cannot be reached, attacked by brute force over random small rule sets.

Every proof is asked several goals one after another of the same objects, since what one question leaves behind must not
make the answer to the next one wrong.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from asked import Proofs, cells_of
from scale import scale
from small_rules import cases, goals_of, key
from true_reasons import Told

from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs import invariants as unreachable
from logicpuzzles.proofs import reasons
from logicpuzzles.proofs.invariants import invariants, why_unreachable
from logicpuzzles.rewriting.reach import reached
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Rule, matches, pattern_of

FIRST = scale(0, 10_000)  # other cases in `make fuzz`
MANY = scale(100, 20_000)


def test_no_goal_that_can_be_reached_is_called_unreachable() -> None:
    """Of several states and patterns, one after another; and most of those that cannot be reached are told."""
    told = silent = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        for start in random.sample(case.states, min(2, len(case.states))):
            depths = case.reached(start)
            for goals in [goals_of(random, case, start) for _ in range(6)]:
                reason = why_unreachable(case.rewriting, start, goals)
                can = any(key(s) in depths and any(matches(goal, s) for goal in goals) for s in case.states)
                assert not can or reason is None, (number, start, goals, reason)
                told, silent = told + (reason is not None), silent + (not can and reason is None)
    assert told > 7 * silent, (told, silent)


def test_what_is_conserved_never_tells_a_goal_that_can_be_reached() -> None:
    """The sums alone, without what is asked before them, and with the sums that earlier goals were told by."""
    told = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        depths, goals = case.reached(start), [goal for _ in range(9) for goal in goals_of(random, case, start)]
        proofs = Proofs(case.rewriting, start, goals)
        for goal in goals:
            if proofs.why_not(goal) is not None:
                told += 1
                assert not any(key(s) in depths and matches(goal, s) for s in case.states), (number, start, goal)
    assert told > 3 * MANY, told


def test_an_earlier_goal_changes_no_answer() -> None:
    """Whether a goal is told does not depend on the goals that were asked before it."""
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        goals = [goal for _ in range(4) for goal in goals_of(random, case, start)]
        proofs = Proofs(case.rewriting, start, goals).afresh()
        for goal in goals:
            alone = Proofs(case.rewriting, start, goals).afresh().why_not(goal)
            assert (proofs.why_not(goal) is None) == (alone is None), (number, start, goal)


def test_arrangements_of_the_same_different_values_share_what_is_conserved() -> None:
    """Asked from one arrangement after another, no goal that can be reached is told."""
    told = 0
    for number, case in enumerate(cases(FIRST, 2 * MANY)):
        random = Random(number)
        starts = [state for state in case.states if len(set(map(key, state))) == len(state)]
        for start in random.sample(starts, min(6, len(starts))):
            goal = random.choice(case.arrangements(start))
            if Proofs(case.rewriting, start).why_not(pattern_of(goal)) is not None:
                told += 1
                assert key(goal) not in case.reached(start), (number, start, goal)
    assert told > MANY / 2, told


def test_every_value_that_is_reached_is_held() -> None:
    """Cell by cell the values that states reach are among those that the relaxation brings there."""
    for number, case in enumerate(cases(FIRST, MANY)):
        start = Random(number).choice(case.states)
        depths, proofs = case.reached(start), Proofs(case.rewriting, start)
        for state in case.states:
            if key(state) in depths:
                bits = [proofs.bits((value,)) for value in state]
                assert all(held & bit for held, bit in zip(proofs.relaxed.held, bits, strict=True)), (number, start)


def test_values_are_held_just_where_rules_bring_them() -> None:
    """Where guards are about one cell each: those of the least domains that hold the start and that no rule leaves."""
    n_plain = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        rules = case.rewriting.rules
        if not all(_of_one_cell(guard) for rule in rules for guard in rule.guards):
            continue
        n_plain += 1
        start = Random(number).choice(case.states)
        proofs = Proofs(case.rewriting, start)
        for held, values in zip(proofs.relaxed.held, reached(tuple((value,) for value in start), rules), strict=True):
            assert held == proofs.bits(values), (number, start)
    assert n_plain > MANY / 5


def _of_one_cell(guard: Guard) -> bool:
    if isinstance(guard, Differs):
        return len(guard.pairs) == 1 and type(guard.pairs[0][1]) is not Cell
    return isinstance(guard, Equals | Among)


def test_the_first_cell_that_cannot_hold_what_a_goal_asks_for_is_told() -> None:
    """Whether the goal names one value there, several, or some that it may not be."""
    n_told = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        goals = [goal for _ in range(5) for goal in goals_of(random, case, start)]
        proofs = Proofs(case.rewriting, start, goals)
        for goal in goals:
            alone = tuple(guard for guard in goal if _of_one_cell(guard))
            wrong = None
            for cell, held in reversed(list(enumerate(proofs.relaxed.held))):
                states = [(None,) * cell + (v,) for v in proofs.program.values.values if held & proofs.bits((v,))]
                if not any(matches(tuple(g for g in alone if cells_of(g) == {cell}), state) for state in states):
                    wrong = cell
            fixed = [guard.cell for guard in goal if type(guard) is Equals]
            if goal == alone and sum(not cells_of(guard).isdisjoint(fixed) for guard in goal) == len(set(fixed)):
                n_told += wrong is not None
                reason = proofs.relaxed_why_not(goal)
                expected = f"position {wrong} can never hold "
                is_told = reason is not None and reason.startswith("position")
                assert is_told == (wrong is not None), (number, goal)
                assert wrong is None or (reason or "").startswith(expected), (number, goal)
    assert n_told > MANY / 2


def test_counts_change_by_no_more_than_is_told() -> None:
    """From any state at all, not only from those that can be reached."""
    for number, case in enumerate(cases(FIRST, MANY)):
        proofs = Proofs(case.rewriting, case.states[0])
        moves = [(state, after) for state in case.states for after in case.after[key(state)]]
        for value in proofs.program.values.values:
            least, most = proofs.change(value)
            found = [sum(typed(v) == typed(value) for v in end) for move in moves for end in move]
            changes = [after - before for before, after in zip(found[::2], found[1::2], strict=True)]
            assert all(least <= change <= most for change in changes), (number, value, least, most)


def test_counts_that_rules_name_change_by_just_what_is_told() -> None:
    """Where rules name what the changed cells hold before and after, and each of them applies somewhere."""
    n_told = 0
    for number, case in enumerate(cases(FIRST, 3 * MANY)):
        rules = case.rewriting.rules
        named = all({g.cell for g in r.guards if type(g) is Equals} >= _changed(r) for r in rules)
        if case.rewriting.permutes or not named or not all(any(map(r.applies, case.states)) for r in rules):
            continue
        moves = [(state, after) for state in case.states for after in case.after[key(state)]]
        proofs = Proofs(case.rewriting, case.states[0])
        for value in proofs.program.values.values:
            found = [Counter(map(typed, a))[typed(value)] - Counter(map(typed, s))[typed(value)] for s, a in moves]
            n_told += min(found) == max(found) != 0
            assert proofs.change(value) == (min(found), max(found)), (number, value)
    assert n_told > MANY / 10, n_told


def _changed(rule: Rule) -> set[int]:
    """The cells that a rule writes, and those that it reads for it."""
    changed = {cell for cell, source in enumerate(rule.effect) if source != Cell(cell)}
    return changed | {
        source.index for cell, source in enumerate(rule.effect) if type(source) is Cell and cell in changed
    }


@pytest.mark.parametrize("alone", [False, True])
def test_every_reason_is_true(alone: bool) -> None:
    """Each sentence holds word by word, equal pieces and values that are never moved included."""
    told = 0
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        goals = [goal for _ in range(5) for goal in goals_of(random, case, start)]
        proofs = Proofs(case.rewriting, start, goals)
        for goal in goals:
            if alone:
                reason = proofs.why_not(goal)
            else:
                reason = why_unreachable(case.rewriting, start, [goal])
            if reason is None or reason.startswith(("no state that", "no move is possible")):
                continue
            truth = Told(case, start, goal)
            if truth.goals or not alone:
                told += 1
                assert truth.is_true(reason), (number, start, goal, reason)
    assert told > MANY, told


def test_invariants_never_change_on_any_move() -> None:
    """Those of a state on all states that have its values, and those of no state in particular wherever they hold."""
    for number, case in enumerate(cases(FIRST, MANY)):
        rewriting = case.rewriting
        start = Random(number).choice(case.states)
        states = case.arrangements(start) if rewriting.permutes else case.states
        for found in invariants(rewriting, start):
            before = {key(state): found.value(state) for state in states}
            depths = case.reached(start)
            assert {before[key(s)] for s in states if key(s) in depths} == {before[key(start)]}, (number, str(found))
            assert found.regions or len({found.value(state) for state in case.states}) > 1, (number, str(found))


@pytest.mark.parametrize(
    ("module", "name"), [(reasons, "MOST_TERMS"), (unreachable, "MOST_RULES"), (unreachable, "MOST_GOALS")]
)
def test_small_limits_make_no_claim_wrong(module: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the limit that `name` sets forced down, fewer goals are told or in other words, and none wrongly."""
    found = []
    for limit in (getattr(module, name), 1):
        monkeypatch.setattr(module, name, limit)
        answers = []
        for number, case in enumerate(cases(FIRST, MANY // 4)):
            random = Random(number)
            start = random.choice(case.states)
            depths = case.reached(start)
            for goals in [goals_of(random, case, start) for _ in range(6)]:
                reason = why_unreachable(case.rewriting, start, goals)
                answers.append(reason)
                if any(key(s) in depths and any(matches(goal, s) for goal in goals) for s in case.states):
                    assert reason is None
        found.append(answers)
    full, limited = found
    assert full != limited or name == "MOST_TERMS"
    assert all(after is None or before is not None for before, after in zip(full, limited, strict=True))
