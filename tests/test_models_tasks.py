"""`NoOverlap` and `Cumulative`, in every engine, and as strong as the rules of their propagators say."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import Left, propagated, supported
from scale import scale

from logicpuzzles import Cumulative, Model, NoOverlap, Problem, PuzzleError
from logicpuzzles.models.engines import ENGINES

SOLVERS = [
    library.BacktrackingSolver(),
    library.BacktrackingSolver(forwardcheck=False),
    library.OptimizedBacktrackingSolver(),
    library.RecursiveBacktrackingSolver(),
    library.MinConflictsSolver(),
]


def perfect_square() -> Problem:
    """Squares of sides 1 to 4, 7 to 9 and more fill 32 by 33: that of A. J. W. Duijvestijn's kind with order 9."""
    sides = [18, 15, 14, 10, 9, 8, 7, 4, 1]
    problem = Problem()
    for side in sides:
        problem.addVariable(("x", side), range(33 - side))
        problem.addVariable(("y", side), range(34 - side))
    problem.addConstraint(NoOverlap([(side, side) for side in sides]))
    return problem


@pytest.mark.parametrize("engine", ["compiled", "learning", "cp-sat"])
def test_squared_rectangle(engine: str) -> None:
    """The rectangle of 32 by 33 is dissected into nine squares in one way (Z. Moron, 1925), in four positions."""
    assert Model(perfect_square).count(engine=engine) == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_permutations_in_turn(engine: str) -> None:
    """Four tasks that fill their time come in any order."""
    problem = Problem()
    problem.addVariables("abcd", range(10))
    problem.addConstraint(NoOverlap([1, 2, 3, 4]))
    problem.addConstraint(lambda a, b, c, d: max(a + 1, b + 2, c + 3, d + 4) <= 10, "abcd")
    assert Model(lambda: problem).count(engine=engine) == 24


@pytest.mark.parametrize("solver", SOLVERS)
def test_by_itself(solver: Any) -> None:
    """python-constraint's own solvers take both."""
    for made, expected in [
        (lambda: NoOverlap([2, 1]), [(0, 2), (1, 0), (0, 3), (1, 3), (2, 0), (2, 1)]),
        (lambda: Cumulative([2, 1], [1, 1], 1), [(0, 2), (1, 0), (0, 3), (1, 3), (2, 0), (2, 1)]),
    ]:
        problem = library.Problem(solver)
        problem.addVariable("a", range(3))
        problem.addVariable("b", range(4))
        problem.addConstraint(made(), "ab")
        if isinstance(solver, library.MinConflictsSolver):
            solution = problem.getSolution()
            assert (solution["a"], solution["b"]) in expected
        else:
            assert sorted((s["a"], s["b"]) for s in problem.getSolutions()) == sorted(expected)


Drawn = tuple[list[list[int]], Any]


@st.composite
def turns(draw: Any) -> Drawn:
    """Domains that are intervals, and how long the tasks last."""
    n = draw(st.integers(2, 5))
    lengths = [draw(st.integers(1, 5)) for _ in range(n)]
    lows = [draw(st.integers(-3, 6)) for _ in range(n)]
    return [list(range(low, low + draw(st.integers(1, 9)))) for low in lows], lengths


@st.composite
def pairs(draw: Any) -> Drawn:
    """Domains with gaps, and the sides of two boxes."""
    n_sides = draw(st.integers(1, 3))
    domain = st.lists(st.integers(-3, 4), min_size=1, max_size=4, unique=True)
    sides = [tuple(draw(st.integers(1, 4)) for _ in range(n_sides)) for _ in range(2)]
    return [draw(domain) for _ in range(2 * n_sides)], sides


@st.composite
def shares(draw: Any) -> Drawn:
    """Domains with gaps, and tasks with what they need, and what is there."""
    n = draw(st.integers(1, 5))
    domain = st.lists(st.integers(0, 7), min_size=1, max_size=5, unique=True)
    tasks = [(draw(st.integers(0, 4)), draw(st.integers(0, 3))) for _ in range(n)]
    return [draw(domain) for _ in range(n)], (*zip(*tasks, strict=True), draw(st.integers(1, 4)))


