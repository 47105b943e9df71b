"""Random small rule sets: the engines agree move by move, node by node and limit by limit, and are right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import boards, key, naive_first, naive_length, naive_levels, naive_round, problems
from scale import scale

from logicpuzzles.endings import Ending, Exhausted, Path, Stopped
from logicpuzzles.search import Limits, SearchProblem, solve
from logicpuzzles.search.space import space_of

SMALL = st.integers(1, 4)
WIDE = st.integers(33, 70)  # several words, and more cells than a word has bits
MOST = 20_000


def told(ending: Ending) -> tuple[Any, ...]:
    """Everything that the engines must agree on."""
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason")))
    return type(ending), what, ending.nodes, ending.limits


def check_engines(problem: SearchProblem, strategy: str, most: int = MOST) -> Ending:
    """The ending, from both engines the same."""
    limits = Limits(nodes=most)
    plain, compiled = (told(solve(problem, strategy, engine, limits)) for engine in ("rules", "compiled"))
    assert plain == compiled
    return solve(problem, strategy, "rules", limits)


@pytest.mark.parametrize("strategy", ["bfs", "iddfs"])
@given(data=st.data())
def test_shortest_in_clause_order(strategy: str, data: st.DataObject) -> None:
    """The solution is the first of the shortest in clause order."""
    problem = data.draw(problems(SMALL))
    ending = check_engines(problem, strategy)
    if isinstance(ending, Path):
        assert ending.length == naive_length(problem)
        found = list(zip(ending.moves, ending.states[1:], strict=True))
        assert key(found) == key(naive_first(problem, ending.length))
    elif isinstance(ending, Exhausted):
        assert naive_length(problem) is None


@given(problems(SMALL))
def test_breadth_first_counts(problem: SearchProblem) -> None:
    """Where there is no way, breadth first counts every state that can be reached."""
    ending = check_engines(problem, "bfs")
    if isinstance(ending, Exhausted):
        assert ending.nodes == len(naive_levels(problem) or ())


@given(problems(SMALL, bounded=True))
def test_deepening_counts(problem: SearchProblem) -> None:
    """Each round looks at as many states as the definition says, also under a bound that is no bound."""
    ending = check_engines(problem, "ida")
    for limit, nodes in ending.limits[:-1]:
        if nodes:
            assert naive_round(problem, limit, MOST) == (nodes, False)
    if isinstance(ending, Path) and ending.limits:
        assert naive_round(problem, ending.limits[-1][0], MOST) == (ending.limits[-1][1], True)


@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida"])
@settings(max_examples=scale(25, 1000))
@given(data=st.data())
def test_several_words(strategy: str, data: st.DataObject) -> None:
    """States of several words, of up to 64 values."""
    problem = data.draw(problems(WIDE, data.draw(st.sampled_from([1, 2, 3, 17, 64])), bounded=True))
    ending = check_engines(problem, strategy, most=2_000)  # the obvious search takes long over wide states
    if strategy != "ida" and not isinstance(ending, Stopped):
        length = ending.length if isinstance(ending, Path) else None
        assert length == naive_length(problem)


@given(boards())
def test_random_boards(problem: SearchProblem) -> None:
    """Sliding puzzles on random boards, equal pieces included: every strategy is shortest, with the same moves."""
    found = [check_engines(problem, strategy) for strategy in ("bfs", "ida", "iddfs")]
    lengths = {ending.length if isinstance(ending, Path) else None for ending in found}
    if not any(isinstance(ending, Stopped) for ending in found):
        assert lengths == {naive_length(problem)}
        assert len({key((ending.moves, ending.states)) for ending in found if isinstance(ending, Path)}) <= 1


@given(problems(SMALL, bounded=True))
def test_plain_successors(problem: SearchProblem) -> None:
    """The fast successors are those of the rules, in their order, but for moves straight back; sums are followed."""
    assert problem.rewriting is not None
    space: Any = space_of(problem, bounded=True)
    decode = space.successors.program.values.decode
    queue, seen = [(space.start, -1, None)], {space.start}
    while queue and len(seen) < 300:
        node, via, before = queue.pop(0)
        state = decode(node[: len(problem.start)])
        expected = [after for _, after in problem.successors(state)]
        found = [
            (decode(after[: len(problem.start)]), rule, rise, after) for after, rule, rise in space.after(node, via)
        ]
        forward = [after for after, *_ in found if key(after) != key(before)]
        assert key(forward) == key([after for after in expected if key(after) != key(before)])
        for after, rule, rise, code in found:
            assert problem.table_sum(after) - problem.table_sum(state) == rise
            assert key(problem.rewriting.rules[rule].apply(state)) == key(after)
            if code not in seen:
                seen.add(code)
                queue.append((code, rule, state))
