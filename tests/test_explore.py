"""Every engine that explores finds the same states at the same depths as the plainest breadth-first search."""

from __future__ import annotations

import gc
import random
import signal
from collections import Counter
from itertools import islice
from typing import Any

import boards
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import problems
from rulesets import State, blocks, ducks, in_order, jugs, lights, reachable, rules_of, six, sliding
from scale import FUZZ

from logicpuzzles.errors import PuzzleError
from logicpuzzles.limits import Limits
from logicpuzzles.logic.terms import typed
from logicpuzzles.rewriting.rewrite import Cell, Rewriting, Rule
from logicpuzzles.search.budget import Budget
from logicpuzzles.search.exploration import Exploration, ExplorationRun, Unexplored
from logicpuzzles.search.exploration_task import SLICES, ExplorationTask, at_most
from logicpuzzles.search.explore import explore
from logicpuzzles.search.kernels import bits, board_queue, board_turns, ranks_queue
from logicpuzzles.search.kernels import board as board_kernel

# The hexagon, blocks and ducks: recomputed by an independent program. The others: OEIS A090034, A090035, A089473.
SIX = "1 3 9 22 42 86 183 327 516 676 783 902 834 480 152 24"
TWO_BY_THREE = "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1"
SEVEN = (
    "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 1999 1958 1770 1463 1076 667"
    " 361 190 88 39 19 7 1"
)
EIGHT = (
    "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 24047 15578"
    " 14560 6274 3910 760 221 2"
)
BLOCKS = "1 2 4 12 17 16 7 1"
DUCKS = "1 5 8 18 35 37 27 8 1"
HARDEST_OF_SIX = (
    "4651320 4350621 0654321 4620351 4321650 0324651 4605321 0645312 0634512 4056321 0465321 4650231 0456123 0546321"
    " 6034521 5204361 0254163 0564231 0314625 1624350 3614025 0124356 1354620 2154306"
)


