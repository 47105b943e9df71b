"""Rules over numbered values say what the rules say: successors, goals, sums of a table, states that match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from boards import gap_rules, grid
from random_rules import naive_distances
from scale import scale
from small_rules import Case, cases, goals_of, key, pattern
from test_worst import table_of

from logicpuzzles.logic.terms import typed
from logicpuzzles.proofs.bounds import rows_of
from logicpuzzles.rewriting.numbered import Guards, exchange, number_guards, number_rule
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Rewriting, Rule, matches, permutation
from logicpuzzles.rewriting.values import Values, numbered
from logicpuzzles.search import SearchProblem
from logicpuzzles.search.coding import move_pruning as following
from logicpuzzles.search.coding.arrays import Packed
from logicpuzzles.search.coding.board import Board, board_of
from logicpuzzles.search.coding.move_pruning import ROOT, pruning_of
from logicpuzzles.search.coding.successors import Successors, successors_of
from logicpuzzles.search.goal_states import matching

FIRST = scale(0, 10_000)  # other cases in `make fuzz`
MANY = scale(100, 20_000)


def keys(states: Sequence[Any]) -> list[str]:
    """The keys of `states`, in order."""
    return list(map(key, states))


def program_for(case: Case, start: Any) -> tuple[Program, tuple[int, ...]]:
    """The program of a case, made anew, and the blanks of `start`."""
    program = Program(case.rewriting, numbered(case.rewriting, start))
    return program, program.blanks(start)


@pytest.mark.parametrize("many", [600, 0])
def test_successors_are_those_of_the_rules(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From every state that is reached, whichever rule led there; only moves straight back may be left out.

    With more rules than `many` the value of one cell tells which may come next.
    """
    monkeypatch.setattr(following, "MANY", many)
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        program, blanks = program_for(case, start)
        found = Successors(program, blanks, None)
        assert (found.cell is None) == (many == 600 or not case.rewriting.rules)
        depths = case.reached(start)
        for state in [state for state in case.states if key(state) in depths]:
            numbers = found.encode(state)
            moves = [(rule, each.apply(state)) for rule, each in enumerate(case.rewriting.rules) if each.applies(state)]
            steps = found.after(numbers, ROOT)
            cells = slice(0, program.n_cells)
            assert [rule for _, rule, _ in steps] == [rule for rule, _ in moves], (number, state)
            assert [key(program.values.decode(after[cells])) for after, _, _ in steps] == keys([a for _, a in moves])
            for after, rule, _ in steps:
                assert found.encode(program.values.decode(after[cells])) == after
                further = [(key(program.values.decode(s[cells])), r) for s, r, _ in found.after(after, rule)]
                end = moves[[r for r, _ in moves].index(rule)][1]
                expected = [(key(e.apply(end)), r) for r, e in enumerate(case.rewriting.rules) if e.applies(end)]
                assert [each for each in expected if each in further] == further, (number, state, rule)
                assert all(each in further or each[0] == key(state) for each in expected), (number, state, rule)


def test_moves_that_surely_lead_back_are_left_out_and_no_step_is_wrongly_called_safe() -> None:
    """Where a step says that it never undoes the move before, it never does; boards leave out every move back."""
    n_left_out = 0
    for number, case in enumerate(cases(FIRST, 2 * MANY)):
        random = Random(number)
        start = random.choice(case.states)
        program, blanks = program_for(case, start)
        follow, depths = pruning_of(program, blanks), case.reached(start)
        rules = case.rewriting.rules
        reached = [state for state in case.states if key(state) in depths]
        for first, rule in enumerate(rules):
            steps = {step.rule: step for step in follow.after(first)}
            for state in reached:
                end = rule.apply(state) if rule.applies(state) else None
                for second, then in enumerate(rules) if end is not None else ():
                    if not then.applies(end):
                        continue
                    back = key(then.apply(end)) == key(state)
                    n_left_out += second not in steps
                    assert back or second in steps
                    assert not back or second not in steps or steps[second].may_undo, (number, state, first, second)
    assert n_left_out > MANY


