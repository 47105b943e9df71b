"""`solve --minimize` and `--maximize`: what is printed of the best solutions, and what is refused."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

Cli = Callable[..., tuple[int, str, str]]
RULES = Path(__file__).parent.parent / "rules"
SUM = f"{RULES / 'send_more.py'} --puzzle TWO+TWO=FOUR"


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (["--minimize", "T+O"], ["best    T+O = 11, proved to be the least"]),
        (["--maximize", "F*R + W"], ["best    F*R + W = 11, proved to be the greatest"]),
        (["--minimize", "W-O", "--count"], ["1 solution.", "best    W-O = -6, proved to be the least"]),
        (["--maximize", "F", "--all"], ["7 solutions.", "best    F = 1, proved to be the greatest"]),
    ],
)
def test_the_best_is_printed_with_its_proof(cli: Cli, line: list[str], lines: list[str]) -> None:
    code, out, err = cli("solve", *SUM.split(), *line)
    assert (code, err) == (0, "")
    assert [found for found in lines if found not in out.split("\n")] == []


def test_json_has_the_objective(cli: Cli) -> None:
    code, out, _ = cli("solve", *SUM.split(), "--minimize", "T+O", "--json")
    told = json.loads(out)
    assert (code, told["status"], told["objective"], told["gap"]) == (0, "solved", 11, 0)
    assert told["solutions"] == [{"T": 7, "W": 3, "O": 4, "F": 1, "U": 6, "R": 8}]
    told = json.loads(cli("solve", *SUM.split(), "--json")[1])
    assert (told["objective"], told["gap"]) == (None, None)


def test_a_limit_gives_the_best_so_far(cli: Cli) -> None:
    code, out, _ = cli("solve", str(RULES / "golomb.py"), "--marks", "11", "--limit-nodes", "3000")
    assert code == 0
    assert "; the least is at most " in out
    assert "the limit of 3,000 nodes was reached" in out.replace("\n", " ")
    assert "solutions were found" not in out


def test_ctrl_c_gives_the_best_so_far() -> None:
    line = f"-m logicpuzzles solve {RULES / 'golomb.py'} --marks 13"
    child = pexpect.spawn(sys.executable, line.split(), encoding="utf-8", timeout=300)
    child.expect("best [0-9]+; ")
    child.kill(signal.SIGINT)
    rest = child.read()
    child.close()
    assert child.exitstatus == 130
    assert "; the least is at most " in rest
    assert "Traceback" not in rest


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{SUM} --minimize T+Q", "minimize: column 3: there is no variable Q"),
        (f"{SUM} --minimize T --maximize T", "a model has one objective, not both minimize and maximize"),
        (f"{SUM} --minimize T==", "minimize: column 4: this is no formula"),
        (f"{RULES / 'seven.py'} --minimize T", "--minimize: moves have costs, not an objective"),
        (f"{RULES / 'golomb.py'} --marks 1", "marks: a ruler has two ends; expected at least 2, got 1"),
    ],
)
def test_wrong_objectives(cli: Cli, line: str, message: str) -> None:
    code, _, err = cli("solve", *line.split())
    assert code == 2
    assert message in err


def test_check_tells_the_best(cli: Cli) -> None:
    code, out, _ = cli("check", str(RULES / "golomb.py"))
    assert (code, out.splitlines()[-2:]) == (0, ["  solved   in 5 ways", "  best     variable 6 = 25, the least"])
