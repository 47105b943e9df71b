"""Examples of python-constraint's own repository beside that library: as whole processes, and warm.

Source: the folder `examples` of python-constraint (G. Niemeyer, 2005 and later), and for spaces of many solutions its
`tests/benchmarks.py` (F. Willemsen, 2023), after auto-tuning of GPU programs; restated here. For reference it runs as
it is, with the solver that it takes by itself. It gives 20 of 19,156 solutions of the coins fewer than there are:
sums are rounded on the way.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import constraint

from logicpuzzles import Problem

from .harness import Row, best

Make = Callable[[Any], int]  # from the class of problems to the number of solutions, or of those asked for


def rows() -> Iterator[Row]:
    """Each example: warm, then as a process of its own, by processor time."""
    for name, (make, n) in EXAMPLES.items():
        assert make(Problem) == n, name
        ours, theirs = best(lambda make=make: make(Problem)), best(lambda make=make: make(constraint.Problem), 3)  # type: ignore[misc]
        yield Row(name, ours, "s", "python-constraint", theirs, theirs)
    for name in EXAMPLES:
        yield Row(f"{name}, a whole process", process(name, "logicpuzzles"), "s", "python-constraint",
                  process(name, "constraint"))  # fmt: skip


def process(name: str, module: str) -> float:
    """Seconds of processor time of a process that solves an example once, the least of three."""
    script = f"from {module} import Problem; from benchmarks.library import EXAMPLES; EXAMPLES[{name!r}][0](Problem)"
    took = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parent.parent)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(took)


def abc(problem_of: Any) -> int:
    """Three digits, all combinations."""
    problem = problem_of()
    problem.addVariables("abc", range(1, 10))
    return len(problem.getSolutions())


def coins(problem_of: Any) -> int:
    """Ways to pay five dollars with fewer coins of each kind than would do alone."""
    problem, values = problem_of(), [0.01, 0.05, 0.10, 0.50, 1.00]
    for value in values:
        problem.addVariable(f"{value:.2f}", range(int(5.00 / value)))
    problem.addConstraint(constraint.ExactSumConstraint(5.00, values), [f"{value:.2f}" for value in values])
    return len(problem.getSolutions())


def queens(problem_of: Any) -> int:
    """Eight queens, a row for each column."""
    problem = problem_of()
    problem.addVariables(range(8), range(8))
    for one, two in combinations(range(8), 2):
        problem.addConstraint(lambda a, b, d=two - one: abs(a - b) != d and a != b, (one, two))
    return len(problem.getSolutions())


def rooks(problem_of: Any) -> int:
    """Eight rooks."""
    problem = problem_of()
    problem.addVariables(range(8), range(8))
    for pair in combinations(range(8), 2):
        problem.addConstraint(lambda a, b: a != b, pair)
    return len(problem.getSolutions())


def desks(problem_of: Any) -> int:
    """Neighbours at 20 desks write different tests; one way to hand them out."""
    problem = problem_of()
    problem.addVariables(range(20), "ABCDE")
    for desk in range(20):
        for other in (desk + 1, desk + 5):
            if other < 20 and (other == desk + 5 or other % 5):
                problem.addConstraint(lambda a, b: a != b, (desk, other))
    return int(problem.getSolution() is not None)


def sudoku(problem_of: Any) -> int:
    """A sudoku."""
    given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    problem = problem_of()
    problem.addVariables(range(81), range(1, 10))
    for i in range(9):
        box = 27 * (i // 3) + 3 * (i % 3)
        for cells in ([9 * i + j for j in range(9)], [9 * j + i for j in range(9)],
                      [box + 9 * (j // 3) + j % 3 for j in range(9)]):  # fmt: skip
            problem.addConstraint(constraint.AllDifferentConstraint(), cells)
    for cell, digit in enumerate(given):
        if digit != ".":
            problem.addConstraint(constraint.InSetConstraint([int(digit)]), [cell])
    return len(problem.getSolutions())


def words(problem_of: Any) -> int:
    """SEND + MORE = MONEY, with what the last digits say."""
    problem = problem_of()
    problem.addVariables("SENDMORY", range(10))
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "DEY")
    problem.addConstraint(lambda n, d, r, e, y: (10 * (n + r) + d + e) % 100 == 10 * e + y, "NDREY")
    problem.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * (s + m) + 100 * (e + o) + 10 * (n + r) + d + e == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        "SENDMORY",
    )
    problem.addConstraint(constraint.NotInSetConstraint([0]), "SM")
    problem.addConstraint(constraint.AllDifferentConstraint())
    return len(problem.getSolutions())


def xsum(problem_of: Any) -> int:
    """Digits on an X, both diagonals of which add up to 27; each arm ascends."""
    problem = problem_of()
    problem.addVariables("abcdefghx", range(1, 10))
    for names in ("abcdx", "efghx"):
        problem.addConstraint(lambda a, b, c, d, x: a < b < c < d and a + b + c + d + x == 27, names)
    problem.addConstraint(constraint.AllDifferentConstraint())
    return len(problem.getSolutions())


def tiles(problem_of: Any) -> int:
    """Sizes of blocks and tiles of a program for GPUs: 138,600 ways."""
    powers = {"X": (1024, 8, 8), "Y": (32, 4, 4), "Z": (4, 4, 4)}
    problem = problem_of()
    for axis, (block, tile, unrolled) in powers.items():
        sizes = [x for x in (1, 2, 4, 8, 16, 32, 128, 256, 512, 1024) if x <= block]
        problem.addVariable(f"block{axis}", sizes)
        problem.addVariable(f"tile{axis}", [x for x in (1, 2, 4, 8) if x <= tile])
        problem.addVariable(f"unrolled{axis}", [x for x in (1, 2, 4, 8) if x <= unrolled])
        problem.addConstraint(f"tile{axis} % unrolled{axis} == 0")
    problem.addVariable("blocks", range(5))
    problem.addConstraint("blockX * blockY * blockZ * blocks <= 1024")
    problem.addConstraint("32 <= blockX * blockY * blockZ <= 1536")
    return len(problem.getSolutions())


def hotspot(problem_of: Any) -> int:
    """Sizes of blocks and tiles of another program, under formulas of seven and eight variables: 349,853 ways."""
    problem = problem_of()
    problem.addVariable("blockX", [1, 2, 4, 8, 16, *range(32, 1025, 32)])
    problem.addVariable("blockY", [1, 2, 4, 8, 16, 32])
    problem.addVariables(["tileX", "tileY", "steps", "unrolled"], range(1, 11))
    problem.addVariable("power", [0, 1])
    problem.addVariable("blocks", range(5))
    shared = "(blockX * tileX + steps * 2) * (blockY * tileY + steps * 2) * (2 + power) * 4"
    problem.addConstraint("blockX * blockY >= 32")
    problem.addConstraint("steps % unrolled == 0")
    problem.addConstraint("blockX * blockY <= 1024")
    problem.addConstraint(f"{shared} <= 49152")
    problem.addConstraint(f"blocks == 0 or {shared} * blocks <= 102400")
    return len(problem.getSolutions())


EXAMPLES: dict[str, tuple[Make, int]] = {
    "three digits": (abc, 729),
    "coins": (coins, 19156),
    "eight queens by functions": (queens, 92),
    "eight rooks": (rooks, 40320),
    "tests at desks": (desks, 1),
    "a sudoku": (sudoku, 1),
    "words as numbers": (words, 1),
    "an X of digits": (xsum, 8),
    "sizes of tiles": (tiles, 138600),
    "more sizes of tiles": (hotspot, 349853),
}
