"""All solutions and their number on the command line, of puzzles with moves and of models."""

from __future__ import annotations

import json

import pytest

SQUARE = '''"""A magic square."""
from constraint import AllDifferentConstraint, ExactSumConstraint, Problem
from logicpuzzles.models.model import Model


def model(corner: int = 0) -> Model:
    def square():
        problem = Problem()
        problem.addVariables("ABCDEFGHI", range(1, 10))
        problem.addConstraint(AllDifferentConstraint())
        for line in ("ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"):
            problem.addConstraint(ExactSumConstraint(15), line)
        if corner:
            problem.addConstraint(lambda a: a == corner, ["A"])
        return problem

    return Model(square, picture="{A} {B} {C}\\n{D} {E} {F}\\n{G} {H} {I}")
'''


@pytest.fixture(autouse=True)
def square(tmp_path):
    """The model square.py in the folder of the test."""
    (tmp_path / "square.py").write_text(SQUARE)


# -- puzzles with moves ----------------------------------------------------------------------------


def test_the_two_tours_of_the_small_board_are_listed(quiet):
    """The tours of 4 rows of 3 from square 0 are known."""
    code, out = quiet("solve", "knights_tour", "--all", "--verify")
    assert code == 0
    assert out.startswith("   1  7 2 3 10 5 6 1 8 9 4 11\n   2  7 2 3 10 5 6 11 4 9 8 1\n\n2 solutions of 11 moves.\n")


def test_all_solutions_as_json(quiet):
    code, out = quiet("solve", "six", "1,5,2,6,3,4,0", "--all", "--json")
    found = json.loads(out)
    keys = [
        "status",
        "reason",
        "count",
        "length",
        "cost",
        "solutions",
        "nodes",
        "limits",
        "seconds",
        "strategy",
        "engine",
    ]
    assert code == 0
    assert list(found) == [*keys, "bound", "groups", "groups_of", "proof", "why"]
    assert (found["status"], found["count"], found["length"], len(found["solutions"])) == ("solved", 11, 11, 11)
    assert found["solutions"][0] == json.loads(quiet("solve", "six", "1,5,2,6,3,4,0", "--json")[1])["moves"]


def test_the_number_of_solutions(quiet):
    assert quiet("solve", "knights_tour", "--rows", 5, "--cols", 5, "--count")[1].startswith("304 solutions.\n")
    found = json.loads(quiet("solve", "knights_tour", "--rows", 5, "--cols", 5, "--count", "--json")[1])
    assert (found["count"], found["solutions"]) == (304, None)


@pytest.mark.parametrize("how", ["--all", "--count"])
def test_no_solution_is_told_with_the_reason(quiet, how):
    code, out = quiet("solve", "seven", "1,2,3,4,5,7,6,0", how)
    assert code == 1
    assert out.startswith("No solution: the goal is an odd permutation of the start")


def test_a_limit_stops_the_list_with_what_was_found(quiet):
    code, out = quiet("solve", "six", "1,5,2,6,3,4,0", "--all", "--limit-nodes", 500, "--json")
    found = json.loads(out)
    assert (code, found["status"]) == (3, "stopped")
    assert found["count"] == len(found["solutions"]) < 11


def test_a_start_that_is_a_goal_has_one_solution(quiet):
    assert quiet("solve", "six", "1234560", "--all")[1].startswith("   1  (no moves)\n\n1 solution of 0 moves.\n")


# -- models ----------------------------------------------------------------------------------------


def test_a_model_is_drawn(quiet):
    code, out = quiet("solve", "./square.py")
    assert (code, out.split("\n\n")[0]) == (0, "2 9 4\n7 5 3\n6 1 8")


def test_all_solutions_of_a_model_stand_side_by_side(quiet):
    code, out = quiet("solve", "./square.py", "--all")
    assert code == 0
    assert "\n\n8 solutions.\n" in out
    assert all(len(line) == 8 * 5 + 7 * 3 for line in out.split("\n")[:3])


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_the_json_of_a_model(quiet, engine):
    keys = ["status", "reason", "solutions", "count", "objective", "gap", "nodes", "seconds", "engine", "why"]
    for how, count, listed in ((), None, 1), (("--all",), 8, 8), (("--count",), 8, None):
        found = json.loads(quiet("solve", "./square.py", "--json", "--engine", engine, *how)[1])
        assert list(found) == keys
        assert (found["status"], found["count"], found["engine"]) == ("solved", count, engine)
        assert (None if found["solutions"] is None else len(found["solutions"])) == listed


def test_a_model_without_solutions_says_what_contradicts(quiet):
    code, out = quiet("solve", "./square.py", "--corner", 1)
    assert code == 1
    assert out.startswith("No solution: the constraints contradict each other.\n\nthese contradict each other, ")
    found = json.loads(quiet("solve", "./square.py", "--corner", 1, "--json")[1])
    assert (found["status"], found["solutions"]) == ("exhausted", [])


def test_a_model_is_stopped_by_a_limit(quiet):
    code, out = quiet("solve", "./square.py", "--all", "--limit-nodes", 3, "--json")
    assert (code, json.loads(out)["status"]) == (3, "stopped")


def test_check_tells_about_a_model(quiet):
    code, out = quiet("check", "./square.py")
    assert code == 0
    assert "  values   9 variables: A, B, C, D, E, F, G, H, I from 1, 2, 3, 4, 5, 6, 7, 8, 9\n" in out
    assert "  rules    1 AllDifferent, 8 ExactSum\n" in out
    assert "  solved   in 8 ways\n" in out
    assert quiet("check", "./square.py", "--corner", 1)[0] == 1
