"""label by the compiled engine: the answers of brute force, in the order that its options say."""

from __future__ import annotations

from itertools import product

import pytest
from integer_answers import rows, texts
from integer_functions import COMPARISONS
from integer_programs import random_program

from logicpuzzles import (
    LimitReached,
)
from logicpuzzles.logic.integers import labelling
from logicpuzzles.models import integer_forms
from logicpuzzles.models import rows as engine
from logicpuzzles.search.budget import Budget, Halt


def hurried(monkeypatch):
    """Let the compiled engine take over at once."""
    monkeypatch.setattr(labelling, "patience", lambda: 0)


@pytest.mark.parametrize("option", ["leftmost", "down", "ff", "ffc", "min", "max", "bisect", "enum"])
def test_the_compiled_engine_gives_the_same_answers(option, monkeypatch):
    hurried(monkeypatch)
    for seed in range(700, 703):
        program = random_program(seed)
        found = rows(f"{program.text}, labeling([{option}], {program.listed})", program.domains)
        solutions = list(program.solutions())
        if option == "down":
            solutions.sort(key=lambda row: [-value for value in row])
        in_order = option in ("leftmost", "down", "enum", "bisect")
        assert found == solutions if in_order else sorted(found) == solutions


def test_what_is_not_labelled_stays_with_the_resolver(monkeypatch):
    hurried(monkeypatch)
    for seed in range(720, 724):
        program = random_program(seed)
        names = list(program.domains)
        one, two = ", ".join(names[:1]), ", ".join(names[1:])
        query = f"{program.text}, dif({names[0]}, 1), label([{one}]), label([{two}])"
        assert rows(query, names) == [row for row in program.solutions() if row[0] != 1]


def test_a_search_that_lasts_is_streamed_in_order(monkeypatch):
    hurried(monkeypatch)
    monkeypatch.setattr(engine, "MOST_NODES", 3)
    for seed in range(740, 744):
        program = random_program(seed)
        found = rows(f"{program.text}, label({program.listed})", program.domains)
        assert found == list(program.solutions())


def test_what_the_engine_could_only_test_is_searched_plainly(monkeypatch):
    hurried(monkeypatch)
    tasks = "task(A, 5, _, 1, a), task(B, 4, _, 1, b), task(C, 6, _, 1, c), task(D, 3, _, 1, d)"
    query = f"[A, B, C, D] ins 0..13, cumulative([{tasks}]), A #< B, label([A, B, C, D])"
    lengths = (5, 4, 6, 3)
    expected = [
        row
        for row in product(range(14), repeat=4)
        if row[0] < row[1]
        and all(
            row[i] + lengths[i] <= row[j] or row[j] + lengths[j] <= row[i] for i in range(4) for j in range(i + 1, 4)
        )
    ]
    assert rows(query, "ABCD") == expected


def test_an_order_that_waits_is_given_with_what_the_engine_finds(monkeypatch):
    hurried(monkeypatch)
    expected = [(a, b, "<" if a < b else ">") for a, b in product(range(4), repeat=2) if a != b]
    assert rows("[A, B] ins 0..3, zcompare(O, A, B), dif(O, =), label([A, B])", "ABO") == expected


def test_rectangles_go_to_the_engine(monkeypatch):
    hurried(monkeypatch)
    query = "[A, B, C, D] ins 0..2, disjoint2([r(A, 3, B, 2), r(C, 2, D, 1), r(0, 1, 0, 1)]), label([A, B, C, D])"
    expected = [
        (a, b, c, d)
        for a, b, c, d in product(range(3), repeat=4)
        if (a + 3 <= c or c + 2 <= a or b + 2 <= d or d + 1 <= b) and (a, b) != (0, 0) and (c, d) != (0, 0)
    ]
    assert rows(query, "ABCD") == expected


def test_truths_of_long_sums_are_sums(monkeypatch):
    hurried(monkeypatch)
    monkeypatch.setattr(integer_forms, "FEW_ROWS", 0)
    for relation in ("#=", "#\\=", "#=<", "#>"):
        query = f"[A, B, C] ins 0..4, T #<==> (A + 2*B - C {relation} 3), label([T, A, B, C])"
        holds = COMPARISONS[relation]
        expected = sorted((int(holds(a + 2 * b - c, 3)), a, b, c) for a, b, c in product(range(5), repeat=3))
        assert rows(query, "TABC") == expected
    query = "[A, B] ins -9..9, A * B #= C, label([C, A, B])"
    assert rows(query, "CAB") == sorted((a * b, a, b) for a, b in product(range(-9, 10), repeat=2))


def test_large_integers_are_labelled_in_order(monkeypatch):
    hurried(monkeypatch)
    monkeypatch.setattr(engine, "MOST_NODES", 0)
    large = 10**30
    domains = f"A in {large + 5}, [B, C] ins {large}..{large + 3}, D in {large + 1}..{large + 6}"
    expected = [
        row
        for row in product([large + 5], *[range(large, large + 4)] * 2, range(large + 1, large + 7))
        if len(set(row)) == 4
    ]
    assert rows(f"{domains}, all_different([A, B, C, D]), label([A, B, C, D])", "ABCD") == expected


def test_memory_that_the_engine_lacks_is_told(monkeypatch):
    hurried(monkeypatch)

    def full(*_):
        raise Halt("the limit of 3 bytes of memory was reached")

    monkeypatch.setattr(Budget, "room", full)
    with pytest.raises(LimitReached, match="3 bytes of memory"):
        texts("[X, Y] ins 1..9, X #< Y, label([X, Y])")
