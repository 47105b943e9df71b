"""What `show` tells of a rule file: its documentation, parameters, relations, goals, and boards."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.rulefile.grid import Grid

HEAD = "from logicpuzzles import Grid, Model, Problem, Puzzle, Relation, lall, ntho, relation, swapo, var\n\n\n"
SWAP = (
    "@relation\ndef swap(label, before, after):\n    there = var()\n"
    "    return lall(ntho(there, before, 0), swapo(0, there, before, after), ntho(0, before, label))\n\n\n"
)


@pytest.fixture
def shown(quiet, tmp_path):
    """What is told of a rule file with this text."""

    def call(text):
        (tmp_path / "mine.py").write_text(HEAD + text)
        code, out = quiet("show", "./mine.py")
        assert code == 0
        return out

    return call


def test_of_several_goals_the_first_are_drawn_and_all_counted(shown):
    goals = [(1, 0, 2), (0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)]
    out = shown(f"{SWAP}puzzle = Puzzle(move=swap, start=(0, 2, 1), goal={goals}, picture='0\\n1 2')\n")
    boards = "start    goal 1   goal 2   goal 3\n0        1        0        2\n2 1      0 2      1 2      1 0\n"
    assert out.endswith(f"\n\n{boards}\nThere are 5 goals, the first 3 of them drawn.\n")
    out = shown(f"{SWAP}puzzle = Puzzle(move=swap, start=(0, 2, 1), goal={goals[:2]})\n")
    assert out.endswith("\ngoal 1  1 0 2\ngoal 2  0 1 2\n\nThere are 2 goals.\n")


def test_a_goal_that_is_a_relation_is_named(quiet):
    assert quiet("show", "knights_tour")[1].endswith("\n\nThe goals are the states of which toured/1 is true.\n")


PARAMETERS = [
    ("a: str = ''", "--a  text; default ''"),
    ("a: str = 'x y'", "--a  text; default x y"),
    ("a: int | None = None", "--a  an integer; default none"),
    ("a: tuple = (1, 'b')", "--a  values separated by commas; default 1 b"),
    ("a: bool = True", "--a / --no-a  default --a"),
    ("a: bool = False", "--a / --no-a  default --no-a"),
    ("a: bool | None = None", "--a / --no-a  default none"),
    ("a: Grid = Grid('1.\\n.2')", "--a  a grid, as text or a file; default\n       1.\n       .2"),
]


@pytest.mark.parametrize(("declared", "row"), PARAMETERS)
def test_a_parameter_is_told_as_it_is_given(shown, declared, row):
    out = shown(f"{SWAP}def puzzle({declared}):\n    return Puzzle(move=swap, start=(0, 1), goal=(1, 0))\n")
    assert f"Parameters\n  {row}\n" in out


def test_the_options_of_a_parameter_that_is_true_or_false_work_as_shown(quiet):
    assert "  --corners / --no-corners  default --corners\n" in quiet("show", "magic_square")[1]
    assert quiet("solve", "magic_square", "--corners", "--count")[1].startswith("1 solution.\n")
    assert quiet("solve", "magic_square", "--no-corners", "--count")[1].startswith("8 solutions.\n")


def test_the_help_tells_defaults_as_they_are_given(quiet):
    assert (
        "  --corners / --no-corners        Of the rule file [default: --corners]\n"
        in quiet("solve", "magic_square", "-h")[1]
    )
    told = " ".join(quiet("solve", "sudoku", "-h")[1].split())
    assert told.endswith(
        "--grid GRID Of the rule file: a grid, as text or a file [default: 9 x 9 cells that `show` prints]"
    )


def test_the_default_grid_can_be_pasted_into_a_file(quiet, tmp_path):
    out = quiet("show", "sudoku")[1]
    rows = out.split("default\n")[1].split("\n\n")[0]
    (tmp_path / "grid.txt").write_text(rows)
    solved = [
        quiet("solve", "sudoku", *given, "--json")[1].split('"nodes"')[0] for given in ((), ("--grid", "grid.txt"))
    ]
    assert solved[0] == solved[1]


cells = st.one_of(st.none(), st.integers(0, 30), st.sampled_from(["x", "ab"]))


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(cells, min_size=n, max_size=n), min_size=1, max_size=4)))
def test_a_grid_of_two_columns_or_more_is_read_as_it_is_written(rows):
    assert Grid(Grid(rows).text) == Grid(rows)


def test_a_model_is_shown_with_its_relation_and_how_to_ask_it(quiet):
    out = quiet("show", "send_more")[1]
    assert "\n  send_more/8  A solution of the model: a value for each of its variables.\n" in out
    assert "\nVariables of send_more/8, in this order\n  S, E, N, D, M, O, R, Y\n" in out
    told = out.split("To ask it\n")[1]
    assert quiet(*shlex.split(told)[1:]) == (0, "S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2\n")


def test_variables_that_are_no_words_for_unknowns_get_others(quiet):
    told = quiet("show", "queens", "--n", "4")[1].split("To ask it\n")[1]
    assert told == "  logicpuzzles query queens 'queens(X1, X2, X3, X4)'\n"


def test_examples_in_the_documentation_keep_their_lines(quiet):
    lines = quiet("show", "mastermind")[1].split("\n")
    assert any(line.startswith("    possible([2,3,5,6], A, [[[0,1,2,3], [0,2]]])") for line in lines)
    assert max(map(len, lines)) <= 80


def test_text_of_several_lines_is_shown_as_it_stands(cli, tmp_path):
    """And help tells how many lines there are."""
    (tmp_path / "level.py").write_text(
        '"""A level as text."""\n\nfrom logicpuzzles import Puzzle, eq, lall, relation, swapo\n\n\n'
        "@relation\ndef go(label, before, after):\n    return lall(swapo(0, 1, before, after), eq(label, 0))\n\n\n"
        "def puzzle(level: str = '###\\n#@#\\n###') -> Puzzle:\n    return Puzzle(go, (0, 1), (1, 0))\n"
    )
    shown = cli("show", str(tmp_path / "level.py"))[1]
    assert [line.strip() for line in shown.split("\n") if "#" in line] == ["###", "#@#", "###"]
    told = cli("solve", str(tmp_path / "level.py"), "--help")[1]
    assert "3 lines that `show` prints" in " ".join(told.split())
