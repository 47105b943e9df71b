"""Where a goal needs the value of a cell: the rules are those of the relation, and nothing else is asked again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from scale import scale

from logicpuzzles import (
    Goal,
    Puzzle,
    PuzzleError,
    add,
    conde,
    eq,
    findall,
    fresh,
    ifte,
    lall,
    lany,
    load,
    lt,
    membero,
    naf,
    neq,
    ntho,
    once,
    project,
    relation,
    seto,
    swapo,
    var,
)
from logicpuzzles.errors import NeedsValue
from logicpuzzles.rewriting import splitting

VALUES = (0, 1, 2)
STATES = list(product(VALUES, repeat=3))


def by_turns(one: Any, two: Any, value: int) -> Iterator[Goal]:
    """Goals that are built one by one, some only for a known cell."""
    yield eq(one, value)
    if two + 0 == 1:
        yield eq(one, 2)
    yield eq(two, 0)


def condition(choose: random.Random, before: Any, unknown: Any, depth: int = 0) -> Goal:
    """A random condition; most need a value, at once, at the end, or inside a goal that is not relational."""
    one, two, value = choose.choice(before), choose.choice(before), choose.choice(VALUES)

    def inner() -> Goal:
        return condition(choose, before, unknown, depth + 1)

    kinds: list[Callable[[], Any]] = [
        lambda: neq(one, two),
        lambda: lt(one, two),
        lambda: lt(unknown, one),
        lambda: add(one, unknown, value),
        lambda: add(one, two, unknown),
        lambda: ntho(unknown, before, one),
        lambda: lany(by_turns(one, two, value)),
        lambda: fresh(lambda x: eq(x, one + value)),
        lambda: findall(unknown, membero(unknown, (one, two)), (0, var())),
        lambda: eq(one, value) if one == 1 else neq(two, value),
        lambda: lall(membero(unknown, VALUES), project((one, unknown), lambda a, b: a <= b)),
    ]
    nested: list[Callable[[], Any]] = [
        lambda: naf(lall(inner(), inner())),
        lambda: once(lany(inner(), inner())),
        lambda: lany(inner(), inner()),
        lambda: ifte(inner(), inner(), inner()),
    ]
    made: Goal = choose.choice(kinds + nested * (depth < 2))()
    return made


def random_move(seed: int) -> Any:
    """A relation of one to three clauses."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """A random move."""
        choose, clauses = random.Random(seed), []
        for number in range(choose.randint(1, 3)):
            unknown, cell = var(), choose.randrange(3)
            conditions = [condition(choose, before, unknown) for _ in range(choose.randint(1, 3))]
            change = choose.choice([swapo(cell, unknown, before, after), seto(unknown, before, number, after)])
            clauses.append([*conditions, change, eq(label, (number, before[cell]))])
        return conde(*clauses)

    return move


def asked(puzzle: Puzzle, state: Any) -> list[Any]:
    """The moves from `state`, by the relation."""
    return list(puzzle.successors(state))


def test_random_relations_that_need_values_give_the_same_moves() -> None:
    """From every state, in the same order; few of them do not become rules, because an unknown is in no cell."""
    compiled = 0
    for seed in range(scale(60, 3000)):
        puzzle = Puzzle(move=random_move(seed), start=STATES[0], goal=STATES[-1], values=VALUES)
        if puzzle.refusal is None:
            compiled += 1
            assert [puzzle.rewriting.successors(s) for s in STATES] == [asked(puzzle, s) for s in STATES], seed
        else:
            assert "in no cell of the state" in puzzle.refusal
            with pytest.raises((NeedsValue, PuzzleError)):
                [asked(puzzle, state) for state in STATES]
    assert compiled > scale(30, 1500)


@pytest.fixture
def supposed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The cells of which a value is tried, from now on."""
    tried: list[int] = []
    run = splitting.Suppose.run

    def counted(self: Any, machine: Any, rest: Any) -> Any:
        tried.append(self.cell)
        return run(self, machine, rest)

    monkeypatch.setattr(splitting.Suppose, "run", counted)
    return tried


def test_a_value_is_tried_only_where_it_is_needed(supposed: list[int]) -> None:
    """Twelve dials, each press turning one on: three values for each, not 3 ** 12 combinations."""

    @relation
    def press(dial: Any, before: Any, after: Any) -> Any:
        return conde(
            *(
                [eq(dial, d), project((before[d],), lambda v, d=d: seto(d, before, (v + 1) % 3, after))]
                for d in range(12)
            )
        )

    puzzle = Puzzle(move=press, start=(0,) * 12, goal=(1,) * 12, values=VALUES)
    assert len(puzzle.rewriting.rules) == 36
    assert sorted(supposed) == sorted([*range(12)] * 3)


def test_arithmetic_that_waits_for_a_cell_rules_out_what_comes_after(supposed: list[int]) -> None:
    """The first cell says what is too near, and then the others are gone through: its values are tried once."""

    @relation
    def put(place: Any, before: Any, after: Any) -> Any:
        return lall(lt(before[0], place), ntho(place, before, 7), seto(place, before, 8, after))

    values = [range(5), *[(7, 8)] * 6]
    puzzle = Puzzle(move=put, start=(0, *[7] * 6), goal=(0, *[8] * 6), values=values)
    assert puzzle.refusal is None
    assert supposed == list((0,) * 5)


def test_goals_that_are_built_once_are_asked_for_anew(supposed: list[int]) -> None:
    """An iterator that has ended by needing a value cannot go on: the query begins again with the value."""

    @relation
    def step(label: Any, before: Any, after: Any) -> Any:
        return lall(lany(by_turns(before[0], before[1], 0)), seto(0, before, 1, after), eq(label, "step"))

    puzzle = Puzzle(move=step, start=(0, 0, 0), goal=(1, 1, 1), values=VALUES)
    assert [puzzle.rewriting.successors(s) for s in STATES] == [asked(puzzle, s) for s in STATES]
    assert supposed == []


def test_an_enumeration_without_end_is_left(tmp_path: Any) -> None:
    """`append` gives ever longer lists, none of which the cell can hold; known, the cell ends it."""
    file = tmp_path / "endless.pl"
    file.write_text(
        "move(sort, [L], [M]) :- append(L, [], K), msort(K, M), \\+ L = M.\n"
        "values([[1, 2], [2, 1], [2, 2]]).\nstart([[2, 1]]).\ngoal([[1, 2]]).\n"
    )
    puzzle = load(str(file)).puzzle
    assert puzzle.refusal is None
    assert [puzzle.rewriting.successors((cell,)) for cell in ((2, 1), (2, 2))] == [[("sort", ((1, 2),))], []]


def test_an_error_for_one_of_the_values_tells_its_place(tmp_path: Any) -> None:
    """Arithmetic waited for a cell that may hold an atom: the line and the goal are told."""
    file = tmp_path / "atoms.pl"
    file.write_text("move(up, [N], [M]) :-\n    M is N + 1.\nvalues([0, a]).\nstart([0]).\ngoal([a]).\n")
    with pytest.raises(PuzzleError, match=r"atoms\.pl:2:\d+: is takes integers and arithmetic"):
        _ = load(str(file)).puzzle.rewriting