def figures(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def explored(rewriting: Rewriting, *sources: State, **options: Any) -> Exploration:
    found = explore(rewriting, sources, **options)
    assert isinstance(found, Exploration)
    return found


def engines(rewriting: Rewriting, sources: list[State], backwards: bool = False) -> list[str]:
    """The engines that can explore this."""
    task = ExplorationTask(rewriting, sources, backwards)
    return [name for name in SLICES if task.why_not(name) is None]


@pytest.mark.parametrize(
    ("rewriting", "source", "depths", "able"),
    [
        (six(), in_order(7), SIX, "rules hash radix ranks"),
        (sliding(2, 3), in_order(6), TWO_BY_THREE, "rules hash radix board ranks"),
        (sliding(2, 4), in_order(8), SEVEN, "rules hash radix board ranks"),
        (blocks(), ("blue", "green", "x"), BLOCKS, "rules hash radix"),
        (ducks(), tuple("BWBWBW__"), DUCKS, "rules hash radix ranks"),
    ],
)
def test_states_per_depth(rewriting: Rewriting, source: State, depths: str, able: str) -> None:
    """The figures, by every engine that can."""
    assert engines(rewriting, [source]) == able.split()
    for engine in ("auto", *able.split()):
        found = explored(rewriting, source, engine=engine)
        assert found.depths == figures(depths)
        assert found.count == found.nodes == sum(figures(depths))


def test_the_hardest_of_six_newest_first() -> None:
    """The states of a depth come in the order in which a queue meets them."""
    for engine in ("rules", "hash", "auto"):
        found = explored(six(), in_order(7), engine=engine, backwards=True)
        assert ["".join(map(str, state)) for state in found.hardest()][::-1] == HARDEST_OF_SIX.split()


def test_the_hardest_of_eight() -> None:
    """181,440 states, two of them 31 moves away."""
    for engine in ("auto", "hash", "ranks"):
        found = explored(sliding(3, 3), in_order(9), engine=engine, backwards=True)
        assert found.depths == figures(EIGHT)
        assert set(found.hardest()) == {(8, 6, 7, 2, 5, 4, 3, 0, 1), (6, 4, 7, 8, 5, 0, 3, 2, 1)}


def test_a_larger_board() -> None:
    """1,814,400 states of 2x5; the two hardest take 55 moves (OEIS A151944)."""
    found = explored(sliding(2, 5), in_order(10))
    assert (found.engine, found.count, len(found.depths), found.depths[-1]) == ("board", 1_814_400, 56, 2)
    assert all(found.table.depth(state) == 55 for state in found.hardest())
    assert [found.table.depth(state) for state in found.table.states(7)] == [7] * found.depths[7]


def key(state: State) -> tuple[Any, ...]:
    """What tells states apart, where 1 and True are different values."""
    return tuple(map(typed, state))


THREE_BY_FOUR = (
    "1 2 4 9 20 37 63 122 232 431 781 1392 2494 4442 7854 13899 24215 41802 71167 119888 198363 323206 515778 811000"
    " 1248011 1885279 2782396 4009722 5621354 7647872 10065800 12760413 15570786 18171606 20299876 21587248 21841159"
    " 20906905 18899357 16058335 12772603 9515217 6583181 4242753 2503873 1350268 643245 270303 92311 27116 5390 1115"
    " 86 18"
)
TWO_BY_SIX = (
    "1 2 3 6 11 20 36 60 95 155 258 426 688 1106 1723 2615 3901 5885 8851 13205 19508 28593 41179 58899 83582 118109"
    " 165136 228596 312542 423797 568233 755727 994641 1296097 1667002 2119476 2660415 3300586 4038877 4877286 5804505"
    " 6810858 7864146 8929585 9958080 10902749 11716813 12356080 12791679 13002649 12981651 12723430 12245198 11572814"
    " 10738102 9772472 8720063 7623133 6526376 5459196 4457799 3546306 2749552 2068975 1510134 1064591 720002 464913"
    " 284204 165094 89649 45758 21471 9583 3829 1427 430 129 33 12 2"
)


@pytest.mark.parametrize(("rows", "cols", "depths"), [(3, 4, THREE_BY_FOUR)] + [(2, 6, TWO_BY_SIX)] * FUZZ)
def test_the_largest_boards(rows: int, cols: int, depths: str) -> None:
    """All 239,500,800 states (OEIS A090036 and a published enumeration), in 60 MB."""
    found = explored(sliding(rows, cols), in_order(12), backwards=True, limits=Limits(memory=70_000_000))
    assert found.depths == figures(depths)
    assert found.count == 239_500_800
    assert all(found.table.depth(state) == len(found.depths) - 1 for state in found.hardest())


def by_queue(rewriting: Rewriting, *sources: State) -> list[tuple[State, int]]:
    """The states that the sources reach and their depths, in the order in which a queue meets them."""
    queue = list({key(source): (source, 0) for source in sources}.values())
    seen = {key(state) for state, _ in queue}
    for state, depth in queue:
        for _, after in rewriting.successors(state):
            if key(after) not in seen:
                seen.add(key(after))
                queue.append((after, depth + 1))
    return queue


def compare(rewriting: Rewriting, sources: list[State], engine: str) -> None:
    """An exploration against the plainest one: counts, states, their order, and the depth of any state."""
    expected = by_queue(rewriting, *sources)
    found = explored(rewriting, *sources, engine=engine)
    counts = Counter(depth for _, depth in expected)
    assert found.depths == tuple(counts[depth] for depth in range(len(counts)))
    for depth in range(len(counts)):
        keys = [key(state) for state in found.table.states(depth)]
        wanted = [key(state) for state, far in expected if far == depth]
        is_queue = engine in ("rules", "hash", "radix")
        assert keys == wanted if is_queue else sorted(map(repr, keys)) == sorted(map(repr, wanted))
    depths = {key(state): depth for state, depth in expected}
    domain = [value for cell in rewriting.domains for value in cell]
    others = [tuple(random.choice(domain) for _ in range(rewriting.n_cells)) for _ in range(20)]
    for state in [*others, *(state for state, _ in expected)]:
        assert found.table.depth(state) == depths.get(key(state))


@given(problems(st.integers(1, 4)))
def test_random_rules(problem: Any) -> None:
    """Queues list the same states in the same order as brute force; numbered states the same in any order."""
    for engine in engines(rules_of(problem), [problem.start]):
        compare(rules_of(problem), [problem.start], engine)


@given(st.integers(4, 6).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.data())))
def test_random_boards(drawn: tuple[list[int], st.DataObject]) -> None:
    """Boards of any shape, with equal pieces or not, from one or several sources."""
    start, data = tuple(drawn[0]), drawn[1]
    n_cells = len(start)
    joined = {(cell, data.draw(st.integers(0, cell - 1))) for cell in range(1, n_cells)}
    joined |= data.draw(st.sets(st.tuples(*[st.integers(0, n_cells - 1)] * 2), max_size=4))
    near = {a: sorted({b for pair in joined if a in pair for b in pair} - {a}) for a in range(n_cells)}
    if data.draw(st.booleans()):
        start = tuple(min(piece, 2) for piece in start)
    rewriting = boards.gap_rules(near, sorted(set(start)))
    sources = [start, *data.draw(st.lists(st.sampled_from(sorted(reachable(rewriting, start))), max_size=2))]
    for engine in engines(rewriting, sources):
        compare(rewriting, list(dict.fromkeys(sources)), engine)


