"""Ctrl-C: a real process, interrupted by a real signal, is gone at once, with one short line and exit code 130."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

TRIES = 4  # the quickest counts: other work on the machine is not ours
BEGIN = "from logicpuzzles.cli import main; print('begun', flush=True); main()"


def interrupted(args, after, env):
    """Seconds from the signal, `after` seconds from the beginning, to the end; exit code, output and messages."""
    command = [sys.executable, "-c", BEGIN, *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(after)
        assert process.poll() is None
        began = time.perf_counter()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        return time.perf_counter() - began, process.returncode, out, err.strip()


@pytest.fixture(scope="module")
def at_once():
    """0.2 seconds; on a slow machine the seconds in which Python begins, imports numpy, and ends."""
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import numpy"], check=True)
        took.append(time.perf_counter() - began)
    return max(0.2, *took)


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "fifteen", "--strategy", "iddfs"),
        ("solve", "fifteen", "--strategy", "iddfs", "--engine", "rules"),
        ("solve", "fifteen", "--strategy", "iddfs", "--engine", "relational"),
        ("solve", "fifteen", "--strategy", "astar"),
        ("explore", "fifteen"),
    ],
    ids=" ".join,
)
def test_a_running_search_is_interrupted_at_once(args, at_once):
    took = []
    for _ in range(TRIES):
        seconds, code, out, err = interrupted(args, 1.5, None)
        assert (code, out, err) == (130, "", "Stopped with Ctrl-C.")
        took.append(seconds)
        if seconds <= at_once:
            break
    assert min(took) <= at_once


@pytest.mark.parametrize("after", [1.0, 1.5, 2.0])
def test_the_compilation_of_a_kernel_is_interrupted_at_once(never_compiled, after, at_once):
    from logicpuzzles.search.kernels.depth_first import depth_first

    never_compiled(depth_first)
    took = []
    for _ in range(TRIES):
        seconds, code, out, err = interrupted(("solve", "fifteen", "--strategy", "iddfs"), after, None)
        assert (code, out, err) == (130, "", "Stopped with Ctrl-C.")
        took.append(seconds)
        if seconds <= at_once:
            break
    assert min(took) <= at_once
