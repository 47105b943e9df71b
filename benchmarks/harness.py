"""What a benchmark is: rows with a time, a reference's time from the same run, and the figure to reach."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

COUNTING = "from time import *; began = perf_counter(); sum(range(50_000_000)); print(perf_counter() - began)"
REFERENCE = Path(__file__).parent / "reference"


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes
    ----------
    name
        What was done.
    value, unit
        What was measured: seconds ("s"), or a rate such as "M nodes/s".
    reference, reference_value
        What did the same in this run, and its figure; None where there is nothing to compare with.
    target
        The figure to reach, in the same unit; at most for seconds, at least for rates.
    """

    name: str
    value: float
    unit: str = "s"
    reference: str | None = None
    reference_value: float | None = None
    target: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as good as the reference."""
        if not self.reference_value or not self.value:
            return None
        return self.reference_value / self.value if self.unit == "s" else self.value / self.reference_value

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached."""
        if self.target is None:
            return None
        return self.value <= self.target if self.unit == "s" else self.value >= self.target


def best(call: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in seconds, after one to warm up."""
    call()
    took = []
    for _ in range(times):
        began = perf_counter()
        call()
        took.append(perf_counter() - began)
    return min(took)


def once(call: Callable[[], object]) -> float:
    """The time of one run, in seconds, without a run before."""
    began = perf_counter()
    call()
    return perf_counter() - began


def in_turns(*calls: Callable[[], object], times: int = 3) -> list[float]:
    """The shortest of several runs of each, in seconds: they take turns, since a busy machine makes some runs slow."""
    took = [[once(call) for call in calls] for _ in range(times)]
    return list(map(min, zip(*took, strict=True)))


def two_cores() -> Row:
    """What two processes gain here that share nothing: of the cores of a rented machine each may be half of one."""
    took = []
    for workers in (1, 2):
        begun = [subprocess.Popen([sys.executable, "-c", COUNTING], stdout=subprocess.PIPE) for _ in range(workers)]
        took.append(max(float(one.communicate()[0]) for one in begun))
    one, two = took
    return Row("two plain processes at once", two, reference="one after the other", reference_value=2 * one)


@cache
def built(name: str) -> Path | None:
    """The C reference `name`, compiled with optimisation; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp(prefix="reference-")) / name
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, REFERENCE / f"{name}.c"], check=True)
    return program


def reference_of(source: str) -> tuple[float, int] | None:
    """The best time (s) and the count that this program in C reports; None without a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(source)
        return reference(str(file.with_suffix("")))


def reference(name: str, *args: object, times: int = 3) -> tuple[float, int] | None:
    """The best time (s) and the count that a C reference reports: it prints both; None without a compiler."""
    program = built(name)
    if program is None:
        return None
    runs = []
    for _ in range(times):
        shown = subprocess.run([program, *map(str, args)], check=True, capture_output=True, text=True).stdout.split()
        runs.append((float(shown[0]), int(shown[1])))
    return min(runs)


def versus(found: tuple[float, int] | None) -> float | None:
    """The seconds of a C reference, where there is one."""
    return None if found is None else found[0]
