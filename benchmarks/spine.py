"""The main job: the 7 and the 15 puzzle by compiled rules beside plain C, and the whole command."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from logicpuzzles import load

from .harness import Row, best, once, reference, versus


def rows() -> Iterator[Row]:
    """The figures of the spine."""
    seven, fifteen = load("seven").puzzle, load("fifteen").puzzle
    for name, strategy, bound, target, times in (
        ("hardest 7 puzzle with the bound", "ida", 1, 0.003, 20),
        ("hardest 7 puzzle without it", "iddfs", 0, 0.7, 3),
    ):
        took = best(lambda strategy=strategy: seven.solve(strategy=strategy, engine="compiled"), times)  # type: ignore[misc]
        plain = reference("sliding", 2, 4, bound, *seven.start)
        yield Row(name, took, reference="plain C", reference_value=versus(plain), target=target)
    ending = fifteen.solve(strategy="ida", engine="compiled")
    plain = reference("sliding", 4, 4, 1, *fifteen.start, times=1)
    yield Row(
        "ida on the first of Korf's 100 15 puzzles",
        ending.nodes / ending.seconds / 1e6,
        "M nodes/s",
        "plain C",
        plain and plain[1] / plain[0] / 1e6,
        90,
    )
    for name, cells in (("six", 7), ("seven", 8), ("fifteen", 16)):
        yield Row(f"compile move_piece of {name} ({cells} cells) by a query", best(lambda name=name: compiled(name)))  # type: ignore[misc]
    yield Row("logicpuzzles solve seven, whole process", best(command), target=0.6)
    for args in (["-c", "import logicpuzzles"], ["-m", "logicpuzzles", "--help"]):
        yield Row(f"{args[-1]}, whole process", best(lambda args=args: python(*args)), target=0.25)  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as cache:
        first = once(lambda: command("--engine", "compiled", LOGICPUZZLES_CACHE=cache))
    yield Row("the first run ever, kernels compiled", first, target=10)


def compiled(name: str) -> object:
    """Load a rule file and compile its move relation."""
    return load(name).puzzle.rewriting


def command(*options: str, **environment: str) -> None:
    """Run the command as a person would."""
    python("-m", "logicpuzzles", "solve", "seven", *options, **environment)


def python(*args: str, **environment: str) -> None:
    """Run Python in a process of its own."""
    environment = {**os.environ, **environment}
    subprocess.run([sys.executable, *args], check=True, stdout=subprocess.DEVNULL, env=environment)
