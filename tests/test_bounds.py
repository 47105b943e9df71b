"""Tables of distances are accepted exactly when they are lower bounds, and the rules give lower bounds of their own."""

from __future__ import annotations

import re
from itertools import product

import pytest
from asked import largest
from boards import SIX_DISTANCE, gap_rules, grid, knight_rules, manhattan
from hypothesis import given
from hypothesis import strategies as st
from rulesets import State, blocks, ducks, in_order, reachable, six, sliding

from logicpuzzles import eq, load, relation
from logicpuzzles.errors import PuzzleError
from logicpuzzles.proofs.bounds import prove
from logicpuzzles.proofs.derived import derive
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Rewriting, Rule, Same, matches, pattern_of

SIX_GOAL = (1, 2, 3, 4, 5, 6, 0)


def test_the_tables_of_the_sliding_puzzles_are_proved() -> None:
    """Manhattan distances are lower bounds: 0 on the goal, and a slide lowers them by 1 at most."""
    for rows, cols, start, value in [(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), 16), (3, 3, (1, 8, 0, 4, 3, 2, 5, 7, 6), 10)]:
        bound = prove(sliding(rows, cols), [pattern_of(in_order(rows * cols))], manhattan(rows, cols))
        assert (bound.value(start), bound.divisor, bound.name) == (value, 1, "distance")
    bound = prove(six(), [pattern_of(SIX_GOAL)], SIX_DISTANCE)
    assert bound.proof == "0 on the goal; no rule lowers it by more than 1: 24 rules x 6 rows checked"
    assert bound.value((4, 6, 5, 1, 3, 2, 0)) == 10


def test_manhattan_is_derived_from_the_rules() -> None:
    """Without a table the rules of a sliding puzzle give the very same one, undivided."""
    for rows, cols in [(2, 4), (3, 3), (4, 4)]:
        bound = derive(sliding(rows, cols), [pattern_of(in_order(rows * cols))])
        assert bound is not None
        assert (bound.table, bound.divisor, bound.name) == (manhattan(rows, cols), 1, "derived")
    hexagon = derive(six(), [pattern_of(SIX_GOAL)])
    assert hexagon is not None
    assert hexagon.table == SIX_DISTANCE


def test_bounds_of_other_rules() -> None:
    """Two stones jump at a time, so the stones out of place count half; a block out of place counts one; a knight's
    tour of n squares takes n - 1 moves."""
    pairs = derive(ducks(), [pattern_of(tuple("BBBWWW__"))])
    assert pairs is not None
    assert (pairs.divisor, pairs.value(tuple("BWBWBW__"))) == (2, 1)
    goal = ("blue", "green", "z")
    stacks = derive(blocks(), [pattern_of(goal)])
    assert stacks is not None
    assert [stacks.value(s) for s in [goal, ("blue", "green", "x"), ("y", "x", "z")]] == [0, 1, 2]
    tours = [pattern_of(tuple("k" if c == end else "x" for c in range(12))) for end in range(12)]
    tour = derive(knight_rules(4, 3), tours)
    assert tour is not None
    assert tour.value(("k", *["."] * 11)) == 11


def test_a_value_goes_round_what_its_guards_forbid() -> None:
    """On a ring of four cells 3 never passes between the first two, so it is three moves from one to the other."""
    rules = []
    for one, two in [(0, 1), (1, 2), (2, 3), (3, 0)]:
        effect = [Cell(cell) for cell in range(4)]
        effect[one], effect[two] = effect[two], effect[one]
        guards = tuple(Differs(((Cell(cell), 3),)) for cell in (one, two)) if (one, two) == (0, 1) else ()
        rules.append(Rule(guards, tuple(effect), (one, two)))
    bound = derive(Rewriting(4, tuple(rules), ((1, 2, 3, 4),) * 4), [pattern_of((1, 3, 2, 4))])
    assert bound is not None
    assert bound.table[3] == (3, 0, 1, 2)
    assert bound.table[1] == (0, 1, 2, 1)


def changed(row: int, cell: int, entry: object) -> dict[int, tuple[object, ...]]:
    """The table of the 2x4 puzzle with one entry changed."""
    table: dict[int, tuple[object, ...]] = dict(manhattan(2, 4))
    table[row] = tuple(entry if c == cell else old for c, old in enumerate(table[row]))
    return table


