"""The shipped rule files of state puzzles: the relation, the rules it compiles to, and the published figures."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from scale import scale

from logicpuzzles import Constrained, Relation, eq, load, run, var, vars
from logicpuzzles.endings import Exhausted, Path, State
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rewriting.inverse import inverse
from logicpuzzles.rewriting.rewrite import resolve

FILES: dict[str, dict[str, Any]] = {
    "six": {},
    "seven": {},
    "eight": {},
    "fifteen": {},
    "sliding": {"rows": 2, "cols": 3},
    "blocks": {},
    "oshidori": {},
    "knights_tour": {"rows": 3, "cols": 4},
    "lights_out": {"rows": 2, "cols": 2},
    "pancakes": {"pancakes": 5},
    "reves": {"cheeses": 3},
    "top_spin": {"tokens": 6},
}
N_RULES = {
    "six": 24,
    "seven": 20,
    "eight": 24,
    "fifteen": 48,
    "sliding": 14,
    "blocks": 15,
    "oshidori": 30,
    "knights_tour": 28,
    "lights_out": 32,  # for each light, one for each way that those beside it can be
    "pancakes": 4,
    "reves": 36,
    "top_spin": 6,
}
SIX_MOVES = (1, 3, 1, 2, 5, 3, 6, 1, 2, 5, 6, 4, 1, 2, 5)
SEVEN_MOVES = tuple(map(int, "721561274312562574315267431526743267"))
WITHOUT_FACTS = ("pancakes", "reves", "top_spin")
WITH_TABLE = ("six", "seven", "eight", "fifteen", "sliding")


@cache
def puzzle(name: str) -> Puzzle:
    """The puzzle of a shipped file, loaded once."""
    found: Puzzle = load(name, **FILES[name]).puzzle
    return found


def walk(name: str, steps: int, seed: int) -> list[State]:
    """The states along a random walk by the relation itself, from the declared start."""
    choose = random.Random(seed)
    states = [puzzle(name).start]
    for _ in range(steps):
        following = puzzle(name).successors(states[-1])
        if not following:
            break
        states.append(choose.choice(following)[1])
    return states


@pytest.mark.parametrize("name", FILES)
def test_number_of_rules(name: str) -> None:
    """One query compiles the relation; the rules are as many as the board has moves."""
    assert len(puzzle(name).rewriting.rules) == N_RULES[name]


@pytest.mark.parametrize("name", FILES)
def test_successors_are_those_of_the_relation(name: str) -> None:
    """From every state of a walk, rules and relation give the same labels and states in the same order."""
    for state in walk(name, scale(40, 400), 1):
        assert puzzle(name).rewriting.successors(state) == list(puzzle(name).successors(state))


@pytest.mark.parametrize("name", FILES)
def test_predecessors_are_those_of_the_relation(name: str) -> None:
    """The rules backwards give the states before that the relation gives, asked with everything before unknown."""
    label, before = var(), vars(puzzle(name).n_cells)
    rewriting = puzzle(name).rewriting
    for state in walk(name, scale(15, 150), 2):
        asked = run(0, (label, before), puzzle(name).move(label, before, state))
        open_ended = any(isinstance(answer, Constrained) for answer in asked)
        found = inverse(rewriting).successors(state)
        assert all((move, state) in puzzle(name).successors(one) for move, one in found)
        if open_ended:  # a move that forgets a value: the relation leaves its cell open
            asked = [(move, one) for move, one in found if run(1, True, puzzle(name).move(move, one, state))]
        assert sorted(map(repr, asked)) == sorted(map(repr, found))


@pytest.mark.parametrize("name", FILES)
def test_a_move_can_be_asked_in_every_direction(name: str) -> None:
    """Whatever of label, before and after is unknown, the known moves are among the answers."""
    label, after, before = var(), vars(puzzle(name).n_cells), vars(puzzle(name).n_cells)
    move = puzzle(name).move
    for state in walk(name, 5, 3):
        for known, then in puzzle(name).successors(state):
            assert run(1, True, move(known, state, then))
            assert known in run(0, label, move(label, state, then))
            assert then in run(0, after, move(known, state, after))
            assert run(1, True, move(known, before, then), eq(before, state))


@pytest.mark.parametrize("name", FILES)
def test_every_rule_is_true_of_the_relation(name: str) -> None:
    """A rule's own states, the open cells filled by a walk, are a move of the relation."""
    move, rules = puzzle(name).move, puzzle(name).rewriting.rules
    for state in walk(name, 10, 4):
        for rule in rules:
            if rule.applies(state):
                assert run(1, True, move(resolve(rule.label, state), state, rule.apply(state)))


