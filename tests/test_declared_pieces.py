"""Which pieces a puzzle has: those of its declared start and goals together, whichever state a question begins with."""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import Puzzle, PuzzleError, Relation, conde, eq, relation, run, var
from logicpuzzles.search.strategies import STRATEGIES

N_CELLS = 3
SHORTEST = [name for name, strategy in STRATEGIES.items() if strategy.shortest]


def weighed(weights, start, goals):
    """A piece moves to the gap, 0, beside it, for what it weighs; at the left end, 1 and 2 also change places for 7."""
    weight = Relation("weight", 2)
    for piece, number in weights.items():
        weight.add_fact(piece, number)

    @relation
    def move(piece, before, after, n):
        a, b, c = before
        return conde(
            [eq(a, 0), eq(piece, b), eq(after, (b, 0, c)), weight(piece, n)],
            [eq(b, 0), eq(piece, a), eq(after, (0, a, c)), weight(piece, n)],
            [eq(b, 0), eq(piece, c), eq(after, (a, c, 0)), weight(piece, n)],
            [eq(c, 0), eq(piece, b), eq(after, (a, 0, b)), weight(piece, n)],
            [eq(a, 1), eq(b, 2), eq(piece, "both"), eq(after, (2, 1, c)), eq(n, 7)],
        )

    return Puzzle(move=move, start=start, goal=goals)


def moves_from(weights, state):
    """The states after the moves of `weighed`, each with its cost, without any engine."""
    for here, there in ((0, 1), (1, 0), (1, 2), (2, 1)):
        if state[there] == 0:
            cells = list(state)
            cells[here], cells[there] = cells[there], cells[here]
            yield tuple(cells), weights[state[here]]
    if state[:2] == (1, 2):
        yield (2, 1, state[2]), 7


def least_costs(weights, goals):
    """What each arrangement of the pieces of a goal costs to the nearest goal (E. W. Dijkstra, 1959)."""
    before = {}
    for state in {state for goal in goals for state in permutations(goal)}:
        for after, cost in moves_from(weights, state):
            before.setdefault(after, []).append((state, cost))
    best, heap = dict.fromkeys(goals, 0), [(0, goal) for goal in goals]
    while heap:
        so_far, state = heappop(heap)
        for one, cost in before.get(state, ()):
            if so_far + cost < best.get(one, so_far + cost + 1):
                best[one] = so_far + cost
                heappush(heap, (so_far + cost, one))
    return best


states = st.tuples(*[st.integers(0, 3)] * N_CELLS)


@settings(max_examples=scale(15, 600))
@given(
    st.fixed_dictionaries({piece: st.integers(0, 6) for piece in range(4)}),
    states,
    st.lists(states, min_size=1, max_size=2, unique=True),
    st.data(),
)
def test_a_start_given_later_is_priced_by_what_it_costs(weights, start, goals, data):
    """Whatever pieces the declared start has: by every strategy, by `explore`, and by `depth`."""
    puzzle = weighed(weights, start, goals if len(goals) > 1 else goals[0])
    best = least_costs(weights, goals)
    later = tuple(data.draw(st.permutations(data.draw(st.sampled_from(goals)))))
    for strategy in SHORTEST:
        for engine in ("rules", "relational") if strategy in ("bfs", "iddfs") else ("rules",):
            ending = puzzle.solve(later, strategy=strategy, engine=engine)
            assert getattr(ending, "cost", None) == best.get(later), (strategy, engine)
            if ending.status == "solved":
                puzzle.check(ending, start=later)
    found = puzzle.explore()
    assert {cost: number for cost, number in enumerate(found.depths) if number} == Counter(best.values())
    depth, number = puzzle.predicates["depth", 2], var()
    for state in set(permutations(later)):
        assert found.table.depth(state) == best.get(state)
        assert run(0, number, depth(state, number)) == ((best[state],) if state in best else ())


@pytest.mark.parametrize("strategy", [*SHORTEST, "greedy", "auto"])
@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_rules_that_the_declared_start_cannot_use_have_their_costs(strategy, engine):
    """Two moves of the piece 2, which costs 5; the declared start has none."""
    puzzle = weighed({0: 1, 1: 3, 2: 5}, (0, 1, 1), (2, 2, 0))
    ending = puzzle.solve((0, 2, 2), strategy=strategy, engine=engine)
    assert ending.cost == 10
    puzzle.check(ending)
    assert puzzle.explore().depths == (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)


def test_a_state_has_the_pieces_of_the_start_or_of_a_goal():
    """Both are states; what has some of each is none, and the message names both."""
    puzzle = weighed({0: 1, 1: 3, 2: 5}, (0, 1, 1), (2, 2, 0))
    assert puzzle.solve().status == puzzle.solve((1, 1, 0)).status == "exhausted"
    assert puzzle.solve(goal=(1, 1, 0)).cost == 6
    with pytest.raises(PuzzleError, match=r"piece 1 is there once too often, .*\[2, 2, 0\] or .*\[0, 1, 1\]"):
        puzzle.solve((1, 2, 0))
    with pytest.raises(PuzzleError, match="there is no piece 3"):
        puzzle.solve((0, 2, 3))
    with pytest.raises(PuzzleError, match="there is no piece 3"):
        puzzle.problem((0, 2, 3))
