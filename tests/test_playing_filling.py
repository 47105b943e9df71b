"""Models filled in by hand: candidates, conflicts and boards, beside brute force."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import fromstring

import constraint as library
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import RandomProblem, problems

from logicpuzzles import Limits, Model, Problem, PuzzleError, load
from logicpuzzles.drawing.text import text
from logicpuzzles.endings import Assignment
from logicpuzzles.models.explain import Contradiction
from logicpuzzles.playing.drawn_fill import drawn_fill
from logicpuzzles.playing.filling import Fill


def filled(problem: RandomProblem, choices: list[tuple[int, int]]) -> Fill:
    """The model with some cells filled in at random."""
    fill = Fill(Model(problem.build))
    for cell, value in choices:
        open_cells = [v for v in fill.cells if v not in fill.given]
        if open_cells:
            variable = open_cells[cell % len(open_cells)]
            fill.put(variable, fill.domains[variable][value % len(fill.domains[variable])])
    return fill


def agreeing(problem: RandomProblem, values: dict[Any, Any]) -> list[dict[Any, Any]]:
    """The solutions with these values, by brute force."""
    rows = [dict(zip(problem.domains, row, strict=True)) for row in problem.brute_force()]
    return [row for row in rows if all(row[v] == x for v, x in values.items())]


CHOICES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=4)


@given(problems(), CHOICES)
def test_candidates_hold_the_values_of_every_solution(problem: RandomProblem, choices: list[tuple[int, int]]) -> None:
    fill = filled(problem, choices)
    for variable in fill.cells:
        others = {v: x for v, x in fill.values.items() if v != variable or v in fill.given}
        found = fill.candidates(variable)
        assert {row[variable] for row in agreeing(problem, others)} <= set(found)
        assert set(found) <= set(problem.domains[variable])


@given(problems(), CHOICES)
def test_conflicts_are_real(problem: RandomProblem, choices: list[tuple[int, int]]) -> None:
    """Where cells are marked, or a dead end is told, no solution has these values; a full board is told for sure."""
    fill = filled(problem, choices)
    solutions = agreeing(problem, fill.values)
    if fill.conflicts() or fill.is_dead_end:
        assert not solutions
    if fill.is_full:
        assert bool(fill.conflicts()) == (not solutions)
        assert fill.is_solved == bool(solutions)
        values = tuple(fill.values.values())
        violated = Model(problem.build).violated(dict(zip(fill.variables, values, strict=True)))
        marked = fill.conflicts()
        assert all(marked & {*posted.scope} for posted in violated)
    assert fill.count(1000).found == len(solutions)
    assert isinstance(fill.why(), Assignment if solutions else Contradiction)


@given(problems(), CHOICES)
def test_a_hint_is_the_value_of_a_solution(problem: RandomProblem, choices: list[tuple[int, int]]) -> None:
    fill = filled(problem, choices)
    hint, solutions = fill.hint(), agreeing(problem, fill.values)
    if solutions and not fill.is_full:
        assert hint is not None
        assert hint[0] not in fill.values
        assert any(row[hint[0]] == hint[1] for row in solutions)
    elif fill.is_full:
        assert hint is None


def test_only_the_cells_that_clash_are_marked() -> None:
    """Of the two digits that are the same, and of none beside them."""
    fill = Fill(load("sudoku").model)
    fill.put("A3", 9)
    assert (fill.clashes(), fill.conflicts()) == (set(), set())
    fill.put("A5", 8)
    assert fill.clashes() == fill.conflicts() == {"A1", "A5", "G5"}
    fill.undo()
    assert fill.conflicts() == set()


def test_a_wrong_value_that_clashes_with_none_is_a_dead_end() -> None:
    """A3 must be 9: with 1 no digit is left for some cell of the last row, and none of the values there clash."""
    fill = Fill(load("sudoku").model)
    assert fill.candidates("A3") == (9,)
    fill.put("A3", 1)
    assert fill.is_dead_end
    assert fill.clashes() == set()
    assert fill.conflicts() == {f"I{column}" for column in range(1, 10)}
    assert fill.candidates("A3") == (9,)  # as if it were empty
    assert fill.candidates("A4") == ()


def test_a_dead_end_marks_where_nothing_is_left() -> None:
    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abc", [1, 2, 3])
        problem.addConstraint(lambda a, b: a + b == 4, "ab")
        problem.addConstraint(lambda b, c: b + c == 3, "bc")
        return problem

    fill = Fill(Model(build))
    fill.put("a", 1)
    assert (fill.conflicts(), fill.clashes(), fill.is_dead_end) == ({"b", "c"}, set(), True)
    assert (fill.candidates("a"), fill.candidates("b"), fill.candidates("c")) == ((2, 3), (), ())
    assert fill.count().in_words() == "no solution"


def test_steps_are_taken_back_and_made_again() -> None:
    fill = Fill(load("send_more").model)
    fill.put("S", "9")
    fill.put("m", 1)
    fill.put("S", 9)  # it is there already
    fill.erase("S")
    assert fill.values == {"M": 1}
    assert fill.undo()
    assert fill.values == {"S": 9, "M": 1}
    fill.restart()
    assert (fill.values, fill.can_undo, fill.can_redo) == ({}, False, True)
    while fill.redo():
        pass
    assert fill.values == {"M": 1}
    fill.undo()
    fill.put("E", 5)
    assert not fill.redo()
    assert fill.values == {"S": 9, "E": 5, "M": 1}


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("Q", 1, "there is no such cell; expected S, E, N, D, M, O, R, Y, got 'Q'"),
        ("S", 10, "S cannot be 10; expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("S", "x", "S cannot be x; expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("S", [], "S cannot be []; expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ([], 1, "there is no such cell; expected S, E, N, D, M, O, R, Y, got []"),
    ],
)
def test_what_does_not_fit_is_refused(variable: object, value: object, message: str) -> None:
    fill = Fill(load("send_more").model)
    with pytest.raises(PuzzleError) as caught:
        fill.put(variable, value)
    assert str(caught.value) == message
    assert fill.values == {}


def test_given_cells_stay() -> None:
    """Those of the puzzle, of constraints on one variable alone, and those that are named as given."""
    fill = Fill(load("sudoku").model, {"A3": 9})
    assert (fill.values["A1"], fill.values["A3"]) == (8, 9)
    for act in (lambda: fill.put("A1", 1), lambda: fill.erase("A3")):
        with pytest.raises(PuzzleError, match=r"A[13] is given\. Next: choose another cell"):
            act()
    with pytest.raises(PuzzleError, match="A3 cannot be 12"):
        Fill(load("sudoku").model, {"A3": 12})


EMPTY_QUEENS = "\n".join(["- - - -"] * 4)
ONE_QUEEN = ". - - -\nQ - - -\n. - - -\n. - - -"


def test_a_function_is_drawn_with_the_cells_that_are_filled_in() -> None:
    """A column of points is empty squares beside a queen, lines are a column without one."""
    fill = Fill(load("queens", n=4).model)
    assert text(fill.scene()) == EMPTY_QUEENS
    fill.put(1, 2)
    assert text(fill.scene()) == ONE_QUEEN
    assert [cell.at for cell in fill.scene().cells][:8] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert fill.cells == (1, 2, 3, 4)
    for column, row in ((2, 4), (3, 1), (4, 3)):
        fill.put(column, row)
    assert fill.is_solved
    assert text(fill.scene()) == fill.model.draw(fill.values)


def test_what_draws_solutions_only_is_a_list_until_then() -> None:
    fill = Fill(load("zebra").model)
    assert text(fill.scene()).splitlines()[:2] == ["red          = .", "green        = ."]
    assert [cell.at for cell in fill.scene().cells] == list(fill.variables)
    solution = fill.model.solve(fill.values)
    assert isinstance(solution, Assignment)
    for variable, value in solution.values.items():
        if variable not in fill.given:
            fill.put(variable, value)
    assert fill.is_solved
    assert text(fill.scene()) == fill.model.draw(solution)


@pytest.mark.parametrize("name", ["sudoku", "send_more", "nurikabe", "magic_square", "queens", "sudoku.pl"])
def test_a_solution_is_drawn_as_the_model_draws_it(name: str) -> None:
    """And each variable is where it was when its cell was empty."""
    fill = Fill(load(name).model)
    places = [(cell.row, cell.column, cell.at) for cell in fill.scene().cells]
    shown = {at for *_, at in places} - {None}
    assert {v for v in fill.variables if len(fill.domains[v]) > 1} <= shown <= set(fill.variables)
    solution = fill.model.solve(fill.values)
    assert isinstance(solution, Assignment)
    for variable, value in solution.values.items():
        if variable not in fill.given:
            fill.put(variable, value)
    assert text(fill.scene()) == fill.model.draw(solution)
    assert [(cell.row, cell.column, cell.at) for cell in fill.scene().cells] == places


def test_a_board_tells_what_is_given_chosen_and_marked() -> None:
    fill = Fill(load("send_more").model, given={"M": 1})
    fill.put("S", 9)
    drawn = drawn_fill(fill, {"S"}, "E")
    assert [drawn.variables[number] for number in sorted(drawn.variables)] == [c.at for c in fill.scene().cells]
    told = {
        drawn.variables[int(cell.get("data-cell", ""))]: (cell.get("aria-label"), cell.get("class"))
        for cell in fromstring(drawn.picture).findall(".//*[@data-cell]")
    }
    assert told["M"] == ("M: 1, given", "cell given")
    assert told["S"] == ("S: 9", "cell")
    assert told["E"] == ("E: empty", "cell chosen")
    (first,) = {
        drawn.variables[int(c.get("data-cell", ""))]
        for c in fromstring(drawn.picture).iter()
        if c.get("tabindex") == "0"
    }
    assert first == "E"


def test_a_picture_that_never_ends_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicpuzzles.models.drawings._SECONDS", 0.2)

    def picture(values: dict[str, int]) -> str:
        while values["a"] != values["b"]:
            pass
        return "same"

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", [1, 2])
        problem.addConstraint(library.AllDifferentConstraint())
        return problem

    assert text(Fill(Model(build, picture=picture)).scene()) == "a = .\nb = ."


def test_counting_keeps_to_its_limits() -> None:
    found = Fill(load("queens", n=30).model).count(10**9, Limits(nodes=50))
    assert not found.is_all
    assert "limit of 50 nodes" in found.in_words()
    assert Fill(load("send_more").model).count().in_words() == "one solution"
