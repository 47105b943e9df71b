"""What searches prove, against breadth first over the relation itself: one puzzle is asked several things in a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import key
from scale import scale

from logicpuzzles import Puzzle, conde, eq, lall, relation, var, vars
from logicpuzzles.endings import Counted, Ending, Exhausted, Path
from logicpuzzles.errors import PuzzleError
from logicpuzzles.search import ALL_SOLUTIONS, STRATEGIES, count, portfolio

State = tuple[Any, ...]
Question = tuple[State, Any, Callable[[State], bool]]  # start, goal as it is asked, and what it means

PIECES = (0, 0, 0, 1, 1, 2, "a", True, (1, 2))  # blanks and other equal pieces come often; 1 and True are two values
SHORTEST = {name: strategy for name, strategy in STRATEGIES.items() if strategy.shortest}
ASKED = [(name, engine) for name, strategy in SHORTEST.items() for engine in strategy.engines]
ASKED += [("auto", engine) for engine in ("auto", "relational", "rules", "compiled")]
COUNTED = [
    (strategy, engine) for strategy in ("auto", *ALL_SOLUTIONS) if strategy != "dfs" for engine in ("rules", "compiled")
]


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` tries its searches after a few nodes."""
    for name, nodes in (("SMALL", 4), ("PROVED", 8), ("TURN", 16)):
        monkeypatch.setattr(portfolio, name, nodes)


