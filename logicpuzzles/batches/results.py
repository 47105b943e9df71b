"""The file of results: a line of JSON for each instance, in their order, appended as they come.

A run that was killed goes on after the last whole line. That a line belongs to the batch is told by what stands in it:
the batch, and what was given.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path as File
from types import TracebackType
from typing import IO

from ..errors import PuzzleError
from ..locking import hold
from ..wording import counted
from .instance import Instance
from .rows import BATCH, GIVEN, NUMBER, STATUS, Row, given_row, line
from .summary import COUNTED, ORDER

LONGEST = 1 << 24  # bytes of a line
MOST = 1 << 62  # of a number
OTHER = "give the name of a new file"
BEGINNING = f'{{"{NUMBER}": '.encode()  # of every line


def _is_sound(row: Row) -> bool:
    """Whether what is counted of a row is what it should be: the file may have come from elsewhere."""
    counts = [row[name] for name in COUNTED if name in row]
    are_numbers = all(type(count) in (int, float) and 0 <= count < MOST for count in counts)
    return are_numbers and row[STATUS] in ORDER and row.get("unique") in (None, True, False)


class Results:
    """A file of results that is open to be gone on with.

    Attributes
    ----------
    rows
        The rows that were there when it was opened.
    """

    def __init__(self, name: str, batch: str, place: str) -> None:
        self.name, self.batch, self.place = name, batch, place
        self.rows: list[Row] = []
        if File(name).exists() and not File(name).is_file():
            raise self._wrong("it is no ordinary file", f"leave {place} out: results go to standard output then")
        try:
            File(name).touch()
            self.file: IO[bytes] = open(name, "r+b")  # noqa: SIM115 -- closed by __exit__
        except (OSError, ValueError) as error:
            raise self._wrong(f"it cannot be written: {getattr(error, 'strerror', None) or error}") from None

    def __enter__(self) -> Results:
        try:
            self._alone()
            self._read()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.file.close()

    def _read(self) -> None:
        """Read the whole lines, and be where the next one is written."""
        end = 0
        for number, text in enumerate(iter(lambda: self.file.readline(LONGEST), b""), 1):
            if len(text) == LONGEST:
                raise self._no_result(number)
            if not text.endswith(b"\n"):
                if not (text.startswith(BEGINNING) or BEGINNING.startswith(text)):
                    raise self._no_result(number)
                break  # it was being written when the run ended
            self.rows.append(self._row(text, number))
            end += len(text)
        self.file.seek(end)
        self.file.truncate()

    def _alone(self) -> None:
        """Keep others from writing the same file, where the system can."""
        with suppress(OSError):  # not on this file system
            if not hold(self.file.fileno()):
                raise self._wrong("another run is writing it", "wait for its end, or " + OTHER)

    def _row(self, text: bytes, number: int) -> Row:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not {BATCH, GIVEN, STATUS} <= found.keys() or not _is_sound(found):
            raise self._no_result(number)
        if found[BATCH] != self.batch:
            raise self._wrong(
                f"line {number} is of another batch: of other rules, parameters, limits or options", OTHER
            )
        return found

    def left(self, instances: Iterable[Instance]) -> Iterator[Instance]:
        """Those of the instances for which there is no row yet.

        Raises
        ------
        PuzzleError
            What was given for a row is not what is given now.
        """
        rest = iter(instances)
        for number, known in enumerate(self.rows, 1):
            instance = next(rest, None)
            if instance is None:
                raise self._wrong(
                    f"it has {counted(len(self.rows), 'result')}, and there are {number - 1:,} instances", OTHER
                )
            now = json.loads(line(given_row(instance)))
            if now != {name: known.get(name) for name in now}:
                raise self._wrong(f"line {number} is the result of something else than {instance.place}", OTHER)
        return rest

    def add(self, found: Row) -> None:
        """Append a row; it is in the file when this returns."""
        text = f"{line(found)}\n".encode()
        try:
            self.file.write(text)
            self.file.flush()
        except OSError as error:
            self._forget()
            hint = "make room; the same command goes on after the last whole line"
            raise self._wrong(f"a result cannot be written: {os.strerror(error.errno or 0)}", hint) from None

    def _forget(self) -> None:
        """Leave out what could not be written: closing would try it again."""
        raw = self.file
        self.file = BytesIO()
        try:
            raw.close()
        except OSError:
            return

    def _no_result(self, number: int) -> PuzzleError:
        return self._wrong(f"line {number} is no result", OTHER)

    def _wrong(self, problem: str, hint: str | None = None) -> PuzzleError:
        return PuzzleError(f"{self.name}: {problem}", place=self.place, hint=hint)
