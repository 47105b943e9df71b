"""Load rule files: what a file declares, its relations by name, its parameters; again after an edit."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..drawable import Drawable, Source
from ..errors import LimitReached, PuzzleError
from ..integers import represented
from ..wording import alternatives, counted, heading
from . import contents, finding, outline
from .contents import Answers, Contents, Declared
from .grid import Grid
from .parameters import Parameter, accept_all
from .pyrules import kind_of

if TYPE_CHECKING:
    from ..logic.goals import Goal
    from ..logic.relations import Predicate
    from ..logic.terms import AnyTerm
    from .beside import Module

Attribute = Any  # a relation, a `Family`, or what the file declares


@dataclass(frozen=True, eq=False)
class Prepared:
    """A rule file that has been read, before its parameters have values; `asked` is what it was asked for as.

    `shown` is its place in messages, and `text` what was read.
    """

    name: str
    file: Path
    stamp: tuple[int, int]
    contents: Contents
    asked: str = ""
    shown: str = ""
    text: str = ""

    def __repr__(self) -> str:
        return f"prepare({self.asked!r})"

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What the file can be given, in the order of its declaration."""
        return self.contents.parameters

    def build(self, **values: object) -> RuleFile:
        """The rule file with these values of its parameters, and the defaults of the others.

        Raises
        ------
        PuzzleError
            A parameter is unknown, missing or of the wrong type, or the file refuses it.
        """
        return self.build_as(RuleFile, **values)

    def build_as(self, made: Callable[..., RuleFile], /, **values: object) -> RuleFile:
        """The same as what `made` makes of it: a rule file of another class."""
        arguments = accept_all(self.parameters, values, finding.shown(self.file))
        emptied = entry("rulefile.zeros:emptied")(self.parameters, arguments) if self._has_grid else None
        if emptied is not None:
            try:
                built = self._built(made, values, emptied)
                if entry("rulefile.zeros:has_no_zero")(built.declared):
                    return built
            except LimitReached:
                raise
            except PuzzleError:
                pass  # it is told of the grid as it was given
        return self._built(made, values, arguments)

    @property
    def _has_grid(self) -> bool:
        return any(parameter.type is Grid for parameter in self.parameters)

    def _built(
        self, made: Callable[..., RuleFile], values: Mapping[str, object], arguments: dict[str, Any]
    ) -> RuleFile:
        contents = self.contents if self.contents.given is None else self.contents.given(arguments)
        built = made(replace(self, contents=contents), values, arguments, contents.declare(**arguments))
        built.prepared = self
        return built


