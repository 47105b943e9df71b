"""Many starts by one process and by two: Korf's hundred, a thousand easy ones, a thousand sudokus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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

from .harness import Row, in_turns, two_cores
from .korf import instances

SUDOKUS = Path(__file__).parent / "sudoku.txt"


def rows() -> Iterator[Row]:
    """Two processes beside one; the reference is the time of one, and the target what 1.7 or 1.8 times less is."""
    yield two_cores()
    two = Processes(2)
    for collection in collections():
        yield collection.compared("two processes", two)
    two.close()


def collections() -> Iterator[Instances]:
    """What is solved by one and by two."""
    korf = [{START: start} for _, start in instances()]
    yield Instances("Korf's 100, tables at hand", load("fifteen"), korf * 3, Settings(bound="derived"), 1.8, 1)
    yield easy()
    lines = [line for line in SUDOKUS.read_text().splitlines() if not line.startswith("#")]
    sudokus = [{"grid": line} for line in islice(cycle(lines), 1000)]
    yield Instances("1000 sudokus", load("sudoku"), sudokus, Settings(unique=True), 1.7)


def easy() -> Instances:
    """A thousand starts that are solved in 2 ms each."""
    eight = load("eight")
    found = eight.puzzle.explore()
    starts = [{START: found.deal(20, seed)} for seed in range(1000)]
    return Instances("1000 starts of the 8 puzzle, 20 moves each", eight, starts, Settings(), 1.7)


@dataclass(frozen=True)
class Instances:
    """What is solved, how many times faster two should be than one, and how often it is measured."""

    name: str
    rulefile: RuleFile
    given: Sequence[Mapping[str, object]]
    settings: Settings
    faster: float
    times: int = 3

    def compared(self, name: str, executor: Executor) -> Row:
        """Some workers beside one."""
        for each in (Here(), executor):
            self.solved(each, self.given[:8])  # loads, builds and compiles
        one, both = in_turns(partial(self.solved, Here()), partial(self.solved, executor), times=self.times)
        target = one / self.faster
        return Row(f"{self.name}, {name}", both, reference="one", reference_value=one, target=target)

    def solved(self, executor: Executor, some: Sequence[Mapping[str, object]] | None = None) -> None:
        """Solve all of them, or some."""
        numbered = (Instance(number, "", values) for number, values in enumerate(some or self.given, 1))
        for outcome in outcomes(Task(self.rulefile, self.settings), numbered, executor, "none"):
            assert outcome.ending is not None
