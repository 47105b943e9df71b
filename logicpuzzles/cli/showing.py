"""The command that shows a rule file: its documentation, parameters, relations, and boards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from math import inf

from ..commands.command import Reply
from ..commands.layout import called, first_line, listed, own, table, wrapped
from ..drawing.folding import WIDTH
from ..drawing.gallery import gallery
from ..logic.relations import Predicate
from ..rulefile import finding
from ..rulefile.grid import Grid
from ..rulefile.parameters import Parameter
from ..rulefile.rulebook import RuleFile
from ..watchdog import Watchdog
from ..wording import figures
from . import screen
from .options import default_text
from .report import drawn_alike
from .rulefiles import as_typed

GOALS = 3  # goal states that are drawn
ASKED = 12  # variables of a model that are written out in a query


def show(rulefile: RuleFile) -> Reply:
    """What a rule file says: its documentation, relations, and boards."""
    with Watchdog(None, what=f"showing {rulefile.name}"):
        told = "\n\n".join(filter(None, parts(rulefile, screen.width())))
    yield told
    return 0


def parts(rulefile: RuleFile, width: int) -> Iterator[str]:
    """The paragraphs that tell of a rule file, for a screen of `width` columns."""
    text = min(width, screen.WIDEST)
    yield f"{rulefile.name}  ({finding.shown(rulefile.file)})"
    yield wrapped(rulefile.doc.strip(), text)
    if rulefile.parameters:
        yield "Parameters\n" + table(list(map(parameter_row, rulefile.parameters)), width=text)
    model = rulefile.model.relation if rulefile.kind == "model" else None
    if rulefile.relations:
        relations = own(rulefile).items()
        rows = [(called(key, r, 0 if r is model else inf), first_line(r.__doc__)) for key, r in relations]
        yield "Relations\n" + table(rows, width=text)
    if model is not None:
        yield from _variables(rulefile, model, text)
    yield boards(rulefile, width)
    yield wrapped(_goals(rulefile), text)


def parameter_row(parameter: Parameter) -> tuple[str, str]:
    """The option of a parameter, and what it may be; a grid, or text of several lines, as it goes into a file."""
    option, default = parameter.option, "required" if parameter.required else f"default {default_text(parameter)}"
    if parameter.type is bool:
        return f"{option} / --no-{option[2:]}", default
    if isinstance(parameter.default, Grid):
        default = f"default\n{parameter.default.text}"
    elif parameter.in_lines:
        default = f"default\n{parameter.default}"
    return option, f"{parameter.expected}; {default}"


def _variables(rulefile: RuleFile, relation: Predicate, width: int) -> Iterator[str]:
    """The variables of a model, and how it is asked."""
    yield f"Variables of {relation.name}/{relation.arity}, in this order\n{listed(relation.parameters, width)}"
    if len(relation.parameters) <= ASKED:
        known = all(re.fullmatch(r"[A-Z]\w*", name, re.ASCII) for name in relation.parameters)
        unknowns = relation.parameters if known else [f"X{n}" for n in range(1, len(relation.parameters) + 1)]
        query = shlex.quote(f"{relation.name}({', '.join(unknowns)})")
        yield f"To ask it\n  logicpuzzles query {as_typed(rulefile)} {query}"


def boards(rulefile: RuleFile, width: int = WIDTH) -> str:
    """The start and the goal of a puzzle, or its first goals, drawn; nothing for other kinds."""
    if rulefile.kind != "puzzle":
        return ""
    puzzle = rulefile.puzzle
    states = {"start": puzzle.start}
    if isinstance(puzzle.goal, tuple):
        states["goal"] = puzzle.goal
    elif isinstance(puzzle.goal, list):
        states |= {f"goal {number}": state for number, state in enumerate(puzzle.goal[:GOALS], 1)}
    return gallery(drawn_alike(list(states.values()), puzzle.picture, puzzle.symbols, width), list(states), width)


def _goals(rulefile: RuleFile) -> str:
    """What is to be said of the goals of a puzzle that are not all drawn."""
    goal = rulefile.puzzle.goal if rulefile.kind == "puzzle" else ()
    if isinstance(goal, list):
        first = f", the first {GOALS} of them drawn" if len(goal) > GOALS else ""
        return f"There are {figures(len(goal))} goals{first}."
    return f"The goals are the states of which {goal.name}/1 is true." if isinstance(goal, Predicate) else ""
