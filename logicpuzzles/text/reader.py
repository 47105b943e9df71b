"""The reader of rule files in Prolog text: their relations, and the puzzle that they declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ..limits import SECONDS
from ..logic.relations import Predicate
from ..rulefile.contents import Contents
from ..rulefile.parameters import Parameter
from ..uncollected import Uncollected
from ..watchdog import Watchdog
from .constraining import has_constraints
from .cuts.red import red_cuts
from .declaration import Declaration
from .library import common_names
from .names import CONTROLS, Indicator
from .parameters import parameters_of, state
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
    parameters = parameters_of(program) if _may_declare(program) else ()
    return _contents(program, file, parameters, partial(_given, text, file, parameters) if parameters else None)


def _may_declare(program: Program) -> bool:
    """Whether the program may declare a puzzle or a model: in others `parameter` is a relation like any."""
    declared, stated = program.declared, program.predicates
    named = declared.puzzle is not None or declared.model is not None
    return named or ("start", 1) in stated or ("model", 1) in stated and has_constraints(program)


def _contents(
    program: Program,
    file: str,
    parameters: tuple[Parameter, ...],
    given: Callable[[Mapping[str, Any]], Contents] | None = None,
) -> Contents:
    declaration = Declaration(program, file)
    return Contents(
        program.doc,
        by_name(program.predicates),
        parameters,
        lambda **_: declaration.declare(),
        (*program.warnings, *declaration.warnings()),
        partial(findings, program),
        given,
        program.operators,
    )


def _given(text: str, file: str, parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> Contents:
    """The contents where the parameters have these values: the text read anew, with other facts of them."""
    program = program_of(text, file)
    state(program, parameters, values)
    return _contents(program, file, parameters)


def findings(program: Program) -> Iterator[tuple[str, str]]:
    """What `check` says of a text: relations that the library has too, and red cuts."""
    for (name, arity), predicate in program.predicates.items():
        if program.names.parent is not None and (
            (name, arity) in CONTROLS or program.names.parent.find(name, arity) is not None
        ):
            place = getattr(predicate, "place", program.source.name)
            yield "own", f"{place}: {name}/{arity} is in the library too; in this file its own clauses count"
    yield from (("cut", told) for told in red_cuts(program))


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