def posed(domains: list[list[int]], made: Any) -> Problem:
    """A problem with only that constraint."""
    problem = Problem()
    for v, domain in enumerate(domains):
        problem.addVariable(v, domain)
    problem.addConstraint(made)
    return problem


def brute(domains: list[list[int]], boxes: Any, capacity: int = 1) -> Left | None:
    """The values in solutions: every point of space and time is counted. Boxes are (sides, need)."""
    solutions = []
    for row in product(*domains):
        used: dict[Any, int] = {}
        at = 0
        for sides, need in boxes:
            for point in product(*(range(x, x + d) for x, d in zip(row[at:], sides, strict=False))):
                used[point] = used.get(point, 0) + need
            at += len(sides)
        if all(amount <= capacity for amount in used.values()):
            solutions.append(dict(enumerate(row)))
    return supported(None, dict(enumerate(domains)), solutions)


def none_lost(left: Left | None, exact: Left | None) -> bool:
    """Whether propagation has left each value of a solution."""
    return exact is None or (left is not None and all(exact[v] <= left[v] for v in left))


@settings(max_examples=scale(200, 10_000))
@given(pairs())
def test_two_boxes_are_seen_through(drawn: Drawn) -> None:
    """Of two boxes propagation alone leaves the values that solutions have; no less and no more."""
    domains, sides = drawn
    assert propagated(posed(domains, NoOverlap(sides))) == brute(domains, [(side, 1) for side in sides])


@settings(max_examples=scale(200, 10_000))
@given(turns())
def test_turns_keep_solutions_and_follow_the_rules(drawn: Drawn) -> None:
    """No value of a solution is removed, and nothing is left that the rules, set by set, remove."""
    domains, lengths = drawn
    left = propagated(posed(domains, NoOverlap(lengths)))
    assert none_lost(left, brute(domains, [((length,), 1) for length in lengths]))
    if left is not None:
        found = [(min(left[i]), max(left[i]) + length) for i, length in enumerate(lengths)]
        assert ruled(found, lengths) == found


Spans = list[tuple[int, int]]  # of each task its earliest start and its latest end


def ruled(spans: Spans, lengths: list[int]) -> Spans | None:
    """What overload, edge finding, not-first, not-last and detected precedences leave, by trying all sets of tasks."""
    later = _later(spans, lengths)
    if later is None:
        return None
    mirrored = _later([(-end, -start) for start, end in spans], lengths)
    return None if mirrored is None else [(a, -b) for (a, _), (b, _) in zip(later, mirrored, strict=True)]


def _later(spans: Spans, lengths: list[int]) -> Spans | None:
    """The same for starts only."""
    starts = [start for start, _ in spans]
    ends = [end for _, end in spans]
    n = range(len(spans))
    sets = [some for k in range(1, len(spans) + 1) for some in combinations(n, k)]

    def earliest_end(some: tuple[int, ...]) -> int:
        parts = [part for k in range(1, len(some) + 1) for part in combinations(some, k)]
        return max(min(starts[i] for i in part) + sum(lengths[i] for i in part) for part in parts)

    found = list(starts)
    for some in sets:
        end = max(ends[i] for i in some)
        if earliest_end(some) > end:
            return None
        for i in set(n).difference(some):
            whole = min(starts[i], *(starts[j] for j in some)) + lengths[i] + sum(lengths[j] for j in some)
            if whole > end:
                found[i] = max(found[i], earliest_end(some))
            if starts[i] + lengths[i] > end - sum(lengths[j] for j in some):
                found[i] = max(found[i], min(starts[j] + lengths[j] for j in some))
    for i in n:
        before = tuple(j for j in n if j != i and starts[i] + lengths[i] > ends[j] - lengths[j])
        if before:
            found[i] = max(found[i], earliest_end(before))
    return list(zip(found, ends, strict=True))


