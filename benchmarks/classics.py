"""Classic programs on the query machine, beside SWI-Prolog where it is installed: processor time of all answers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from math import exp, log
from pathlib import Path
from time import process_time

from logicpuzzles.text.kernel import KernelRun
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

from .harness import Row

SWIPL = shutil.which("swipl")
FOLDER = Path(__file__).parent / "classics"
CLASSICS = {  # of each program: the query that is timed, and a small one
    "ackermann": ("ackermann(2, 500, R)", "ackermann(2, 2, R)"),
    "beaver": ("beaver(2500, Steps, Tape)", "beaver(2, Steps, Tape)"),
    "collatz": ("collatz(6000, Best)", "collatz(30, Best)"),
    "colouring": ("colouring(1000, 3, Colours)", "colouring(1, 4, [red, green, blue, green, red | Colours])"),
    "counting": ("count(0, 1000000)", "count(0, 50)"),
    "crossing": ("crossing(800, Size)", "crossing(1, Size)"),
    "cryptarithm": ("cryptarithm(60, Digits)", "cryptarithm(1, Digits)"),
    "derivative": ("derived(50, Size)", "derived(3, Size)"),
    "fibonacci": ("fibonacci(26, F)", "fibonacci(10, F)"),
    "hanoi": ("hanoi(18, N)", "hanoi(5, N)"),
    "interpreter": ("interpreted(1000, First)", "interpreted(12, First)"),
    "knight": ("knight(1, Last)", "tour(22, [p(1, 1)], Tour)"),
    "mergesort": ("mergesort(10, 2000, First, Second)", "mergesort(2, 30, First, Second)"),
    "paths": ("paths(5, Size)", "paths(3, Size)"),
    "peano": ("peano(3, 9, F)", "peano(1, 4, F)"),
    "polynomial": ("polynomial(15, 12, Total)", "powers(3, Total)"),
    "primes": ("primes(5000, Last)", "primes(60, Last)"),
    "prover": ("prover(2000, 2, Proved)", "prover(1, 2, Proved)"),
    "queens_permuted": ("queens(8, Rows)", "queens(5, Rows)"),
    "queens_selected": ("queens(10, Rows)", "queens(6, Rows)"),
    "quicksort": ("quicksort(10, 2000, First, Second)", "quicksort(2, 30, First, Second)"),
    "reverse": ("reverse(25, 400, First)", "reverse(2, 10, First)"),
    "sliding": ("sliding(17, N, Moves)", "sliding(6, N, Moves)"),
    "takeuchi": ("tak(21, 14, 7, A)", "tak(6, 4, 2, A)"),
    "tree": ("tree(2000, Hits)", "filled(20, 42, leaf, T)"),
    "triangles": ("triangles(80, Count, Last)", "triangles(13, Count, Last)"),
    "zebra": ("zebra(25, Water, Zebra)", "zebra(1, Water, Zebra)"),
}


def rows() -> Iterator[Row]:
    """A row for each program, and the geometric mean of how many times the time of SWI-Prolog the kernel takes."""
    ratios = []
    for name, (query, _) in CLASSICS.items():
        mine, theirs = here(name, query), swi(name, query)
        if theirs is not None:
            ratios.append(mine / theirs)
        yield Row(f"{name}: {query}", mine, "s", "SWI-Prolog", theirs, None if theirs is None else 3 * theirs)
    if ratios:
        mean = exp(sum(map(log, ratios)) / len(ratios))
        yield Row(f"geometric mean over {len(ratios)} programs, by SWI-Prolog", mean, "s", target=1.0)
    calls = 401 * 402 // 2
    yield Row(
        "naive reverse of 400 elements",
        25 * calls / here("reverse", CLASSICS["reverse"][0]) / 1e6,
        "M calls/s",
        target=30,
    )


def program(name: str) -> Program:
    """A program of the folder, read."""
    return Program(Source((FOLDER / f"{name}.pl").read_text(), f"{name}.pl"), common_names())


def here(name: str, text: str) -> float:
    """The least processor time (s) of three runs on the kernel, once it is loaded."""
    query = Query.read(text, program(name).names, None)
    return least(lambda: sum(1 for _ in kernel(query).answers()))


def kernel(query: Query) -> KernelRun:
    """A run of the query on the kernel from its beginning, without limits."""
    return KernelRun(query, lambda: False)


def least(call: Callable[[], object], times: int = 3) -> float:
    """The least processor time (s) of several runs, after one to warm up."""
    call()
    took = []
    for _ in range(times):
        began = process_time()
        call()
        took.append(process_time() - began)
    return min(took)


def swi(name: str, query: str) -> float | None:
    """The least processor time (s) of three runs in SWI-Prolog; None where it is not installed."""
    timed = f"statistics(cputime, T0), (({query}), fail ; true), statistics(cputime, T1), T is T1 - T0"
    shown = asked(name, f"forall(between(1, 4, _), ({timed}, writeln(T)))")
    return None if shown is None else min(map(float, shown.split()[1:]))


def asked(name: str, goal: str) -> str | None:
    """What SWI-Prolog prints for a goal asked of a program; None where it is not installed."""
    if SWIPL is None:
        return None
    command = [SWIPL, "-q", "-f", "none", "-s", str(FOLDER / f"{name}.pl"), "-g", goal, "-t", "halt"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
