"""Terms as they were read, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...logic.terms import AnyTerm, Term, pair, var

COPIED = 16  # elements


class Node:
    """A term that was read; `at` is the offset of it (of the operator, where it has one) in its sentence."""

    __slots__ = ("at",)
    at: int
    args: Sequence[Node] = ()  # those of a compound


class Unknown(Node):
    """A variable; one that was written `_` has a name of its own, see `is_anonymous`."""

    __slots__ = ("name",)

    def __init__(self, name: str, at: int) -> None:
        self.name, self.at = name, at


class Constant(Node):
    """An integer, an atom, or the empty list ``()``."""

    __slots__ = ("value",)

    def __init__(self, value: AnyTerm, at: int) -> None:
        self.value, self.at = value, at


class Compound(Node):
    """A compound; of one written with an operator too."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: Sequence[Node], at: int) -> None:
        self.name, self.args, self.at = name, args, at


class Listed(Node):
    """A list with at least one element; `rest` follows the bar, None where there is none."""

    __slots__ = ("items", "rest")

    def __init__(self, items: Sequence[Node], rest: Node | None, at: int) -> None:
        self.items, self.rest, self.at = items, rest, at


def parts(node: Node) -> Sequence[Node]:
    """The direct parts of a compound or a list."""
    if type(node) is Listed:
        return node.items if node.rest is None else (*node.items, node.rest)
    return node.args


def walk(node: Node) -> Iterator[Node]:
    """`node` and all below it, from left to right."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(parts(part)))


def unknowns(*nodes: Node) -> dict[str, None]:
    """The names of the variables below `nodes`, in order of first occurrence."""
    return {part.name: None for node in nodes for part in walk(node) if type(part) is Unknown}


def is_anonymous(name: str) -> bool:
    """Whether the variable was written `_`."""
    return name[-1] == "@"


def is_ground(node: Node) -> bool:
    """Whether no variable is in `node`."""
    return not any(type(part) is Unknown for part in walk(node))


def indicator_of(node: Node) -> tuple[str, int] | None:
    """Name and arity of a goal or a head; None for what cannot be one."""
    if type(node) is Compound:
        return node.name, len(node.args)
    if type(node) is Constant and type(node.value) is str:
        return node.value, 0
    return None


def conjuncts(body: Node) -> list[Node]:
    """The parts of a conjunction, whatever its brackets."""
    found: list[Node] = []
    stack = [body]
    while stack:
        node = stack.pop()
        if indicator_of(node) == (",", 2):
            stack.extend(reversed(node.args))
        else:
            found.append(node)
    return found


def flattened(node: Node, name: str) -> list[Node]:
    """The operands of a chain of the right-associative operator `name`."""
    found = []
    while type(node) is Compound and node.name == name and len(node.args) == 2:
        found.append(node.args[0])
        node = node.args[1]
    return [*found, node]


def term_of(node: Node, variables: dict[str, Any]) -> AnyTerm:
    """The term that `node` means; `variables` gives the variable of each name, and grows.

    Built without recursion, so that the depth of a term is bounded by memory.
    """
    todo: list[Any] = [node]
    done: list[Any] = []
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is Constant:
            done.append(part.value)
        elif kind is Unknown:
            if part.name not in variables:
                variables[part.name] = var()
            done.append(variables[part.name])
        elif kind is tuple:
            made, size = part
            split = len(done) - size
            args = tuple(done[split:])
            del done[split:]
            if type(made) is Compound:
                done.append(Term(made.name, args))
            else:
                done.append(args if made.rest is None else listed(args[:-1], args[-1]))
        else:
            below = parts(part)
            todo.append((part, len(below)))
            todo.extend(reversed(below))
    return done[0]


def codes_of(text: str, at: int) -> Node:
    """The list of the codes of the characters of a text."""
    return Listed([Constant(ord(character), at) for character in text], None, at) if text else Constant((), at)


def listed(items: Sequence[Any], rest: AnyTerm) -> AnyTerm:
    """The list of `items` followed by `rest`; a long rest is not copied, so that growing a list takes linear time."""
    if type(rest) is tuple and len(rest) <= COPIED:
        return (*items, *rest)
    for item in reversed(items):
        rest = pair(item, rest)
    return rest
