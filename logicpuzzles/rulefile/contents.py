"""What a rule file holds once it is read, and what a language of rule files gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from .. import LANGUAGES, QUERIES
from .parameters import Parameter

if TYPE_CHECKING:  # a model needs no logic
    from ..logic.operators import Operators
    from ..logic.relations import Predicate
    from ..logic.terms import AnyTerm

Declared = Any  # a Puzzle, a Model or a Game; None for a file of relations
KINDS = ("puzzle", "model", "game")  # what a rule file may declare; also the names it may be declared under


@dataclass(frozen=True)
class Contents:
    """What a rule file holds: `declare(**values of the parameters)` makes the puzzle, model or game.

    `warnings` have a place each; `findings` is what `check` reports besides, each with a name, which may take a moment
    to find out. Where the relations depend on the parameters too, `given` makes the contents with other values of
    them. `operators` are those that its queries have too, where they are not the standard ones.
    `functions` are those that are no relations, each with its place.
    """

    doc: str
    relations: Mapping[str, Predicate]
    parameters: tuple[Parameter, ...]
    declare: Callable[..., Declared]
    warnings: tuple[str, ...] = ()
    findings: Callable[[], Iterator[tuple[str, str]]] = lambda: iter(())
    given: Callable[[Mapping[str, Any]], Contents] | None = None
    operators: Operators | None = None
    functions: Mapping[str, str] = field(default_factory=dict)


class Outline(Protocol):
    """A module that looks at the text of rule files of one suffix, and runs nothing."""

    def documentation(self, text: str) -> str | None:
        """What the text says of itself."""

    def kind(self, text: str) -> str | None:
        """One of `KINDS`, or `outline.RELATIONS`; None where the text does not tell."""

    def parameters(self, text: str) -> tuple[Parameter, ...]:
        """The parameters that the text declares."""


class Answers(Protocol):
    """The answers of a query, found as they are asked for: each a value for every variable, by name."""

    def __iter__(self) -> Iterator[Mapping[str, AnyTerm]]: ...

    def first(self) -> Mapping[str, AnyTerm] | None:
        """The first answer; None if there is none."""

    def count(self, most: int | None = None) -> int:
        """The number of answers; not more than `most`."""


def outline(suffix: str) -> Outline:
    """What looks at the files with this suffix."""
    return cast(Outline, _module(LANGUAGES[suffix][0]))


def read(suffix: str, text: str, file: str) -> Contents:
    """What the rule file `text` holds; `file` is its place in messages.

    The module that `LANGUAGES` names for `suffix` reads it, by a function `read(text, file)`.
    """
    return cast(Contents, _module(LANGUAGES[suffix][1]).read(text, file))


def ask(query: str, *rulefiles: object, **options: float | str | None) -> Answers:
    """The answers of a query over rule files, in the query language."""
    return cast(Answers, _module(QUERIES).ask(query, *rulefiles, **options))


def _module(name: str) -> ModuleType:
    return import_module(f"..{name}", __package__)