@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida"])
@pytest.mark.parametrize("name", FILES)
def test_relational_and_rules_agree(name: str, strategy: str) -> None:
    """From starts of at most 8 moves: the same moves, states, bounds, nodes and limits as by goals."""
    one = puzzle(name)
    if isinstance(one.goal, tuple):
        goal = one.goal
        starts = [near(name, goal, steps, seed) for seed, steps in enumerate((0, 1, 4, 8))]
    else:
        goal, starts = walk(name, 5, 5)[-1], [one.start]
    for start in starts:
        fast = one.solve(start, goal, strategy=strategy, engine="rules")
        slow = one.solve(start, goal, strategy=strategy, engine="relational")
        assert isinstance(fast, Path)
        assert isinstance(slow, Path)
        assert (fast.moves, fast.states, fast.bounds) == (slow.moves, slow.states, slow.bounds)
        assert (fast.nodes, fast.limits, fast.bound) == (slow.nodes, slow.limits, slow.bound)
        assert fast.length <= 8
        one.check(slow, goal)


def near(name: str, goal: State, steps: int, seed: int) -> State:
    """A state at most `steps` moves before `goal`: a walk by the rules backwards."""
    choose, state, valid = random.Random(seed), goal, puzzle(name).valid
    for _ in range(steps):
        before = [one for _, one in inverse(puzzle(name).rewriting).successors(state)]
        before = [one for one in before if valid is None or run(1, True, valid(one))]
        if not before:
            break
        state = choose.choice(before)
    return state


def test_relational_deepening_with_the_bound() -> None:
    """The hardest six by goals: bound 10, limits 10 to 15, and the known first solution."""
    ending = puzzle("six").solve((4, 6, 5, 1, 3, 2, 0), strategy="ida", engine="relational")
    assert isinstance(ending, Path)
    assert ending.moves == SIX_MOVES
    assert [limit for limit, _ in ending.limits] == list(range(10, 16))
    assert (ending.engine, ending.bound, ending.bounds and ending.bounds[0]) == ("relational", "distance", 10)
    same = puzzle("six").solve((4, 6, 5, 1, 3, 2, 0), strategy="ida", engine="rules")
    assert (same.nodes, same.limits) == (ending.nodes, ending.limits)


@pytest.mark.parametrize(
    ("name", "start", "nodes"),
    [
        ("six", (4, 6, 5, 1, 3, 2, 0), 5039),
        ("six", (1, 5, 2, 6, 3, 4, 0), 2818),
        ("oshidori", None, 64),
        ("blocks", None, None),
    ],
)
def test_relational_breadth_first(name: str, start: State | None, nodes: int | None) -> None:
    """Breadth first over the relation enqueues the known number of states."""
    ending = puzzle(name).solve(start, strategy="bfs", engine="relational")
    assert nodes in (None, ending.nodes)
    assert ending.nodes == puzzle(name).solve(start, strategy="bfs", engine="rules").nodes


@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_hardest_seven(engine: str) -> None:
    """The hardest 7 puzzle: bound 16, limits 16 to 36, and the known first solution, which the relation confirms."""
    ending = puzzle("seven").solve(strategy="ida", engine=engine)
    assert isinstance(ending, Path)
    assert ending.moves == SEVEN_MOVES
    assert [limit for limit, _ in ending.limits] == list(range(16, 37))
    assert ending.bounds is not None
    assert ending.bounds[0] == 16
    puzzle("seven").check(ending)


def test_hardest_seven_without_the_bound() -> None:
    """Deepening without a bound tries 1 to 36 and finds the same moves."""
    ending = puzzle("seven").solve(strategy="iddfs", engine="compiled")
    assert isinstance(ending, Path)
    assert ending.moves == SEVEN_MOVES
    assert [limit for limit, _ in ending.limits] == list(range(1, 37))


def test_bounds_along_the_way() -> None:
    """The sums of distances along the 14 moves of the known solution of the 8 puzzle."""
    ending = puzzle("eight").solve((1, 8, 0, 4, 3, 2, 5, 7, 6), strategy="ida")
    assert isinstance(ending, Path)
    assert ending.moves == (2, 3, 8, 1, 4, 5, 7, 8, 5, 4, 1, 2, 3, 6)
    assert ending.bounds == (10, 9, 8, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)


