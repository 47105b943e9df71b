"""Makes code for sliding moves in a process of its own, so that the search goes on meanwhile."""

from __future__ import annotations

import pickle
import sys
import tempfile
from contextlib import suppress
from subprocess import Popen
from typing import IO
from weakref import finalize

from ...kernels.apart import start
from ...kernels.executable import Code
from .instructions import Sliding
from .layout import Control
from .specialised import ENTER, code_of

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
    moves = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(code_of(moves).dump())
