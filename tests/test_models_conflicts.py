"""How contradictions are told: many of a kind in one line, on the board, and why no solution is better."""

from __future__ import annotations

from typing import Any

import constraint as library
import pytest
from constraint import AllDifferentConstraint, MaxSumConstraint

from logicpuzzles import Assignment, Model, Problem
from logicpuzzles.errors import PuzzleError
from logicpuzzles.models.engines import ENGINES
from logicpuzzles.models.explain import Contradiction


def test_many_constraints_of_a_kind_are_told_in_one_line() -> None:
    """Those that one statement posted, each kind for itself; the statement follows once, the constraints are there."""
    first = test_many_constraints_of_a_kind_are_told_in_one_line.__code__.co_firstlineno
    problem = Problem()
    problem.addVariables("abcde", [0, 1])
    for name in "abcde":
        problem.addConstraint(MaxSumConstraint(0), [name])
    problem.addConstraint(lambda *five: sum(five) > 0, "abcde")
    found = Model(lambda: problem).explain()
    assert isinstance(found, Contradiction)
    assert len(found.posted) == 6
    assert str(found).split("\n")[1:3] == [
        f"  {__file__}:{first + 6}: 5 MaxSum over a, b, c, d, e",
        "      problem.addConstraint(MaxSumConstraint(0), [name])",
    ]


def corner(picture: Any) -> Model:
    """Three cells that differ, one of them known, and three with a sum."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ABDEF", [8, 9, 10])
        problem.addVariable("C", [8])
        problem.addConstraint(AllDifferentConstraint(), "ABC")
        problem.addConstraint(lambda b: b > 8 or 1 / 0, "B")
        problem.addConstraint(MaxSumConstraint(27), "DEF")
        problem.addConstraint(lambda e: e != 9, "E")
        return problem

    return Model(build, picture=picture)


GRID = "{A:2} {B:2} {C:2}\n--------\n{D:2} {E:2} {F:2}"
BOARDS = [
    (GRID, {"A": 8}, " 8  ?  8\n--------\n .  .  ."),
    (GRID, {"D": 10, "F": 10}, " .  .  .\n--------\n10  ? 10"),
    (GRID, {"E": 9}, " .  .  .\n--------\n .  ?  ."),
    (GRID, {"D": 7}, " .  .  .\n--------\n ?  .  ."),
    ("{A}{B}|{C} {X}", {"A": 8}, " 8 ?|8 {X}"),  # as wide as the widest value; what is no variable stays
    ("{A:x} {Z}", {"A": 8}, "8 {Z}"),
    ("{D} {E}", {"A": 8}, ""),  # none of them is concerned
    ("{A:q}", {"A": 8}, ""),  # no format of numbers
    ("no field", {"A": 8}, ""),
    (None, {"A": 8}, ""),
    (lambda solution: str(solution["A"]), {"A": 8}, ""),
]


@pytest.mark.parametrize(("picture", "values", "board"), BOARDS)
def test_the_cells_concerned_are_marked_on_the_board(picture: Any, values: dict[str, int], board: str) -> None:
    """With the only value that is left to each, where the picture has variables for fields; it comes last."""
    model = corner(picture)
    found = model.contradiction(values)
    assert found.board == board
    assert str(found).endswith("\n" + "\n".join(f"  {line}".rstrip() for line in board.split("\n"))) is bool(board)
    assert ("board, with the value that is left or a ? in each cell concerned:" in str(found)) is bool(board)


def test_a_board_says_nothing_where_all_of_it_is_concerned() -> None:
    """But an open cell is marked where others are not concerned; words stand to the left."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ABCD", ["red", "green"])
        problem.addConstraint(AllDifferentConstraint(), "ABC")
        return problem

    assert Model(build, picture="{A} {B} {C}").contradiction().board == ""
    assert Model(build, picture="{A} {B} {D}|").contradiction().board == "?     ?     .    |"
    assert Model(build, picture="{A:>5} {D}").contradiction({"A": "red"}).board == "?     .    "


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
@pytest.mark.parametrize("problem_class", [Problem, library.Problem])
def test_why_no_solution_is_better(engine: str, problem_class: Any) -> None:
    """That it is better than a number is one of the constraints; what is asked beside an objective ignores it."""

    def build() -> Any:
        problem = problem_class()
        problem.addVariables("abcd", range(1, 8))
        problem.addConstraint(AllDifferentConstraint(), "abc")
        problem.addConstraint(MaxSumConstraint(-4, [-1, -1, 1]), "abc")
        problem.addConstraint(lambda a, d: a <= d, "ad")
        return problem

    model = Model(build, minimize="a + b - c")
    best = model.solve()
    assert isinstance(best, Assignment)
    assert best.objective == 4
    found = model.explain(better_than=4, engine=engine)
    assert isinstance(found, Contradiction)
    assert [posted.name for posted in found.posted] == ["MaxSum", "text"]
    place = "better_than: " if problem_class is Problem else ""  # python-constraint's own knows no places
    assert f"\n  {place}a + b - c < 4\n" in str(found)
    better = model.explain(better_than=5, engine=engine)
    assert isinstance(better, Assignment)
    assert better.values["a"] + better.values["b"] - better.values["c"] == 4
    largest = model.aiming(maximize="d").explain({"a": 2}, better_than=7.0, engine=engine)
    assert isinstance(largest, Contradiction)
    assert list(map(str, largest.posted)) == [f"{place}d > 7.0"]
    without = model.explain({"a": 1, "b": 1}, engine=engine)
    assert isinstance(without, Contradiction)
    assert [posted.name for posted in without.posted] == ["AllDifferent"]


def test_what_cannot_be_better_is_told() -> None:
    """A model without an objective, and what is no number."""
    model = corner(None)
    with pytest.raises(PuzzleError, match="better_than: there is nothing to be better in"):
        model.explain(better_than=3)
    for wrong in ("b", float("nan")):
        with pytest.raises(PuzzleError, match="better_than: this is no number"):
            model.aiming(minimize="A").explain(better_than=wrong)
