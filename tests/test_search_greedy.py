"""Any solution fast, with a gap to the best that is never false: beside brute force over small spaces."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from time import sleep

import pytest
from boards import sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_up import bound, of_cells
from random_rules import boards, key, problems
from scale import scale

from logicpuzzles import load
from logicpuzzles.endings import Ending, Exhausted, Path, Stopped
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule
from logicpuzzles.search import INTERRUPTED, Limits, SearchProblem, greedy, solve

ENGINES = ("rules", "compiled")


def cheapest(problem: SearchProblem) -> int | None:
    """What the best solution costs, by an obvious search; None if there is none."""
    assert problem.rewriting is not None
    found, queue, number = {key(problem.start): 0}, [(0, 0, problem.start)], 0
    while queue:
        cost, _, state = heappop(queue)
        if cost > found[key(state)]:
            continue
        if problem.is_goal(state):
            return cost
        for rule in problem.rewriting.rules:
            if rule.applies(state):
                after, number = rule.apply(state), number + 1
                if cost + rule.cost < found.get(key(after), 1 << 60):
                    found[key(after)] = cost + rule.cost
                    heappush(queue, (cost + rule.cost, number, after))
    return None


def check(problem: SearchProblem, most: int) -> None:
    """Both engines end alike after `most` states and without a limit, with a solution that is one and a true gap."""
    best = cheapest(problem)
    for limits in (Limits(nodes=most), None):
        plain, compiled = (solve(problem, "greedy", engine, limits) for engine in ENGINES)
        assert told(plain) == told(compiled)
        if isinstance(plain, Path):
            for before, label, after in zip(plain.states, plain.moves, plain.states[1:], strict=False):
                assert key((label, after)) in map(key, problem.successors(before))
            assert problem.is_goal(plain.states[-1])
            assert best is not None
            assert plain.gap is not None or plain.length == 0
            assert plain.cost - (plain.gap or 0) <= best <= plain.cost
            assert limits is not None or (plain.cost == best and not plain.gap)
        elif limits is None:
            assert isinstance(plain, Exhausted)
            assert best is None
        else:
            assert isinstance(plain, Stopped | Exhausted)


def told(ending: Ending) -> tuple[object, ...]:
    """Everything that the engines must agree on."""
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "costs", "gap", "reason")))
    return type(ending), what, ending.nodes, ending.why


@settings(max_examples=scale(15, 2000))
@given(problems(st.integers(1, 4)), st.integers(1, 60))
def test_random_rules(problem: SearchProblem, most: int) -> None:
    """Without a lower bound, the cells that differ from the goal lead the search."""
    check(problem, most)


@settings(max_examples=scale(8, 1000))
@given(problems(st.integers(1, 4)), st.lists(st.integers(0, 3), min_size=6, max_size=6), st.integers(1, 40))
def test_costs(problem: SearchProblem, costs: list[int], most: int) -> None:
    """The gap is one of cost where moves have costs."""
    assert problem.rewriting is not None
    rules = (replace(rule, cost=cost) for rule, cost in zip(problem.rewriting.rules, costs, strict=False))
    weighted = replace(problem.rewriting, rules=tuple(rules))
    check(SearchProblem.of(weighted, problem.start, problem.goals), most)


@settings(max_examples=scale(15, 1000))
@given(boards(), st.integers(1, 200))
def test_boards(problem: SearchProblem, most: int) -> None:
    """With a table of distances."""
    check(problem, most)


@settings(max_examples=scale(15, 1000))
@given(problems(st.integers(1, 4)), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_a_limit_of_cost(problem: SearchProblem, costs: list[int]) -> None:
    """No solution is given that costs more; one that does not is found; where others do, it is not said to be none."""
    assert problem.rewriting is not None
    rules = (replace(rule, cost=cost) for rule, cost in zip(problem.rewriting.rules, costs, strict=False))
    weighted = replace(problem.rewriting, rules=tuple(rules))
    for one in (problem, SearchProblem.of(weighted, problem.start, problem.goals)):
        best = cheapest(one)
        for most in {0, 2, best or 0, max(0, (best or 0) - 1)}:
            plain, compiled = (solve(one, "greedy", engine, Limits(cost=most)) for engine in ENGINES)
            assert told(plain) == told(compiled)
            if best is None:
                assert not isinstance(plain, Path)
            elif best <= most:
                assert isinstance(plain, Path)
                assert plain.cost <= most
            else:
                assert isinstance(plain, Stopped)
                assert f"the limit of cost, {most}, was reached; no solution" in plain.reason


@pytest.mark.parametrize("engine", ENGINES)
def test_a_start_without_a_way_claims_no_number(engine: str) -> None:
    """Where look-ups tell that the start reaches no goal, what is said before a state is seen is no number of moves."""
    rules = Rewriting(2, (Rule((Equals(0, 0),), (1, Cell(1)), "go"),), ((0, 1), (0, 1)))
    problem = SearchProblem.of(rules, (0, 0), ((Equals(1, 1),),))
    problem = replace(problem, lookups=bound(problem, [of_cells(problem, (1,))]))
    assert problem.bound((0, 0)) is None
    stopped = solve(problem, "greedy", engine, Limits(nodes=0))
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "the limit of 0 nodes was reached; no solution has fewer than 1 move"
    assert isinstance(solve(problem, "greedy", engine), Exhausted)


@pytest.mark.parametrize("engine", ENGINES)
def test_more_states_never_make_it_worse(engine: str) -> None:
    """The solution gets no longer and the gap no larger; at last it is a shortest one."""
    problem = sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1))
    ends = [solve(problem, "greedy", engine, Limits(nodes=most)) for most in (300, 1000, 3000, 10_000, 100_000)]
    found = [end for end in ends if isinstance(end, Path)]
    assert len(found) >= 4
    lengths, gaps = [path.length for path in found], [path.gap for path in found]
    assert lengths == sorted(lengths, reverse=True)
    assert gaps == sorted(gaps, reverse=True)  # type: ignore[type-var]
    assert (lengths[-1], gaps[-1]) == (31, 0)
    assert found[0].why == "the limit of 300 nodes was reached" if found[0] is ends[0] else found[0].why


def test_large_boards_are_solved_at_once() -> None:
    """The 24 puzzle turned round, and a state of the 15 puzzle that needs 80 moves, in some ten thousand states."""
    turned = solve(sliding(5, 5, (*range(24, 0, -1), 0)), "greedy", "compiled", Limits(nodes=60_000))
    assert isinstance(turned, Path)
    hardest = sliding(4, 4, (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1))
    found = solve(hardest, "greedy", "compiled", Limits(nodes=60_000))
    assert isinstance(found, Path)
    assert found.gap is not None
    assert found.length - found.gap <= 80 <= found.length


def test_no_more_memory_gives_the_best_so_far() -> None:
    """Without a solution the search is stopped; with one that is given, and why it is not improved."""
    problem = sliding(4, 4, (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1))
    larger = sliding(5, 5, (*range(24, 0, -1), 0))
    assert isinstance(solve(larger, "greedy", "compiled", Limits(memory=50_000)), Stopped)
    found = solve(problem, "greedy", "compiled", Limits(memory=4_000_000))
    assert isinstance(found, Path)
    assert found.why == "the limit of 4,000,000 bytes of memory was reached"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_queue_is_not_looked_through_at_the_end(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was proved on the way is told then; looking takes the longer the more states there are."""
    monkeypatch.setattr(greedy, "LOOK", 50)
    problem = sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1))
    looked, least_open = [], greedy.Anytime._note

    def note(search: greedy.Anytime, why: str | None = None) -> None:
        looked.append(search.search.nodes)
        least_open(search, why)

    monkeypatch.setattr(greedy.Anytime, "_note", note)
    for most in (200, 1000, 3000):
        looked.clear()
        found = solve(problem, "greedy", engine, Limits(nodes=most))
        assert isinstance(found, Path)
        assert found.gap is not None
        assert found.length - found.gap <= 31 <= found.length
        assert found.why == f"the limit of {most:,} nodes was reached"
        assert found.nodes == most
    assert {50, 75, 112, 168, 252} <= set(looked)
    assert found.gap < found.length - problem.bound(problem.start)


