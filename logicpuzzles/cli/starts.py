"""Files of starts, or of what is given to a model: lines of JSON, a table with commas, or one on each line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence

from ..batches.instance import ID, START, STATES, Instance, instance_of, only_parameter
from ..errors import PuzzleError
from ..rulefile.rulebook import RuleFile
from ..wording import cut_short

JSON_LINES = (".jsonl", ".ndjson", ".json")
PLACE = "--starts"
Line = tuple[int, str]


def instances_in(name: str, rulefile: RuleFile) -> Iterator[Instance]:
    """The instances in a file, or on standard input for -, as they are read; empty lines and comments are none.

    Raises
    ------
    PuzzleError
        The file cannot be read, or a line is wrong, with its place.
    """
    shown = "standard input" if name == "-" else name
    alone = START if rulefile.kind == "puzzle" else only_parameter(rulefile.parameters)
    lines = _lines(name)
    if name.endswith(JSON_LINES):
        return _of_json(lines, shown, alone)
    first = next(lines, None)
    if first is None:
        return iter(())
    header = _header(first[1], rulefile)
    if header is not None:
        return _of_table(lines, header, shown)
    everything: Iterator[Line] = _before(first, lines)
    return (instance_of(text.strip(), n, f"{shown}:{at}", alone) for n, (at, text) in enumerate(everything, 1))


def _lines(name: str) -> Iterator[Line]:
    """The lines that say something, with their numbers."""
    try:
        file = sys.stdin if name == "-" else open(name, encoding="utf-8", newline="")  # noqa: SIM115 -- read lazily
        with file:
            for number, text in enumerate(file, 1):
                if text.strip() and not text.lstrip().startswith("#"):
                    yield number, text.lstrip("\ufeff") if number == 1 else text
    except UnicodeDecodeError:
        raise PuzzleError(f"{name} is no text in UTF-8", place=PLACE) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(f"{name} cannot be read: {why}", place=PLACE) from None


def _before(first: Line, lines: Iterable[Line]) -> Iterator[Line]:
    yield first
    yield from lines


def _of_json(lines: Iterable[Line], shown: str, alone: str | None) -> Iterator[Instance]:
    for number, (at, text) in enumerate(lines, 1):
        place = f"{shown}:{at}"
        try:
            given = json.loads(text)
        except ValueError as error:
            raise PuzzleError(
                "this line is no JSON", place=place, got=cut_short(text.strip()), hint=str(error)
            ) from None
        if isinstance(given, int | float):
            given = str(given)
        yield instance_of(given, number, place, alone)


def _header(text: str, rulefile: RuleFile) -> list[str] | None:
    """The names of the columns, where a line has them: all are words, and one is known."""
    names = [name.strip() for name in next(csv.reader([text]))]
    known = {ID, *(p.name for p in rulefile.parameters)}
    known.update(STATES if rulefile.kind == "puzzle" else map(str, rulefile.model.variables))
    return names if known.intersection(names) else None


def _of_table(lines: Iterable[Line], header: Sequence[str], shown: str) -> Iterator[Instance]:
    at = [0]

    def texts() -> Iterator[str]:
        for number, text in lines:
            at[0] = number
            yield text

    for number, cells in enumerate(csv.reader(texts()), 1):
        place = f"{shown}:{at[0]}"
        if len(cells) != len(header):
            expected = f"{len(header)}: {', '.join(header)}"
            raise PuzzleError(
                "the columns are not those of the first line", place=place, expected=expected, got=len(cells)
            )
        values = {name: cell.strip() for name, cell in zip(header, cells, strict=True) if cell.strip()}
        yield instance_of(values, number, place, None)