@given(problems(st.integers(2, 3)))
def test_backwards(problem: Any) -> None:
    """Backwards the depth is the number of moves to the nearest source."""
    rewriting = rules_of(problem)
    for engine in engines(rewriting, [problem.start], backwards=True):
        found = explored(rewriting, problem.start, engine=engine, backwards=True)
        for depth in range(len(found.depths)):
            for state in list(found.table.states(depth))[:5]:
                there = {key(s): far for s, far in by_queue(rewriting, state)}
                assert there[key(problem.start)] == depth


@pytest.mark.parametrize(("low", "largest", "large"), [(3, 1 << 20, 1 << 12), (3, 0, 1 << 12), (7, 1 << 20, 1)])
def test_every_way_to_move_on_a_board(monkeypatch: pytest.MonkeyPatch, low: int, largest: int, large: int) -> None:
    """Tables of the last pieces, tables of windows, no tables, and several threads: the same depths."""
    monkeypatch.setattr(board_kernel, "LOW_PIECES", low)
    monkeypatch.setattr(board_kernel, "LARGEST_TABLE", largest)
    monkeypatch.setattr(board_queue, "LARGE", large)
    monkeypatch.setattr(board_queue, "SHARED", 0)
    monkeypatch.setattr(board_turns, "LEAST", 1 << 6)
    ring = {cell: ((cell - 1) % 8, (cell + 1) % 8) for cell in range(8)}
    for rewriting, source in [(sliding(2, 4), in_order(8)), (boards.gap_rules(ring), in_order(8))]:
        found = explored(rewriting, source, engine="board")
        expected = reachable(rewriting, source)
        assert found.depths == tuple(Counter(expected.values())[depth] for depth in range(len(found.depths)))
        assert all(found.table.depth(state) == expected[state] for state in list(expected)[::50])


def test_several_goals_and_jugs() -> None:
    """The depth counts to the nearest source; jugs have no blank, no pieces and rules that forget."""
    found = explored(jugs(), (4, 4, 0), (0, 5, 3), backwards=True)
    forwards = dict(by_queue(jugs(), (8, 0, 0)))
    assert found.table.depth((8, 0, 0)) == min(forwards[goal] for goal in [(4, 4, 0), (0, 5, 3)])
    assert found.table.depth((1, 1, 1)) is None


def test_lights_out() -> None:
    """All 2^20 states of 4x5 are reached, in the order of a queue; what is no state has no depth."""
    found, plain = (explored(lights(4, 5), (0,) * 20, engine=engine) for engine in ("radix", "hash"))
    assert (found.count, found.depths) == (1 << 20, plain.depths)
    for depth in (0, 1, 2, len(found.depths) - 1):
        assert list(found.table.states(depth)) == list(plain.table.states(depth))
    assert found.table.depth((1,) * 20) == plain.table.depth((1,) * 20)
    assert found.table.depth((2,) * 20) is found.table.depth((0,) * 19) is None