WITH_BLANK = {**manhattan(2, 4), 0: (4, 3, 2, 1, 3, 2, 1, 0)}
WITHOUT_3 = {piece: row for piece, row in manhattan(2, 4).items() if piece != 3}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (changed(3, 4, 5), "row of 3: moving 3 from position 4 to 0 lowers the sum by 3 (rule 2 of 20)"),
        (changed(3, 2, 1), "the row of 3, position 2, where the goal may have it; expected 0, got 1"),
        (changed(3, 4, -1), "the row of 3, position 4; expected a whole number from 0, got -1"),
        (changed(3, 4, True), "the row of 3, position 4; expected a whole number from 0, got True"),
        (changed(3, 4, 1.5), "the row of 3, position 4; expected a whole number from 0, got 1.5"),
        ({**manhattan(2, 4), 3: (0, 1)}, "the row of 3 has the wrong length; expected 8 numbers, got 2"),
        ({**manhattan(2, 4), 9: (0,) * 8}, "the row of 9 is for a value that no cell can hold; expected one of 0, 1,"),
        (WITHOUT_3, "the row of 3 is missing; expected a row for each value that the rules move"),
        (WITH_BLANK, "row of 1 and 0: moving 1 from position 1 to 0 and moving 0 from"),
    ],
)
def test_wrong_tables_are_refused(table: dict[int, tuple[int, ...]], message: str) -> None:
    """A table that is not a lower bound, or not a table, is refused with the row, the rule and the positions."""
    with pytest.raises(PuzzleError, match=re.escape(message)) as refused:
        prove(sliding(2, 4), [pattern_of(in_order(8))], table)
    assert str(refused.value).startswith("distance: ")


def test_a_goal_with_a_choice_is_checked_on_each_of_its_states() -> None:
    """A pattern that leaves cells open must have distance 0 on every state that matches it."""
    last = (Equals(7, 0),)
    with pytest.raises(PuzzleError, match="the row of 4, position 0, where the goal may have it; expected 0, got 3"):
        prove(sliding(2, 4), [last], manhattan(2, 4))
    first_is_zero = {piece: (0, *row[1:]) for piece, row in manhattan(2, 4).items()}
    with pytest.raises(PuzzleError, match="position 1, where the goal may have it; expected 0, got"):
        prove(sliding(2, 4), [last], first_is_zero)
    zeros = dict.fromkeys(range(1, 8), (0,) * 8)
    assert prove(sliding(2, 4), [last, pattern_of(in_order(8))], zeros).value((0, 7, 2, 1, 4, 3, 6, 5)) == 0


values = st.integers(0, 2)
cells = st.integers(0, 2)
pairs = st.tuples(cells.map(Cell), st.one_of(values, cells.map(Cell)))
guards = st.one_of(
    st.builds(Equals, cells, values),
    st.builds(Among, cells, st.lists(values, min_size=1, max_size=2).map(tuple)),
    st.builds(Same, cells, cells),
    st.builds(Differs, st.lists(pairs, min_size=1, max_size=2).map(tuple)),
)
rules = st.builds(
    Rule,
    st.lists(guards, max_size=3).map(tuple),
    st.one_of(
        st.tuples(*[st.one_of(values, cells.map(Cell))] * 3),
        st.permutations([Cell(0), Cell(1), Cell(2)]).map(tuple),
    ),
    st.just("move"),
)
rewritings = st.builds(Rewriting, st.just(3), st.lists(rules, max_size=4).map(tuple), st.just(((0, 1, 2),) * 3))
states = st.tuples(values, values, values)
tables = st.fixed_dictionaries({value: st.tuples(*[st.integers(0, 2)] * 3) for value in range(3)})
EVERY = list(product(range(3), repeat=3))


def to_goal(rewriting: Rewriting, goals: list[State]) -> dict[State, int]:
    """The fewest moves from each state to a goal, by asking every state in turn until nothing changes."""
    far = dict.fromkeys(goals, 0)
    while True:
        found = {
            state: 1 + min(far[after] for _, after in rewriting.successors(state) if after in far)
            for state in EVERY
            if state not in far and any(after in far for _, after in rewriting.successors(state))
        }
        if not found:
            return far
        far.update(found)


def conserved(rewriting: Rewriting, goals: list[State]) -> list[State]:
    """The states that have to be looked at: all, or where rules only move values, the arrangements of the goals."""
    return [s for s in EVERY if not rewriting.permutes or sorted(s) in [sorted(goal) for goal in goals]]


@given(rewritings, st.lists(states, min_size=1, max_size=2), tables)
def test_the_proof_is_exact(rewriting: Rewriting, goals: list[State], table: dict[int, tuple[int, ...]]) -> None:
    """With one goal a table is proved just when it is 0 there and no move anywhere lowers its sum by more than 1."""
    goals = goals[:1] if rewriting.permutes else goals

    def total(state: State) -> int:
        return sum(table[value][cell] for cell, value in enumerate(state))

    falls = [
        total(state) - total(after) for state in conserved(rewriting, goals) for _, after in rewriting.successors(state)
    ]
    right = not any(map(total, goals)) and max(falls, default=0) <= 1
    try:
        prove(rewriting, [pattern_of(goal) for goal in goals], table)
    except PuzzleError:
        assert not right
    else:
        assert right


