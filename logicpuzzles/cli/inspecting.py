"""Commands that look: which rule files there are, what one says, and what it compiles to."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from ..by_name import entry
from ..commands.command import Reply
from ..commands.layout import called, first_line, listed, own, table, wrapped
from ..drawing.clauses import clause_lines
from ..drawing.folding import WIDEST
from ..drawing.gallery import gallery
from ..drawing.report import drawn_alike
from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..puzzles.shown_states import shown_states
from ..rulefile import finding
from ..rulefile.grid import Grid
from ..rulefile.outline import RELATIONS, glance, summary
from ..rulefile.parameters import Parameter
from ..rulefile.rulebook import RuleFile
from ..watchdog import Watchdog
from . import screen
from .options import default_text
from .rulefiles import as_typed
from .writing import HTML, SVG, board, check_target, page, picture, titled

if TYPE_CHECKING:
    from ..models.model import Model
    from ..puzzles.puzzle import Puzzle

# By what a file declares.
HEADINGS = {
    "puzzle": "Puzzles: solve, explore, deal",
    "model": "Models: solve, query",
    "game": "Games: play, explore",
    RELATIONS: "Relations: query",
    None: "Others",
}


def list_files() -> Reply:
    """The rule files that can be used by name, under what they declare."""
    sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS.values()}
    for name, path in finding.available().items():
        sections[HEADINGS[glance(path)]].append((name, summary(path)))
    least, width = max((len(name) for rows in sections.values() for name, _ in rows), default=0), screen.text_width()
    if not any(sections.values()):
        places = ", ".join(map(finding.shown, finding.search_path()))
        hint = f"name folders with rule files in {finding.PATH_VARIABLE}"
        if not finding.shipped().is_dir():
            hint = (
                "install the package, which unpacks it: run from a zip file, it lacks the rule files that come with it"
            )
        raise PuzzleError("there are no rule files", place="list", expected=f"some in {places}", hint=hint)
    yield "\n\n".join(
        f"{wrapped(heading, width)}\n{table(rows, least, width)}" for heading, rows in sections.items() if rows
    )
    return 0


def listing(rulefile: RuleFile) -> Reply:
    """The rewrite rules that the move relation compiles to."""
    from ..rewriting.listing import listing as clauses

    puzzle: Puzzle = rulefile.puzzle
    with Watchdog(None, what=f"preparing the rules of {rulefile.name}"):
        refusal = puzzle.refusal
    if refusal is not None:
        yield f"No rewrite rules: {refusal}"
        return 1
    with Watchdog(None, what=f"listing {rulefile.name}"):
        told = clauses(puzzle.rewriting, puzzle.move.name).split("\n")
    for clause in told:
        yield "\n".join(clause_lines(clause, screen.text_width())) if sys.stdout.isatty() else clause
    return 0


ASKED = 12  # variables of a model that are written out in a query


def show(rulefile: RuleFile, svg: str | None, html: str | None) -> Reply:
    """What a rule file says: its documentation, relations, and boards."""
    for place, file in ((HTML, html), (SVG, svg)):
        check_target(file, place)
    if svg is not None and rulefile.kind not in ("puzzle", "model"):
        hint = f"logicpuzzles show {as_typed(rulefile)} --html FILE"
        raise PuzzleError(f"{rulefile.name} has no board", place=SVG, expected="a puzzle or a model", hint=hint)
    with Watchdog(None, what=f"showing {rulefile.name}"):
        told = "\n\n".join(filter(None, parts(rulefile, screen.width())))
        made = [*page(html, lambda: _page(rulefile))]
        if rulefile.kind == "model":
            model: Model = rulefile.model
            make, values = entry("pages.models:unsolved"), entry("pages.models:numbers")
            made += picture(svg, lambda: make(model), titled(rulefile), lambda: values(model))
        elif svg is not None:
            made += board(svg, rulefile.puzzle, rulefile.puzzle.start, titled(rulefile))
    yield told
    if made:
        yield "\n".join(["", *made])
    return 0


def parts(rulefile: RuleFile, width: int) -> Iterator[str]:
    """The paragraphs that tell of a rule file, for a screen of `width` columns."""
    text = min(width, WIDEST)
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
    if rulefile.kind == "puzzle":
        yield from _boards(rulefile.puzzle, width)


def _page(rulefile: RuleFile) -> str:
    """The same as a page."""
    facts = entry("drawing.page_parts:Facts")
    title, parts, values = entry("pages.shown:contents")(rulefile)
    rows = [facts(list(map(parameter_row, rulefile.parameters)), "Parameters")] if rulefile.parameters else []
    named = facts([("rule file", rulefile.file.name)])
    return entry("drawing.page:page")(title, [*parts, *rows, named], values)  # type: ignore[no-any-return]


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
    """The variables of a model, what makes its solutions the best, and how it is asked."""
    yield f"Variables of {relation.name}/{relation.arity}, in this order\n{listed(relation.parameters, width)}"
    objective = rulefile.model.objective
    if objective is not None:
        yield wrapped(f"Solutions are those with the {objective.best} {objective.text}.", width)
    if len(relation.parameters) <= ASKED:
        known = all(re.fullmatch(r"[A-Z]\w*", name, re.ASCII) for name in relation.parameters)
        unknowns = relation.parameters if known else [f"X{n}" for n in range(1, len(relation.parameters) + 1)]
        query = shlex.quote(f"{relation.name}({', '.join(unknowns)})")
        yield f"To ask it\n  logicpuzzles query {as_typed(rulefile)} {query}"


def _boards(puzzle: Puzzle, width: int) -> Iterator[str]:
    """The start of a puzzle and its goal, or its first goals, drawn; and what is to be said of the others."""
    states, said = shown_states(puzzle)
    yield gallery(drawn_alike(list(states.values()), puzzle.picture, puzzle.symbols, width), list(states), width)
    yield wrapped(said, min(width, WIDEST))
