"""The variables of a model: what its argument holds, each under its name in the text.

A variable that has a name in the clause keeps that; one in a list or a term that has a name is called by that and its
places in it, counted from 1: in `model(Rows)` the second number of the first row is `Rows_1_2`. Messages call elements
of lists, and of lists of lists, by their places, see `models.elements`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...logic.terms import VARIABLES, AnyTerm, Cons, Term
from ...models.elements import Element
from ..syntax.nodes import Compound, Listed, Node, Unknown, is_anonymous

Path = tuple[int, ...]  # where a part of a term stands, each place counted from 0


def leaves(term: AnyTerm) -> Iterator[tuple[Path, AnyTerm]]:
    """The unknowns and integers of a term from left to right, each with its place."""
    todo: list[tuple[Path, AnyTerm]] = [((), term)]
    while todo:
        path, part = todo.pop()
        if type(part) in VARIABLES or type(part) is int:
            yield path, part
            continue
        todo += [((*path, index), below) for index, below in reversed(list(enumerate(_parts(part))))]


def _parts(term: AnyTerm) -> Sequence[AnyTerm]:
    if type(term) is Cons:
        return (*term.elements(), term.rest())
    return term if isinstance(term, tuple) else term.args if type(term) is Term else ()


def variables(argument: AnyTerm, head: Node, named: Mapping[str, AnyTerm]) -> dict[str, AnyTerm]:
    """What the variables of a model stand for in its argument, by their names: an unknown each, or an integer.

    An unknown that stands there twice is one variable, unless the head has two names for it.
    """
    called = names_of(named)
    found: dict[str, AnyTerm] = {}
    met: set[Any] = set()
    for path, leaf in leaves(argument):
        is_unknown = type(leaf) in VARIABLES
        by_place = _by_place(head, path, argument)
        if is_unknown and leaf in met and (by_place not in named or by_place in found):
            continue
        name = called.get(leaf) if is_unknown and leaf not in met else None
        name = name or by_place
        while name in found and (is_unknown or found[name] != leaf):
            name = _renamed(name)
        found[name] = leaf
        met |= {leaf} if is_unknown else set()
    return found


def names_of(named: Mapping[str, AnyTerm]) -> dict[Any, str]:
    """The unknowns that have names in the clause."""
    found: dict[Any, str] = {}
    for name, term in named.items():
        if type(term) in VARIABLES:
            found.setdefault(term, name)
    return found


def _renamed(name: str) -> str:
    return Element(f"{name}_", name.places, name.whole) if isinstance(name, Element) else f"{name}_"


def _by_place(node: Node, path: Path, argument: AnyTerm) -> str:
    """The name of the part of the head that holds what is at `path`, with its places in that."""
    places, is_only = list(path), isinstance(node, Unknown)
    while places and not isinstance(node, Unknown):
        if isinstance(node, Compound):
            node = node.args[places.pop(0)]
        elif isinstance(node, Listed) and places[0] < len(node.items):
            node = node.items[places.pop(0)]
        elif isinstance(node, Listed) and node.rest is not None:
            places[0] -= len(node.items)
            node = node.rest
        else:
            break
    name = node.name if isinstance(node, Unknown) and not is_anonymous(node.name) else "X"
    numbers = tuple(place + 1 for place in places)
    key = "_".join([name, *map(str, numbers)])
    for index in path[: len(path) - len(places)]:
        argument = _parts(argument)[index]
    for index in places:
        if type(argument) is Term:
            return key
        argument = _parts(argument)[index]
    return Element(key, numbers, "" if is_only and len(numbers) == 2 else name) if 1 <= len(numbers) <= 2 else key
