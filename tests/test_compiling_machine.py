"""Relations compiled by the query machine: the resolver's rules, in its order, and the same refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles import Puzzle, PuzzleError, load, loads
from logicpuzzles.errors import Refusal
from logicpuzzles.logic.machine import loading
from logicpuzzles.logic.machine.codes import H
from logicpuzzles.logic.machine.growth import Growing
from logicpuzzles.rewriting import by_machine, splitting, transitions

HELP = """
flip(0, 1).
flip(1, 0).
flip(2, 2).
t(0).
t(1).
near(0, 1).
near(1, _).
near(X, f(X)).
put(0, X, [_ | T], [X | T]).
put(N, X, [H | T], [H | U]) :- N > 0, M is N - 1, put(M, X, T, U).
apart(_, []).
apart(X, [Y | Ys]) :- dif(X, Y), apart(X, Ys).
"""
GUARDS = (
    "dif(A, B)", "dif([A, B], [C, 0])", "A \\= B", "dif(f(A, X), f(B, Y))", "apart(A, [B, C])", "dif([A, B], [B, C])",
    "flip(A, X)", "flip(Y, C)", "A = B", "near(A, Y)", "near(X, B)", "(A = 0 ; B = 1)", "(A = 0 ; dif(B, C))",
    "member(X, [A, B, 2])", "nth0(I, [A, B, C], X), t(I)", "select(X, [A, B], [Y])", "put(1, X, [A, B, C], [_, Y, _])",
    "append([A], [Y], [X | _])", "length([A, B], X)", "between(0, 2, X)", "X is 1 + 1", "\\+ t(5)",
    "(t(1) -> X = A ; X = B)",
)  # fmt: skip
NEEDING = (
    "\\+ A = B",
    "(t(X) -> true ; X = 2)", "once(member(X, [1, 0]))", "once(member(A, [1, 0]))",
    "findall(E, t(E), [X, Y])", "findall(A, member(A, [B, C]), [X | _])", "Z is X + 1, t(X)", "A < B", "X =:= A",
    "Y is A + B, t(A), t(B)", "memberchk(0, [0, A])", "memberchk(A, [0, B])", "A == B", "integer(A)", "A @< B",
    "forall(member(E, [A]), t(E))", "sort([A, B], [X | _])",
)  # fmt: skip
CELLS = ("A", "B", "C", "X", "Y", "0", "1", "2")


def random_text(choose: Random) -> str:
    """A move relation over three cells."""
    lines = ["start([0, 1, 2]).", "goal([2, 1, 0]).", HELP]
    if choose.random() < 0.7:
        lines.insert(0, "values([0, 1, 2]).")
    for number in range(choose.randint(1, 4)):
        before = [choose.choice("AABBCC012") if choose.random() < 0.3 else name for name in "ABC"]
        after = [choose.choice(CELLS) if choose.random() < 0.5 else name for name in "ABC"]
        guards = choose.sample(GUARDS, choose.randint(0, 4))
        if choose.random() < 0.2:
            guards.insert(choose.randint(0, len(guards)), choose.choice(NEEDING))
        label = choose.choice([str(number), "A", f"f({number}, B)"])
        known = ["t(X)", "t(Y)"] if choose.random() < 0.5 else ["X = A", "Y = C"]
        body = ", ".join([*guards, *known] if choose.random() < 0.5 else [*known, *guards])
        lines.append(f"move({label}, [{', '.join(before)}], [{', '.join(after)}]) :- {body}.")
    return "\n".join(lines)


@contextmanager
def patience(inferences: float) -> Iterator[None]:
    """The query machine is asked after so many inferences."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "_CHECK_EVERY", 1)
        patch.setattr(transitions, "HAND_OVER", inferences)
        patch.setattr(transitions, "LOADED", inferences)
        yield