def moving(rules: Sequence[tuple[State, State]]) -> Any:
    """The move relation with these rules, each a state before and one after; a string ?n stands for an unknown."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """A rule leads from `before` to `after`."""
        unknown = {f"?{n}": v for n, v in enumerate(vars(len(rules[0][0])))}

        def read(side: State) -> State:
            return tuple(unknown.get(x, x) if isinstance(x, str) else x for x in side)

        return conde(
            *([eq(label, n), eq(before, read(one)), eq(after, read(two))] for n, (one, two) in enumerate(rules))
        )

    return move


@st.composite
def exchanging(draw: st.DrawFn) -> tuple[Puzzle, list[Question]]:
    """Rules that only move values about; the states are arrangements of the same values."""
    n = draw(st.integers(2, 5))
    pieces = draw(st.lists(st.sampled_from(PIECES), min_size=n, max_size=n))
    rules = []
    for _ in range(draw(st.integers(2, 6))):
        moved = draw(st.permutations(range(n)))[: draw(st.sampled_from((2, 2, 2, 3)))]
        comes_from = dict(zip(moved, moved[1:] + moved[:1], strict=True))
        held = {moved[0]: 0} if draw(st.booleans()) else {}  # into a blank
        before = tuple(held.get(c, f"?{c}") for c in range(n))
        rules.append((before, tuple(before[comes_from.get(c, c)] for c in range(n))))
    return draw(asked_of(rules, st.permutations(pieces).map(tuple), None))


@st.composite
def rewriting(draw: st.DrawFn) -> tuple[Puzzle, list[Question]]:
    """Rules that also copy values and write constants."""
    n = draw(st.integers(1, 4))
    values = draw(st.lists(st.sampled_from(PIECES), min_size=2, max_size=4, unique_by=key))
    unknown = st.sampled_from([f"?{c}" for c in range(n)])
    side = st.lists(st.one_of(st.sampled_from(values), unknown, unknown), min_size=n, max_size=n)
    rules = []
    for _ in range(draw(st.integers(1, 5))):
        before = draw(side)
        kept = [x for x in before if isinstance(x, str) and x[0] == "?"] + values
        rules.append((tuple(before), tuple(x if x in kept else draw(st.sampled_from(kept)) for x in draw(side))))
    return draw(asked_of(rules, st.tuples(*[st.sampled_from(values)] * n), values))


@st.composite
def asked_of(
    draw: st.DrawFn, rules: list[tuple[State, State]], states: st.SearchStrategy[State], values: list[Any] | None
) -> tuple[Puzzle, list[Question]]:
    """A puzzle with these rules, and questions to it: other starts; goals that are a state, several, or a pattern."""
    puzzle = Puzzle(move=moving(rules), start=draw(states), goal=draw(states), values=values)
    questions = []
    for _ in range(draw(st.integers(2, 4))):
        start = draw(states)
        far = reached(puzzle, start)
        # Random goals are met at once or never: states far from the start make the search work.
        goal = draw(st.sampled_from((states, st.sampled_from(far[-3:]), st.sampled_from(far[-3:]))))
        questions.append((start, *draw(goals(goal))))
    return puzzle, questions


def reached(puzzle: Puzzle, start: State) -> list[State]:
    """The states that can be reached, nearest first."""
    queue, seen = [start], {key(start)}
    for state in queue:
        for _, after in puzzle.successors(state):
            if key(after) not in seen:
                seen.add(key(after))
                queue.append(after)
    return queue


@st.composite
def goals(draw: st.DrawFn, states: st.SearchStrategy[State]) -> tuple[Any, Callable[[State], bool]]:
    """A goal, and the states that it means."""
    wanted = draw(st.lists(states, min_size=1, max_size=2))
    if draw(st.booleans()):
        meant = set(map(key, wanted))
        return wanted[0] if len(wanted) == 1 else wanted, lambda state: key(state) in meant
    n = len(wanted[0])
    told = draw(st.sets(st.integers(0, n - 1), min_size=min(n, 2)))

    @relation
    def matching(state: Any) -> Any:
        """Some cells hold these values."""
        return lall(eq(state, tuple(value if cell in told else var() for cell, value in enumerate(wanted[0]))))

    return matching, lambda state: all(key(state[cell]) == key(wanted[0][cell]) for cell in told)


def may_be_asked(puzzle: Puzzle, start: State, goal: Any) -> bool:
    """Whether start and goal are states: where all rules happen to move values about, not every row of values is."""
    try:
        for state in (start, *(goal if isinstance(goal, list) else [goal] if isinstance(goal, tuple) else [])):
            puzzle.state(state)
    except PuzzleError:
        return False
    return True


def shortest(puzzle: Puzzle, start: State, meant: Callable[[State], bool]) -> tuple[int | None, int]:
    """The fewest moves from `start` to a goal and in how many ways, by the relation; None and 0 if there is no way."""
    depth, level, seen = 0, {key(start): (start, 1)}, set[str]()
    while level:
        ways = [n for state, n in level.values() if meant(state)]
        if ways:
            return depth, sum(ways)
        seen |= set(level)
        following: dict[str, tuple[State, int]] = {}
        for state, n in level.values():
            for _, after in puzzle.successors(state):
                if key(after) not in seen:
                    following[key(after)] = after, following.get(key(after), (after, 0))[1] + n
        depth, level = depth + 1, following
    return None, 0


def check(puzzle: Puzzle, ending: Ending, start: State, meant: Callable[[State], bool], length: int | None) -> None:
    """An ending is right: of this length, with legal moves, or exhausted where there is no way."""
    if length is None:
        assert isinstance(ending, Exhausted)
        return
    assert isinstance(ending, Path)
    assert (ending.length, key(ending.states[0])) == (length, key(start))
    for before, label, after in zip(ending.states, ending.moves, ending.states[1:], strict=False):
        assert key((label, after)) in map(key, puzzle.successors(before))
    assert meant(ending.states[-1])


@settings(max_examples=scale(20, 1000))
@given(st.one_of(exchanging(), rewriting()))
def test_every_question_to_one_puzzle(both: tuple[Puzzle, list[Question]]) -> None:
    """Whatever was asked before, each strategy and engine gives the right length, or proves that there is no way."""
    puzzle, questions = both
    for start, goal, meant in questions:
        if not may_be_asked(puzzle, start, goal):
            continue
        length, number = shortest(puzzle, start, meant)
        for strategy, engine in ASKED:
            if puzzle.refusal is None or engine == "auto":
                check(puzzle, puzzle.solve(start, goal, strategy=strategy, engine=engine), start, meant, length)
        for strategy, engine in COUNTED if puzzle.refusal is None else ():
            ending = count(puzzle.problem(start, goal), strategy, engine)
            assert (ending.count if isinstance(ending, Counted) else 0) == number
