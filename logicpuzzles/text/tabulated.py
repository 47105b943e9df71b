"""Queries that are one call of a relation of facts, whose answers are made of the facts many at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..logic.facts import PLAIN, Relation
from .answer import Answer
from .names import CONTROLS, Namespace
from .syntax.nodes import Compound, Constant, Node, Unknown

FIRST = 16  # answers that the resolver gives before
MOST = 512  # answers made at once


class FactQuery:
    """The answers of the query `node`, of which those of `names` are shown: facts stated so far, in their order."""

    def __init__(self, relation: Relation, node: Compound, names: list[str]) -> None:
        known = {n: arg.value for n, arg in enumerate(node.args) if type(arg) is Constant}
        places = {arg.name: n for n, arg in enumerate(node.args) if type(arg) is Unknown}
        self._rows = relation.rows_with(known)
        self._names, self._arity = names, len(node.args)
        self._places = [places[name] for name in names]

    @classmethod
    def of(cls, node: Node, names: Namespace, shown: list[str]) -> FactQuery | None:
        """The answers; None where they are not those of a few facts' constants."""
        if type(node) is not Compound or (key := (node.name, len(node.args))) in CONTROLS:
            return None
        relation = names.find(*key)
        if not isinstance(relation, Relation) or type(relation).invoke is not Relation.invoke:
            return None
        unknown = [arg.name for arg in node.args if type(arg) is Unknown]
        constants = [arg.value for arg in node.args if type(arg) is Constant]
        if len(set(unknown)) < len(unknown) or len(unknown) + len(constants) < len(node.args):
            return None
        if relation.arity != len(node.args) or not relation.is_ground or not PLAIN.issuperset(map(type, constants)):
            return None
        return cls(relation, node, shown)

    def answers(self, begin: int) -> Iterator[list[Answer]]:
        """All from number `begin` on, in lists that get longer."""
        rows, names, size = islice(self._rows, begin, None), self._names, FIRST
        if len(names) == 1:
            name, at = names[0], self._places[0]
            make = lambda row: Answer({name: row[at]})  # noqa: E731 - a batch is made in one comprehension
        elif self._places == list(range(self._arity)):
            make = lambda row: Answer(dict(zip(names, row)))  # noqa: E731, B905
        else:
            make = lambda row: Answer({name: row[at] for name, at in zip(names, self._places)})  # noqa: E731, B905
        while batch := [*map(make, islice(rows, size))]:
            yield batch
            size = min(2 * size, MOST)
