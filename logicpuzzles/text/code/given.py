"""Terms in messages: their unknowns carry the names that the user wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...errors import PuzzleError
from ...logic.substitution import Substitution
from ...logic.terms import VARIABLES, AnyTerm, Cons, Suffix, Term
from ...logic.writer import fresh_names, shown
from ..syntax.nodes import Compound, Listed, Node, Unknown, is_anonymous, term_of

_TERMS = VARIABLES | {tuple, Suffix, Cons, Term}  # what an error may hold that is written in query syntax


class Given:
    """A term in a message, in query syntax; its unknowns get names from where the error passes, then letters.

    >>> from logicpuzzles import var
    >>> x, y = var(), var()
    >>> given = Given(Term("/", (x, y)))
    >>> given.call(Substitution(), [("X", x)])
    >>> print(given)
    X/_A
    """

    __slots__ = ("names", "term")

    def __init__(self, term: AnyTerm) -> None:
        self.term = term
        self.names: dict[Any, str] = {}

    def call(self, known: Substitution, named: Iterable[tuple[str, AnyTerm]]) -> None:
        """Name the unknowns among what is `named`, unless they have other names or it is a name of another."""
        self.term = known.reify(self.term)
        for name, value in named:
            term = known.walk(value)
            if type(term) in VARIABLES and not is_anonymous(name) and name not in self.names.values():
                self.names.setdefault(term, name)

    def __str__(self) -> str:
        names = dict(self.names)
        new = fresh_names(frozenset(names.values()))
        for unknown in _unknowns(self.term):
            if unknown not in names:
                names[unknown] = next(new)
        return shown(self.term, names=names)


def given(error: PuzzleError) -> Given | None:
    """What an error holds that is a term; None where it is not."""
    if type(error.got) in _TERMS:
        error.got = Given(error.got)
    return error.got if type(error.got) is Given else None


def described(error: PuzzleError) -> PuzzleError:
    """The error with what it holds as text: all names are known."""
    if (got := given(error)) is not None:
        error.got = str(got)
        error.args = (str(error),)
    return error


def named_in(nodes: Sequence[Node], terms: Sequence[AnyTerm]) -> Iterator[tuple[str, AnyTerm]]:
    """What stands in `terms` for the variables of `nodes`, of which they were made; by name."""
    todo: list[tuple[Node, AnyTerm]] = list(zip(reversed(nodes), reversed(terms), strict=False))
    while todo:
        node, term = todo.pop()
        if type(node) is Unknown:
            yield node.name, term
        elif type(node) is Compound and type(term) is Term and len(node.args) == len(term.args):
            todo += zip(reversed(node.args), reversed(term.args), strict=True)
        elif type(node) is Listed and isinstance(term, tuple | Cons):
            items = term if isinstance(term, tuple) else list(term.elements())
            todo += reversed(list(zip(node.items, items, strict=False)))


def argument_that_is(nodes: Sequence[Node], term: AnyTerm) -> Sequence[Node]:
    """The one of `nodes` that can be `term`; nothing where it may be several."""
    found = [node for node in nodes if type(node) is not Unknown and Substitution().equate(term_of(node, {}), term)]
    return found if len(found) == 1 else ()


def _unknowns(term: AnyTerm) -> Iterator[Any]:
    """The unknowns of a term from left to right."""
    todo: list[Any] = [term]
    while todo:
        part = todo.pop()
        if type(part) in VARIABLES:
            yield part
        elif type(part) is Term:
            todo.extend(reversed(part.args))
        elif isinstance(part, tuple):
            todo.extend(reversed(part))
        elif type(part) is Cons:
            todo.append(part.rest())
            todo.extend(reversed(list(part.elements())))
