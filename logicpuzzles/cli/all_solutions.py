"""Every solution of a state puzzle, printed as they are found, or their number."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from ..drawing.folding import WIDTH
from ..drawing.gallery import moves
from ..endings import Ending, Exhausted, Path
from ..search import Solutions
from ..wording import counted
from . import screen
from .data import print_data
from .progress import Progress, say
from .report import EXIT_CODES, facts, plain_data, sentence


class Every(Iterator[Path]):
    """The solutions from `begin` to `end`, and how they ended; none where an invariant forbids it."""

    def __init__(self, puzzle: Any, begin: Any, end: Any, only_count: bool, asked: Mapping[str, Any], progress: Any):
        self.found = 0
        self.length: int | None = None  # of all solutions so far, if they have the same
        forbidden = None if asked["engine"] == "relational" else puzzle.unreachable(begin, end)
        self.ending: Ending | None = None if forbidden is None else Exhausted(reason=forbidden, engine="rules")
        self.stream = Solutions(puzzle.problem(begin, end), progress=progress, only_count=only_count, **asked)

    def __next__(self) -> Path:
        if self.ending is None:
            path = next(self.stream, None)
            if path is not None:
                self.found += 1
                self.length = path.length if self.found == 1 or self.length == path.length else None
                return path
            self.ending = self.stream.ending
        raise StopIteration


def print_every(
    puzzle: Any, begin: Any, end: Any, only_count: bool, verify: bool, as_object: bool, asked: Mapping[str, Any]
) -> int:
    """Print every solution, or only how many there are; the exit code."""
    kept: list[Path] = []
    with Progress() as progress:
        every = Every(puzzle, begin, end, only_count, asked, progress)
        for path in every:
            if verify:
                puzzle.check(path, end, begin)
            if as_object:
                kept.append(path)
            elif not only_count:
                say(numbered(every.found, path, screen.width()), progress)
    ending = every.ending
    assert ending is not None
    number = getattr(ending, "count", None if only_count and ending.status == "stopped" else every.found)
    if as_object:
        print_data(_object(ending, number, every.length, None if only_count else kept))
    else:
        solved = ending.status == "solved"
        said = f"{counted(number or 0, 'solution')}{_each(every)}." if solved else sentence(ending, screen.width())
        parts = [
            "" if every.found and not only_count else None,
            said,
            f"\n{facts(ending, screen.width())}" if ending.nodes else None,
        ]
        click.echo("\n".join(part for part in parts if part is not None))
    return EXIT_CODES[ending.status]


def _each(every: Every) -> str:
    return "" if every.length is None else f" of {counted(every.length, 'move')}"


def _object(ending: Ending, number: int | None, length: int | None, kept: list[Path] | None) -> str:
    return json.dumps(
        {
            "status": ending.status,
            "reason": getattr(ending, "reason", None),
            "count": number,
            "length": length,
            "solutions": None if kept is None else [plain_data(path.moves) for path in kept],
            "nodes": ending.nodes,
            "limits": [list(pair) for pair in ending.limits] or None,
            "seconds": round(ending.seconds, 6),
            "strategy": ending.strategy,
            "engine": ending.engine,
            "bound": ending.bound,
        }
    )


def numbered(number: int, path: Path, width: int = WIDTH) -> str:
    """The moves of a solution after its number.

    >>> print(numbered(12, Path(moves=(3, 1, 2), states=())))
      12  3 1 2
    """
    head = f"{number:>4}  "
    return head + (moves(path.moves, width - len(head)) or "(no moves)").replace("\n", "\n" + " " * len(head))