def test_values_have_numbers_wherever_they_are_named_and_nothing_else_has() -> None:
    """In a domain, a guard, an effect, or a state besides; cells that guards compare are no values."""
    guards = (Differs(((Cell(0), Cell(1)), (Cell(0), "c"))), Equals(0, "d"), Among(1, ("e", "a")))
    rewriting = Rewriting(2, (Rule(guards, (Cell(1), "f"), "go"),), (("a", "b"),) * 2)
    assert numbered(rewriting, ("b", "g")).values == list("abcdefg")


def test_a_constant_that_was_there_is_kept() -> None:
    """What a rule writes where its guard has found just that is no change."""
    rule = Rule((Equals(0, "b"), Among(1, ("a", "b"))), ("b", "b", Cell(2)), "write")
    coded = number_rule(rule, Values("abc"))
    assert coded is not None
    assert coded.moved() == [1]


def test_what_a_move_back_asks_for_tells_that_it_leads_back() -> None:
    """Any exchange of two values, then one that finds 3 where it was not looked for: it was in the other cell."""
    exchange_any = Rule((), (Cell(1), Cell(0), Cell(2)), "any")
    exchange_3 = Rule((Equals(0, 3),), (Cell(1), 3, Cell(2)), "3")
    move_on = Rule((Equals(0, 3),), (Cell(2), Cell(1), 3), "on")
    rewriting = Rewriting(3, (exchange_any, exchange_3, move_on), ((1, 2, 3),) * 3)
    follow = pruning_of(program_of(rewriting, (1, 2, 3)), ())
    assert [step.rule for step in follow.after(0)] == [2]


def test_goals_over_numbers_are_those_of_the_patterns() -> None:
    """States, patterns and several of both; values that no state holds match nothing."""
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        successors = successors_of(program_of(case.rewriting, start), (), None)
        for goals in [goals_of(random, case, start) for _ in range(5)]:
            holds = successors.goal(goals)
            for state in case.states:
                expected = any(matches(goal, state) for goal in goals)
                assert bool(holds(successors.encode(state))) == expected, (number, goals, state)


def test_the_sum_of_a_table_rises_by_what_is_added_up() -> None:
    """For any table, also where a rule writes constants, copies a cell, or a value has no row."""
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        start = random.choice(case.states)
        problem = SearchProblem.of(case.rewriting, start, (), table=table_of(random, case))
        program = program_of(case.rewriting, start)
        successors = successors_of(program, (), rows_of(problem.table, program))
        for state in case.states:
            numbers = successors.encode(state)
            for after, _, gain in successors.after(numbers, ROOT):
                end = program.values.decode(after[: program.n_cells])
                assert gain == problem.table_sum(end) - problem.table_sum(state), (number, state)


def test_matching_states_are_listed_in_order_and_each_once() -> None:
    """All states of the domains that a pattern matches, or the arrangements of given values among them."""
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        domains = case.rewriting.domains
        values = [value for domain in domains for value in domain]
        wanted = pattern(random, len(domains), values)
        fits = [state for state in case.states if matches(wanted, state)]
        assert keys(list(matching(wanted, domains, None))) == keys(fits)
        start = random.choice(case.states)
        same = keys(case.arrangements(start))
        assert keys(list(matching(wanted, domains, start))) == [k for k in keys(fits) if k in same]


def test_guards_over_numbers_hold_where_the_guards_do() -> None:
    """`allowed` and `tests` together; None only where no state matches."""
    for number, case in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        n_cells = case.rewriting.n_cells
        codes = numbered(case.rewriting)
        values = [value for domain in case.rewriting.domains for value in domain] + ["unheard of"]
        wanted = pattern(random, n_cells, values)
        coded = number_guards(wanted, codes, n_cells)
        for state in case.states:
            numbers = [*codes.encode(state), *range(len(codes))]
            holds = (
                coded.is_possible
                and all(bits >> numbers[cell] & 1 for cell, bits in coded.allowed.items())
                and all(any((numbers[a] == numbers[b]) == t.equal for a, b in t.pairs) for t in coded.tests)
            )
            assert holds == matches(wanted, state), (number, wanted, state)


