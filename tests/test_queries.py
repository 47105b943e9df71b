"""What every puzzle offers to be asked, in all directions, against walks through the whole space by hand."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import islice, product

import pytest

from logicpuzzles import Puzzle, ask, eq, lall, lany, load, membero, run, var
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.writer import write
from logicpuzzles.puzzles import space

CELLS = {
    "river": [("left", "right")] * 4,
    "jugs": [range(9), range(6), range(4)],
    "hanoi": ["abc"] * 4,
}  # what the cells may hold, where moves cannot all be undone
SMALL = {"river": {}, "hanoi": {}, "jugs": {}, "blocks": {}, "sliding": {"rows": 2, "cols": 3}}


@cache
def rules(name):
    return load(name, **SMALL[name])


@cache
def moves(name):
    """For each state its moves: labels and states after, asked of the relation."""
    puzzle = rules(name).puzzle
    goals = [answer["G"] for answer in ask("goal(G)", rules(name))]
    first = [puzzle.start, *goals, *(product(*CELLS[name]) if name in CELLS else ())]
    found = {}
    queue = deque(first)
    while queue:
        state = queue.popleft()
        if state not in found:
            found[state] = puzzle.successors(state)
            queue.extend(after for _, after in found[state])
    return found


@cache
def depths(name):
    """The fewest moves from each state to a goal, by sweeping over all moves until nothing changes."""
    goals = [answer["G"] for answer in ask("goal(G)", rules(name))]
    found = dict.fromkeys(goals, 0)
    changed = True
    while changed:
        changed = False
        for state, after in moves(name).items():
            best = min((found[one] + 1 for _, one in after if one in found), default=None)
            if best is not None and best < found.get(state, best + 1):
                found[state] = best
                changed = True
    return found


def walks(name, start, length):
    """The labels and the end of every walk of `length` moves, in clause order."""
    if not length:
        yield (), start
        return
    for label, after in moves(name)[start]:
        for labels, end in walks(name, after, length - 1):
            yield (label, *labels), end


def asked(name, query, **values):
    """The answers, the words of `values` put into the query in query syntax."""
    for word, value in values.items():
        query = query.replace(word, write(value))
    found = ask(query, rules(name))
    return [tuple(answer[name] for name in found.variables) for answer in found]


@pytest.mark.parametrize("name", SMALL)
def test_depth_hardest_and_reachable_are_those_of_the_space(name):
    expected = depths(name)
    assert dict(asked(name, "depth(S, N)")) == expected
    assert {state for (state,) in asked(name, "reachable(S)")} == expected.keys()
    most = max(expected.values())
    assert set(asked(name, "hardest(S, N)")) == {(state, most) for state, far in expected.items() if far == most}
    for far in (0, 1, most, most + 1):
        assert {state for (state,) in asked(name, "depth(S, N)", N=far)} == {s for s, n in expected.items() if n == far}
    for state in islice(expected, 0, None, 1 + len(expected) // 10):
        assert asked(name, "depth(S, N)", S=state) == [(expected[state],)]
        assert asked(name, "reachable(S), S = [X | _]", S=state) == [(state[0],)]
        ((bound,),) = asked(name, "lower_bound(S, N)", S=state)
        assert 0 <= bound <= expected[state]


@pytest.mark.parametrize("name", SMALL)
def test_path_gives_every_shortest_sequence_whatever_is_known(name):
    expected = depths(name)
    states = list(expected)
    for state in states[:: 1 + len(states) // 12]:
        goals = {end for end, far in expected.items() if not far}
        if expected[state] > 8:
            continue
        paths = [labels for labels, end in walks(name, state, expected[state]) if end in goals]
        assert asked(name, "path(S, M)", S=state) == [(labels,) for labels in paths]
        assert all(asked(name, "path(S, M)", S=state, M=labels) == [()] for labels in paths[:2])
    for length in (0, 1, 2):
        found = asked(name, "path(S, L), length(L, N)".replace("N", str(length)))
        assert all(expected[state] == len(labels) == length for state, labels in found)
        assert {state for state, _ in found} == {state for state, far in expected.items() if far == length}
        assert len(found) == sum(
            sum(1 for _, end in walks(name, state, length) if not expected.get(end, 1))
            for state, far in expected.items()
            if far == length
        )


@pytest.mark.parametrize("name", SMALL)
def test_path_between_two_states_either_of_which_may_be_unknown(name):
    start = rules(name).puzzle.start
    seen, from_start = {start}, []
    for length in range(4):
        level = [(labels, end) for labels, end in walks(name, start, length) if end not in seen or not length]
        seen |= {end for _, end in level}
        from_start += level
    for length in range(4):
        found = asked(name, "path(S, G, L), length(L, N)".replace("N", str(length)), S=start)
        assert sorted(map(repr, found)) == sorted(
            repr((end, labels)) for labels, end in from_start if len(labels) == length
        )
    labels, end = from_start[-1]
    assert (labels,) in asked(name, "path(S, G, L)", S=start, G=end)
    assert asked(name, "path(S, G, L)", S=start, G=end, L=labels) == [()]
    assert (start,) in asked(name, "path(S, G, L)", G=end, L=labels)


@pytest.mark.parametrize("name", SMALL)
def test_walk_gives_every_legal_sequence_shortest_first(name):
    start = rules(name).puzzle.start
    for length in (0, 1, 3):
        expected = [(end, labels) for labels, end in walks(name, start, length)]
        found = asked(name, "length(L, N), walk(S, G, L)".replace("N", str(length)), S=start)
        assert [(end, labels) for labels, end in found] == expected
        for end, labels in expected[:3]:
            there = [(other,) for other, final in walks(name, start, length) if final == end]
            assert asked(name, "length(L, N), walk(S, G, L)".replace("N", str(length)), S=start, G=end) == there
            assert asked(name, "walk(S, G, L)", S=start, G=end, L=labels) == [()]
            assert (start,) in asked(name, "walk(S, G, L), start(S)", G=end, L=labels)


def test_a_walk_to_a_known_end_is_found_at_once_however_long():
    """Blind, the shortest of 36 moves would need more steps than can be made; then come those of 38 moves."""
    found = ask("start(S), goal(G), walk(S, G, M)", "seven")
    paths = ask("start(S), goal(G), path(S, G, M)", "seven")
    number = paths.count()
    first = list(islice(found, number + 2))
    assert [answer["M"] for answer in first[:number]] == [answer["M"] for answer in paths]
    assert [len(answer["M"]) for answer in first[number:]] == [38, 38]


def test_no_walk_leads_to_what_cannot_be_reached():
    assert ask("walk([1, 2, 3, 4, 5, 7, 6, 0], [1, 2, 3, 4, 5, 6, 7, 0], M)", "seven").first() is None


def test_a_walk_through_a_space_too_large_begins_with_the_shortest(monkeypatch):
    monkeypatch.setattr(space, "MOST", 100)
    start, goal = (1, 2, 3, 0, 4, 5), (1, 2, 3, 4, 5, 0)
    found = ask(f"walk({write(start)}, {write(goal)}, M)", load("sliding", rows=2, cols=3))
    there = [labels for length in range(5) for labels, end in walks("sliding", start, length) if end == goal]
    assert [len(labels) for labels in there] == [2, *[4] * (len(there) - 1)]
    assert [answer["M"] for answer in islice(found, len(there))] == there
    assert ask(f"walk([2, 1, 3, 4, 5, 0], {write(goal)}, M)", load("sliding", rows=2, cols=3)).first() is None


@pytest.mark.parametrize("name", SMALL)
def test_rewrite_gives_the_moves_of_the_relation(name):
    query = "findall(_L-_A, (rewrite(S, _L, _A, _Guards), maplist(call, _Guards)), Found)"
    for state in islice(moves(name), 0, None, 1 + len(moves(name)) // 10):
        ((found,),) = asked(name, query, S=state)
        assert [pair.args for pair in found] == list(moves(name)[state])


def test_a_puzzle_without_rewrite_rules_says_so(tmp_path):
    file = tmp_path / "far.pl"
    file.write_text("start([0]). goal([70]). move(up, [X], [Y]) :- X < 99, Y is X + 1.\n")  # over 64 values
    rules = load(file)
    with pytest.raises(
        PuzzleError, match="query:1:1: move has no rewrite rules: a cell of move has more than 64 values"
    ):
        ask("rewrite(B, L, A, G)", rules).first()
    assert ask("path([68], M)", rules).first() == {"M": ("up", "up")}
    assert ask("walk([68], G, [up])", rules).first() == {"G": (69,)}
    assert ask("walk([68], [71], M)", rules).first() == {"M": ("up", "up", "up")}


WRONG = [
    ("depth([1, 2], N)", "state: 2 cells; expected 8"),
    ("reachable([1, 2, 3, 4, 5, 6, 7, 7])", "state: piece 7 is there once too often"),
    ("lower_bound([0], N)", "state: 1 cell; expected 8"),
    ("path([0], M)", "start: 1 cell; expected 8"),
    ("walk([0], G, M)", "state: 1 cell; expected 8"),
    ("walk([0 | T], [1], M)", "state: 1 cell; expected 8"),
    ("path(S, G, M)", "path (start or goal) needs a value for S"),
]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(("query", "problem"), WRONG)
def test_what_is_no_state_is_told_where_it_was_asked(query, problem, engine):
    with pytest.raises(PuzzleError) as error:
        ask(f"true, {query}", "seven", engine=engine).first()
    assert str(error.value).startswith("query:1:7: ")
    assert problem in str(error.value)


def test_what_can_be_no_number_of_moves_has_no_answer():
    for query in ("depth(S, a)", "depth(S, -1)", "depth(S, 37)", "hardest(S, 3)", "path(S, foo)", "path(S, [a | b])"):
        assert ask(query, "seven").first() is None


def test_what_python_takes_for_equal_are_different_states():
    """Each of two switches is 1 or True; with one of them as wanted, the puzzle is solved."""

    def press(cell, before, after):
        one, two = before
        flip = [(1, True), (True, 1)]
        return lany(
            lall(eq(cell, 0), membero((one, after[0]), flip), eq(after[1], two)),
            lall(eq(cell, 1), membero((two, after[1]), flip), eq(after[0], one)),
        )

    puzzle = Puzzle(press, (1, 1), lambda state: membero(state, [(1, True), (True, 1)]), values=[1, True])
    path, walk = (puzzle.predicates[name, 3] for name in ("path", "walk"))
    state, labels = var(), var()
    to = run(0, (state, labels), path((1, 1), state, labels))
    assert list(map(repr, to)) == [
        "((1, 1), ())", "((True, 1), (0,))", "((1, True), (1,))", "((True, True), (0, 1))", "((True, True), (1, 0))",
    ]  # fmt: skip
    assert run(0, labels, path(state, (True, True), labels), eq(state, (1, 1))) == ((0, 1), (1, 0))
    assert run(2, labels, walk((1, 1), (True, True), labels)) == ((0, 1), (1, 0))
    assert puzzle.explore().depths == (2, 2)


def test_too_many_goals_to_go_backwards_from_are_refused():
    """All states with one piece in place are goals."""
    sliding = load("sliding", rows=3, cols=4).puzzle
    puzzle = Puzzle(sliding.move, sliding.start, lambda state: eq(state[0], 1))
    with pytest.raises(PuzzleError, match="has more than 100,000 goal states, too many to search backwards from"):
        puzzle.explore()
