"""Names of the library's own helpers in goals of texts, which cannot name them."""

from __future__ import annotations

from ...logic.relations import Predicate
from ..names import Namespace
from .anonymous import Anonymous


class Hidden(Anonymous):
    """The name of the helper `relation`; it shows as what it stands for."""

    relation: str
    names: Namespace

    def predicate(self, arity: int) -> Predicate:
        found = self.names.helper(self.relation, arity)
        assert found is not None, self.relation
        return found


def hidden(shown: str, relation: str, names: Namespace) -> Hidden:
    """The name of `relation`, shown as `shown`."""
    name = Hidden(shown)
    name.relation, name.names = relation, names
    return name