def test_a_disequality_with_one_constant_is_a_set_of_values() -> None:
    """Whatever the number of the constant, so that what may follow is read off it."""
    rewriting = Rewriting(2, (), ((0, 1, 2), (0, 1, 2)))
    for value in range(3):
        guards = number_guards((Differs(((Cell(1), value),)),), numbered(rewriting), 2)
        assert guards == Guards({1: 0b111 - (1 << value)}, ())


def test_at_the_start_nothing_can_be_undone() -> None:
    """The steps from the root never ask for the state two moves before."""
    rules = gap_rules(grid(2, 3))
    steps = pruning_of(program_of(rules, tuple(range(6))), ()).after(ROOT)
    assert [(step.rule, step.may_undo) for step in steps] == [(number, False) for number in range(len(rules.rules))]


def test_exchanges_are_just_that() -> None:
    """The cell of a known value and another change places, in every state in which the rule applies."""
    n_exchanges = 0
    for number, case in enumerate(cases(FIRST, 2 * MANY)):
        program, _ = program_for(case, case.states[0])
        for rule, coded in zip(case.rewriting.rules, program.rules, strict=True):
            found = coded and exchange(coded)
            if not found:
                continue
            n_exchanges += 1
            gap, other, blank = found
            for state in filter(rule.applies, case.states):
                swapped = list(state)
                swapped[gap], swapped[other] = state[other], state[gap]
                assert key(rule.apply(state)) == key(tuple(swapped)), (number, state)
                assert typed(state[gap]) == typed(program.values.values[blank])
    assert n_exchanges > MANY / 2


def test_what_a_board_says_never_changes_does_not() -> None:
    """On random boards every move keeps the half and changes the colour; odd cycles and equal pieces are no board."""
    n_boards = 0
    for number in range(FIRST, FIRST + MANY):
        random = Random(number)
        n_cells = random.randint(3, 6)
        joined = [(cell, random.randrange(cell)) for cell in range(1, n_cells)]
        joined += [(a, b) for a in range(n_cells) for b in range(a) if random.random() < 0.15]
        near = {cell: sorted({b for e in joined if cell in e for b in e} - {cell}) for cell in range(n_cells)}
        start = tuple(random.sample(range(n_cells), n_cells))
        rules = gap_rules(near)
        program = program_of(rules, start)
        board = board_of(program, [start])
        colours = [naive_distances(near, 0)[cell] % 2 for cell in range(n_cells)]
        two_sided = all(colours[a] != colours[b] for a, b in joined)
        assert isinstance(board, str) == (not two_sided or n_cells < 4), (number, board)
        equal = tuple(1 if value == 2 else value for value in start)
        assert board_of(program_of(rules, equal), [equal]) == "the pieces are not all different"
        if isinstance(board, str):
            continue
        n_boards += 1
        state = start
        for _ in range(30):
            half, colour = board.halves(program.values.encode(state))
            assert sorted(board.line) == list(range(n_cells))
            for _, after in rules.successors(state):
                assert board.halves(program.values.encode(after)) == (half, 1 - colour), (number, state, after)
            state = random.choice(rules.successors(state))[1]
        pieces = [cell for cell in range(n_cells) if state[cell] != 0]
        one, two = random.sample(pieces, 2)
        exchanged = [state[{one: two, two: one}.get(cell, cell)] for cell in range(n_cells)]
        assert board.halves(program.values.encode(tuple(exchanged)))[0] != board.halves(program.values.encode(state))[0]
        assert isinstance(board_of(program, [start, tuple(exchanged)]), str)
    assert n_boards > MANY / 4


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 2), (3, 3), (2, 7), (3, 5)])
def test_boards_have_from_4_to_16_cells(rows: int, cols: int) -> None:
    """The orders of 15 pieces still have numbers below 2**63."""
    start = tuple(range(rows * cols))
    board = board_of(program_of(gap_rules(grid(rows, cols)), start), [start])
    if 4 <= rows * cols <= 16:
        assert isinstance(board, Board)
        assert board.n_cells == rows * cols
    else:
        assert board == f"the board has {rows * cols} cells, not 4 to 16"


