"""The choice of groups by tables that are built: what is measured is what a search looks up, and the best is kept."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from scale import scale
from test_grouping import board, shared

from logicpuzzles.errors import Refusal
from logicpuzzles.proofs import grouping, trying
from logicpuzzles.proofs.abstraction.table_builder import Crew
from logicpuzzles.proofs.abstraction.view import View
from logicpuzzles.proofs.grouping import SharedOut, choose
from logicpuzzles.proofs.items import Items, changed
from logicpuzzles.proofs.mirrored import mirrored
from logicpuzzles.proofs.partition import Parts, exchanged, exchanges, swapped
from logicpuzzles.proofs.patterns import MEMORY, build
from logicpuzzles.proofs.sampled import Sampled
from logicpuzzles.proofs.samples import dealt
from logicpuzzles.proofs.trying import Trying
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rulefile.rulebook import load

WORK = 2 * 9 * 8 * 7 + 9 * 8  # patterns of pieces on 3x3 cells: groups of 3, 3 and 2


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Trying]:
    """The choices that were made."""
    found: list[Trying] = []

    class Seen(Trying):
        def best(self, begin: Parts) -> Parts | None:
            found.append(self)
            return super().best(begin)

    monkeypatch.setattr(grouping, "Trying", Seen)
    return found


def items_of(rows: int, cols: int, work: int = WORK) -> Items:
    program, goals = board(rows, cols)
    view = View(program, goals)
    return Items(view, "values", changed(view, "values"), MEMORY, work)


def test_what_is_measured_is_what_a_search_looks_up(runs: list[Trying]) -> None:
    """The worth of each way that was tried is the average bound of its tables, at the reflected state too."""
    program, goals = board(3, 3)
    choose(program, goals, work=WORK)
    (run,) = runs
    states = dealt(run.items.view.held, run.items.view.counts or {}, 2 * grouping.N_STATES)[: grouping.N_STATES]
    assert len(run.worths) > 4
    for parts in Random(1).sample(sorted(run.worths), scale(4, 20)):
        bound = mirrored(program, goals, build(program, goals, list(map(run.items.group, parts))))
        assert len(bound.sums) == 1 + (run.sampled.mirror(parts) != ())
        values = [bound.value(state) for state in states.tolist()]
        assert None not in values
        assert run.worths[parts] == pytest.approx(np.mean(np.array(values)))


def test_the_best_of_what_was_tried_is_kept(runs: list[Trying]) -> None:
    """Nothing that was tried is worth more; where all can be tried, no way at all is."""
    program, goals = board(3, 3)
    chosen = choose(program, goals, work=WORK)
    (run,) = runs
    names = {value: item for item, value in enumerate(run.items.names)}
    parts = tuple(sorted(tuple(sorted(names[value] for value in group)) for group in chosen.groups))
    assert run.worths[parts] == max(run.worths.values())
    for part in {part for every in shared(range(8), (3, 3, 2)) for part in every} - run.sampled.built.keys():
        run.build(part)
    every = {tuple(sorted(parts)): run.sampled.worth(tuple(sorted(parts))) for parts in shared(range(8), (3, 3, 2))}
    assert run.worths[parts] == max(every.values())
    assert all(run.sampled.is_built(parts) and every.get(parts, worth) == worth for parts, worth in run.worths.items())


def test_the_choice_is_the_same_each_time(runs: list[Trying], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the number of threads nor the order of sets changes it, and the budget of work is kept."""
    monkeypatch.setattr(trying, "TRIED", 4_000)
    monkeypatch.setattr(trying, "SHORTLIST", 2_000)
    program, goals = board(3, 3)
    first, again = (choose(program, goals, work=WORK, workers=workers) for workers in (1, 2))
    assert first == again
    assert [list(run.worths.items()) for run in runs[:1]] == [list(run.worths.items()) for run in runs[1:]]
    assert 0 <= runs[0].left < 2_000


