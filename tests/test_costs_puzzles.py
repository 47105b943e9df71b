"""Puzzles whose moves have costs: known answers, what is told, and what is wrong."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import replace
from heapq import heappop, heappush
from pathlib import Path as File
from random import Random

import pytest

from logicpuzzles import Puzzle, Relation, ask, eq, facts, lall, load
from logicpuzzles.endings import Path, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.control import project
from logicpuzzles.proofs.bounds import prove
from logicpuzzles.rewriting.rewrite import Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import Limits

STRATEGIES = ("bfs", "iddfs", "ida", "astar", "bidirectional", "auto")
RULES = File(__file__).parent.parent / "rules"


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_bridge_and_torch_takes_17_minutes(strategy: str, engine: str) -> None:
    """As G. Rote tells; two solutions, and nobody is faster."""
    puzzle = load(str(RULES / "bridge.pl")).puzzle
    ending = puzzle.solve(strategy=strategy, engine=engine)
    assert isinstance(ending, Path)
    assert (ending.length, ending.cost) == (5, 17)
    assert ending.costs is not None
    assert sorted(ending.costs) == [1, 2, 2, 2, 10]
    puzzle.check(ending)
    less = puzzle.solve(strategy=strategy, engine=engine, limits=Limits(cost=16))
    assert isinstance(less, Stopped)
    assert less.reason == "the limit of cost, 16, was reached; no solution costs less than 17"


def test_bridge_by_relations() -> None:
    """`path`, `walk` and `depth` tell what they cost."""
    bridge = load(str(RULES / "bridge.pl"))
    paths = list(ask("start(S), goal(G), path(S, G, M, C)", bridge))
    assert [answer["C"] for answer in paths] == [17, 17]
    assert [path.moves for path in bridge.puzzle.shortest()] == [answer["M"] for answer in paths]
    assert [answer["N"] for answer in ask("start(S), depth(S, N)", bridge)] == [17]
    first = next(iter(ask("start(S), goal(G), walk(S, G, M, 17)", bridge)))
    assert first["M"] == paths[0]["M"]
    assert [answer["N"] for answer in ask("hardest(S, N)", bridge)] == [27]


NEIGHBOURS = [[b for b in range(9) if abs(a - b) == 3 or (abs(a - b) == 1 and a // 3 == b // 3)] for a in range(9)]


def dearest_first(goal: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """What each state of the 8 puzzle costs where a piece costs its number."""
    best, heap = {goal: 0}, [(0, goal)]
    while heap:
        so_far, state = heappop(heap)
        if so_far > best[state]:
            continue
        gap = state.index(0)
        for cell in NEIGHBOURS[gap]:
            cells = list(state)
            cells[gap], cells[cell] = cells[cell], 0
            after, cost = tuple(cells), so_far + state[cell]
            if cost < best.get(after, cost + 1):
                best[after] = cost
                heappush(heap, (cost, after))
    return best


def test_eight_puzzle_whose_pieces_cost_their_number() -> None:
    """Every one of 181,440 states against Dijkstra, and some by each strategy."""
    eight = load("eight").puzzle
    puzzle = Puzzle(eight.move, eight.start, eight.goal, cost=lambda label, n: eq(label, n))
    assert puzzle.rewriting.costs == (1, 2, 3, 4, 5, 6, 7, 8)
    best = dearest_first(eight.goal)
    found = puzzle.explore()
    assert (found.count, len(found.depths) - 1) == (181_440, 139)
    assert {cost: n for cost, n in enumerate(found.depths) if n} == Counter(best.values())
    random = Random(7)
    for state in random.sample(sorted(best), 100):
        assert found.table.depth(state) == best[state]
    for state in random.sample([state for state in sorted(best) if best[state] < 50], 2):
        for strategy in STRATEGIES:
            ending = puzzle.solve(state, strategy=strategy)
            assert isinstance(ending, Path)
            assert ending.cost == best[state]
            assert ending.costs == ending.moves


def roads(text: str, tmp_path: File) -> Puzzle:
    """Roads between towns with their lengths, and what `text` makes of them."""
    file = tmp_path / "roads.pl"
    file.write_text(
        "road(a, b, 4). road(a, c, 2). road(c, b, 1). road(b, d, 5). road(c, d, 9). road(d, e, 0).\n"
        f"start([a]). goal([e]).\n{text}"
    )
    return load(str(file)).puzzle


@pytest.mark.parametrize(
    "text",
    [
        "move(Y, [X], [Y], N) :- road(X, Y, N).",
        "move(X-Y, [X], [Y]) :- road(X, Y, _). cost(X-Y, N) :- road(X, Y, N).",
        "move(Y, [X], [Y], N) :- road(X, Y, M), N is M * 1.",
    ],
)
def test_distances_on_a_map(text: str, tmp_path: File) -> None:
    """Four roads of 8 miles are nearer than three of 9."""
    puzzle = roads(text, tmp_path)
    for strategy in STRATEGIES:
        ending = puzzle.solve(strategy=strategy)
        assert isinstance(ending, Path)
        assert (ending.length, ending.costs) == (4, (2, 1, 5, 0))
        puzzle.check(ending)
        with pytest.raises(PuzzleError, match="what move 2 costs; expected 1, got 3"):
            puzzle.check(replace(ending, costs=(2, 3, 5, 0)))
    assert puzzle.explore(from_start=True).depths == (1, 0, 1, 1, 0, 0, 0, 0, 2)


PLAIN = "move(Y, [X], [Y]) :- road(X, Y, _)."
EXPECTED = "expected a whole number from 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{PLAIN} cost(b, 3). cost(c, 4). cost(d, 1).", f"cost gives no cost for the move e; {EXPECTED}"),
        (f"{PLAIN} cost(_, -4).", f"cost gives what is no cost for the move b; {EXPECTED}, got -4"),
        (f"{PLAIN} cost(_, much).", f"cost gives what is no cost for the move b; {EXPECTED}, got much"),
        (f"{PLAIN} cost(_, 4). cost(c, 5).", "cost gives two costs for the move c; expected one, got 4 and 5"),
        (f"{PLAIN} cost(_, _).", "cost gives no cost for the move b"),
        ("move(Y, [X], [Y], _) :- road(X, Y, _).", "move gives no cost for the move b"),
        ("move(Y, [X], [Y], N) :- road(X, Y, M), N is M - 3.", f"what is no cost for the move c; {EXPECTED}, got -1"),
        ("move(Y, [X], [Y], N) :- road(X, Y, N). move(Y, [X], [Y], 7) :- road(X, Y, 4).", "two costs for the move b"),
        ("move(Y, [X], [Y], N) :- road(X, Y, N). cost(_, 1).", "what moves cost is said twice"),
    ],
)
def test_a_wrong_cost_is_one_message_with_its_place(text: str, message: str, tmp_path: File) -> None:
    """None, negative, no number, two."""
    with pytest.raises(PuzzleError) as raised:
        roads(text, tmp_path).solve()
    assert message in str(raised.value)
    assert "roads.pl" in str(raised.value)


def test_costs_that_no_state_can_have_need_not_be_there() -> None:
    """The gap never moves, so that nobody has to say what it costs; a piece without a cost is missed at once."""
    eight, toll = load("eight").puzzle, Relation("toll")
    facts(toll, *((piece, 2) for piece in range(1, 9)))
    assert Puzzle(eight.move, eight.start, eight.goal, cost=toll).rewriting.costs == (2,)
    short = Relation("short")
    facts(short, *((piece, 2) for piece in range(1, 8)))
    with pytest.raises(PuzzleError, match="short gives no cost for the move 8"):
        Puzzle(eight.move, eight.start, eight.goal, cost=short).solve()


def test_where_nothing_compiles_costs_are_asked_state_by_state() -> None:
    """A relation that looks at cells as Python does; what it costs is checked as well."""

    def step(label, before, after):
        return project((before,), lambda state: eq((label, after), (state[0] + 1, (state[0] + 1,))))

    def toll(label, n):
        return project((label,), lambda label: eq(n, 3 if label < 9 else -1))

    puzzle = Puzzle(step, (0,), (5,), cost=toll)
    assert puzzle.refusal is not None or puzzle.rewriting.costs == (3,)
    for strategy in ("auto", "bfs", "iddfs", "astar"):
        ending = puzzle.solve(strategy=strategy)
        assert isinstance(ending, Path)
        assert (ending.length, ending.cost) == (5, 15)
    with pytest.raises(PuzzleError, match="toll gives what is no cost for the move 9"):
        Puzzle(step, (0,), (20,), cost=toll).solve(strategy="bfs")


def test_a_table_may_lower_a_sum_by_no_more_than_a_move_costs() -> None:
    """A table that is too large for moves of 1 serves moves of 2."""
    rules = (Rule((Equals(0, 1),), (0,), "down", 1), Rule((Equals(0, 2),), (1,), "down", 2))
    table = {0: (0,), 1: (1,), 2: (3,)}
    goals = (pattern_of((0,)),)
    assert prove(Rewriting(1, rules, ((0, 1, 2),)), goals, table).value((2,)) == 3
    with pytest.raises(PuzzleError, match="no move lowers it by more than 1"):
        prove(Rewriting(1, tuple(replace(rule, cost=1) for rule in rules), ((0, 1, 2),)), goals, table)
    with pytest.raises(PuzzleError, match="no move lowers it by more than it costs, 0"):
        prove(Rewriting(1, (rules[0], replace(rules[1], cost=0)), ((0, 1, 2),)), goals, table)


def test_copies_and_pickles_keep_what_moves_cost() -> None:
    """Of the puzzle, and of its solutions."""
    puzzle = load(str(RULES / "bridge.pl")).puzzle
    for one in (copy.copy(puzzle), copy.deepcopy(puzzle), pickle.loads(pickle.dumps(puzzle))):
        ending = one.solve()
        assert ending.cost == 17
        assert pickle.loads(pickle.dumps(ending)).costs == ending.costs


def test_parts_of_a_puzzle_that_say_costs_twice_or_wrongly() -> None:
    """One message each."""

    def four(label, before, after, n):
        return lall(eq(before, (0,)), eq(after, (1,)), eq(label, "up"), eq(n, 2))

    assert Puzzle(four, (0,), (1,)).solve().cost == 2
    with pytest.raises(PuzzleError, match="said twice"):
        Puzzle(four, (0,), (1,), cost=lambda label, n: eq(n, 1))
    with pytest.raises(PuzzleError, match="1 parameters; expected 2"):
        Puzzle(load("eight").puzzle.move, (0,), (1,), cost=lambda label: eq(label, 1))
