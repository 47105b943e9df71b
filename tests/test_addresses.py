"""Under a limit on addresses a command ends with an answer, or with 4 and one message: never as if there was none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from waiting import HANGS

resource = pytest.importorskip("resource")
MIB = 1 << 20
PROGRAM = "count(N, N).\ncount(M, N) :- M < N, K is M + 1, count(K, N).\n"


def limited(folder: Path, mebibytes: int, *args: str) -> tuple[int, str, str]:
    (folder / "count.pl").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "logicpuzzles", *args], cwd=folder, capture_output=True, text=True, timeout=2 * HANGS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MIB,) * 2),
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the sizes are those of Linux")
@pytest.mark.parametrize("mebibytes", [100, 120])
def test_too_little_room_for_numpy_is_one_message_and_4(tmp_path: Path, mebibytes: int):
    """OpenBLAS would end Python with 1, which means that the query has no answer."""
    code, out, err = limited(tmp_path, mebibytes, "query", "count.pl", "count(0, 100000)", "--engine", "kernel")
    assert (code, out) == (4, "")
    assert err.startswith("Error: too few addresses are left for numpy, which needs 112 MiB; they are limited")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the sizes are those of Linux")
def test_with_room_the_limit_changes_nothing(tmp_path: Path):
    assert limited(tmp_path, 1000, "query", "count.pl", "count(0, 100000)") == (0, "true\n", "")