@pytest.mark.parametrize("engine", ["hash", "radix", "ranks", "board", "rules"])
def test_the_first_states_of_each_depth(engine: str) -> None:
    """Those that `states` gives first, for all depths at once, from every kind of table."""
    found = explored(sliding(2, 3), in_order(6), engine=engine)
    for most in (0, 1, 4, 1000):
        expected = [list(islice(found.table.states(depth), most)) for depth in range(len(found.depths))]
        assert list(found.table.first_states(most)) == expected


def test_rules_that_look_at_too_many_cells_have_no_numbers() -> None:
    """A rule over 20 cells of two values would be a table of a million entries."""
    turn = Rewriting(20, (Rule((), tuple(Cell((cell + 1) % 20) for cell in range(20)), "turn"),), ((0, 1),) * 20)
    with pytest.raises(PuzzleError, match="cannot explore with radix: a move looks at too many cells at once"):
        explore(turn, [(1,) * 10 + (0,) * 10], engine="radix")


def test_a_relation_that_did_not_compile() -> None:
    """The successors of a state are enough to explore forwards."""
    found = explore(six().successors, [in_order(7)])
    assert isinstance(found, Exploration)
    assert found.depths == figures(SIX)
    assert found.table.depth((0, 1, 2)) is None
    with pytest.raises(PuzzleError, match="did not compile"):
        explore(six().successors, [in_order(7)], backwards=True)


@pytest.mark.parametrize("engine", ["rules", "hash", "radix", "board", "ranks"])
def test_deal(engine: str) -> None:
    """A random state of a depth has that depth, and is the same for the same seed."""
    found = explored(sliding(2, 4), in_order(8), engine=engine)
    for depth in (0, 1, 7, 20, 36):
        state = found.deal(depth, seed=1)
        assert found.table.depth(state) == depth
        assert found.deal(depth, seed=1) == state
    assert len({found.deal(20, seed) for seed in range(20)}) > 10
    with pytest.raises(PuzzleError, match="no state has the depth 37; expected 0 to 36, got 37"):
        found.deal(37)


def test_rare_depths_are_dealt_from_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where drawing at random would take too long, all states of the depth are listed."""
    monkeypatch.setattr(board_queue.BoardQueue, "tries", 0)
    monkeypatch.setattr(ranks_queue.RanksQueue, "tries", 0)
    for engine in ("board", "ranks"):
        found = explored(sliding(2, 3), in_order(6), engine=engine)
        assert [found.table.depth(found.deal(depth, seed=3)) for depth in range(22)] == list(range(22))


def test_many_hardest_states_are_listed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hardest states are kept unless they are very many."""
    monkeypatch.setattr(bits, "KEPT_STATES", 0)
    for engine in ("board", "ranks"):
        assert list(explored(sliding(2, 3), in_order(6), engine=engine).hardest()) == [(4, 5, 0, 1, 2, 3)]


@pytest.mark.parametrize("engine", ["rules", "hash", "radix", "board", "ranks"])
@pytest.mark.parametrize("limits", [Limits(nodes=100), Limits(seconds=0.0), Limits(memory=1000)])
def test_limits(engine: str, limits: Limits) -> None:
    """A limit stops the exploration with what is complete, and it goes on from there to the same end."""
    stopped = explore(sliding(2, 4), [in_order(8)], engine=engine, limits=limits)
    assert isinstance(stopped, Unexplored)
    assert "limit of" in stopped.reason
    assert stopped.depths == figures(SEVEN)[: len(stopped.depths)]
    assert stopped.count <= sum(figures(SEVEN)[: len(stopped.depths)])
    on = stopped.resume()
    assert isinstance(on, Exploration)
    assert on.depths == figures(SEVEN)
    assert on.table.depth((0, 7, 2, 1, 4, 3, 6, 5)) == 36


def test_limit_of_nodes_in_words() -> None:
    """The reason names the limit and how far it got."""
    stopped = explore(sliding(2, 4), [in_order(8)], limits=Limits(nodes=100))
    assert isinstance(stopped, Unexplored)
    assert stopped.reason == "the limit of 100 nodes was reached; all 83 states of depth 7 or less are counted"