@pytest.mark.parametrize(("name", "count"), [("seven", 20160), ("six", 5040), ("blocks", 60), ("oshidori", 140)])
def test_states(name: str, count: int) -> None:
    """The space has the known number of states."""
    assert puzzle(name).explore(from_start=True).count == count


@pytest.mark.parametrize("name", ["seven", "eight", "fifteen"])
def test_exchanged_pieces_are_refused_with_the_invariant(name: str) -> None:
    """Two pieces exchanged: refused at once, with the parity in words."""
    goal = list(puzzle(name).goal)
    goal[-3], goal[-2] = goal[-2], goal[-3]
    ending = puzzle(name).solve(puzzle(name).goal, tuple(goal))
    assert isinstance(ending, Exhausted)
    assert "odd permutation" in ending.reason
    assert ending.nodes == 0


def test_six_has_no_parity() -> None:
    """The hexagon has triangles: every exchange can be solved."""
    ending = puzzle("six").solve(goal=(2, 1, 3, 4, 5, 6, 0))
    assert isinstance(ending, Path)


@pytest.mark.parametrize("name", WITH_TABLE)
def test_the_table_is_proved(name: str) -> None:
    """The distance table is accepted because the rules prove it; another goal gets a bound read off the rules."""
    bound = puzzle(name).bound()
    assert (bound.name, bound.divisor) == ("distance", 1)
    other = puzzle(name).bound((*range(len(puzzle(name).start)),))
    assert other.name == "derived"


def test_the_derived_bound_is_the_distance_table() -> None:
    """What the rules give for the declared goal of the 7 puzzle is the table that its file states."""
    from logicpuzzles.proofs.derived import derive

    seven = puzzle("seven")
    derived = derive(seven.rewriting, seven.patterns())
    assert derived is not None
    assert seven.table is not None
    assert {value: derived.table[value] for value in seven.table} == seven.table


@pytest.mark.parametrize("name", [name for name in FILES if name not in WITHOUT_FACTS])
def test_facts_can_be_asked(name: str) -> None:
    """Every relation of a file answers, also where a helper made its facts."""
    relations = load(name, **FILES[name]).relations
    facts = [one for one in relations.values() if isinstance(one, Relation)]
    assert facts
    for one in facts:
        terms = vars(one.arity or 0)
        answers = run(0, terms, one(*terms))
        assert answers
        for answer in answers[:5]:
            assert run(0, True, one(*answer)) == (True,)


@pytest.mark.parametrize(
    ("name", "options", "start", "length"),
    [
        ("lights_out", {}, None, 15),
        ("lights_out", {"rows": 3, "cols": 3}, None, 5),
        ("pancakes", {"pancakes": 8}, (1, 7, 5, 3, 8, 6, 4, 2), None),
        ("pocket_cube", {}, None, 11),
        ("reves", {"cheeses": 6}, None, 17),
        ("top_spin", {"tokens": 7}, None, None),
    ],
)
def test_lengths(name: str, options: dict[str, int], start: State | None, length: int | None) -> None:
    """Published lengths (presses: OEIS A075462; four pegs: A007664; the cube's hardest), or those of breadth first."""
    found: Puzzle = load(name, **options).puzzle
    ending = found.solve(start)
    assert isinstance(ending, Path)
    assert ending.length == (length or found.solve(start, strategy="bfs").length)  # type: ignore[attr-defined]
    found.check(ending)


@pytest.mark.parametrize(
    ("name", "options", "count", "deepest"),
    [
        ("lights_out", {"rows": 3, "cols": 3}, 512, 9),
        ("lights_out", {"rows": 4, "cols": 4}, 1 << 12, 7),
        ("pancakes", {"pancakes": 7}, 5040, 8),
        ("reves", {"cheeses": 5}, 4**5, 13),
        ("top_spin", {"tokens": 8}, 40320, None),
    ],
)
def test_whole_spaces(name: str, options: dict[str, int], count: int, deepest: int | None) -> None:
    """Published sizes and greatest depths (flips: OEIS A058986)."""
    explored = load(name, **options).puzzle.explore()
    assert sum(explored.depths) == count
    assert deepest is None or len(explored.depths) == deepest + 1