def compiled(make: Callable[[], Puzzle], inferences: float) -> tuple[str, bool]:
    """The rules in words, or why there are none; and whether the machine gave them."""
    try:
        with patience(inferences):
            made = make().compiled.rewriting_or_refusal
    except PuzzleError as error:
        return str(error), False
    if isinstance(made, Refusal):
        return re.sub(r"_\d+", "_", str(made)), False  # the names of unknowns
    return f"{made.rules} {made.domains} {made.ordered}", made.exact


def assert_same(make: Callable[[], Puzzle]) -> bool:
    """Whether the machine gave the rules, which are the same."""
    loading.load()
    (found, exact), (told, _) = compiled(make, 0), compiled(make, 1e9)
    assert found == told
    return exact


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_random_relations(tmp_path_factory, seed):
    """Guards of all kinds, of which some need values."""
    file = tmp_path_factory.mktemp("random") / "random.pl"
    file.write_text(random_text(Random(seed)))
    assert_same(lambda: load(file).puzzle)


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("seven.pl", True),
        ("hanoi.pl", True),
        ("jugs.pl", False),
        ("seven", False),
        ("oshidori", False),
        ("river", False),
    ],
)
def test_shipped_rule_files(name, exact):
    """Those in text whose relations need no values; what is written in Python may look at a cell all the same."""
    assert assert_same(lambda: load(name).puzzle) == exact


@pytest.mark.parametrize(
    ("body", "exact"),
    [
        ("flip(A, X)", True),
        ("dif(A, B), dif(B, C), X = C", True),
        ("near(A, X), t(X)", True),
        ("put(2, 0, [A, B, C], [_, _, X])", True),
        ("A < 2, X = 0", False),  # it needs a value
        ("once(member(A, [0, 1])), X = A", False),  # what it chooses depends on the cell
        ("findall(E, member(E, [A]), [X])", False),
        ("\\+ A = 1, X = 0", False),
        ("A @< 2, X = 0", False),  # only Python tells
        ("X is Y + 1, Y = 1", False),  # it waits
    ],
)
def test_what_the_machine_compiles(tmp_path, body, exact):
    """What needs no value and chooses nothing."""
    file = tmp_path / "one.pl"
    file.write_text(
        f"values([0, 1, 2]).\nstart([0, 1, 2]).\ngoal([2, 1, 0]).\n{HELP}move(go, [A, B, C], [X, B, C]) :- {body}."
    )
    assert assert_same(lambda: load(file).puzzle) == exact


def test_what_finds_no_end_is_left_to_the_resolver(tmp_path, monkeypatch):
    """The refusal names the clause."""
    file = tmp_path / "endless.pl"
    file.write_text("start([0]).\ngoal([1]).\nmove(go, [A], [B]) :- r(A, B).\nr(A, B) :- r(f(A), B).")
    monkeypatch.setattr(transitions, "MOST_INFERENCES", 5_000)
    monkeypatch.setattr(by_machine, "MOST_CALLS", 5_000)
    made: Any = None
    with patience(0):
        made = load(file).puzzle.compiled.rewriting_or_refusal
    assert isinstance(made, Refusal)
    assert "finds no end on unknown cells, in 5,000 inferences" in str(made)


@pytest.mark.parametrize("n_cells", [1, 300, 3000])
def test_a_relation_over_many_cells_has_room_before_it_is_called(monkeypatch, n_cells):
    """Its clause may take more cells of the heap than any before it; nothing is written behind the last."""
    loading.load()
    asked = []

    def arrays(run):
        asked.append((int(run.st[H]), run.size("heap")))
        return usual(run)

    usual = Growing.arrays
    monkeypatch.setattr(Growing, "arrays", arrays)
    state = ", ".join(map(str, range(n_cells)))
    puzzle = loads(f"move(a, X, X). start([{state}]). goal([{state}]).").puzzle
    with patience(0):
        assert [label for label, _ in puzzle.compiled.successors(puzzle.start)] == ["a"]
    assert asked
    assert all(top <= size for top, size in asked)
