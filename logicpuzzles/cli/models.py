"""Models on the command line: a solution drawn as a person would write it, all of them, or their number."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from ..drawing.gallery import gallery
from ..drawing.layout import columns
from ..errors import PuzzleError
from ..notation import write
from ..rulefile.finding import shown
from ..rulefile.rulebook import RuleFile
from ..wording import counted, duration
from . import screen
from .data import print_data
from .limits import limits_of
from .options import placed, typed
from .progress import Progress, say
from .report import EXIT_CODES, plain_data, sentence

ENGINES = ("auto", "compiled", "reference", "cp-sat")
Values = Mapping[Any, Any]  # {"S": 9, "E": 5, ...}
Draw = Callable[[Values], str]
GAP = 3  # columns between two drawings


def solve_model(rulefile: RuleFile, start: str | None, *, every: bool, only_count: bool, **options: Any) -> int:
    """Solve a model and print what came of it; the exit code."""
    _refuse(rulefile, start, options)
    model, as_object = rulefile.model, options["as_object"]
    draw = None if as_object or options["boards"] == "none" else model.draw
    with placed(shown(rulefile.file)), Progress() as progress:
        solutions = model.solutions(engine=options["engine"], limits=limits_of(options), progress=progress)
        try:
            wanted = None if every else 0 if only_count else 1
            found = printed(islice(solutions, wanted), draw, progress)
            number = solutions.tally()[0] if only_count else len(found) if every else None
        finally:
            solutions.close()
        status = _status(solutions.ending, bool(found or number))
        if as_object:
            print_data(_object(status, solutions, None if only_count else found, number))
        else:
            say("\n\n".join(_told(model, status, solutions, number, options, progress)), progress)
    return EXIT_CODES[status]


def _status(ending: Any, any_found: bool) -> str:
    """Solved if what was asked for is there: a solution, or all of them."""
    if ending is None or (ending.status == "exhausted" and any_found):
        return "solved"
    return str(ending.status)


def _object(status: str, solutions: Any, found: list[Values] | None, number: int | None) -> str:
    return json.dumps(
        {
            "status": status,
            "reason": None if status == "solved" else solutions.ending.reason,
            "solutions": None if found is None else [_named(values) for values in found],
            "count": number,
            "nodes": solutions.nodes,
            "seconds": round(solutions.seconds, 6),
            "engine": solutions.engine,
        }
    )


def _named(values: Values) -> dict[str, Any]:
    return {name if isinstance(name, str) else write(name): plain_data(value) for name, value in values.items()}


def _told(
    model: Any, status: str, solutions: Any, number: int | None, options: Mapping[str, Any], progress: Progress | None
) -> list[str]:
    parts = []
    if number is not None and status == "solved":
        parts.append(f"{counted(number, 'solution')}.")
    elif status != "solved":
        parts.append(sentence(solutions.ending, screen.width()))
    if status == "exhausted":
        parts.append(str(model.contradiction(engine=solutions.engine, limits=limits_of(options), progress=progress)))
    parts.append(f"nodes   {solutions.nodes:,}\ntime    {duration(solutions.seconds)}; engine {solutions.engine}")
    if options["engine"] == "auto" and solutions.engine == "reference" and model.refusal:
        parts[-1] += f"\nnote    {model.refusal}"
    return parts


def _refuse(rulefile: RuleFile, start: str | None, options: Mapping[str, Any]) -> None:
    """Raise `PuzzleError` for what only makes sense where there are moves."""
    if start is not None:
        hint = f"its parameters are options: see logicpuzzles solve {typed(rulefile)} --help"
        raise PuzzleError("a model has no start", place="START", got=start, hint=hint)
    for option, neutral in (("goal", None), ("strategy", "auto")):
        if options[option] != neutral:
            raise PuzzleError(f"a model has no {option}", place=f"--{option}", got=options[option], hint="leave it out")
    if options["engine"] not in ENGINES:
        expected = f"one of {', '.join(ENGINES)}"
        raise PuzzleError(f"{options['engine']} is for puzzles with moves", place="--engine", expected=expected)


def printed(solutions: Iterable[Values], draw: Draw | None, progress: Progress | None) -> list[Values]:
    """The solutions, each drawn by `draw` if there is one: side by side, a row printed as soon as it is full."""
    found: list[Values] = []
    row: list[str] = []
    for values in solutions:
        found.append(values)
        if draw is None:
            continue
        row.append(draw(values).rstrip("\n"))
        if len(row) == _in_a_row(row[0]):
            say(f"{_side_by_side(row)}\n", progress)
            row = []
    if row:
        say(f"{_side_by_side(row)}\n", progress)
    return found


def _in_a_row(drawing: str) -> int:
    wide = max(columns(line) for line in drawing.split("\n"))
    return max(1, (screen.width() + GAP) // (wide + GAP))


def _side_by_side(drawings: list[str]) -> str:
    """The drawings next to each other, as far as they fit."""
    if len(drawings) == 1:
        return drawings[0]
    if all("\n" not in drawing for drawing in drawings):
        return "\n".join(drawings)
    lines = gallery(drawings, [""] * len(drawings), screen.width()).split("\n")
    return "\n".join(lines[1:])