@pytest.mark.parametrize("guard", [Among(5, (1, 2)), Differs(((Cell(4), Cell(5)),))])
def test_exchanges_that_other_cells_may_forbid_make_no_board(guard: Guard) -> None:
    """The blank of a board always moves to its neighbours."""
    rewriting, start = gap_rules(grid(2, 3)), tuple(range(6))
    assert isinstance(board_of(program_of(rewriting, start), [start]), Board)
    first, *others = rewriting.rules
    guarded = replace(rewriting, rules=(replace(first, guards=(*first.guards, guard)), *others))
    board = board_of(program_of(guarded, start), [start])
    assert board == "the moves do more than exchange a blank with another cell"


def test_a_board_of_very_many_lines_is_soon_read_along_one() -> None:
    """Where each place leads to seven others no more than some thousand lines are looked at."""
    lines = {place: [other for other in range(14) if (place + other) % 2] for place in range(14)}
    board = board_of(program_of(gap_rules(lines), tuple(range(14))), [tuple(range(14))])
    assert isinstance(board, Board)
    assert sorted(board.line) == list(range(14))


def test_arrays_have_their_types_also_where_they_are_empty() -> None:
    """A kernel is compiled for the types of its arguments, so a puzzle without rules, guards or moves has them too."""
    rule = Rule((), (Cell(0), Cell(1)), "stay")
    for rules in ((), (rule,)):
        rewriting = Rewriting(2, rules, ((0, 1), (0, 1)))
        made = Packed(Program(rewriting, numbered(rewriting)), ())
        guards, deltas = made.rules.guards, made.deltas(None)
        words = (guards.masks, made.rules.written, made.rules.cell_mask, made.pack((0, 1)))
        numbers = (*made.rules[2:7], *guards[1:], *deltas, *made.goals([])[1:])
        assert {array.dtype for array in words} == {np.dtype(np.uint64)}
        assert {array.dtype for array in numbers} == {np.dtype(np.int64)}
        assert [array.shape[1:] for array in (made.rules.moves, made.rules.steps, guards.tests)] == [(4,), (3,), (7,)]
        assert [array.shape for array in (deltas.constant, deltas.cells)] == [(len(rules),), (0, 2)]


def test_the_arrays_of_several_tables_are_kept_apart() -> None:
    """One program is searched with one table after another, and without any."""
    program = program_of(gap_rules(grid(2, 2)), (0, 1, 2, 3))
    made = Packed(program, ())
    one, two = (tuple(tuple(n * number * cell for cell in range(4)) for number in range(4)) for n in (1, 2))
    assert made.deltas(one).by_value.any()
    assert (made.deltas(two).by_value == 2 * made.deltas(one).by_value).all()
    assert len(made.deltas(None).cells) == 0


def test_a_numbered_rule_is_a_permutation_just_where_every_value_goes_to_one_cell() -> None:
    """What it tells is true of every move; and it tells so wherever the rule before numbering does."""
    n_copying = 0
    for number, case in enumerate(cases(0, scale(200, 5000))):
        program = program_of(case.rewriting)
        for rule, coded in zip(case.rewriting.rules, program.rules, strict=True):
            sources = coded and coded.permutation()
            if sources is None:
                assert coded is None or permutation(rule) is None, (number, rule)
                continue
            assert sorted(sources) == list(range(program.n_cells)), (number, rule)
            for state in filter(rule.applies, case.states):
                after = rule.apply(state)
                assert all(typed(after[c]) == typed(state[s]) for c, s in enumerate(sources)), (number, rule, state)
        copied = [coded for coded in filter(None, program.rules) if len(set(coded.sources)) < program.n_cells]
        n_copying += sum(coded.permutation() is None for coded in copied)
    assert n_copying > 20
