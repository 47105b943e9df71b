"""The compiler: random small relations, and each kind of guard, effect, split and refusal."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import kanren
import pytest
from scale import scale

from logicpuzzles import (
    Puzzle,
    Refusal,
    Relation,
    add,
    conde,
    eq,
    lall,
    lany,
    lt,
    membero,
    naf,
    neq,
    ntho,
    once,
    project,
    relation,
    run,
    seto,
    swapo,
    var,
    vars,
)
from logicpuzzles.errors import NeedsValue
from logicpuzzles.rewriting import comparison
from logicpuzzles.rewriting.comparison import differences
from logicpuzzles.rewriting.inverse import inverse
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Same
from logicpuzzles.rewriting.transitions import compile_move

VALUES = (0, 1, 2)
N_CELLS = 3


def condition(choose: random.Random, before: Any, label: Any, unknown: Any) -> Any:
    """A random condition on the cells before; some cannot run on unknowns."""
    one, two = (before[choose.randrange(N_CELLS)] for _ in range(2))
    value = choose.choice(VALUES)
    return choose.choice(
        [
            lambda: eq(one, value),
            lambda: neq(one, value),
            lambda: neq(one, two),
            lambda: eq(one, two),
            lambda: neq((one, two), (value, 1)),
            lambda: neq((one, var()), (value, 1)),
            lambda: membero(one, (0, 2)),
            lambda: lt(one, two),
            lambda: naf(eq(one, value)),
            lambda: ntho(unknown, before, value),
            lambda: lany(eq(one, value), neq(two, value)),
            lambda: once(membero(one, (two, value))),
            lambda: project((one,), lambda known: known != value),
        ]
    )()


def effect(choose: random.Random, before: Any, after: Any, unknown: Any) -> Any:
    """A random change of the cells."""
    value, cell = choose.choice(VALUES), choose.randrange(N_CELLS)
    shifted = (before[1], before[2], before[0])
    return choose.choice(
        [
            lambda: swapo(cell, unknown, before, after),
            lambda: seto(cell, before, value, after),
            lambda: seto(unknown, before, value, after),
            lambda: eq(after, shifted),
            lambda: eq(after, (before[cell], before[cell], value)),
            lambda: conde([eq(after, shifted)], [seto(cell, before, before[0], after)]),
        ]
    )()


def random_move(seed: int) -> Any:
    """A relation of one to three clauses, each some conditions and an effect."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """A random move."""
        choose, clauses = random.Random(seed), []
        for number in range(choose.randint(1, 3)):
            (unknown,) = vars(1)
            conditions = [condition(choose, before, label, unknown) for _ in range(choose.randint(0, 2))]
            named = eq(label, choose.choice([number, ("from", before[choose.randrange(N_CELLS)])]))
            clauses.append([*conditions, effect(choose, before, after, unknown), named])
        return conde(*clauses)

    return move


def test_random_relations_compile_to_the_same_moves() -> None:
    """From and to every state, rules and relation give the same labels and states, forwards in the same order."""
    states = list(product(VALUES, repeat=N_CELLS))
    n_rules = 0
    for seed in range(scale(120, 2000)):
        puzzle = Puzzle(move=random_move(seed), start=states[0], goal=states[-1], values=VALUES)
        rewriting = puzzle.rewriting
        n_rules += len(rewriting.rules)
        forwards = {state: list(puzzle.successors(state)) for state in states}
        for state in states:
            assert rewriting.successors(state) == forwards[state], (seed, state)
            before = {repr((label, one)) for one in states for label, after in forwards[one] if after == state}
            assert {repr(found) for found in inverse(rewriting).successors(state)} == before, (seed, state)
    assert n_rules > scale(120, 2000)


def guards(*goals: Any, before: Any, after: Any) -> list[Any]:
    """The guards of the rules of a relation that holds where `goals` do and keeps every cell."""

    @relation
    def keep(label: Any, one: Any, two: Any) -> Any:
        """The goals hold of the cells, which stay as they are."""
        return lall(eq((before, after), (one, two)), *goals, eq(one, two), eq(label, 0))

    puzzle = Puzzle(move=keep, start=(0, 0, 0), goal=(0, 1, 2), values=VALUES)
    return [rule.guards for rule in puzzle.rewriting.rules]


CELLS, THEN = vars(N_CELLS), vars(N_CELLS)


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ([eq(CELLS[1], 2)], [(Equals(1, 2),)]),
        ([eq(CELLS[0], CELLS[2])], [(Same(0, 2),)]),
        ([neq(CELLS[0], 1)], [(Differs(((Cell(0), 1),)),)]),
        ([neq(CELLS[0], CELLS[2])], [(Differs(((Cell(0), Cell(2)),)),)]),
        ([membero(CELLS[1], (0, 2))], [(Among(1, (0, 2)),)]),
        ([lt(CELLS[1], 2)], [(Among(1, (0, 1)),)]),
        ([naf(eq(CELLS[2], 0))], [(Among(2, (1, 2)),)]),
        ([eq(CELLS[0], 0), eq(CELLS[0], 1)], []),
    ],
)
def test_guards(goals: list[Any], expected: list[Any]) -> None:
    """What a goal on unknown cells becomes."""
    assert guards(*goals, before=CELLS, after=THEN) == expected


def test_one_relation_may_serve_puzzles_of_several_sizes() -> None:
    """Asked for a state that is not known at all, it never takes that for one of the size which came last."""

    @relation
    def exchange(at: Any, before: Any, after: Any) -> Any:
        return lany(*(lall(eq(at, i), swapo(i, i + 1, before, after)) for i in range(len(before) - 1)))

    short = Puzzle(move=exchange, start=(0, 1, 2), goal=(2, 1, 0))
    before = var()
    assert run(0, before, exchange(0, before, (1, 2, 0))) == ((2, 1, 0),)
    long = Puzzle(move=exchange, start=(0, 1, 2, 3), goal=(3, 2, 1, 0))
    with pytest.raises(NeedsValue):
        run(0, before, exchange(0, before, (1, 2, 0)))
    assert run(0, before, eq(before, vars(3)), exchange(0, before, (1, 2, 0))) == ((2, 1, 0),)
    assert [len(puzzle.solve().moves) for puzzle in (short, long)] == [3, 6]  # type: ignore[attr-defined]


def test_no_proof_rests_on_values_that_the_rules_do_not_keep_to() -> None:
    """By way of a value that the file does not name the goal is reached all the same."""

    def climb(label: Any, before: Any, after: Any) -> Any:
        return lall(membero((before[0], after[0]), ((0, 5), (5, 2))), eq(label, "up"))

    puzzle = Puzzle(move=climb, start=(0,), goal=(2,), values=(0, 1, 2))
    for engine in ("auto", "relational"):
        assert puzzle.solve(strategy="bfs", engine=engine).states == ((0,), (5,), (2,))  # type: ignore[attr-defined]
    assert puzzle.explore().depths == (1, 1, 1)


def test_a_move_beyond_the_declared_values_is_told() -> None:
    """Where values are tried one by one, there are no rules for others; the relation goes on without end."""

    def count(label: Any, before: Any, after: Any) -> Any:
        return lall(add(before[0], 1, after[0]), eq(label, "on"))

    puzzle = Puzzle(move=count, start=(3,), goal=(2,), values=(0, 1, 2, 3))
    assert puzzle.refusal == "count leads to [4], which the declared values do not allow"


def test_values_follow_from_start_and_rules() -> None:
    """A cell may hold what the rules lead to: counting up to 3 by arithmetic on an unknown cell."""

    @relation
    def count(label: Any, before: Any, after: Any) -> Any:
        """The cell grows by 1, up to 3."""
        return lall(lt(before[0], 3), add(before[0], 1, after[0]), eq(label, "up"))

    puzzle = Puzzle(move=count, start=(0,), goal=(3,))
    assert sorted(puzzle.rewriting.domains[0]) == [0, 1, 2, 3]
    assert puzzle.solve().moves == ("up",) * 3  # type: ignore[attr-defined]


def test_python_tests_on_cells_split() -> None:
    """A body may test and compute with cells in Python: the compiler tries their values."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """One more while it is small, none after."""
        more = before[0] + 1 if before[0] < 2 else 0
        return lall(eq(after, (more,)), eq(label, more))

    puzzle = Puzzle(move=step, start=(0,), goal=(2,))
    assert [rule.guards for rule in puzzle.rewriting.rules] == [(Equals(0, 0),), (Equals(0, 2),), (Equals(0, 1),)]
    assert puzzle.refusal is None


def test_a_cell_that_must_not_hold_what_another_gives() -> None:
    """A disequality with a compound of unknown parts is settled by the values of its cell."""

    @relation
    def clear(label: Any, before: Any, after: Any) -> Any:
        """The first cell becomes 0, unless it is the pair of the second and 1."""
        return lall(neq(before[0], (before[1], 1)), eq(after, (0, before[1])), eq(label, "clear"))

    for second, status in [(2, "exhausted"), (3, "solved")]:
        puzzle = Puzzle(move=clear, start=((2, 1), second), goal=(0, second))
        assert puzzle.refusal is None
        assert puzzle.rewriting.successors(puzzle.start) == list(puzzle.successors(puzzle.start))
        assert puzzle.solve(engine="rules").status == status


def test_answers_may_come_in_another_order_where_rules_have_none() -> None:
    """Rules and relation disagree where an answer is missing, and where rules have an order also by the order."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """From 0 to 1 or 2."""
        return lall(eq(before, (0,)), membero(after, ((1,), (2,))), eq(label, after))

    rewriting = Puzzle(move=step, start=(0,), goal=(2,)).rewriting
    for ordered, expected in [(True, [(0,)]), (False, [])]:
        either = replace(rewriting, ordered=ordered)
        assert list(differences(either, lambda state: rewriting.successors(state)[::-1], [(0,)])) == expected
        assert list(differences(either, lambda state: rewriting.successors(state)[:1], [(0,)])) == [(0,)]
        assert list(differences(either, rewriting.successors, [(0,)])) == []


@pytest.mark.parametrize(
    ("most", "expected"), [(3, [(1,), (2,), (3,), (2,)]), (7, [(1,), (2,), (3,), (2,), (1,), (3,)])]
)
def test_what_follows_is_compared_until_enough_is(monkeypatch: Any, most: int, expected: Any) -> None:
    """Every given state is compared; and two that follow each, while few moves were."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """From any of three to the others."""
        return lall(membero(after, ((1,), (2,), (3,))), neq(before, after), eq(label, after))

    asked: list[Any] = []
    puzzle = Puzzle(move=step, start=(1,), goal=(2,))
    monkeypatch.setattr(comparison, "COMPARED", most)

    def successors(state: Any) -> Any:
        asked.append(state)
        return puzzle.successors(state)

    assert not list(differences(puzzle.rewriting, successors, [(1,), (2,)]))
    assert asked == expected
    told = differences(puzzle.rewriting, lambda state: () if state == (3,) else puzzle.successors(state), [(1,), (2,)])
    assert set(told) == {(3,)}


@pytest.mark.parametrize("last", [63, 64])
def test_a_cell_may_hold_64_values(last: int) -> None:
    """One more, and there are no rules; the relation is searched all the same."""
    following = Relation.pairs("following", {n: [n + 1] for n in range(last)})

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """The next number."""
        return lall(following(before[0], after[0]), eq(label, "up"))

    puzzle = Puzzle(move=step, start=(0,), goal=(3,))
    assert puzzle.refusal == (None if last < 64 else "a cell of step has more than 64 values")
    assert puzzle.solve().length == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("foreign", [0, 1, 2, None])
def test_rules_have_no_order_where_kanren_gave_the_answers(foreign: int | None) -> None:
    """Its goals may answer in any order; whichever value of a cell it is for which one of them was asked."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """On to the next of three numbers, by a goal of kanren's own or one of ours."""
        number = before[0] + 0
        goal = kanren.eq if number == foreign else eq
        return lall(goal(after, ((number + 1) % 3,)), eq(label, number))

    assert Puzzle(move=step, start=(0,), goal=(2,)).rewriting.ordered is (foreign is None)


