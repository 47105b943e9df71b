"""The namespaces of rule files, and `ask`: a query over several files at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..errors import PuzzleError, must_be
from ..limits import SECONDS, Limits
from ..logic.relations import Predicate
from ..logic.writer import atom
from ..rulefile.finding import shown
from ..rulefile.rulebook import RuleFile, load
from ..watchdog import within
from ..wording import closest
from .library import common_names
from .names import Indicator, Namespace
from .predicates.printing import print_text
from .query import Query
from .syntax.dialect import STANDARD, Dialect, joined


class FileNamespace(Namespace):
    """The relations of one rule file, and those that the engine adds to them."""

    def __init__(self, rulefile: RuleFile) -> None:
        own = {_key(name, predicate): predicate for name, predicate in rulefile.relations.items()}
        dialect = rulefile.operators if isinstance(rulefile.operators, Dialect) else None
        super().__init__({**rulefile.offered(), **own}, common_names(), dialect)
        self.rulefile = rulefile
        self.any_arity = {name: predicate for (name, arity), predicate in own.items() if arity < 0}
        self.move = None if ("walk", 3) in own else getattr(rulefile.declared, "move", None)

    def find(self, name: str, arity: int) -> Predicate | None:
        return self.any_arity.get(name) or super().find(name, arity)

    def own(self, name: str, arity: int) -> Predicate | None:
        """The predicate, if the rule file or its puzzle has it."""
        return self.any_arity.get(name) or self.predicates.get((name, arity))

    def advice(self, name: str) -> str | None:
        place = self.rulefile.functions.get(name)
        return None if place is None else f"{name} at {place} is a function: write @relation above it"

    def is_move(self, name: str, arity: int) -> bool:
        return self.move is not None and self.own(name, arity) is self.move


def _key(name: str, predicate: Predicate) -> Indicator:
    """The name and arity under which a relation is asked for; -1 for one that takes any number of arguments."""
    arity = -1 if predicate.arity is None else predicate.arity
    return (predicate.name if "/" in name else name, arity)


class JointNamespace(Namespace):
    """The relations of several rule files; `file:goal` asks one of them.

    Raises
    ------
    PuzzleError
        Two different files have the same name.
    """

    def __init__(self, rulefiles: Iterable[RuleFile]) -> None:
        super().__init__({}, common_names())
        named: dict[str, RuleFile] = {}
        for rulefile in rulefiles:
            other = named.setdefault(rulefile.name, rulefile)
            is_same = other.file == rulefile.file
            if not is_same or other.arguments != rulefile.arguments:
                got = " and ".join(repr(one) if is_same else shown(one.file) for one in (other, rulefile))
                hint = "ask them one by one, or rename one"
                raise PuzzleError(f"two rule files are called {rulefile.name}", got=got, hint=hint)
            named[rulefile.name] = rulefile
        self.rulefiles = tuple(named.values())
        self.files = {name: FileNamespace(rulefile) for name, rulefile in named.items()}

    @cached_property
    def dialect(self) -> Dialect:
        """With the operators of all the files."""
        own = [names.dialect for names in self.files.values() if names.dialect is not STANDARD]
        return own[0] if len(own) == 1 else joined(own) if own else STANDARD

    def find(self, name: str, arity: int) -> Predicate | None:
        found = {file: own for file, names in self.files.items() if (own := names.own(name, arity)) is not None}
        if len({id(predicate) for predicate in found.values()}) > 1:
            hint = f"say which: {' or '.join(f'{atom(file)}:{name}(...)' for file in found)}"
            raise PuzzleError(f"{name}/{arity} is in {' and in '.join(found)}", hint=hint)
        return next(iter(found.values())) if found else super().find(name, arity)

    def known(self) -> Iterator[Indicator]:
        for names in self.files.values():
            yield from names.predicates
        yield from super().known()

    def advice(self, name: str) -> str | None:
        return next((hint for names in self.files.values() if (hint := names.advice(name)) is not None), None)

    def is_move(self, name: str, arity: int) -> bool:
        return any(names.is_move(name, arity) for names in self.files.values())

    def within(self, name: str) -> Namespace:
        if name in self.files:
            return self.files[name]
        close = closest(name, self.files)
        if close:
            raise PuzzleError(f"no rule file {name} is loaded", hint=f"did you mean {atom(close)}:?")
        return super().within(name)


def ask(
    query: str,
    *rulefiles: RuleFile | str | os.PathLike[str],
    seconds: float | None = SECONDS,
    memory: int | None = None,
    engine: str = "auto",
) -> Query:
    """The answers of a query in Prolog syntax over rule files, given loaded or by name; lazy.

    What goals such as write/1 print goes to standard output as the answers are found.

    Parameters
    ----------
    seconds, memory
        Limits on the time that finding the answers takes, and on the bytes by which the process may grow.
    engine
        What answers: "reference", "kernel" or "auto"; see `Query`.

    Raises
    ------
    PuzzleError
        It is no query, or asks for what no rule file has.

    >>> [answer["X"] for answer in ask("neighbor(0, X)", "seven")]
    [1, 4]
    >>> print(ask("append(X, [3], [1, 2, 3])").first())
    X = [1, 2]
    """
    must_be(str, query, "this is no query", expected='text such as "neighbor(0, X)"')
    with within(Limits(seconds=seconds, memory=memory)):
        names = JointNamespace(load(file) if isinstance(file, str | os.PathLike) else file for file in rulefiles)
    return Query.read(query, names, seconds, memory, engine, write=print_text)
