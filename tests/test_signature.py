"""Help, completion and lists look at rule files and run none; a known name is never replaced in silence."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from logicpuzzles import load
from logicpuzzles.rulefile.finding import available, find, shipped
from logicpuzzles.rulefile.grid import Grid
from logicpuzzles.rulefile.outline import signature
from logicpuzzles.rulefile.parameters import REQUIRED, Written

LOUD = '''"""A file that tells that it was run."""
from pathlib import Path
Path("was-run").touch()
SIZE = 7
def puzzle(rows: int, cols: "int | None" = None, word: str = "a\\x1b[2J", size=SIZE, far: float = 2 * 1.5,
           closed: bool = False, way: Literal["in", "out"] = "in", rest: tuple[int, ...] = (1, 2),
           grid: Grid = "12\\n3.", odd: 'what(' = 1, other: Path = Path(), *, last: typing.Optional[int] = 3):
    Path("was-run").touch()
'''


@pytest.mark.parametrize("name", [name for name in available() if name.isidentifier()])
def test_what_the_text_tells_is_what_running_the_file_tells(name):
    seen, told = signature(find(name)), load(name).parameters
    assert seen == told


def test_parameters_are_told_from_the_text(tmp_path):
    path = tmp_path / "loud.py"
    path.write_text(LOUD)
    seen = {parameter.name: parameter for parameter in signature(path)}
    assert {name: parameter.default for name, parameter in seen.items()} == {
        "rows": REQUIRED,
        "cols": None,
        "word": "a\x1b[2J",
        "size": 7,
        "far": "2 * 1.5",
        "closed": False,
        "way": "in",
        "rest": (1, 2),
        "grid": Grid("12\n3."),
        "odd": 1,
        "other": "Path()",
        "last": 3,
    }
    assert isinstance(seen["far"].default, Written)
    assert [seen[name].type for name in ("rows", "cols", "size", "far", "closed")] == [int, int, int, float, bool]
    assert seen["way"].choices == ("in", "out")
    assert (seen["cols"].optional, seen["last"].optional, seen["rows"].optional) == (True, True, False)


BROKEN = [
    "((",
    "def puzzle(",
    "\0",
    "def puzzle(x: " + "|".join(["a"] * 5000) + "): 0",
    "(" * 500,
    "def puzzle(*, a): 0",
]


@pytest.mark.parametrize("text", [*BROKEN, "", "puzzle = 1", "def puzzle(a: int = 'x', *b, **c): 0"], ids=range(9))
def test_a_text_that_is_wrong_tells_few_parameters_or_none(tmp_path, text):
    (tmp_path / "my.py").write_text(text)
    assert all(parameter.option == "--a" for parameter in signature(tmp_path / "my.py"))
    assert signature(tmp_path / "nothing.py") == ()


QUIET = [
    "list",
    "solve ./loud.py --help",
    "solve --help ./loud.py",
    "show -h ./loud.py",
    "check ./loud.py --rows 2 --help",
    "explore ./loud.py --help",
    "play ./loud.py --help",
    "query ./loud.py --help",
    "test .",
]


@pytest.mark.parametrize("command", QUIET)
def test_lists_and_help_run_no_rule_file(cli, tmp_path, command):
    (tmp_path / "rules").mkdir()
    for path in (tmp_path / "loud.py", tmp_path / "rules" / "loud.py"):
        path.write_text(LOUD)
    _, out, err = cli(*command.split())
    assert not (tmp_path / "was-run").exists()
    assert "A file that tells" in out or "./loud.py" not in command or "query" in command or "--rows INTEGER" in out
    assert "\x1b" not in out + err


def test_help_as_the_value_of_an_option_is_no_call_for_help(cli):
    code, _, err = cli("solve", "seven", "--goal", "--help")
    assert (code, "--goal" in err) == (2, True)


@pytest.mark.parametrize(
    "typed", ["solve loud --", "solve ./loud.py --ro", "show loud ", "solve ./none.py --", "solve same --"]
)
def test_completion_runs_no_rule_file(tmp_path, typed):
    (tmp_path / "rules").mkdir()
    for path in (tmp_path / "loud.py", tmp_path / "rules" / "loud.py"):
        path.write_text(LOUD)
    (tmp_path / "rules" / "same.py").write_text("def puzzle(goal: int = 1, extra: int = 1): pass")
    words = typed.split(" ")
    env = {**os.environ, "_LOGICPUZZLES_COMPLETE": "bash_complete", "COMP_WORDS": f"logicpuzzles {typed}"}
    done = subprocess.run(
        [sys.executable, "-m", "logicpuzzles"],
        cwd=tmp_path,
        env={**env, "COMP_CWORD": str(len(words))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stderr == ""
    assert not (tmp_path / "was-run").exists()
    assert ("plain,--rows" in done.stdout) == ("loud" in typed and "show" not in typed)
    assert ("plain,--extra" in done.stdout) == ("same" in typed)


def test_a_line_tells_which_file_runs_where_two_have_the_name(cli, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "seven.py").write_text((shipped() / "sliding.py").read_text())
    code, out, err = cli("solve", "seven", "--boards", "none")
    assert (code, "Solved" in out) == (0, True)
    assert err == f"Note: seven is {shipped() / 'seven.py'}; to use rules/seven.py, give its path\n"
    assert cli("query", "seven", "neighbor(0, 1)")[2] == err
    assert cli("solve", "rules/seven.py", "--rows", "2", "--cols", "2", "--boards", "none")[2] == ""
    assert cli("solve", "six", "--boards", "none")[2] == ""
    assert "rules/seven.py" in cli("list")[1]