@given(rewritings, st.lists(states, min_size=1, max_size=2))
def test_derived_bounds_never_overestimate(rewriting: Rewriting, goals: list[State]) -> None:
    """Brute force from every state never needs fewer moves than the derived bound says."""
    bound = derive(rewriting, [pattern_of(goal) for goal in goals])
    if bound is not None:
        for state, far in to_goal(rewriting, goals).items():
            assert bound.value(state) <= far


@given(rewritings, st.lists(guards, max_size=3).map(tuple))
def test_derived_bounds_of_patterns_never_overestimate(rewriting: Rewriting, goal: tuple[object, ...]) -> None:
    """The same for a goal that leaves cells open."""
    bound = derive(rewriting, [goal])  # type: ignore[list-item]
    if bound is not None:
        for state, far in to_goal(rewriting, [s for s in EVERY if matches(goal, s)]).items():  # type: ignore[arg-type]
            assert bound.value(state) <= far


@given(st.permutations(range(6)), st.lists(st.integers(1, 4), min_size=5, max_size=5), st.booleans())
def test_derived_bounds_on_boards(order: list[int], pieces: list[int], ring: bool) -> None:
    """On boards with equal pieces, and on a ring, the derived bound is never more than the real depth."""
    board = {c: ((c - 1) % 6, (c + 1) % 6) for c in range(6)} if ring else grid(2, 3)
    goal = tuple([*pieces, 0][place] for place in order)
    rewriting = gap_rules(board, sorted(set(goal)))
    bound = derive(rewriting, [pattern_of(goal)])
    for state, far in reachable(rewriting, goal).items():
        assert (0 if bound is None else bound.value(state)) <= far


@given(
    st.lists(guards, max_size=3).map(tuple),
    st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=3, max_size=3),
    st.integers(0, 20),
)
def test_a_worst_case_out_of_budget_is_an_upper_bound(
    pattern: tuple[Equals, ...], gains: list[tuple[int, ...]], budget: int
) -> None:
    """The worst case is that of brute force; where the budget does not suffice it is marked, and not smaller."""
    sums = [sum(gains[c][v] for c, v in enumerate(s)) for s in EVERY if matches(pattern, s)]
    worst = largest(((0, 1, 2),) * 3, pattern, {c: gains[c].__getitem__ for c in range(3)}, budget=budget)
    if worst is None:
        assert max(sums, default=0) <= 0
    else:
        assert worst.total == max(sums) if worst.exact else worst.total >= max(sums, default=0)


def test_rules_that_move_very_many_cells_have_a_bound() -> None:
    """The worst case is then only estimated: branching on each cell would exceed Python's stack."""
    n_cells = 1200
    turn = Rule((), (*map(Cell, range(1, n_cells)), Cell(0)), "turn")
    start = tuple(cell % 3 for cell in range(n_cells))
    bound = derive(Rewriting(n_cells, (turn,), ((0, 1, 2),) * n_cells), [pattern_of(turn.apply(turn.apply(start)))])
    assert bound is not None
    assert bound.value(start) <= 2


def test_goal_relations_of_one_name_have_each_its_own_bound() -> None:
    """Functions in a session, such as lambdas, often share a name; what was derived for one is wrong for the other."""
    puzzle = load("eight").puzzle
    ends = [(1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8)]
    goals = [relation(lambda state: eq(state, ends[0])), relation(lambda state: eq(state, ends[1]))]
    found = [[puzzle.bound(goal).value(end) for end in ends] for goal in goals]
    assert found[0][0] == found[1][1] == 0 < found[0][1] == found[1][0]


def test_only_values_that_move_without_a_name_need_a_row() -> None:
    """Not those that every rule leaves where they are, nor those that rules write."""
    exchange = Rule((), (Cell(1), Cell(0), Cell(2)), "exchange")
    rewriting = Rewriting(3, (exchange,), (("a", "b"), ("a", "b"), ("stone",)))
    with pytest.raises(PuzzleError, match="the row of b is missing"):
        prove(rewriting, [pattern_of(("a", "b", "stone"))], {"a": (0, 1, 0)})
    assert prove(rewriting, [pattern_of(("a", "b", "stone"))], {"a": (0, 1, 0), "b": (0, 0, 0)}).divisor == 1
    drop = Rule((), (Cell(1), "x"), "drop")
    assert prove(Rewriting(2, (drop,), (("a", "x"),) * 2), [pattern_of(("a", "x"))], {"a": (0, 1)}).divisor == 1
