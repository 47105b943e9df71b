"""Where a system lets no memory be executed that was written, all goes on uncompiled, and that is said once.

SELinux can be such a system, and a service of systemd with MemoryDenyWriteExecute. Linux from 6.3 on has a switch for
it; elsewhere the function that brings code into memory fails as it does there.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import HANGS

SAID = (
    "Warning: this system lets no compiled code be run here (Permission denied); all goes on uncompiled, and takes"
    " longer\n"
)
REFUSING = """
import sys
from logicpuzzles.kernels import executable
def refuse(body):
    raise PermissionError(13, "Permission denied")
executable._placed = refuse
from logicpuzzles.cli import main
main(sys.argv[1:])
"""
COUNT = "count(N, N).\ncount(M, N) :- M < N, K is M + 1, count(K, N).\n"


def write_or_execute() -> None:
    ctypes.CDLL(None).prctl(65, 1, 0, 0, 0)  # PR_SET_MDWE


def has_the_switch() -> bool:
    code = "import ctypes, sys; sys.exit(ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0)"
    return sys.platform == "linux" and subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.fixture(params=["by the system", "by its function"])
def refused(request: pytest.FixtureRequest, tmp_path: Path):
    """Runs a command where no code may be run: its exit code, standard output and standard error."""
    by_system = request.param == "by the system"
    if by_system and not has_the_switch():
        pytest.skip("this system has no such switch")
    (tmp_path / "count.pl").write_text(COUNT)

    def run(*args: str) -> tuple[int, str, str]:
        begin = ["-m", "logicpuzzles"] if by_system else ["-c", REFUSING]
        done = subprocess.run(
            [sys.executable, *begin, *args], cwd=tmp_path, capture_output=True, text=True, timeout=2 * HANGS,
            preexec_fn=write_or_execute if by_system else None, env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        (["query", "count.pl", "count(0, 50000)"], "true"),
        (["solve", "magic_square", "--order", "4", "--json"], '"status": "solved"'),
        (["solve", "seven", "--strategy", "bfs", "--boards", "none"], "Solved in 36 moves"),
        (["explore", "seven"], "20,160 states can reach a goal"),
        (["batch", "seven", "--deal", "2", "--workers", "2"], '"status": "solved"'),
        (["check", "seven"], "reaches the goal"),
    ],
    ids=lambda what: what[0] if isinstance(what, list) else "",
)
def test_it_goes_on_uncompiled(refused, args, answer):
    code, out, err = refused(*args)
    assert "defect" not in out + err
    assert (code, answer in out) == (0, True), out + err
    assert err.replace(SAID, "", 1).count("Warning") == 0, "said once"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["query", "count.pl", "count(0, 9)", "--engine", "kernel"], "the kernel cannot answer this query: this sys"),
        (["solve", "seven", "--engine", "compiled"], "no kernel can search here: this system lets no compiled code"),
        (["solve", "send_more", "--engine", "learning"], "this needs compiled code, and this system lets no compiled"),
        (["explore", "seven", "--store", "kept"], "this needs compiled code, and this system lets no compiled code"),
    ],
    ids=lambda what: what[0] if isinstance(what, list) else "",
)
def test_what_only_compiled_code_does_says_so(refused, args, message):
    code, out, err = refused(*args)
    assert (code, out) == (2, "")
    assert err.startswith(SAID)
    assert f": {message}" in err
    assert err.count("\n") == 2


def test_a_model_that_lasts_is_stopped_by_its_limit_alone(refused):
    code, out, err = refused("solve", "magic_square", "--order", "4", "--count", "--limit-nodes", "3000")
    assert (code, err) == (3, SAID), out + err
    assert "the limit of 3,000 nodes was reached" in out


def test_a_search_that_lasts_is_stopped_by_its_limit_alone(refused):
    """Where the kernel would take over, plain Python goes on; bounds that a kernel would fill are left out."""
    code, out, err = refused("solve", "fifteen", "--bound", "derived", "--limit-seconds", "4")
    assert code == 3, out + err
    assert "engine rules" in out
    assert "defect" not in err
    assert err.count(SAID) == 1