@pytest.mark.parametrize("engine", ["rules", "hash", "radix", "board", "ranks"])
def test_interrupts_leave_everything_as_it_was(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """An exploration that is interrupted again and again, anywhere, goes on to the same end."""
    monkeypatch.setattr(board_queue, "LARGE", 1)
    monkeypatch.setattr(board_queue, "SHARED", 0)
    explored(sliding(2, 4), in_order(8), engine=engine)  # compiles
    task = ExplorationTask(sliding(2, 4), [in_order(8)], backwards=False)
    run = ExplorationRun(lambda: task.explorer(engine), engine, 0, 64, 0.002)
    moments, interrupts, found = random.Random(1), 0, None
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()  # an interrupt in a callback of the collector would be swallowed
    try:
        while found is None:
            try:
                signal.setitimer(signal.ITIMER_REAL, moments.uniform(0.0001, 0.001) * (1 + interrupts / 5))
                found = run.go_on(Budget(work=64, seconds=0.002))
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupts += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
        gc.enable()
    assert interrupts
    assert isinstance(found, Exploration)
    assert found.depths == figures(SEVEN)


@pytest.mark.parametrize(
    ("rewriting", "sources", "engine", "reason"),
    [
        (six(), [in_order(7)], "board", "the board has a cycle of odd length"),
        (sliding(2, 3), [(1, 1, 2, 3, 4, 0)], "board", "the pieces are not all different"),
        (sliding(2, 3), [in_order(6), (1, 2, 3, 5, 4, 0)], "board", "not an even number of moves apart"),
        (ducks(), [tuple("BWBWBW__")], "board", "the pieces are not all different"),
        (sliding(4, 4), [in_order(16)], "radix", "the cells hold more than 268,435,456 combinations of values"),
        (lights(1, 3), [(0, 1, 2)], "radix", "a source has a value that the moves lead to nowhere"),
        (blocks(), [("blue", "green", "x")], "ranks", "the moves do more than move values about"),
        (sliding(1, 3), [(1, 2, 0)], "board", "the board has 3 cells, not 4 to 16"),
        (six(), [in_order(7)], "abacus", "there is no engine 'abacus'"),
        (six(), [], "auto", "there is no state to explore from"),
    ],
)
def test_engines_that_cannot(rewriting: Rewriting, sources: list[State], engine: str, reason: str) -> None:
    """An engine that is asked for and cannot do it says why."""
    with pytest.raises(PuzzleError, match=reason):
        explore(rewriting, sources, engine=engine)


def test_auto_keeps_within_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bits where they fit, numbers where a hash table would not, else a queue under the limit."""

    def chosen(rewriting: Rewriting, source: State, memory: int) -> list[str]:
        return ExplorationTask(rewriting, [source], backwards=False).engines("auto", memory)

    monkeypatch.setattr("logicpuzzles.search.exploration_task.is_compiled", lambda kernel: False)
    assert chosen(sliding(2, 4), in_order(8), 1 << 30) == ["rules", "hash"]
    assert chosen(sliding(3, 4), in_order(12), 200_000_000) == ["board"]
    assert chosen(sliding(3, 4), in_order(12), 10_000_000) == ["rules", "hash"]
    ring = boards.gap_rules({c: ((c - 1) % 11, (c + 1) % 11) for c in range(11)})
    assert chosen(ring, in_order(11), 1 << 34) == ["rules", "hash"]
    assert chosen(ring, in_order(11), 100_000_000) == ["ranks"]
    flips = lights(4, 5)
    assert chosen(flips, (0,) * 20, 1 << 30) == ["rules", "radix"]
    assert chosen(flips, (0,) * 20, 1 << 20) == ["rules", "hash"]


def test_how_many_states_there_can_be() -> None:
    """Sources with other values reach other states: the numbers are added."""
    assert at_most(sliding(2, 3), [in_order(6)]) == 720
    assert at_most(sliding(2, 3), [in_order(6), (2, 1, 3, 4, 5, 0), (1, 1, 2, 3, 4, 0)]) == 720 + 360
    assert at_most(blocks(), [("blue", "green", "x"), ("blue", "green", "z")]) == 5**3