def test_a_solution_is_given_where_the_machine_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice that ends long after the limit loses nothing."""
    run = greedy.Anytime.run

    def late(search: greedy.Anytime, work: int, cap: int) -> object:
        if search.best is not None:
            sleep(2.5)
        return run(search, 1, cap)

    monkeypatch.setattr(greedy.Anytime, "run", late)
    puzzle = load("eight").puzzle
    found = puzzle.solve(strategy="greedy", engine="rules", limits=Limits(seconds=2))
    assert isinstance(found, Path)
    assert found.why == "the limit of 2 seconds was reached"


def test_an_interruption_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once there is a solution; before that it is an interruption as any other."""
    problem = sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1))
    run, limit = greedy.Anytime.run, 1

    def interrupted(search: greedy.Anytime, work: int, cap: int) -> object:
        if (search.best is None) == (limit == 0):
            raise KeyboardInterrupt
        return run(search, 1 << 12, cap)

    monkeypatch.setattr(greedy.Anytime, "run", interrupted)
    found = solve(problem, "greedy", "rules")
    assert isinstance(found, Path)
    assert found.why == INTERRUPTED
    limit = 0
    with pytest.raises(KeyboardInterrupt):
        solve(problem, "greedy", "rules")


def test_command_line(cli: Callable[..., tuple[int, str, str]]) -> None:
    """The length and the gap in words and in JSON; what does not go with it is told."""
    code, out, err = cli("solve", "six", "--any", "--boards", "none", "--verify")
    assert (code, err) == (0, "")
    assert out.startswith("Solved in 15 moves, proved to be the fewest:")
    code, out, _ = cli("solve", "seven", "--any", "--limit-nodes", "200", "--json")
    found = json.loads(out)
    assert (code, found["strategy"], found["why"]) == (0, "greedy", "the limit of 200 nodes was reached")
    assert found["length"] - found["gap"] <= 36 <= found["length"]
    for others, told in (
        (("six", "--any", "--all"), "--any and --all exclude each other"),
        (("six", "--any", "--count"), "--any and --count exclude each other"),
        (("six", "--any", "--strategy", "bfs"), "--any has a strategy of its own"),
        (("queens", "--any"), "a model has no --any"),
    ):
        code, _, err = cli("solve", *others)
        assert code == 2
        assert told in err
