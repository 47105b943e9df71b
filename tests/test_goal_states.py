"""What counts as a goal state, and what cells of explored states may hold, against enumeration by the relation."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from scale import scale
from test_transitions import N_CELLS, VALUES, condition, effect

from logicpuzzles import Puzzle, add, conde, eq, lall, lany, membero, relation, run, seto, swapo, var, vars
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.diagnosis import _puzzle as diagnosed
from logicpuzzles.search import SearchProblem

BEYOND = (3, -1)  # values that goals and guards may name, and that no cell can hold


def random_puzzle(seed: int, declared: bool) -> tuple[Puzzle, Any]:
    """A random puzzle, and its goal relation, which may name values that no cell can hold."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """One to three clauses of conditions, a guard on arithmetic and an effect."""
        choose, clauses = random.Random(seed), []
        for number in range(choose.randint(1, 3)):
            (unknown,) = vars(1)
            conditions = [condition(choose, before, label, unknown) for _ in range(choose.randint(0, 1))]
            if choose.random() < 0.5:
                one, two = choose.sample(range(N_CELLS), 2)
                conditions.append(add(before[one], before[two], choose.randint(1, 4)))
            clauses.append([*conditions, effect(choose, before, after, unknown), eq(label, number)])
        return conde(*clauses)

    @relation
    def goal(state: Any) -> Any:
        """One to three clauses, some of which no state meets."""
        choose = random.Random(-seed)
        known = [lambda: choose.choice(VALUES + BEYOND), lambda: choose.choice(state), lambda: var()]
        return lany(
            *(eq(state, tuple(choose.choice(known)() for _ in range(N_CELLS))) for _ in range(choose.randint(1, 3)))
        )

    return Puzzle(move=move, start=(0, 1, 2), goal=goal, values=VALUES if declared else None), goal


def typed(state: Any) -> str:
    return repr(state)


def by_relation(puzzle: Puzzle, goal: Any, domains: Any) -> dict[Any, int]:
    """The fewest moves to a goal of every state over `domains` that reaches one, asking the relation of each state.

    Where the moves only permute the cells, states have the pieces of the start.
    """
    states = list(product(*domains))
    if puzzle.rewriting.permutes and puzzle.rewriting.rules:
        states = [state for state in states if sorted(map(repr, state)) == sorted(map(repr, puzzle.start))]
    after = {state: [s for _, s in puzzle.successors(state)] for state in states}
    far = {state: 0 for state in states if run(1, 1, goal(state))}
    while more := {
        state: 1 + min(far[s] for s in after[state] if s in far)
        for state in states
        if state not in far and any(s in far for s in after[state])
    }:
        far.update(more)
    return far


@pytest.mark.parametrize("declared", [True, False])
def test_explored_states_are_those_of_the_relation(declared: bool) -> None:
    """Counted, dealt and asked for: the states over the values of the cells that reach a goal, and no others."""
    counts = set()
    for seed in range(scale(30, 1500)):
        puzzle, goal = random_puzzle(seed, declared)
        if puzzle.refusal is not None:
            continue
        domains = puzzle.rewriting.domains
        if declared:
            assert {value for domain in domains for value in domain} <= set(VALUES)
        expected = by_relation(puzzle, goal, domains)
        counts.add(len(expected))
        if not expected:
            with pytest.raises(PuzzleError, match="goal gives no goal state"):
                puzzle.explore()
        else:
            found = puzzle.explore()
            told = {s: far for far in range(len(found.depths)) for s in found.table.states(far)}
            assert (found.count, told) == (len(expected), expected), seed
        for state in product(*domains):
            if state in expected or sorted(state) == [0, 1, 2]:
                ending = puzzle.solve(state)
                assert getattr(ending, "length", None) == expected.get(state), (seed, state)
                assert getattr(puzzle.solve(state, engine="relational"), "length", None) == expected.get(state)
    assert len(counts) > 10


def copying(values: Any, goal: Any) -> Puzzle:
    """The first cell is set to anything; the second takes what the first holds, where it may."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        value = var()
        return lall(membero(value, (0, 1, 3)), seto(0, before, value, after), eq(label, value))

    return Puzzle(move=move, start=(0, 1), goal=goal, values=values)


