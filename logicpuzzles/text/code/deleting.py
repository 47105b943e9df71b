"""Patterns in ``delete(List, Pattern, Rest)``: a variable that stands nowhere else stands for anything."""

from __future__ import annotations

from collections import Counter

from ...errors import PuzzleError
from ..names import Indicator, Namespace
from ..syntax.lexical import LIBRARY
from ..syntax.nodes import Compound, Listed, Node, Unknown, flattened, indicator_of, unknowns, walk
from .clauses import Clauses
from .internal_names import Hidden, hidden
from .scopes import BAR, CONDITIONALS

DELETE = ("delete", 3)
DEEPEST = 100  # goals within goals that are looked into
# The arguments that are goals, or bodies of lambdas.
_GOALS: dict[Indicator, tuple[int, ...]] = {BAR: (0, 1), (">>", 2): (1,), ("^", 2): (1,)}
_GOALS |= dict.fromkeys(CONDITIONALS, (0, 1))
_GOALS |= {("\\+", 1): (0,), ("not", 1): (0,), ("once", 1): (0,), ("ignore", 1): (0,), ("call", 1): (0,)}
_GOALS |= {("forall", 2): (0, 1), ("findall", 3): (1,), ("findnsols", 4): (2,), ("aggregate_all", 3): (1,)}
_GOALS |= {("catch", 3): (0, 2), ("freeze", 2): (1,), ("when", 2): (1,), ("call_nth", 2): (0,)}
_GOALS |= {("bagof", 3): (1,), ("setof", 3): (1,)}


def with_patterns(body: Node, names: Namespace, head: Node | None = None) -> Node:
    """`body`, of a clause with this head or of a query, with the goals of delete/3 that have patterns as lambdas.

    ``delete(List, f(_), Rest)`` asks of each element whether ``[X]>>(X = f(_))`` holds of it.
    """
    if not any(map(_is_delete, walk(body))) or not _is_of_library(names):
        return body
    asked = body if head is None else Compound(",", [head, body], body.at)
    return _rewritten(body, names, Counter(node.name for node in walk(asked) if type(node) is Unknown), 0)


def _is_delete(node: Node) -> bool:
    return indicator_of(node) == DELETE and type(node) is Compound and type(node.name) is not Hidden


def _is_of_library(names: Namespace) -> bool:
    try:
        found = names.find(*DELETE)
    except PuzzleError:  # several files define it: who calls it is told so
        return False
    return isinstance(found, Clauses) and found.clauses[0].sentence.source.name == LIBRARY


def _rewritten(node: Node, names: Namespace, met: Counter[str], depth: int) -> Node:
    key = indicator_of(node)
    if type(node) is not Compound or key is None or depth > DEEPEST:
        return node
    if _is_delete(node):
        return _asking(node, names, met)
    if key in ((",", 2), (";", 2)):  # there may be very many
        first, *others = reversed([_rewritten(goal, names, met, depth + 1) for goal in flattened(node, key[0])])
        for goal in others:
            first = Compound(key[0], [goal, first], node.at)
        return first
    goals = _GOALS.get(key, ())
    made = [
        _rewritten(arg, names, met, depth + 1) if number in goals or indicator_of(arg) == (">>", 2) else arg
        for number, arg in enumerate(node.args)
    ]
    return Compound(node.name, made, node.at)


def _asking(node: Compound, names: Namespace, met: Counter[str]) -> Node:
    items, pattern, rest = node.args
    inside = Counter(part.name for part in walk(pattern) if type(part) is Unknown)
    if all(met[name] > number for name, number in inside.items()):
        return node
    at, element = pattern.at, Unknown("_@element", pattern.at)
    shared = [Unknown(name, at) for name in unknowns(pattern) if met[name] > inside[name]]
    params: Node = Listed([element], None, at)
    if shared:
        braced: Node = shared[0]
        for one in shared[1:]:
            braced = Compound(",", [braced, one], at)
        params = Compound("/", [Compound("{}", [braced], at), params], at)
    asks = Compound(">>", [params, Compound("=", [element, pattern], at)], at)
    return Compound(hidden("delete", "deleted_", names), [items, asks, rest], node.at)
