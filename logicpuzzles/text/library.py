"""What every text may use: the builtin relations, and those of `library.pl`, which is read when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from ..logic.relations import Predicate
from .code.clauses import Clauses
from .names import Indicator, Namespace
from .predicates.builtins import BUILTINS
from .program import Program
from .syntax.lexical import LIBRARY, Source

CLOSURES = ("maplist", "foldl", "include", "exclude", "partition")  # their first argument is a goal to call


class Library(Namespace):
    """The relations of the library; helpers, whose names end in an underscore, are not seen from outside."""

    def __init__(self) -> None:
        self.parent = None

    @cached_property
    def predicates(self) -> Mapping[Indicator, Predicate]:  # type: ignore[override]
        program = Program(Source(Path(__file__).with_suffix(".pl").read_text(), LIBRARY), Namespace(BUILTINS))
        for (name, _), predicate in program.predicates.items():
            if name in CLOSURES and isinstance(predicate, Clauses):
                predicate.closures = (0,)
        return {key: predicate for key, predicate in program.predicates.items() if key[0][-1] != "_"}


@cache
def common_names() -> Namespace:
    """The namespace of what every text may use: the builtin relations, and behind them the library."""
    return Namespace(BUILTINS, Library())
