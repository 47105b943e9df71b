"""Models on the command line: what is drawn, the JSON object, limits and exit codes, one message for what is wrong."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

RULES = Path(__file__).parent.parent / "rules"
KEYS = ["status", "reason", "solutions", "count", "objective", "gap", "nodes", "seconds", "engine", "why"]
HEAD = "from logicpuzzles import Model, Problem\ndef build():\n    problem = Problem()\n"
TAIL = "\n    return problem\nmodel = Model(build)\n"
Cli = Callable[..., tuple[int, str, str]]


def solved(cli: Cli, line: str, code: int = 0) -> str:
    """What `solve` prints of a shipped model."""
    name, *options = line.split()
    found, out, err = cli("solve", str(RULES / f"{name}.py"), *options)
    assert (found, err) == (code, "")
    return out


DRAWN: list[tuple[str, list[str]]] = [
    ("send_more", ["   9567", "+  1085", "-------", "  10652"]),
    ("send_more --puzzle MONEY-MORE=SEND", ["  10652", "-  1085", "-------", "   9567"]),
    ("send_more --puzzle seven+seven+six=twenty", ["   68782", "+  68782", "+    650", "--------", "  138214"]),
    ("magic_square", ["2 9 4", "7 5 3", "6 1 8"]),
    ("queens --n 4", [". . Q .", "Q . . .", ". . . Q", ". Q . ."]),
    ("sudoku --grid 12..3.122..3....", ["1 2 | 3 4", "3 4 | 1 2", "----+----", "2 1 | 4 3", "4 3 | 2 1"]),
    ("zebra", ["yellow  norwegian  fox     water   kools", "blue    ukrainian  horse   tea     chesterfield"]),
]


@pytest.mark.parametrize(("line", "lines"), DRAWN)
def test_solutions_are_drawn_as_a_person_writes_them(cli: Cli, line: str, lines: list[str]) -> None:
    """Words over a line over their sum, the square, the board, the grid, a line for each house."""
    out = solved(cli, line)
    assert out.split("\n")[: len(lines)] == lines
    assert re.search(r"\n\nnodes   \d+\ntime    [\d.,]+ \w+; engine compiled\n$", out)


def test_all_solutions_stand_side_by_side(cli: Cli) -> None:
    """As many in a row as fit, then how many there are."""
    out = solved(cli, "magic_square --no-corners --all")
    assert out.startswith("2 9 4   2 7 6   4 9 2   ")
    assert max(map(len, out.split("\n"))) <= 80
    squares = [block.split("\n") for block in out.split("\n\n")[:-2]]
    assert sum(len(rows[0].split()) for rows in squares) == 8 * 3
    assert "\n\n8 solutions.\n\n" in out


@pytest.mark.parametrize(("engine", "named"), [("auto", "compiled"), ("reference", "reference"), ("cp-sat", "cp-sat")])
def test_json(cli: Cli, engine: str, named: str) -> None:
    """One object with the same keys always: a solution, all, or their number."""
    digits = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    for option, solutions, count in (("", [digits], None), ("--all", [digits], 1), ("--count", None, 1)):
        found = json.loads(solved(cli, f"send_more --json --engine {engine} {option}"))
        assert list(found) == KEYS
        assert (found["status"], found["reason"], found["engine"]) == ("solved", None, named)
        assert (found["solutions"], found["count"]) == (solutions, count)
        assert isinstance(found["nodes"], int)
        assert isinstance(found["seconds"], float)


@pytest.mark.parametrize(("option", "solutions", "count"), [("", [], None), ("--all", [], 0), ("--count", None, 0)])
def test_json_of_none(cli: Cli, option: str, solutions: list[Any] | None, count: int | None) -> None:
    """Proved that there is none: exit code 1."""
    found = json.loads(solved(cli, f"queens --n 3 --json {option}", code=1))
    assert list(found) == KEYS
    assert (found["status"], found["reason"]) == ("exhausted", "the constraints contradict each other")
    assert (found["solutions"], found["count"]) == (solutions, count)


@pytest.mark.parametrize("option", ["", "--all", "--count"])
def test_no_solution_is_explained(cli: Cli, option: str) -> None:
    """The constraints, their lines in the rule file, their variables and values."""
    out = solved(cli, f"magic_square --order 2 {option}", code=1)
    file = RULES / "magic_square.py"
    assert out.split("\n\n")[:2] == [
        "No solution: the constraints contradict each other.",
        "these contradict each other, and no fewer do:\n"
        f"  {file}:31: AllDifferent(A, B, C, D)\n"
        "      problem.addConstraint(AllDifferentConstraint())\n"
        f"  {file}:33: ExactSum(A, B): 5\n"
        f"  {file}:33: ExactSum(A, C): 5\n"
        "      problem.addConstraint(ExactSumConstraint(order * (order**2 + 1) // 2), line)\n"
        "values:\n"
        "  A, B, C, D: 1, 2, 3, 4",
    ]


def test_no_round_trip_of_an_odd_board(cli: Cli) -> None:
    """That 49 squares cannot be paired is seen at once, and told by the 25 of one colour."""
    out = solved(cli, "knights_circuit --rows 7 --cols 7", code=1)
    assert out.startswith(
        "No solution: the constraints contradict each other.\n\nthese contradict each other, and no fewer do:"
    )
    assert ": 25 InSet over 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 ... (25 in all)" in out
    assert "\nnodes   0\n" in out


LIMITS = [
    ("--limit-nodes 100", "the limit of 100 nodes was reached; "),
    ("--limit-seconds 2 --engine reference", "the limit of 2 seconds was reached; "),
]


@pytest.mark.parametrize(("option", "reason"), LIMITS)
def test_limits(cli: Cli, option: str, reason: str) -> None:
    """Stopped by a limit, it says which, and how far it got: exit code 3."""
    line = f"magic_square --order 5 --count {option}"
    assert " ".join(solved(cli, line, code=3).split()).startswith(f"Stopped: {reason}")
    found = json.loads(solved(cli, f"{line} --json", code=3))
    assert found["status"] == "stopped"
    assert found["reason"].endswith(f"; {found['count']:,} solutions were found until then")


def test_a_limit_on_memory_stops_the_building_or_the_search(cli: Cli) -> None:
    """Whichever of the two is under way when the memory is looked at says that it was stopped: exit code 3."""
    line = "magic_square --order 5 --count --limit-memory 1kB"
    text = " ".join(solved(cli, line, code=3).split())
    assert text.startswith((
        "Stopped: the limit of 1,000 bytes of memory was reached; 0 solutions were found",
        "Stopped: building the model was stopped: it has taken 1,000 bytes of memory",
    ))  # fmt: skip
    assert json.loads(solved(cli, f"{line} --json", code=3))["status"] == "stopped"


def test_the_engine_that_auto_takes_is_named_with_the_reason(cli: Cli, tmp_path: Path) -> None:
    """What the kernel does not take is said."""
    (tmp_path / "own.py").write_text(
        "from constraint import Constraint\n"
        "class Even(Constraint):\n"
        "    def __call__(self, variables, domains, assignments, forwardcheck=False):\n"
        "        return len(assignments) < 2 or sum(assignments.values()) % 2 == 0\n"
        + HEAD
        + "    problem.addVariables('ab', [1, 2])\n    problem.addConstraint(Even())"
        + TAIL
    )
    code, out, _ = cli("solve", "./own.py", "--count")
    assert (code, out.split("\n")[0]) == (0, "2 solutions.")
    assert "; engine reference\n" in out
    assert out.endswith("\nnote    own.py:9: Even(a, b) is of a class that only the engine reference takes\n")
    code, _, err = cli("solve", "./own.py", "--engine", "compiled")
    assert code == 2
    assert (
        "Even(a, b) is of a class that only the engine reference takes. Next: use the engine auto or reference" in err
    )


WRONG = [
    ("send_more --puzzle SEND", "send_more.py:23: puzzle: this is no alphametic; expected words as in SEND+MORE=MONEY"),
    ("send_more --puzzle SEND+MORE=", "this is no alphametic"),
    ("send_more --puzzle SEND=MORE=MONEY", "this is no alphametic"),
    ("send_more --puzzle 5END+MORE=MONEY", "this is no alphametic"),
    ("send_more --puzzle ABCDEF+GHIJK=LM", "there are 13 letters; expected at most 10, as many as digits"),
    ("send_more --order 3", "No such option"),
    ("send_more 1,2,3", "START: a model has no start, got 1,2,3. Next: write --puzzle 1,2,3"),
    ("send_more --goal 1,2,3", "--goal: a model has no goal"),
    ("send_more --strategy bfs", "--strategy: a model has no strategy"),
    (
        "send_more --engine rules",
        "--engine: rules is for puzzles with moves; expected one of auto, compiled, learning, reference",
    ),
    ("send_more --engine fast", "'fast' is not one of"),
    ("send_more --all --count", "--all and --count exclude each other"),
    ("magic_square --order 0", "order: there is no such square; expected 1 to 26, got 0"),
    ("magic_square --order three", "parameter order has a wrong value; expected an integer, got 'three'"),
    ("magic_square --limit-nodes 0", "expected a whole number from 1 on"),
    ("queens --n -1", "n: there is no such board; expected at least 1, got -1"),
    ("knights_circuit --rows 0", "rows, cols: there is no such board"),
    ("sudoku --grid 123", "grid: the grid is no sudoku; expected 9 rows of 9 cells, got 1 of 3"),
    ("sudoku --grid nobody.txt", "nobody.txt: there is no such file"),
    ("sudoku --grid " + "." * 79 + "x1", "cell I8: this is no digit; expected 1 to 9, or . or 0, got x"),
    ("sudoku --grid 1" + "." * 7 + "1" + "." * 72, "grid: cells A1 and A9 both have 1; expected different digits"),
    ("sudoku --grid 1" + "." * 9 + "1" + "." * 70, "grid: cells A1 and B2 both have 1; expected different digits"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_wrong_input(cli: Cli, line: str, message: str) -> None:
    """One message, with the place, and exit code 2."""
    name, *options = line.split()
    code, out, err = cli("solve", str(RULES / f"{name}.py"), *options)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("Error: ")


def test_drawings_of_one_line_follow_each_other(cli: Cli, tmp_path: Path) -> None:
    """However many would fit beside each other."""
    body = "    problem.addVariables('ab', range(2))"
    (tmp_path / "pair.py").write_text(HEAD + body + TAIL.replace("(build)", "(build, picture='first {a}, then {b}')"))
    _, out, _ = cli("solve", "./pair.py", "--all")
    assert out.startswith("first 0, then 0\nfirst 0, then 1\nfirst 1, then 0\nfirst 1, then 1\n\n4 solutions.\n")


BAD_FILES = [
    ("    problem.addVariable('a', [])", "bad.py:4: the domain of a is empty; expected one value or more"),
    (
        "    problem.addVariable('ab', [1])\n    problem.addConstraint(lambda a: a, ['abc'])",
        "bad.py:5: the constraint is on an unknown variable 'abc'; expected one of ab. Next: did you mean ab?",
    ),
    (
        "    problem.addVariables('ab', [0, 1])\n    problem.addConstraint(lambda a, b: a / b > 1)",
        "bad.py:5: the constraint raises ZeroDivisionError: division by zero, got a = 0, b = 0",
    ),
    (
        "    problem.addVariable('a', [1])\n    problem.addConstraint(['a < 2', '2 > 1'])",
        "bad.py:5: the text of a constraint names no variable",
    ),
    ("    problem.addVariable('a', {}['x'])", "bad.py:4: KeyError: 'x'"),
    ("    problem = None", "bad.py:2: the model does not build a problem; expected a Problem, got None"),
    ("    pass", "bad.py:2: the problem has no variables"),
]


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize(("body", "message"), BAD_FILES, ids=[message for _, message in BAD_FILES])
def test_wrong_files(cli: Cli, tmp_path: Path, body: str, message: str, command: str) -> None:
    """The line of the rule file, and exit code 2."""
    (tmp_path / "bad.py").write_text(HEAD + body + TAIL)
    code, _, err = cli(command, "./bad.py")
    assert code == 2
    assert err.startswith(f"Error: {message}")
    assert err.count("\n") == 1


def test_check_tells_how_constraints_were_understood(cli: Cli, tmp_path: Path) -> None:
    """Linear, a table, decided by the domains, or called for values as they become known; with the lines."""
    body = """    problem.addVariables('abc', range(50))
    problem.addConstraint(lambda a, b, c: a < b < c and a + b != c + 1)
    problem.addConstraint('a + c == b or b > 30', ['a', 'b', 'c'])
    problem.addConstraint(lambda a, b: (a * b) % 7 == 1, 'ab')
    problem.addConstraint(lambda a: a % 2 == 1, 'a')
    problem.addConstraint(lambda b: b >= 0, 'b')
    problem.addConstraint(lambda a, b, c: {a: b}.get(c, 0) != 1, 'abc')
    problem.addConstraint(lambda a, b, c: 0.1 * a + 0.2 * b <= 0.3 * c, 'abc')"""
    (tmp_path / "understood.py").write_text(HEAD + body + TAIL)
    code, out, _ = cli("check", "./understood.py")
    assert code == 0
    assert [line.removeprefix("  read     ") for line in out.splitlines() if line.startswith("  read")] == [
        "1 function as 3 sums (understood.py:5)",
        "1 text as formula",
        "1 function as table of up to 294 rows (understood.py:7)",
        "1 function as domain (understood.py:8)",
        "1 function as nothing: it always holds (understood.py:9)",
        "1 function as calls of the function (understood.py:10)",
        "1 function as formula, asking at times (understood.py:11)",
    ]


BAD_PICTURES = [
    ("lambda values: values['z']", "bad.py:6: picture: KeyError: 'z'"),
    ("'{a:s}'", "bad.py: picture: {a:s} does not fit: Unknown format code 's' for object of type 'int', got 1"),
    ("lambda values: 3", "bad.py:6: picture: no text was returned, got 3"),
]


@pytest.mark.parametrize(("picture", "message"), BAD_PICTURES)
def test_wrong_pictures(cli: Cli, tmp_path: Path, picture: str, message: str) -> None:
    """A picture that cannot be drawn is one message too; as JSON the solution is there all the same."""
    tail = TAIL.replace("Model(build)", f"Model(build, picture={picture})")
    (tmp_path / "bad.py").write_text(f"{HEAD}    problem.addVariable('a', [1]){tail}")
    code, _, err = cli("solve", "./bad.py")
    assert (code, err) == (2, f"Error: {message}\n")
    assert cli("solve", "./bad.py", "--json")[0] == 0


def test_show_and_check(cli: Cli) -> None:
    """They tell the relation, the parameters, and what was found out."""
    code, out, _ = cli("show", str(RULES / "magic_square.py"))
    assert code == 0
    assert "magic_square(A, B, C, D, E, F, G, H, I)" in out
    assert "--corners" in out
    assert max(map(len, cli("show", str(RULES / "knights_circuit.py"))[1].split("\n"))) <= 80
    code, out, _ = cli("check", str(RULES / "magic_square.py"))
    assert code == 0
    assert "declares a model.\n\n  magic_square/9  " in out
    assert re.search(r"rules +1 AllDifferent, 8 ExactSum, 2 function\n +read +1 AllDifferent as all different\n", out)
    assert re.search(r"read +8 ExactSum as sum\n( +read .*\n)+ +engine +compiled\n +solved +in exactly one", out)


def test_query(cli: Cli) -> None:
    """The relation of a model is asked like any other, its parameters set."""
    code, out, _ = cli("query", str(RULES / "send_more.py"), "send_more(9, E, N, D, 1, 0, R, Y)")
    assert (code, out) == (0, "E = 5, N = 6, D = 7, R = 8, Y = 2\n")
    asked = ["query", str(RULES / "magic_square.py"), "magic_square(A, 9, C, D, 5, F, G, 1, I)"]
    assert cli(*asked)[1].count("\n") == 1
    assert cli(*asked, "--set", "corners=false")[1].count("\n") == 2
    assert cli("query", str(RULES / "send_more.py"), "send_more(8, E, N, D, 1, 0, R, Y)")[:2] == (1, "false\n")


def test_ctrl_c() -> None:
    """A long count is stopped: exit code 130, and no traceback."""
    line = f"-m logicpuzzles solve {RULES / 'magic_square.py'} --order 5 --count"
    child = pexpect.spawn(sys.executable, line.split(), encoding="utf-8", timeout=300)
    child.expect("assignments tried")
    child.kill(signal.SIGINT)
    rest = child.read()
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in rest