def test_nothing_to_spend_gives_what_is_estimated(runs: list[Trying], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a budget for tables the groups are those that small tables tell."""
    program, goals = board(3, 3)
    monkeypatch.setattr(trying, "TRIED", 0)
    found = choose(program, goals, work=WORK)
    assert sorted(map(len, found.groups)) == [2, 3, 3]
    assert not runs[0].worths


def test_entries_of_images_are_read_off_one_table() -> None:
    """What a table says of the group that the reflection makes of its own is what that group's own table says."""
    items = items_of(3, 3)
    share = SharedOut(items, Crew())
    sampled = share.sampled
    assert sampled is not None
    assert len(sampled.images) == 1
    for part in [(0, 1), (0, 3, 6), (1, 2, 5)]:
        (image,) = sampled.mirror((part,))
        share._build(sampled, part)
        read = sampled.built.pop(image)
        share._build(sampled, image)
        assert (sampled.built[image] == read).all()


def test_small_groups_are_estimated_exactly() -> None:
    """The estimate of a group of three is its own entry, state by state, though half of the tables are images."""
    items = items_of(3, 3)
    share = SharedOut(items, Crew())
    sampled = share.sampled
    assert sampled is not None
    for part in [(0,), (2, 7), (0, 1, 2), (2, 5, 6)]:
        estimated = sampled.worth((part,))
        fresh = Sampled(items, dealt(items.view.held, items.view.counts or {}, 1024))
        share._build(fresh, part)
        for image in fresh.mirror((part,)):
            share._build(fresh, image)
        assert estimated == pytest.approx(fresh.worth((part,)))


def test_a_limit_ends_the_choice() -> None:
    """While tables are tried, progress is told, and what it raises ends the choice."""
    puzzle = load("fifteen").puzzle
    goals = puzzle.patterns()
    told: list[str] = []

    def stop(line: str) -> None:
        told.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choose(program_of(puzzle.rewriting, goals=goals), goals, puzzle.start, progress=stop)
    assert len(told) == 1


@pytest.mark.parametrize("memory", [8, 400])
def test_too_small_a_budget_is_refused_before_anything_is_tried(runs: list[Trying], memory: int) -> None:
    """No table is small enough: that is said as ever."""
    program, goals = board(3, 3)
    with pytest.raises(Refusal, match="memory"):
        choose(program, goals, memory=memory)
    assert not runs


def test_tables_that_are_tried_fit_the_memory(runs: list[Trying]) -> None:
    """What is chosen by trying can be built within the memory."""
    program, goals = board(3, 3)
    for memory in (60_000, 200_000):
        found = choose(program, goals, memory=memory)
        assert build(program, goals, found.groups, memory=memory)
    assert runs


@pytest.mark.parametrize("seed", range(scale(10, 100)))
def test_random_deals_agree_with_what_cells_may_hold(seed: int) -> None:
    """Each deal has every value as often as it should, where it may be; all such deals come about as often."""
    random = Random(seed)
    n_cells = random.randint(1, 5)
    state = [random.randrange(3) for _ in range(n_cells)]
    held = [1 << number | random.randrange(8) for number in state]
    counts = Counter(state)
    deals = Counter(map(tuple, dealt(held, counts, 4000).tolist()))
    assert deals
    for deal in deals:
        assert Counter(deal) == counts
        assert all(bits >> number & 1 for bits, number in zip(held, deal, strict=True))
    expected = sum(deals.values()) / len(deals)
    assert all(abs(number - expected) < 6 * expected**0.5 for number in deals.values())
    assert tuple(state) in deals or sum(deals.values()) < 200


def test_exchanges_are_all_ways_to_exchange_two_or_move_one() -> None:
    """Each differs from what was there by one exchange or move, and none is missing."""
    parts: Parts = ((0, 1), (2, 3), (4,))
    found = {tuple(sorted(exchanged(parts, *exchange))) for exchange in exchanges(parts)}
    assert tuple(sorted(parts)) not in found
    swaps = {
        tuple(sorted(swapped(parts, one, other)))
        for one in range(5)
        for other in range(one)
        if not any({one, other} <= set(part) for part in parts)
    }
    assert len(swaps) == 6
    assert swaps <= found
    moves = found - swaps
    assert ((0,), (1, 2, 3), (4,)) in moves
    assert ((0, 1), (2, 3, 4)) in moves
    assert len(moves) == 6
    assert all(sorted(item for part in made for item in part) == [0, 1, 2, 3, 4] for made in found)
