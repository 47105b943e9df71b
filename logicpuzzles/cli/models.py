"""Solve a model: a solution drawn as a person would write it, all of them, or their number."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Unpack

from ..by_name import entry
from ..commands.command import Reply, as_data
from ..drawing.folding import columns
from ..drawing.report import sentence
from ..endings import INTERRUPTED as STOPPED_BY_HAND
from ..endings import Assignment
from ..errors import PuzzleError
from ..models.engines import ENGINES
from ..pages.model_words import because, course
from ..plain_data import plain_data
from ..rulefile.rulebook import RuleFile
from ..wording import counted
from . import screen
from .report import EXIT_CODES
from .rulefiles import placed, with_grid
from .solving_options import Solving, check_number
from .stopping import INTERRUPTED, raising
from .writing import SVG, nothing_written, page, picture, titled

if TYPE_CHECKING:
    from ..models.model import Model, Values
    from ..models.objective import Objective
    from ..models.solutions import Solutions

GAP = 3  # columns between two drawings


def solve_model(rulefile: RuleFile, **asked: Unpack[Solving]) -> Reply:
    """A solution of a model, all of them, or their number; with an objective the best ones."""
    check_number(asked)
    rulefile = with_grid(rulefile, asked["start"])
    _refuse(asked)
    model: Model = rulefile.model
    if asked["minimize"] is not None or asked["maximize"] is not None:
        model = model.aiming(asked["minimize"], asked["maximize"], place="--")
    only_count, as_object = asked["only_count"], asked["as_object"]
    draw = None if as_object or asked["boards"] == "none" else model.draw
    wanted = None if asked["all_solutions"] else 0 if only_count else 1
    with placed(rulefile):
        solutions = model.solutions(
            engine=asked["engine"], limits=asked["limits"], progress=asked["progress"], workers=asked["workers"]
        )
        try:
            best = _best(solutions) if wanted == 1 and model.objective else None
            found = yield from _drawn(islice(solutions, wanted) if best is None else [best.values], draw)
            number = solutions.tally()[0] if only_count else len(found) if asked["all_solutions"] else None
        finally:
            solutions.close()
        ending = solutions.ending  # "exhausted" is no failure where what was asked for is there
        is_there = ending is None or best is not None or (ending.status == "exhausted" and (found or number))
        status = "solved" if is_there or ending is None else ending.status
        if as_object:
            yield as_data(
                status=status,
                reason=None if ending is None or status == "solved" else ending.reason,
                solutions=None if only_count else list(map(_named, found)),
                count=number,
                objective=None if status != "solved" else plain_data(solutions.objective_value),
                gap=None if status != "solved" else plain_data(solutions.gap),
                nodes=solutions.nodes,
                seconds=round(solutions.seconds, 6),
                engine=solutions.engine,
                why=solutions.why,
            )
        title, told, why = titled(rulefile), list[str](), None
        if not as_object or asked["html"] is not None:
            told = _summary(model, status, solutions, number, asked)
            if status == "exhausted":
                why = model.contradiction(limits=asked["limits"], progress=asked["progress"])
        if not as_object:
            yield "\n\n".join(told if why is None else [*told[:-1], str(why), told[-1]])
        if why is not None:
            yield from page(asked["html"], lambda: entry("pages.models:of_contradiction")(why, title, told))
        else:
            yield from page(asked["html"], lambda: entry("pages.models:of_solutions")(model, found, title, told))
        if found:
            yield from picture(asked["svg"], lambda: model.scene(found[0]), title)
        else:
            yield from nothing_written({SVG: asked["svg"]})
    return INTERRUPTED if best is not None and best.why == STOPPED_BY_HAND else EXIT_CODES[status]


def _best(solutions: Solutions) -> Assignment | None:
    """The best solution that is found; Ctrl-C ends the search for better ones."""
    with raising():
        ending = solutions.first()
    return ending if isinstance(ending, Assignment) else None


def _named(values: Values) -> dict[str, object]:
    write = entry("logic.writer:write")
    return {name if isinstance(name, str) else write(name): plain_data(value) for name, value in values.items()}


def _summary(model: Model, status: str, solutions: Solutions, number: int | None, asked: Solving) -> list[str]:
    """How many solutions there are, or why not more; and, last, how the search went."""
    parts = []
    if number is not None and status == "solved":
        parts.append(f"{counted(number, 'solution')}.")
    elif solutions.ending is not None and status != "solved":
        parts.append(sentence(solutions.ending, screen.width()))
    parts.append(course(solutions))
    if model.objective is not None and status == "solved":
        parts[-1] = f"best    {_worth(model.objective, solutions)}\n{parts[-1]}"
    parts[-1] += because(solutions.why, screen.width())
    if asked["engine"] == "auto" and solutions.engine == "reference" and model.refusal:
        parts[-1] += f"\nnote    {model.refusal}"
    return parts


def _worth(objective: Objective, solutions: Solutions) -> str:
    """The objective of the best solution, and what is proved of it."""
    stopped = solutions.ending is not None and solutions.ending.status == "stopped"
    ending = f"; {solutions.ending.reason}" if stopped and solutions.ending is not None else ""
    told = objective.worth(solutions.objective_value, solutions.gap)
    return told if solutions.gap == 0 else f"{told}{ending}"


def _refuse(asked: Solving) -> None:
    """Raise `PuzzleError` for what only makes sense where there are moves."""
    if asked["any_solution"]:
        hint = "leave it out; with --minimize or --maximize a limit gives the best so far"
        raise PuzzleError("a model has no --any", place="--any", hint=hint)
    moving = {"goal": None, "strategy": "auto", "bound": None, "bound_memory": None}
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
    is_line = False  # whether the last drawing is one: lines follow each other
    for values in solutions:
        found.append(values)
        if draw is None:
            continue
        row.append(draw(values).rstrip("\n"))
        wide = max(columns(line) for line in row[0].split("\n"))
        is_line = "\n" not in row[-1]
        if is_line or len(row) == max(1, (screen.width() + GAP) // (wide + GAP)):
            yield _side_by_side(row) + ("" if is_line else "\n")
            row = []
    if row:
        yield f"{_side_by_side(row)}\n"
    elif is_line:
        yield ""
    return found


def _side_by_side(drawings: list[str]) -> str:
    """The drawings next to each other, as far as they fit."""
    if len(drawings) == 1:
        return drawings[0]
    lines = entry("drawing.gallery:gallery")(drawings, [""] * len(drawings), screen.width()).split("\n")
    return "\n".join(lines[1:])
