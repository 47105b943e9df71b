"""Relations over states whose cells are lists: compiled where that can end, and told why where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from logicpuzzles import load
from logicpuzzles.endings import Path
from logicpuzzles.puzzles import compiling
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rewriting import transitions

ROTATION = """
move(rotate, [L], [M]) :- append([X], R, L), append(R, [X], M).
move(exchange, [[A, B | R]], [[B, A | R]]).
start([[3, 1, 2, 4]]).
goal([[1, 2, 3, 4]]).
"""
GROWING = """
move(push, [L, N], [[x | L], M]) :- M is N + 1, N < 5.
move(turn, [L, N], [R, N]) :- reverse(L, R).
start([[], 0]).
goal([[x, x, x], 3]).
"""
BANKS = """
move(X, [here, L, R], [there, L2, R2]) :- select(X, L, L2), insert(X, R, R2).
move(X, [there, L, R], [here, L2, R2]) :- select(X, R, R2), insert(X, L, L2).
insert(X, L, M) :- append(L, [X], M0), msort(M0, M).
start([here, [a, b], []]).
goal([there, [b], [a]]).
"""
ENDLESS = """
move(up, [N], [M]) :- M is N + 1, N < 3.
move(turn, [N], [N]) :- endless(N).
move(rest, [N], [N]).
endless(N) :- again(N, _).
again(N, X) :- again(N, f(X)).
start([0]).
goal([3]).
"""


@pytest.fixture
def puzzle(tmp_path: Any) -> Any:
    """The puzzle that a text declares."""

    def declared(text: str) -> Puzzle:
        path = tmp_path / "lists.pl"
        path.write_text(text)
        found = load(str(path)).puzzle
        assert isinstance(found, Puzzle)
        return found

    return declared


def test_lists_of_every_length_are_tried_by_the_values_of_the_cell(puzzle: Any) -> None:
    """`append` enumerates lists without end; the cell holds 24 of them, and the rules are those of the relation."""
    made = puzzle(ROTATION)
    assert made.refusal is None
    assert len(made.rewriting.domains[0]) == 24
    for state in (made.start, *[after for _, after in made.successors(made.start)]):
        assert made.rewriting.successors(state) == list(made.successors(state))
    ending = made.solve()
    assert isinstance(ending, Path)
    assert (ending.engine, ending.length) == ("rules", 6)
    made.check(ending)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GROWING, "the lists in cell 0 of move become longer and longer: let moves bound them"),
        (BANKS, "of move become longer and longer"),
    ],
)
def test_lists_that_grow_without_end_are_told_of(puzzle: Any, monkeypatch: Any, text: str, told: str) -> None:
    """Counted, not timed: the clock has no part in it; the relation is searched all the same."""
    monkeypatch.setattr(compiling, "PATIENCE", 1e9)
    made = puzzle(text)
    assert told in (made.refusal or "")
    assert made.solve().status == "solved"


@pytest.mark.parametrize("most", [6, 7])
def test_lists_that_grow_a_few_times_are_followed(puzzle: Any, most: int) -> None:
    """Their lengths are found one after another; how often they may become longer has a limit."""
    short = " ".join(f"short([{', '.join('x' * n)}])." for n in range(most))
    made = puzzle(f"""
move(push, [L], [[x | L]]) :- short(L).
move(turn, [L], [R]) :- reverse(L, R).
start([[]]).
goal([[x]]).
{short}
""")
    if most > 6:
        assert "the lists in cell 0 of move become longer and longer" in (made.refusal or "")
    else:
        assert made.refusal is None
        assert made.rewriting.domains == (tuple(("x",) * n for n in range(most + 1)),)


def test_a_clause_without_end_is_named(puzzle: Any, monkeypatch: Any) -> None:
    """Also where it never gives an answer: by the number of inferences, with what to write instead."""
    monkeypatch.setattr(compiling, "PATIENCE", 1e9)
    monkeypatch.setattr(transitions, "MOST_INFERENCES", 10_000)
    refusal = puzzle(ENDLESS).refusal
    assert refusal is not None
    assert "finds no end on unknown cells, in 10,000 inferences, in the clause at" in refusal
    assert "lists.pl:3:1; write lists with all their elements" in refusal


def test_what_the_clock_stops_is_named_too_and_not_begun_again(puzzle: Any, monkeypatch: Any) -> None:
    """A puzzle compiles its relation once, whatever came of it."""
    monkeypatch.setattr(compiling, "PATIENCE", 2.0)
    monkeypatch.setattr(transitions, "MOST_INFERENCES", 10**9)
    made = puzzle(ENDLESS)
    assert "was stopped after 2 seconds, in the clause at" in (made.refusal or "")
    monkeypatch.setattr(compiling, "compile_move", None)
    assert "lists.pl:3:1" in (made.refusal or "")
    assert made.unreachable(made.start) is None


def test_few_steps_that_try_ever_longer_lists_are_counted_too(tmp_path: Any) -> None:
    """`length` of an unknown list tries one list after the other: each costs as much as it is long."""
    file = tmp_path / "pile.pl"
    file.write_text(
        "start([[]]).\ngoal([[a, a, b]]).\nmove(X, [L], [[X|L]]) :- member(X, [a, b]), length(L, N), N < 30.\n"
    )
    puzzle = load(str(file)).puzzle
    assert puzzle is not None
    assert "finds no end on unknown cells, in 300,000 inferences" in str(puzzle.refusal)
    assert puzzle.solve().moves == ("b", "a", "a")