def test_a_goal_outside_the_declared_values_is_no_goal() -> None:
    """As in a constant goal, which is refused: exploring counts nothing, solving says that there is no solution."""
    twice = relation(lambda state: lall(eq(state[0], 3), eq(state[1], state[0])))
    puzzle = copying([[0, 1, 3], [0, 1]], twice)
    assert puzzle.solve().status == "exhausted"
    with pytest.raises(PuzzleError, match="gives no goal state"):
        puzzle.explore()
    with pytest.raises(PuzzleError, match="position 1 cannot hold 3"):
        copying([[0, 1, 3], [0, 1]], (3, 3))
    assert any(found.name == "goal" and "no answer of" in found.text for found in diagnosed(puzzle))
    partly = relation(lambda state: lall(membero(state[0], (1, 3)), eq(state[1], state[0])))
    some = copying([[0, 1, 3], [0, 1]], partly)
    assert [found.text for found in diagnosed(some) if found.name == "goal"] == [
        f"only 1 of 2 answers of {partly.name} has values that the cells may have; the rest is no goal"
    ]
    assert set(some.explore().table.states(0)) == {(1, 1)}


def test_a_state_that_moves_lead_to_beyond_the_declared_values_is_no_goal_either() -> None:
    """For rules and relation alike."""

    def move(label: Any, before: Any, after: Any) -> Any:
        return lall(eq(after, (before[0], before[0])), eq(label, "copy"))

    both = relation(lambda state: eq(state, (3, 3)))
    puzzle = Puzzle(move=move, start=(0, 1), goal=both, values=[[0, 3], [0, 1]])
    for engine in ("auto", "relational"):
        assert puzzle.solve((3, 1), engine=engine).status == "exhausted"
    assert ("values", "the moves may also bring 3 to position 1, which the declared values do not allow") in [
        (found.name, found.text) for found in diagnosed(puzzle)
    ]


def test_goals_with_other_pieces_than_the_start_are_not_counted() -> None:
    """Moves that only permute the cells never get there; `check` says so. The pieces of a constant goal are counted."""

    def move(label: Any, before: Any, after: Any) -> Any:
        return lany(*(lall(swapo(i, i + 1, before, after), eq(label, i)) for i in range(2)))

    ends = relation(lambda state: membero(state, [(2, 1, 0), (2, 2, 0), (0, 0, 0)]))
    puzzle = Puzzle(move=move, start=(0, 1, 2), goal=ends, values=(0, 1, 2))
    assert puzzle.explore().count == 6
    assert [found.text for found in diagnosed(puzzle) if found.name == "goal"] == [
        f"only 1 of 3 answers of {ends.name} has the pieces of the start; the rest is no goal"
    ]
    assert Puzzle(move=move, start=(0, 1, 2), goal=[(2, 1, 0), (2, 2, 0)], values=(0, 1, 2)).explore().count == 9


def test_values_that_only_a_guard_names_are_held_by_no_cell() -> None:
    """A guard may compute -1; unless a move writes it somewhere, there are no states with it."""

    def move(label: Any, before: Any, after: Any) -> Any:
        exchanged = (before[3], before[1], before[2], before[0])
        return lany(
            lall(add(before[3], before[0], 2), eq(after, exchanged), eq(label, "exchange")),
            lall(eq(before[1], 0), eq(after, (before[0], 1, *before[2:])), eq(label, "set")),
        )

    puzzle = Puzzle(move=move, start=(0, 0, 0, 3), goal=(0, 1, 0, 3))
    assert puzzle.rewriting.domains == ((0,), (0, 1), (0,), (3,))
    assert puzzle.explore().count == 2


def test_values_that_only_the_goal_relation_writes_are_held_there() -> None:
    """As with a constant goal, states may begin with what the goal keeps."""
    ends = relation(lambda state: eq(state, (3, 7)))
    for goal in (ends, (3, 7)):
        assert copying(None, goal).explore().depths == (1, 2)


def test_a_goal_that_is_a_test_is_asked_about_the_state():
    problem = SearchProblem((1,), (), lambda state: [], test=lambda state: state == (2,))
    assert [problem.is_goal(state) for state in ((1,), (2,))] == [False, True]
