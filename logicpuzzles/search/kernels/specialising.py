"""Makes code for sliding moves in a process of its own, so that the search goes on meanwhile."""

from __future__ import annotations

import pickle
import sys
import tempfile
from contextlib import suppress
from subprocess import Popen
from typing import IO, NamedTuple
from weakref import finalize

from ...kernels.apart import start
from ...kernels.executable import Code
from .layout import Control

MOST_STEPS, MOST_GOALS, MOST_COSTS = 1 << 10, 4, 4
ENTER = "enter"  # the function that is called from outside
Table = tuple[tuple[int, ...], ...]


class Sliding(NamedTuple):
    """What the code is made from, as in `slide.Slides`.

    Attributes
    ----------
    costs, goals
        As if the number of each value were that of the value xor that of the blank: then the blank is 0.
    empty
        The number of the blank in every cell: to be xored with states.
    goal_slack
        The slack of each goal at the depth of the limit, where that is the same for all; else None.
    """

    shifts: tuple[int, ...]
    swaps: tuple[int, ...]
    costs: Table
    spans: Table
    goals: Table
    cell_mask: int
    empty: int
    goal_slack: int | None

    def is_small(self) -> bool:
        """Whether code for it is worth its size."""
        n_costs = [len(set(costs)) for costs in self.costs]
        return (
            len(self.shifts) <= MOST_STEPS and len(self.goals) <= MOST_GOALS and max(n_costs, default=0) <= MOST_COSTS
        )

    def step_cost(self) -> int | None:
        """The number c where all costs are 0 or c > 0, not all 0, and goals have a slack below c; else None."""
        costs = {cost for row in self.costs for cost in row} - {0}
        cost = min(costs) if len(costs) == 1 else 0
        return cost if self.goal_slack is not None and 0 <= self.goal_slack < cost else None


_addresses: dict[Sliding, int] = {}  # of what is in memory


class Specialising:
    """Makes the code for `moves`, and puts its address into `place`; called from time to time, it begins and looks.

    Where no process can be begun, or it brings no code, there will be none.
    """

    def __init__(self, moves: Sliding, place: Control) -> None:
        self.moves, self.place = moves, place
        self.process: Popen[bytes] | None = None
        self.file: IO[bytes] | None = None
        place[0] = _addresses.get(moves, 0)

    def __reduce__(self) -> tuple[type[Specialising], tuple[Sliding, Control]]:
        return Specialising, (self.moves, self.place)  # which forgets the address: it is one of this process

    def __call__(self) -> bool:
        """Whether there is nothing left to do."""
        if self.place[0]:
            return True
        if self.file is None:
            self.file = tempfile.TemporaryFile()  # noqa: SIM115 -- a pipe could be full before it is read
            finalize(self, self.file.close)
            self.process = start(__name__, self.moves, self.file)
            return self.process is None
        assert self.process is not None
        if self.process.poll() is None:
            return False
        self.file.seek(0)
        made = self.file.read()
        if self.process.returncode == 0 and made:
            with suppress(OSError):  # not every system lets code be run that was just made
                _addresses[self.moves] = self.place[0] = Code.of(made).addresses()[ENTER]
        return True


def main() -> None:
    """Make the code for the moves on standard input, write it to standard output, and end."""
    from .specialised import code_of

    moves = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(code_of(moves).dump())
