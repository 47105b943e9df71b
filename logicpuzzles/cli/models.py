"""Solve a model: a solution drawn as a person would write it, all of them, or their number."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Unpack

from ..commands.command import Reply, as_data
from ..drawing.folding import columns
from ..drawing.gallery import gallery
from ..errors import PuzzleError
from ..logic.writer import write
from ..models.engines import ENGINES
from ..rulefile.rulebook import RuleFile
from ..wording import counted, duration
from . import screen
from .report import EXIT_CODES, plain_data, sentence
from .rulefiles import as_typed, placed
from .solving import Solving, check_number

if TYPE_CHECKING:
    from ..models.model import Model, Values
    from ..models.solutions import Solutions

GAP = 3  # columns between two drawings


def solve_model(rulefile: RuleFile, **asked: Unpack[Solving]) -> Reply:
    """A solution of a model, all of them, or their number."""
    check_number(asked)
    _refuse(rulefile, asked)
    model: Model = rulefile.model
    only_count, as_object = asked["only_count"], asked["as_object"]
    draw = None if as_object or asked["boards"] == "none" else model.draw
    wanted = None if asked["all_solutions"] else 0 if only_count else 1
    with placed(rulefile):
        solutions = model.solutions(engine=asked["engine"], limits=asked["limits"], progress=asked["progress"])
        try:
            found = yield from _drawn(islice(solutions, wanted), draw)
            number = solutions.tally()[0] if only_count else len(found) if asked["all_solutions"] else None
        finally:
            solutions.close()
        ending = solutions.ending  # "exhausted" is no failure where what was asked for is there
        status = "solved" if ending is None or (ending.status == "exhausted" and (found or number)) else ending.status
        if as_object:
            yield as_data(
                status=status,
                reason=None if ending is None or status == "solved" else ending.reason,
                solutions=None if only_count else list(map(_named, found)),
                count=number,
                nodes=solutions.nodes,
                seconds=round(solutions.seconds, 6),
                engine=solutions.engine,
            )
        else:
            yield "\n\n".join(_told(model, status, solutions, number, asked))
    return EXIT_CODES[status]


def _named(values: Values) -> dict[str, object]:
    return {name if isinstance(name, str) else write(name): plain_data(value) for name, value in values.items()}


def _told(model: Model, status: str, solutions: Solutions, number: int | None, asked: Solving) -> list[str]:
    parts = []
    if number is not None and status == "solved":
        parts.append(f"{counted(number, 'solution')}.")
    elif solutions.ending is not None and status != "solved":
        parts.append(sentence(solutions.ending, screen.width()))
    if status == "exhausted":
        limits, progress = asked["limits"], asked["progress"]
        parts.append(str(model.contradiction(engine=solutions.engine, limits=limits, progress=progress)))
    parts.append(f"nodes   {solutions.nodes:,}\ntime    {duration(solutions.seconds)}; engine {solutions.engine}")
    if asked["engine"] == "auto" and solutions.engine == "reference" and model.refusal:
        parts[-1] += f"\nnote    {model.refusal}"
    return parts


def _refuse(rulefile: RuleFile, asked: Solving) -> None:
    """Raise `PuzzleError` for what only makes sense where there are moves."""
    if asked["start"]:
        hint = f"its parameters are options: see logicpuzzles solve {as_typed(rulefile)} --help"
        raise PuzzleError("a model has no start", place="START", got=" ".join(asked["start"]), hint=hint)
    if asked["any_solution"]:
        raise PuzzleError("the solutions of a model are all as good", place="--any", hint="leave it out")
    moving = {"goal": None, "strategy": "auto", "bound": None, "bound_memory": None, "workers": None}
    for option, given, neutral in ((name.replace("_", "-"), asked[name], usual) for name, usual in moving.items()):  # type: ignore[literal-required]
        if given != neutral:
            raise PuzzleError(f"a model has no {option}", place=f"--{option}", got=given, hint="leave it out")
    if asked["limits"].cost is not None:
        got = asked["limits"].cost
        raise PuzzleError("the solutions of a model cost nothing", place="--limit-cost", got=got, hint="leave it out")
    if asked["engine"] not in ("auto", *ENGINES):
        expected = f"one of auto, {', '.join(ENGINES)}"
        raise PuzzleError(f"{asked['engine']} is for puzzles with moves", place="--engine", expected=expected)


def _drawn(solutions: Iterable[Values], draw: Callable[[Values], str] | None) -> Generator[str, None, list[Values]]:
    """The solutions, each drawn by `draw` if there is one: side by side, a row given as soon as it is full."""
    found: list[Values] = []
    row: list[str] = []
    for values in solutions:
        found.append(values)
        if draw is None:
            continue
        row.append(draw(values).rstrip("\n"))
        wide = max(columns(line) for line in row[0].split("\n"))
        if len(row) == max(1, (screen.width() + GAP) // (wide + GAP)):
            yield f"{_side_by_side(row)}\n"
            row = []
    if row:
        yield f"{_side_by_side(row)}\n"
    return found


def _side_by_side(drawings: list[str]) -> str:
    """The drawings next to each other, as far as they fit."""
    if len(drawings) == 1:
        return drawings[0]
    if all("\n" not in drawing for drawing in drawings):
        return "\n".join(drawings)
    lines = gallery(drawings, [""] * len(drawings), screen.width()).split("\n")
    return "\n".join(lines[1:])
