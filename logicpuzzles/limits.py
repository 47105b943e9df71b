"""Limits on work of any kind, and the memory that it may take where no limit is set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from importlib import import_module
from time import monotonic
from typing import Any

from .contents import contents
from .errors import PuzzleError
from .integers import represented

SECONDS = 60.0  # for reading a text of unknown origin, and for a query, where no limit is given
MOST_MEMORY = 4 << 30  # bytes that one of these may take, however much is free

Progress = Callable[[str], None]  # is told, in a line, how far the work is


class Listener:
    """A `Progress` that a search also tells what it has proved so far."""

    def __call__(self, line: str) -> None:
        """How far the work is."""

    def proved(self, least: int) -> None:
        """No solution has fewer moves, or costs less."""


@dataclass(frozen=True)
class Limits:
    """The limits of a search; None is no limit.

    Attributes
    ----------
    nodes
        States, counted as the strategy counts them.
    seconds
        Wall-clock time.
    memory
        Bytes that the search may hold for its states.
    cost
        What a solution may cost; the number of its moves, where each costs 1.

    Raises
    ------
    PuzzleError
        If one is not a number, or below 0.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    cost: int | None = None

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):
            given, unit = getattr(self, name), _UNITS[name]
            kinds = int | float if name == "seconds" else int
            if given is not None and (not isinstance(given, kinds) or isinstance(given, bool) or not given >= 0):
                place, expected = f"Limits: {name}", f"{unit}, 0 or more, or None"
                raise PuzzleError("this is not a limit", place=place, expected=expected, got=given)

    def __repr__(self) -> str:
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Limits({', '.join(f'{name}={represented(value)}' for name, value in given if value is not None)})"

    @classmethod
    def of(cls, given: Any) -> Limits:
        """`given`, checked to be limits; for None, limits that stop nothing.

        Raises
        ------
        PuzzleError
            If it is something else.
        """
        if given is not None and not isinstance(given, Limits):
            hint = "write Limits(seconds=3)"
            raise PuzzleError("these are not limits", place="limits", expected="Limits(...)", got=given, hint=hint)
        return given or _NONE


_UNITS = {
    "nodes": "a whole number",
    "seconds": "a number of seconds",
    "memory": "a whole number of bytes",
    "cost": "a whole number",
}


_NONE = Limits()


def default_memory() -> int:
    """The bytes that a query, or the reading of a file, may take where no limit is set."""
    return min(half_of_free_memory(), MOST_MEMORY)


def half_of_free_memory() -> int:
    """Half of the bytes that are free for this process now: what a search may hold."""
    return _half_of_free(int(monotonic()))


@lru_cache(maxsize=1)
def _half_of_free(second: int) -> int:
    """The same, looked up once a second: a look takes as long as a simple query."""
    known = [free for free in (_free_of_machine(), *_free_of_groups()) if free is not None]
    return min(known, default=4 << 30) // 2


def _free_of_machine() -> int | None:
    """The bytes that are free without swapping; None where neither the system nor psutil tells."""
    with suppress(OSError):
        found = re.search(r"^MemAvailable: +(\d+) kB", read_text("/proc/meminfo"), re.MULTILINE)
        if found is not None:
            return int(found[1]) * 1024
    tool = psutil()
    return None if tool is None else int(tool.virtual_memory().available)


def _free_of_groups() -> Iterator[int]:
    """The bytes left in each control group of this process, such as a container's."""
    try:
        lines = read_text("/proc/self/cgroup").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, inside = line.split(":", 2)
        if controllers in _GROUPS:
            root, *names = _GROUPS[controllers]
            names_inside = [name for name in inside.split("/") if name]
            for n in range(len(names_inside), -1, -1):
                with suppress(OSError, ValueError):
                    yield _free_of_group("/".join([root, *names_inside[:n]]), *names)


def _free_of_group(folder: str, most: str, taken: str) -> int:
    """The bytes left in the group at `folder`; its inactive file cache counts as free, since it is given back."""
    free = int(read_text(f"{folder}/{most}")) - int(read_text(f"{folder}/{taken}"))
    files = re.search(r"^(?:total_)?inactive_file (\d+)$", read_text(f"{folder}/memory.stat"), re.MULTILINE)
    return max(0, free + (int(files[1]) if files else 0))


def read_text(path: str) -> str:
    """What the system tells in the file at `path`."""
    return contents(path).decode()


@cache
def psutil() -> Any:
    """The module that knows what a system tells in no file; None where it is not there, as on Linux."""
    with suppress(ImportError, NotImplementedError):  # it refuses systems that it does not know, such as Pyodide
        return import_module("psutil")


_GROUPS = {
    "": ("/sys/fs/cgroup", "memory.max", "memory.current"),
    "memory": ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
}  # by the controllers in /proc/self/cgroup: version 2, and version 1
