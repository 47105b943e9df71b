"""Goals as they were read, with some of their parts exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..logic.terms import VARIABLES, Term
from ..text.asking import Answer
from ..text.code.controls import CONTROLS
from ..text.syntax.nodes import Compound, Constant, Listed, Node, Unknown, is_anonymous, parts, term_of, unknowns, walk
from ..text.syntax.writer import write

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text(node: Node) -> str:
    """`node` as text, its variables under their names."""
    variables: dict[str, Any] = {}
    term = term_of(node, variables)
    return write(term, {v: "_" if is_anonymous(name) else name for name, v in variables.items()}, 999)


def conjunction(goals: Sequence[Node]) -> Node:
    """All of `goals`."""
    *front, made = goals
    for goal in reversed(front):
        made = Compound(",", [goal, made], goal.at)
    return made


def exchanged(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """`node` with what `change` gives for its parts in their place, where it gives something."""
    other = change(node)
    if other is not None:
        return other
    if type(node) is Compound:
        return Compound(node.name, [exchanged(arg, change) for arg in node.args], node.at)
    if type(node) is not Listed:
        return node
    made = [exchanged(part, change) for part in parts(node)]
    return Listed(made, None, node.at) if node.rest is None else Listed(made[:-1], made[-1], node.at)


def with_values(node: Node, answer: Answer) -> Node:
    """`node` with the values that `answer` gives its variables."""
    values = {name: value for name, value in answer.items() if type(value) not in VARIABLES}

    def change(part: Node) -> Node | None:
        return node_of(values[part.name], part.at) if type(part) is Unknown and part.name in values else None

    return exchanged(node, change)


def with_other_names(node: Node, taken: Container[str]) -> Node:
    """`node` with other names for those of its variables that are `taken`; no text can hold such names."""

    def change(part: Node) -> Node | None:
        return Unknown(f"{part.name} ", part.at) if type(part) is Unknown and part.name in taken else None

    return exchanged(node, change)


def node_of(value: Any, at: int) -> Node:
    """A value as a node whose parts can be exchanged one by one."""
    if isinstance(value, tuple) and value:
        return Listed([node_of(part, at) for part in value], None, at)
    if type(value) is Term:
        return Compound(value.name, [node_of(part, at) for part in value.args], at)
    return Constant(value, at)


def generalisations(goal: Node) -> Iterator[Node]:
    """`goal` with unknowns in place of values, or of a variable that stands twice: the fewest first."""
    if type(goal) is not Compound or (goal.name, len(goal.args)) in CONTROLS and goal.name != "=":
        return
    often = Counter(part.name for part in walk(goal) if type(part) is Unknown)
    inner = [
        part
        for part in walk(goal)
        if type(part) is Constant or type(part) is Unknown and often[part.name] > 1 and not is_anonymous(part.name)
    ]
    whole = [arg for arg in goal.args if type(arg) is Compound or type(arg) is Listed]
    taken = unknowns(goal)
    free = [letter for letter in _LETTERS if letter not in taken]
    for size in range(1, len(free)):
        for chosen in combinations([*reversed(inner), *whole], size):
            names = dict(zip(map(id, chosen), free, strict=False))
            yield exchanged(goal, lambda part, names=names: _unknown(part, names))  # type: ignore[misc]


def _unknown(part: Node, names: dict[int, str]) -> Node | None:
    return Unknown(names[id(part)], part.at) if id(part) in names else None