def test_what_cannot_be_followed_is_refused_and_still_searched() -> None:
    """`dict.get` looks at a cell unseen: the rules would be wrong, so there are none, and the relation is searched."""
    following = {0: 1, 1: 2}

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """The next number, where there is one."""
        value = before[0] if not isinstance(before[0], type(var())) else -1
        return lall(eq(after, (following.get(value, 0),)), eq(label, 0))

    puzzle = Puzzle(move=step, start=(0,), goal=(2,))
    with pytest.raises(Refusal, match="step"):
        _ = puzzle.rewriting
    ending = puzzle.solve()
    assert (ending.status, ending.engine, ending.length) == ("solved", "relational", 2)  # type: ignore[attr-defined]


def test_a_value_that_is_in_no_cell_is_refused() -> None:
    """Arithmetic on an unknown that is no cell: one sentence with the relation and the goal."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        """It asks for more than it can know."""
        return lall(lt(label, 3), eq(after, before))

    with pytest.raises(Refusal, match="step does not become rewrite rules: lt needs a value"):
        _ = Puzzle(move=step, start=(0,), goal=(1,)).rewriting
    assert run(0, 1, step(1, (0,), (0,))) == (1,)


def test_a_watchdog_ends_a_compilation() -> None:
    """It is asked every now and then, with the same rules where it lets pass and none where it raises."""
    calls = []

    def move(label: Any, before: Any, after: Any) -> Any:
        return lall(membero(before[0], tuple(range(5000))), eq(before[0], 4999), eq(after, before), eq(label, 1))

    watched = compile_move(move, "move", ((0, 4999),), False, watchdog=lambda: calls.append(1))
    assert watched.rules == compile_move(move, "move", ((0, 4999),), False).rules
    assert calls

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        compile_move(move, "move", ((0, 4999),), False, watchdog=stop)
