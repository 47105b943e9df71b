"""The nearest generalisations of a goal: unknowns in place of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

from ..text.code.scopes import OPAQUE
from ..text.predicates import CONTROLS
from ..text.syntax.nodes import (
    Compound,
    Constant,
    Listed,
    Node,
    Unknown,
    flattened,
    indicator_of,
    parts,
    unknowns,
    walk,
)
from .renaming import letters, replaced


def conjuncts(goal: Node) -> list[Node]:
    """The goals of a conjunction."""
    found = []
    for part in flattened(goal, ","):
        found += conjuncts(part) if indicator_of(part) == (",", 2) else [part]
    return found


def generalisations(goal: Node) -> Iterator[Node]:
    """`goal` with unknowns in place of values, or of a variable that stands twice: the fewest first, the last first."""
    inside = [part for one in conjuncts(goal) for part in _open(one)]
    often = Counter(part.name for part in inside if type(part) is Unknown)
    constants = [part for part in inside if type(part) is Constant]
    repeated = [part for part in inside if type(part) is Unknown and often[part.name] > 1]
    whole = [part for part in inside if type(part) is Compound or type(part) is Listed]
    free = list(islice(letters(unknowns(goal)), 26))
    for size in range(1, len(free)):
        for chosen in combinations([*reversed(constants), *reversed(repeated), *reversed(whole)], size):
            names = dict(zip(map(id, chosen), free, strict=False))
            yield replaced(goal, lambda part, names=names: _unknown(part, names))  # type: ignore[misc]


def _open(goal: Node) -> Iterator[Node]:
    """The parts of the arguments of `goal` that unknowns may replace, but for equations and goals that need values."""
    key = indicator_of(goal)
    if key in OPAQUE:
        args = [goal.args[number] for number in OPAQUE[key]]
    else:
        args = [] if key in CONTROLS else list(parts(goal))
    for arg in args:
        yield from walk(arg)


def _unknown(part: Node, names: dict[int, str]) -> Node | None:
    return Unknown(names[id(part)], part.at) if id(part) in names else None
