"""Goals as they were read, with their variables renamed, instantiated, or unknowns in place of values.

A variable whose name begins with an underscore is called @... here, so that answers tell of it; it is printed with its
underscore.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from ..logic.operators import STANDARD, Operators
from ..logic.substitution import Substitution
from ..logic.terms import VARIABLES, AnyTerm, Cons, Suffix, Term
from ..logic.writer import Names, fresh_names, write
from ..text.answer import Answer
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
    is_anonymous,
    parts,
    term_of,
    unknowns,
    walk,
)


def text(node: Node, operators: Operators = STANDARD) -> str:
    """`node` as text, its variables under their names."""
    variables: dict[str, AnyTerm] = {}
    term = term_of(node, variables)
    names = {v: "_" if is_anonymous(name) else name.lstrip("@") for name, v in variables.items()}
    return write(term, names, 999, operators=operators)


def joined(goals: Sequence[Node], operator: str = ",") -> Node:
    """All of `goals`, or with `;` any of them."""
    *front, made = goals
    for goal in reversed(front):
        made = Compound(operator, [goal, made], goal.at)
    return made


def replaced(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """`node` with what `change` gives for its parts in their place, where it gives something."""
    other = change(node)
    if other is not None:
        return other
    if type(node) is Compound:
        return Compound(node.name, [replaced(arg, change) for arg in node.args], node.at)
    if type(node) is not Listed:
        return node
    made = [replaced(part, change) for part in parts(node)]
    return Listed(made, None, node.at) if node.rest is None else Listed(made[:-1], made[-1], node.at)


def renamed(node: Node, taken: Container[str] = ()) -> Node:
    """`node` with other names for its variables that are `taken`, and with names that answers tell of."""
    names: dict[str, str] = {}
    for name in unknowns(node):
        wanted = f"@{name}" if name[0] == "_" else name
        number = 0
        while wanted in taken or wanted in names.values():
            number += 1
            wanted = f"@{name}{number}" if name[0] == "_" else f"{name}{number}"
            wanted += "@" if is_anonymous(name) else ""
        names[name] = wanted
    return replaced(node, lambda part: Unknown(names[part.name], part.at) if type(part) is Unknown else None)


class Fresh:
    """New names for unknowns: none is given twice, or is one of those of `used` variables."""

    def __init__(self, node: Node, used: Iterable[str] = ()) -> None:
        self.used = set(used)
        self.note(node)
        self.names = fresh_names(self.used)

    def note(self, node: Node) -> None:
        """The variables of `node` are used."""
        self.used.update(name.lstrip("@") for name in unknowns(node) if name[0] in "@_")

    def __next__(self) -> str:
        name = next(self.names)
        self.used.add(name)
        return f"@{name}"


def named(answer: Answer, fresh: Fresh) -> dict[AnyTerm, str]:
    """The names of the unknowns of `answer`: of the variables that are one, or new ones."""
    names: dict[AnyTerm, str] = {}
    for name, value in answer.items():
        if type(value) in VARIABLES and not is_anonymous(name):
            names.setdefault(value, name)
    shown = tuple([value for name, value in answer.items() if name[0] != "@"])  # first, so that they begin with _A
    for unknown in Substitution().unknowns((shown, answer.unequal, answer.others, tuple(answer.values()))):
        if unknown not in names:
            names[unknown] = next(fresh)
    return names


def instantiated(node: Node, answer: Answer, names: Names) -> Node:
    """`node` with what `answer` tells of its variables; its unknowns are called by their `names`."""

    def change(part: Node) -> Node | None:
        return node_of(answer[part.name], part.at, names) if type(part) is Unknown and part.name in answer else None

    return replaced(node, change)


def letters(taken: Container[str]) -> Iterator[str]:
    """Names for variables: A, B, ... A1, ..., without those in `taken`."""
    return (name[1:] for name in fresh_names(()) if name[1:] not in taken)


class Named(Answer):
    """An answer whose unknowns are called by other names."""

    __slots__ = ("given",)

    def __init__(self, answer: Answer, names: dict[Any, str]) -> None:
        super().__init__(dict(answer), answer.unequal, answer.others, answer.hidden)
        self.given, self.operators = names, answer.operators

    def names(self) -> dict[Any, str]:
        return self.given


def visible(answer: Answer, names: Names) -> Answer:
    """`answer` without the variables whose names begin with an underscore; its unknowns are called by their `names`."""
    shown = Answer({name: value for name, value in answer.items() if name[0] != "@"}, answer.unequal, answer.others)
    shown.operators = answer.operators
    return Named(shown, {unknown: name.lstrip("@") for unknown, name in names.items()})


def node_of(value: AnyTerm, at: int, names: Names) -> Node:
    """A term as a node whose parts can be replaced one by one; `names` are those of its variables."""
    if type(value) in VARIABLES:
        return Unknown(names[value], at)
    if isinstance(value, tuple | list | Suffix) and len(value):
        return Listed([node_of(part, at, names) for part in value], None, at)
    if type(value) is Cons:
        items, rest = [node_of(part, at, names) for part in value.elements()], value.rest()
        return Listed(items, None if rest == () else node_of(rest, at, names), at)
    if type(value) is Term:
        return Compound(value.name, [node_of(part, at, names) for part in value.args], at)
    return Constant(value, at)


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
