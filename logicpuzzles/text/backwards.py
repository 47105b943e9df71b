"""What to write in place of a move that is asked from a state with unknown cells."""

from __future__ import annotations

from collections.abc import Callable

from ..logic.substitution import Substitution
from ..logic.terms import AnyTerm
from .names import Namespace
from .syntax.nodes import Node, indicator_of, term_of, unknowns, walk


def guided(query: Node, names: Namespace, value: Callable[[str], AnyTerm]) -> str | None:
    """The hint for the first such move in a query; None where there is none. `value` gives what a variable is."""
    for node in walk(query):
        key = indicator_of(node)
        if key is not None and key[1] == 3 and names.is_move(*key):
            before = node.args[1]
            state = term_of(before, {name: value(name) for name in unknowns(before)})
            if any(True for _ in Substitution().unknowns(state)):
                return f"walk(Before, After, [Label]) asks {key[0]} from an unknown state, by its rewrite rules"
    return None
