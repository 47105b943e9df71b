"""Facts: reading files of them, and asking them, beside SWI-Prolog where it is installed; processor time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from logicpuzzles.text.kernel import KernelRun
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

from .harness import Row
from .text import SWIPL, theirs

COUNTED = """
loop(0).
loop(N) :- N > 0, {}, M is N - 1, loop(M).
"""
OPEN = "".join(f"t(k{n}, X, f(X)).\n" for n in range(1000))
READ = """
import resource, sys, time
from logicpuzzles import load
before = time.process_time()
load(sys.argv[1])
print(time.process_time() - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> Iterator[Row]:
    """The figures of reading, then those of asking."""
    for n, seconds in ((100_000, 1.0), (1_000_000, 12.0)):
        text = "".join(f"edge(n{i % 5000}, {i}, {i * 7919 % n}).\n" for i in range(n))
        ours, kilobytes, swi = reading(text)
        yield Row(f"reading {n:,} facts", ours, "s", "SWI-Prolog (consult)", swi, seconds)
        if n == 1_000_000:
            yield Row("the same, facts to a kB of memory", n / kilobytes, "facts/kB", target=1.0)
    small = "".join(f"small({n}, {n + 1}).\n" for n in range(10_000))
    query = Query.read("small(X, Y)", names(small))
    took = least(lambda: sum(1 for _ in query))
    yield Row("10,000 answers of a fact query", took, "s", "SWI-Prolog", theirs(small, "small(X, Y)"), 0.02)
    table = "".join(f"t({n * 7919 % 100_000}, {n}).\n" for n in range(100_000))
    for name, text, goal, calls in (
        ("1,000,000 calls of 1000 facts with unknowns", OPEN, "t(k500, a, _)", 1_000_000),
        ("the same with a clause among them", f"t(none, _, _) :- fail.\n{OPEN}", "t(k500, a, _)", 1_000_000),
        ("99,999 calls of 100,000 facts", table, "t(N, _)", 99_999),
    ):
        program, asked = text + COUNTED.format(goal), f"loop({calls})"
        yield Row(name, kernel(program, asked), "s", "SWI-Prolog", theirs(program, asked))


def names(text: str) -> Namespace:
    """What a program names."""
    return Program(Source(text, "facts.pl"), common_names()).names


def least(call: Callable[[], object]) -> float:
    """The least processor time (s) of five calls, after one to warm up."""
    took = []
    for _ in range(6):
        began = process_time()
        call()
        took.append(process_time() - began)
    return min(took[1:])


def kernel(text: str, query: str) -> float:
    """The processor time (s) of all answers of the kernel."""
    asked = Query.read(query, names(text))
    return least(lambda: [None for _ in KernelRun(asked, lambda: False).answers()])


def reading(text: str) -> tuple[float, int, float | None]:
    """The processor time (s) of reading a file, the most memory (kB) held, and the time that SWI-Prolog takes."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "facts.pl"
        file.write_text(text)
        told = subprocess.run([sys.executable, "-c", READ, file], check=True, capture_output=True, text=True).stdout
        seconds, kilobytes = told.split()
        swi = None
        if SWIPL is not None:
            goal = f"statistics(cputime, A), consult('{file}'), statistics(cputime, B), T is B - A, writeln(T)"
            command = [SWIPL, "-q", "-f", "none", "-g", goal, "-t", "halt"]
            swi = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return float(seconds), int(kilobytes), swi
