"""Commands that look: which rule files there are, what one holds, whether it is right, what it compiles to."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping
from typing import Any

import click

from ..drawing.clauses import clause_lines
from ..drawing.gallery import WIDTH, gallery
from ..logic.relations import Predicate
from ..rulefile import rulebook
from ..rulefile.finding import shown
from ..rulefile.parameters import Parameter
from ..rulefile.rulebook import Prepared, RuleFile
from . import screen
from .options import built, placed, rule_file_command, unfit
from .report import drawn_alike


@click.command("list")
def list_() -> None:
    """The rule files that can be used by name."""
    click.echo(table(list(rulebook.available().items()), width=screen.text_width()))


@rule_file_command("show", "What a rule file says, drawn.")
def show(prepared: Prepared, values: Mapping[str, Any]) -> None:
    """What a rule file says: its documentation, relations, and boards."""
    rulefile = built(prepared, values)
    width = screen.text_width()
    parts = [f"{rulefile.name}  ({shown(rulefile.file)})", wrapped(rulefile.doc.strip(), width)]
    if rulefile.parameters:
        parts.append("Parameters\n" + table([_parameter_row(p) for p in rulefile.parameters], width=width))
    if rulefile.relations:
        parts.append(
            "Relations\n" + table([_relation_row(name, r) for name, r in rulefile.relations.items()], width=width)
        )
    parts.append(boards(rulefile, screen.width()))
    click.echo("\n\n".join(filter(None, parts)))


@rule_file_command("check", "Check a rule file and tell what it holds.")
def check(prepared: Prepared, values: Mapping[str, Any]) -> int:
    """Check a rule file: what it holds, what was proved, and whether the start reaches the goal."""
    from ..rulefile.diagnosis import diagnosis

    rulefile = built(prepared, values)
    place = shown(rulefile.file)
    rows = [(f"{name}/{relation.arity}", _first_line(relation)) for name, relation in rulefile.relations.items()]
    what = f"a {rulefile.kind}" if rulefile.kind else "relations only"
    click.echo(
        "\n\n".join(
            filter(None, [screen.on(sys.stdout, f"{place} declares {what}."), table(rows, width=screen.text_width())])
        )
        + "\n"
    )
    good = True
    with placed(place):
        for finding in diagnosis(rulefile):
            click.echo(table([(finding.name, finding.text)], 7, screen.text_width()))
            good = good and finding.good
    return 0 if good else 1


@rule_file_command("listing", "Print the rewrite rules it compiles to.")
def listing(prepared: Prepared, values: Mapping[str, Any]) -> int:
    """Print the rewrite rules that the move relation compiles to."""
    from ..rewriting.listing import listing as clauses

    rulefile = built(prepared, values)
    if rulefile.kind != "puzzle":
        raise unfit(rulefile, "has no rewrite rules")
    puzzle = rulefile.puzzle
    if puzzle.refusal is not None:
        click.echo(f"No rewrite rules: {puzzle.refusal}")
        return 1
    for clause in clauses(puzzle.rewriting, puzzle.move.name).split("\n"):
        lines = clause_lines(clause, screen.text_width()) if sys.stdout.isatty() else [clause]
        click.echo("\n".join(lines))
    return 0


def boards(rulefile: RuleFile, width: int = WIDTH) -> str:
    """The start and the goal of a puzzle, drawn; nothing for other kinds."""
    if rulefile.kind != "puzzle":
        return ""
    puzzle = rulefile.puzzle
    states = {title: state for title, state in (("start", puzzle.start), *_goals(puzzle)) if state is not None}
    return gallery(drawn_alike(list(states.values()), puzzle.picture, puzzle.symbols, width), list(states), width)


def wrapped(text: str, width: int = WIDTH) -> str:
    """`text` with the paragraphs that are wider than `width` wrapped; others, such as drawings, stay."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        textwrap.fill(paragraph, width) if max(map(len, paragraph.split("\n"))) > width else paragraph
        for paragraph in paragraphs
    )


def _goals(puzzle: Any) -> list[tuple[str, Any]]:
    return [("goal", puzzle.goal)] if isinstance(puzzle.goal, tuple) else []


def _parameter_row(parameter: Parameter) -> tuple[str, str]:
    default = "required" if parameter.required else f"default {parameter.default}"
    return parameter.option, f"{parameter.expected}; {default}"


def _relation_row(name: str, relation: Predicate) -> tuple[str, str]:
    return signature(name, relation), _first_line(relation)


def _first_line(relation: Predicate) -> str:
    return (relation.__doc__ or "").strip().split("\n", 1)[0]


def signature(name: str, relation: Predicate) -> str:
    """How the relation is called, with the names of its parameters where it has them.

    >>> from logicpuzzles import Relation
    >>> signature("neighbor", Relation("neighbor", 2))
    'neighbor/2'
    """
    return f"{name}({', '.join(relation.parameters)})" if relation.parameters else f"{name}/{relation.arity}"


def table(rows: list[tuple[str, str]], least: int = 0, width: int = WIDTH) -> str:
    """Two columns, the second wrapped at `width`; a long first entry has a line of its own."""
    left = max(least, min(max((len(first) for first, _ in rows), default=0), 24))
    lines = []
    for first, second in rows:
        parts = textwrap.wrap(second, width - left - 4) or [""]
        if len(first) > left:
            lines += textwrap.wrap(first, width, initial_indent="  ", subsequent_indent="    ")
            first = ""
        lines += [f"  {first if n == 0 else '':<{left}}  {line}".rstrip() for n, line in enumerate(parts)]
    return "\n".join(line for line in lines if line.strip())
