"""The reader of rule files in Prolog text: their relations, and the puzzle that they declare."""

from __future__ import annotations

from collections.abc import Mapping

from ..limits import SECONDS
from ..logic.relations import Predicate
from ..rulefile.contents import Contents
from ..uncollected import Uncollected
from ..watchdog import Watchdog
from .declaration import Declaration
from .library import common_names
from .names import Indicator
from .program import Program
from .syntax.lexical import Source


def read(text: str, file: str) -> Contents:
    """The rule file `text`. It states what is true and runs nothing else.

    Raises
    ------
    PuzzleError
        It is no Prolog text, or not of the part that is known here; with line and column.
    LimitReached
        Reading it takes too long, or too much memory.
    """
    program = program_of(text, file)
    declaration = Declaration(program, file)
    warnings = (*program.warnings, *declaration.warnings())
    return Contents(program.doc, by_name(program.predicates), (), declaration.declare, warnings)


def program_of(text: str, file: str) -> Program:
    """What the rule file `text` states.

    Raises
    ------
    PuzzleError, LimitReached
        As for `read`.
    """
    with (
        Uncollected(),
        Watchdog(SECONDS, what=f"reading {file}", hint="state less in one file, or allow more time") as watchdog,
    ):
        return Program(Source(text, file), common_names(), watchdog.check)


def by_name(predicates: Mapping[Indicator, Predicate]) -> dict[str, Predicate]:
    """Relations under their names; of those with the same name all but the first as name/arity."""
    found: dict[str, Predicate] = {}
    for (name, arity), predicate in predicates.items():
        found[name if name not in found else f"{name}/{arity}"] = predicate
    return found
