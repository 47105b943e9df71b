"""What stands on the screen of a program at a pseudo-terminal: the few sequences that prompt_toolkit sends, played."""

from __future__ import annotations

import re
import time
from typing import Any

from waiting import HANGS

_SEQUENCE = re.compile(r"\x1b\[([?>]?)([0-9;]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>78]|\x1b\([A-Z]")


class Screen:
    """The screen of a child of pexpect, `rows` high and `columns` wide."""

    def __init__(self, child: Any, rows: int, columns: int) -> None:
        self.child, self.rows, self.columns = child, rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.modes: set[str] = set()  # those that are switched on, such as "1049" for the alternate screen
        self.rest = ""

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def wait_for(self, *texts: str) -> str:
        """Read until all of `texts` stand on the screen, which is returned."""
        import pexpect

        end = time.monotonic() + HANGS
        while not all(text in str(self) for text in texts):
            assert time.monotonic() < end, f"not on the screen: {texts}\n{self}"
            try:
                self.feed(self.child.read_nonblocking(65536, 0.2))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert all(text in str(self) for text in texts), f"it has ended: {texts}\n{self}"
        return str(self)

    def at_end(self) -> int:
        """Read to the end of the program; its exit code, or the negative number of the signal that ended it."""
        import pexpect

        self.child.expect(pexpect.EOF, timeout=HANGS)
        self.feed(self.child.before)
        self.child.close()
        return int(-self.child.signalstatus if self.child.exitstatus is None else self.child.exitstatus)

    def feed(self, text: str) -> None:
        """Play what the program sent."""
        text, at = self.rest + text, 0
        self.rest = ""
        while at < len(text):
            if text[at] == "\x1b":
                found = _SEQUENCE.match(text, at)
                if found is None:
                    if len(text) - at < 40:  # the rest of it comes with what is read next
                        self.rest = text[at:]
                        return
                    at += 1
                    continue
                self._steer(found[1] or "", found[2] or "", found[3])
                at = found.end()
                continue
            self._write(text[at])
            at += 1

    def _write(self, character: str) -> None:
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row = min(self.rows - 1, self.row + 1)
        elif character == "\x08":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            if self.column < self.columns:
                self.cells[self.row][self.column] = character
            self.column += 1

    def _steer(self, private: str, numbers: str, kind: str | None) -> None:
        given = [int(number or 0) for number in numbers.split(";")]
        step = max(1, given[0])
        if private:
            if kind in ("h", "l"):
                (self.modes.update if kind == "h" else self.modes.difference_update)(map(str, given))
        elif kind in ("H", "f"):
            self.row, self.column = step - 1, max(1, given[1] if len(given) > 1 else 1) - 1
        elif kind in ("A", "B"):
            self.row = max(0, min(self.rows - 1, self.row + (step if kind == "B" else -step)))
        elif kind in ("C", "D"):
            self.column = max(0, self.column + (step if kind == "C" else -step))
        elif kind == "K":
            self.cells[self.row][self.column :] = [" "] * max(0, self.columns - self.column)
        elif kind == "J":
            first = 0 if given[0] == 2 else self.row
            if given[0] != 2:
                self._steer("", "0", "K")
            for row in range(first + (given[0] != 2), self.rows):
                self.cells[row] = [" "] * self.columns