@settings(max_examples=scale(100, 5_000))
@given(turns(), shares())
def test_learning_keeps_solutions(turns: Drawn, shares: Drawn) -> None:
    """What is learned from tasks that take turns or share loses no solution."""
    for domains, made in [(turns[0], NoOverlap(turns[1])), (shares[0], Cumulative(*shares[1]))]:
        model = Model(lambda domains=domains, made=made: posed([domain[:4] for domain in domains], made))
        expected = sorted(tuple(solution.values()) for solution in model.solutions(engine="compiled"))
        assert sorted(tuple(solution.values()) for solution in model.solutions(engine="learning")) == expected


@settings(max_examples=scale(200, 10_000))
@given(shares())
def test_sharing_keeps_solutions_and_follows_the_rules(drawn: Drawn) -> None:
    """No value of a solution is removed; what the time table or energy rules out is gone."""
    domains, (durations, needs, capacity) = drawn
    left = propagated(posed(domains, Cumulative(durations, needs, capacity)))
    tasks = list(zip(durations, needs, strict=True))
    assert none_lost(left, brute(domains, [((duration,), need) for duration, need in tasks], capacity))
    if left is None:
        return
    busy = [i for i, task in enumerate(tasks) if all(task)]
    tasks, left = [tasks[i] for i in busy], {k: left[i] for k, i in enumerate(busy)}
    bounds = [(min(left[i]), max(left[i])) for i in range(len(tasks))]
    for i, (duration, need) in enumerate(tasks):
        others = [
            (low, high, d, r) for j, ((low, high), (d, r)) in enumerate(zip(bounds, tasks, strict=True)) if j != i
        ]
        for start in left[i]:
            for time in range(start, start + duration):
                assert need + sum(r for low, high, d, r in others if high <= time < low + d) <= capacity
        if all(2 * r > capacity for _, r in tasks):
            continue  # such tasks take turns, by other rules
        for begin, end in product([low for low, _ in bounds], [h + tasks[j][0] for j, (_, h) in enumerate(bounds)]):
            room = capacity * (end - begin)
            for low, high, d, r in others:
                room -= r * max(0, min(d, end - begin, low + d - begin, end - high))
            for start in bounds[i]:
                assert begin >= end or need * (min(start + duration, end) - max(start, begin)) <= max(room, 0)


def test_energy() -> None:
    """Three tasks that fill their time leave a fourth only what comes after, which no time table shows."""
    domains = [[0, 1, 2]] * 2 + [[0, 1, 2, 3]] + [list(range(9))]
    left = propagated(posed(domains, Cumulative([3, 3, 2, 2], [1, 1, 2, 2], 2)))
    assert left is not None
    assert left[3] == {5, 6, 7, 8}


WRONG = [
    (NoOverlap([1]), range(3), "there are not as many lengths as variables; expected 2, got 1"),
    (NoOverlap([1, -1]), range(3), "lengths are whole numbers from 0, got -1"),
    (NoOverlap([1, (1, 2)]), range(3), "all lengths have as many numbers as the first; expected 1, got (1, 2)"),
    (NoOverlap([1, 2]), [0.5, 1], "a says when or where something begins; expected integers, got 0.5"),
    (Cumulative([1, 2], [1], 3), range(3), "there are not as many demands as variables; expected 2, got 1"),
    (Cumulative([1, 2], [1, 1], -1), range(3), "capacities are whole numbers from 0, got -1"),
]


@pytest.mark.parametrize(("given", "domain", "message"), WRONG)
def test_wrong_arguments(given: Any, domain: Any, message: str) -> None:
    """What is amiss is told in one message, with the place."""
    problem = Problem()
    problem.addVariables("ab", domain)
    problem.addConstraint(given)
    with pytest.raises(PuzzleError) as caught:
        Model(lambda: problem).count()
    assert message in str(caught.value)
    assert "test_models_tasks.py" in str(caught.value)


def test_large_numbers() -> None:
    """Times beyond machine words are left to python-constraint."""
    problem = Problem()
    problem.addVariables("ab", [2**62, 2**62 + 1, 2**62 + 2])
    problem.addConstraint(NoOverlap([2, 1]))
    model = Model(lambda: problem)
    assert sorted((s["a"] - 2**62, s["b"] - 2**62) for s in model.solutions()) == [(0, 2), (1, 0), (2, 0), (2, 1)]
    assert "only the engine reference takes" in str(model.refusal)
