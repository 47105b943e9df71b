"""Files of starts, or of what is given to a model: lines of JSON, a table, or one on each line."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from ..batches.instance import ID, START, STATES, Instance, instance_of, only_parameter
from ..errors import Given, PuzzleError
from ..rulefile.rulebook import RuleFile
from ..wording import did_you_mean

JSON_LINES = (".jsonl", ".ndjson", ".json")
PLACE = "--starts"
DELIMITERS = ",\t;"  # what spreadsheets write between cells
LONGEST = 1 << 24  # characters of a line
LINE = "line"  # what a line that cannot be read gives
Line = tuple[int, str]


def instances_in(name: str, rulefile: RuleFile) -> Iterator[Instance]:
    """The instances in a file, or on standard input for -, as they are read; empty lines and comments are none.

    A line that cannot be read is an instance with a problem.

    Raises
    ------
    PuzzleError
        The file cannot be read, or the first line names columns that there are not, or a quote is not closed.
    """
    shown = "standard input" if name == "-" else name
    alone = START if rulefile.kind == "puzzle" else only_parameter(rulefile.parameters)
    lines = _lines(name)
    said = (line for line in lines if _says_something(line[1]))
    first = next(said, None)
    if first is None:
        return iter(())
    at, text = first
    if name.endswith(JSON_LINES) or text.lstrip().startswith("{"):
        return _each(chain([first], said), shown, alone, _of_json)
    delimiter, header = _header(text, rulefile)
    if header:
        _check(header, rulefile, f"{shown}:{at}")
        return _of_table(lines, delimiter, header, shown)
    return _each(chain([first], said), shown, alone, str.strip)


def _lines(name: str) -> Iterator[Line]:
    """The lines, with their numbers."""
    try:
        file = sys.stdin if name == "-" else open(name, encoding="utf-8", newline="")  # noqa: SIM115 -- read lazily
        with file:
            for number, text in enumerate(iter(lambda: file.readline(LONGEST), ""), 1):
                if len(text) == LONGEST:
                    expected = f"fewer than {LONGEST:,} characters"
                    raise PuzzleError("the line is too long", place=f"{name}:{number}", expected=expected)
                yield number, text.removeprefix("\ufeff") if number == 1 else text
    except UnicodeDecodeError:
        raise PuzzleError(f"{name} is no text in UTF-8", place=PLACE) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(f"{name} cannot be read: {why}", place=PLACE) from None


def _says_something(text: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return not text.isspace() and not text.lstrip().startswith("#")


def _each(lines: Iterator[Line], shown: str, alone: str | None, given_by: Callable[[str], Given]) -> Iterator[Instance]:
    """What each line gives."""
    for number, (at, text) in enumerate(lines, 1):
        place = f"{shown}:{at}"
        try:
            yield instance_of(given_by(text), number, place, alone)
        except PuzzleError as error:
            yield Instance(number, place, {LINE: text.strip()}, problem=str(error.at(place)))


def _of_json(text: str) -> Given:
    try:
        given = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"this line is no JSON: {error}") from None
    return str(given) if isinstance(given, int | float) else given


def _object(pairs: list[tuple[str, Any]]) -> Any:
    """Names with values; a compound where the names are those that results have for one."""
    twice = next((name for name, times in Counter(name for name, _ in pairs).items() if times > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} is there twice")
    found = dict(pairs)
    if found.keys() == {"name", "args"} and isinstance(found["args"], list):
        from ..logic.terms import Term

        return Term(str(found["name"]), tuple(found["args"]))
    return found


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    return value if abs(value) < float("inf") else _refuse(text)


def _header(text: str, rulefile: RuleFile) -> tuple[str, list[str]]:
    """What stands between the columns and their names, one of which is known; no names where the line has none."""
    known = set(_columns(rulefile))
    for delimiter in DELIMITERS:
        try:
            names = [name.strip() for name in next(csv.reader([text], delimiter=delimiter))]
        except csv.Error:
            continue
        if known.intersection(names):
            return delimiter, names
    return "", []


def _columns(rulefile: RuleFile) -> list[str]:
    """The names that columns may have."""
    own = STATES if rulefile.kind == "puzzle" else map(str, rulefile.model.variables)
    return [ID, *own, *(p.name for p in rulefile.parameters)]


def _check(header: Sequence[str], rulefile: RuleFile, place: str) -> None:
    """Raise `PuzzleError` where a column is there twice, or not known; other parameters may make other variables."""
    for name, times in Counter(filter(None, header)).items():
        if times > 1:
            raise PuzzleError(f"there are {times} columns {name}", place=place, hint="leave one of them out")
    columns = _columns(rulefile)
    if rulefile.kind == "model" and any(p.name in header for p in rulefile.parameters):
        return
    for name in header:
        if name and name not in columns:
            hint, told = did_you_mean(name, columns) or "leave it out", ", ".join(columns)
            raise PuzzleError(f"there is no column {name}", place=place, expected=told, hint=hint)


def _of_table(lines: Iterator[Line], delimiter: str, header: Sequence[str], shown: str) -> Iterator[Instance]:
    begin: list[int] = []  # the number of the first line of the row that is being read

    def texts() -> Iterator[str]:
        for number, text in lines:
            if begin or _says_something(text):  # inside of quotes all counts
                begin.append(number)
                yield text

    rows, number = csv.reader(texts(), delimiter=delimiter, strict=True), 0
    while True:
        begin.clear()
        try:
            cells = next(rows, None)
        except csv.Error as error:
            hint = "close the quote; one inside of quotes is written twice"
            place = f"{shown}:{begin[0]}"
            raise PuzzleError("this is no row of a table", place=place, got=error, hint=hint) from None
        if cells is None:
            return
        if not any(map(str.strip, cells)):
            continue  # an empty row, as spreadsheets write it
        number, place = number + 1, f"{shown}:{begin[0]}"
        if len(cells) != len(header):
            problem = (
                f"{place}: the columns are not those of the first line; expected {len(header)}: {', '.join(header)}"
            )
            given = {LINE: delimiter.join(cells)}
            yield Instance(number, place, given, problem=f"{problem}, got {len(cells)}")
            continue
        values = {name: cell.strip() for name, cell in zip(header, cells, strict=True) if cell.strip()}
        yield instance_of(values, number, place, None)
