"""Many starts by one process and by two: Korf's hundred, a thousand easy ones, a thousand sudokus."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from logicpuzzles import load
from logicpuzzles.batches.instance import START, Instance
from logicpuzzles.batches.many import outcomes
from logicpuzzles.batches.task import Settings, Task
from logicpuzzles.rulefile.rulebook import RuleFile
from logicpuzzles.workers import Executor
from logicpuzzles.workers.here import Here
from logicpuzzles.workers.processes import Processes

from .harness import Row, once
from .korf import instances

SUDOKUS = Path(__file__).parent / "sudoku.txt"


def rows() -> Iterator[Row]:
    """Two processes beside one; the reference is the time of one, and the target what 1.7 or 1.8 times less is."""
    two = Processes(2)
    fifteen, eight = load("fifteen"), load("eight")
    korf = [{START: start} for _, start in instances()]
    found = eight.puzzle.explore()
    easy = [{START: found.deal(20, seed)} for seed in range(1000)]
    lines = [line for line in SUDOKUS.read_text().splitlines() if not line.startswith("#")]
    sudokus = [{"grid": line} for line in islice(cycle(lines), 1000)]
    for name, rulefile, given, settings, faster in (
        ("Korf's 100, tables at hand", fifteen, korf * 3, Settings(bound="derived"), 1.8),
        ("1000 starts of the 8 puzzle, 20 moves each", eight, easy, Settings(), 1.7),
        ("1000 sudokus", load("sudoku"), sudokus, Settings(unique=True), 1.7),
    ):
        for executor in (Here(), two):
            solved(rulefile, given[:8], settings, executor)  # loads, builds and compiles
        one = once(lambda: solved(rulefile, given, settings, Here()))  # noqa: B023 -- called at once
        both = once(lambda: solved(rulefile, given, settings, two))  # noqa: B023
        yield Row(f"{name}, two processes", both, reference="one", reference_value=one, target=one / faster)
    two.close()


def solved(rulefile: RuleFile, given: list[dict[str, object]], settings: Settings, executor: Executor) -> None:
    """Solve all of them."""
    numbered = (Instance(number, "", values) for number, values in enumerate(given, 1))
    for outcome in outcomes(Task(rulefile, settings), numbered, executor, "none"):
        assert outcome.ending is not None
