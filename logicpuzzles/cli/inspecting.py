"""Commands that look: which rule files there are, whether one is right, what it compiles to."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import click

from ..drawing.clauses import clause_lines
from ..rulefile import finding
from ..rulefile.finding import shown
from ..rulefile.outline import RELATIONS, glance, summary
from ..rulefile.rulebook import Prepared, RuleFile
from ..watchdog import Watchdog
from ..wording import counted
from . import screen
from .limits import time_and_memory_options
from .options import built, placed, rule_file_command, unfit
from .showing import first_line
from .tables import table

T = TypeVar("T")
# By what a file declares.
HEADINGS = {
    "puzzle": "Puzzles: solve, explore, deal",
    "model": "Models: solve, query",
    "game": "Games: play, explore",
    RELATIONS: "Relations: query",
    None: "Others",
}


@click.command("list")
def list_() -> None:
    """List the rule files that can be used by name."""
    sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS.values()}
    for name, path in finding.available().items():
        sections[HEADINGS[glance(path)]].append((name, summary(path)))
    least, width = max((len(name) for rows in sections.values() for name, _ in rows), default=0), screen.text_width()
    told = (f"{heading}\n{table(rows, least, width)}" for heading, rows in sections.items() if rows)
    click.echo("\n\n".join(told))


@rule_file_command("check", "Check a rule file and tell what it holds.")
@time_and_memory_options
def check(prepared: Prepared, values: Mapping[str, Any], **limits: Any) -> int:
    """Check a rule file: what it holds, what was proved, and whether the start reaches the goal."""
    from ..rulefile.diagnosis import diagnosis

    rulefile = built(prepared, values)
    place, width = shown(rulefile.file), screen.text_width()
    rows = [(f"{name}/{relation.arity}", first_line(relation)) for name, relation in rulefile.relations.items()]
    click.echo(screen.on(sys.stdout, f"{place} declares {_declared(rulefile)}."))
    if rows:
        click.echo(f"\n{table(rows, width=width)}")
    good = True
    with placed(place):
        for number, found in enumerate(_each(diagnosis(rulefile), f"checking {rulefile.name}")):
            row = table([(found.name, found.text)], 7, width)
            click.echo(row if number else f"\n{row}")
            good = good and found.good
    return 0 if good else 1


def _each(found: Iterator[T], what: str) -> Iterator[T]:
    """What is found, one after another, within the limits of the command."""
    while True:
        with Watchdog(None, what=what):
            one = next(found, None)
        if one is None:
            return
        yield one


def _declared(rulefile: RuleFile) -> str:
    if rulefile.kind:
        return f"a {rulefile.kind}"
    relations = counted(len(rulefile.relations), "relation")
    return f"no puzzle, only {relations} to be asked" if rulefile.relations else "no puzzle and no relation"


@rule_file_command("listing", "Print the rewrite rules it compiles to.")
@time_and_memory_options
def listing(prepared: Prepared, values: Mapping[str, Any], **limits: Any) -> int:
    """Print the rewrite rules that the move relation compiles to."""
    from ..rewriting.listing import listing as clauses

    rulefile = built(prepared, values)
    if rulefile.kind != "puzzle":
        raise unfit(rulefile, "has no rewrite rules")
    puzzle = rulefile.puzzle
    with Watchdog(None, what=f"preparing the rules of {rulefile.name}"):
        refusal = puzzle.refusal
    if refusal is not None:
        click.echo(f"No rewrite rules: {puzzle.refusal}")
        return 1
    with Watchdog(None, what=f"listing {rulefile.name}"):
        told = clauses(puzzle.rewriting, puzzle.move.name).split("\n")
    for clause in told:
        lines = clause_lines(clause, screen.text_width()) if sys.stdout.isatty() else [clause]
        click.echo("\n".join(lines))
    return 0