class RuleFile(Drawable):
    """A loaded rule file; its relations are attributes: ``load("seven").move_piece(piece, before, after)``.

    So are those that every puzzle offers: ``load("seven").path(start, moves)``; see `puzzles.relations`.

    Attributes
    ----------
    name, file, text, doc
        What it is called, where it lies, what stood there, and its documentation.
    kind
        "puzzle", "model" or "game"; what it declares is under the attribute of that name.
    relations
        From name to relation, in the order of the file.
    parameters, arguments
        What it can be given, and the value of each.
    warnings
        Warnings about the text, each with its place.
    findings
        What `check` says of the text besides, each with a name; a function, for it may take a moment.
    operators
        Those that queries over the file have; None for the standard ones.
    functions
        Those of a Python file that are no relations, each with its place.
    prepared
        The file as it was read, before its parameters had values.
    """

    prepared: Prepared

    def __init__(
        self, prepared: Prepared, given: Mapping[str, object], arguments: Mapping[str, object], made: Declared
    ) -> None:
        self.name, self.file, self.doc = prepared.name, prepared.file, prepared.contents.doc
        self.parameters, self.arguments = prepared.parameters, dict(arguments)
        self.declared = made
        self.warnings, self.findings = prepared.contents.warnings, prepared.contents.findings
        self.operators, self.functions = prepared.contents.operators, prepared.contents.functions
        self.kind = kind_of(made) or ""
        self._relations = prepared.contents.relations
        self._given, self._stamp, self._asked = dict(given), prepared.stamp, prepared.asked
        self._shown, self.text = prepared.shown, prepared.text
        setattr(self, self.kind, made)
        if self.kind:
            made.source = Source(f"{self!r}.{self.kind}", heading(self.doc, self.name))
            made.origin = (_declared, (copy(self),))  # what a pickle holds of it

    @cached_property
    def relations(self) -> dict[str, Predicate]:
        """From name to relation; a model that is only solved needs none."""
        return _named(self._relations, self.declared)

    def __deepcopy__(self, memo: dict[int, Any]) -> RuleFile:
        again = copy(self)
        again.declared = deepcopy(self.declared, memo)
        setattr(again, self.kind, again.declared)
        return again

    def __reduce__(self) -> tuple[Any, ...]:
        return self.content(), ()

    def content(self) -> Callable[[], RuleFile]:
        """What makes it again, of its text as it was read: what a pickle of it holds, so that it needs no file."""
        place = self.name, str(self.file), self._stamp, self._asked, self._shown
        return partial(_again, place, self.text, self.modules(), **self.values())

    def values(self) -> dict[str, object]:
        """The values of parameters that it was given; what was in a file is there as it was read."""
        return {n: self.arguments[n] if isinstance(value, os.PathLike) else value for n, value in self._given.items()}

    def modules(self) -> tuple[Module, ...]:
        """What a Python file imports from its own folder."""
        if self.file.suffix != ".py":
            return ()
        return entry("rulefile.beside:modules_beside")(self.text, self.file.parent)  # type: ignore[no-any-return]

    def __copy__(self) -> RuleFile:
        again = object.__new__(type(self))
        again.__dict__.update(self.__dict__)
        return again

    def __getattr__(self, name: str) -> Attribute:
        is_whole = "declared" in self.__dict__ and name != "relations"
        relations = self.relations if is_whole else {}
        if name in relations:
            return relations[name]
        offered = self.offered() if is_whole and name[0] != "_" else {}
        family = {arity: predicate for (known, arity), predicate in offered.items() if known == name}
        if family:
            return Family(name, family)
        known = ", ".join([*relations, *dict.fromkeys(name for name, _ in offered)]) or "none"
        raise AttributeError(f"{self.__dict__.get('name')} has no relation {name}; its relations: {known}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.relations, *(name for name, _ in self.offered())})

    def __repr__(self) -> str:
        given = "".join(f", {name}={represented(value)}" for name, value in self._given.items())
        return f"load({self._asked!r}{given})"

    @property
    def given_values(self) -> Mapping[str, object]:
        """The parameters that were given, and what as."""
        return self._given

    def given(self, **parameters: object) -> RuleFile:
        """The same rule file with other values of these parameters; it is not read again."""
        return self.prepared.build_as(self._made, **{**self._given, **parameters})

    @property
    def _made(self) -> Callable[..., RuleFile]:
        """What makes another one of the same file."""
        return RuleFile

    def offered(self) -> Mapping[tuple[str, int], Predicate]:
        """The relations that the engine adds to those of the file, by name and arity."""
        return getattr(self.declared, "predicates", {})

    def ask(self, query: str, **options: float | str | None) -> Answers:
        """The answers of a query in Prolog syntax over this file; see `ask`.

        >>> print(load("seven").ask("neighbor(0, X), neighbor(X, 5)").first())
        X = 1
        """
        return contents.ask(query, self, **options)

    @property
    def changed(self) -> bool:
        """Whether the file was edited since it was loaded."""
        try:
            return _stamp(self.file) != self._stamp
        except OSError:
            return True

    def reload(self) -> RuleFile:
        """Read the file again and return this object, renewed; as it was where the file has become wrong.

        Raises
        ------
        PuzzleError
            The file has become wrong.
        """
        fresh = _prepare(self.name, self.file, self._asked).build(**self._given)
        self.__dict__.clear()
        self.__dict__.update(fresh.__dict__)
        return self


def _declared(rulefile: RuleFile) -> Declared:
    """What a rule file declares, out of a pickle."""
    return rulefile.declared


def _again(
    place: tuple[str, str, tuple[int, int], str, str], text: str, modules: tuple[Module, ...], /, **given: object
) -> RuleFile:
    """A rule file, out of a pickle; a Python one runs as code."""
    name, file, stamp, asked, shown = place
    if modules:
        entry("rulefile.beside:provide")(modules)
    read = contents.read(Path(file).suffix, text, shown)
    return Prepared(name, Path(file), stamp, read, asked, shown, text).build(**given)


def load(name: str | os.PathLike[str], **parameters: object) -> RuleFile:
    """The rule file called `name` or at the path `name`, with these values of its parameters.

    Names are looked up in the folders of the environment variable LOGICPUZZLES_PATH, among the files that come with
    the package, and in `rules/` of the current folder. A Python rule file runs as code.

    Raises
    ------
    PuzzleError
        There is no such file, it is wrong, or a parameter is.

    >>> load("sliding", rows=2, cols=4)
    load('sliding', rows=2, cols=4)
    """
    return prepare(name).build(**parameters)


def prepare(name: str | os.PathLike[str]) -> Prepared:
    """The rule file called `name` or at the path `name`, read, its parameters still open.

    Raises
    ------
    PuzzleError
        There is no such file, or it is wrong.
    """
    path = finding.find(name)
    by_name = isinstance(name, str) and Path(name).name == name
    called = name if isinstance(name, str) and by_name else path.stem
    return _prepare(called, path.absolute(), called if by_name else os.fspath(name))


def _prepare(name: str, path: Path, asked: str) -> Prepared:
    text = finding.source(path)
    stamp = _stamp(path)
    shown = finding.shown(path)
    return Prepared(name, path, stamp, contents.read(path.suffix, text, shown), asked, shown, text)


@dataclass(frozen=True)
class Family:
    """Relations of one name, told apart by how many terms they are called with."""

    name: str
    members: Mapping[int, Predicate]

    def __repr__(self) -> str:
        return f"<relations {', '.join(f'{self.name}/{arity}' for arity in self.members)}>"

    def __call__(self, *args: AnyTerm) -> Goal:
        if len(args) not in self.members:
            problem = f"{self.name} does not take {counted(len(args), 'term')}"
            got = f"{self.name}({', '.join(map(represented, args))})"
            raise PuzzleError(problem, expected=alternatives(self.members), got=got)
        return self.members[len(args)](*args)


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _named(own: Mapping[str, Predicate], made: Declared) -> dict[str, Predicate]:
    """The relations of the file and those that the declaration lists, each under its name."""
    found = dict(own)
    for relation in getattr(made, "relations", ()):
        found.setdefault(relation.name, relation)
    return found


def available() -> dict[str, str]:
    """The names of the rule files on the search path, each with the first line of its documentation."""
    return {name: outline.summary(path) for name, path in finding.available().items()}
