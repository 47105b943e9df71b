"""Commands that look: which rule files there are, whether one is right, what it compiles to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..commands.command import Reply
from ..commands.layout import called, first_line, own, table
from ..drawing.clauses import clause_lines
from ..rulefile import finding
from ..rulefile.outline import RELATIONS, glance, summary
from ..rulefile.rulebook import RuleFile
from ..watchdog import Watchdog
from ..wording import counted
from . import screen
from .rulefiles import placed

if TYPE_CHECKING:
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
    yield "\n\n".join(f"{heading}\n{table(rows, least, width)}" for heading, rows in sections.items() if rows)
    return 0


def check(rulefile: RuleFile) -> Reply:
    """What a rule file holds, what was proved, and whether the start reaches the goal."""
    from ..rulefile.diagnosis import diagnosis

    width = screen.text_width()
    yield screen.on(sys.stdout, f"{finding.shown(rulefile.file)} declares {_declared(rulefile)}.")
    if relations := own(rulefile):
        rows = [(called(key, relation, 0), first_line(relation.__doc__)) for key, relation in relations.items()]
        yield f"\n{table(rows, width=width)}"
    findings, good, first = diagnosis(rulefile), True, True
    with placed(rulefile):
        while True:
            with Watchdog(None, what=f"checking {rulefile.name}"):
                found = next(findings, None)
            if found is None:
                return 0 if good else 1
            row = table([(found.name, found.text)], 7, width)
            yield f"\n{row}" if first else row
            first, good = False, good and found.good


def _declared(rulefile: RuleFile) -> str:
    if rulefile.kind:
        return f"a {rulefile.kind}"
    relations = counted(len(rulefile.relations), "relation")
    return f"no puzzle, only {relations} to be asked" if rulefile.relations else "no puzzle and no relation"


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
