"""Symbols passed to a function in place of values: they note what it does with them, as nodes of a graph.

When the function asks whether something holds, the `Path` of this call answers; what one answer leads to and what the
other does become one choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from types import FunctionType
from typing import Any, NoReturn

from .affine import known_as
from .nodes import CONSTANT, THEN, VARIABLE, Graph, Node
from .values import Values, is_number

MOST_ASKED = 128  # on one path
MOST_PATHS = 300


class NotFollowed(Exception):
    """The function did something with a symbol that only a value can do."""


class Path:
    """One way of answering what a function asks; what is asked beyond `answers` holds.

    What says the same as something before, or its contrary, is not asked again.

    Parameters
    ----------
    domains
        The values of each variable, all of them numbers.
    is_whole
        Whether these are integers.

    Attributes
    ----------
    risks
        What may raise something, each with how much had been asked before.
    left
        Whether the function did what cannot be followed: it may catch `NotFollowed` and go on.
    """

    def __init__(self, graph: Graph, answers: Sequence[bool], domains: Sequence[Values], is_whole: bool) -> None:
        self.graph, self.answers, self.domains, self.is_whole = graph, list(answers), domains, is_whole
        self.asked: list[Node] = []
        self.risks: list[tuple[int, Node]] = []
        self.left = False
        self._known: dict[object, bool] = {}  # what was answered, by what was asked

    def answer(self, node: Node) -> bool:
        """Whether it holds on this path."""
        truth = self.graph.truth(node)
        if truth.operation == CONSTANT:
            return bool(truth.value)
        key, contrary = known_as(truth, self.is_whole)
        if isinstance(key, bool):
            return key
        if key not in self._known:
            self._known[key] = self._ask(truth) is not contrary
        return self._known[key] is not contrary

    def simplify(self, node: Node) -> Node:
        """What a result is by what was answered."""
        key, contrary = known_as(node, self.is_whole) if node.is_truth else (None, False)
        known = key if isinstance(key, bool) else self._known.get(key)
        return node if known is None else self.graph.constant(known is not contrary)

    def _ask(self, node: Node) -> bool:
        self.asked.append(node)
        if len(self.asked) > MOST_ASKED:
            self.leave()
        if len(self.asked) > len(self.answers):
            self.answers.append(True)
        return self.answers[len(self.asked) - 1]

    def leave(self) -> NoReturn:
        """Raise `NotFollowed`."""
        self.left = True
        raise NotFollowed

    def node(self, given: Any) -> Node:
        """The node of a symbol, or of a constant."""
        return given.node if type(given) is Symbol else self.graph.constant(given)

    def made(self, operation: str, one: Node, two: Node) -> Symbol:
        """The symbol of an operation on two."""
        if operation not in ("==", "!=") and not all(is_number(x.value) for x in (one, two) if x.operation == CONSTANT):
            self.leave()
        if operation in ("&", "|", "^") and not (one.is_truth and two.is_truth):
            self.leave()
        node = self.graph.make(operation, one, two)
        if operation in ("/", "//", "%", "**") and not self._is_safe(operation, two):
            self.risks.append((len(self.asked), node))
        return Symbol(self, node)

    def _is_safe(self, operation: str, two: Node) -> bool:
        """Whether the operation raises nothing, whatever its first operand."""
        if operation == "**":
            return self.is_whole and two.operation == CONSTANT and type(two.value) is int and two.value >= 0
        if two.operation == CONSTANT:
            return bool(two.value)
        return two.operation == VARIABLE and all(self.domains[two.value])


class Symbol:
    """Notes what is done with it; what cannot be noted raises `NotFollowed`."""

    def __init__(self, path: Path, node: Node) -> None:
        self.path, self.node = path, node

    def __bool__(self) -> bool:
        return self.path.answer(self.node)

    def _refuse(self, *_: Any) -> Any:
        self.path.leave()

    __int__ = __index__ = __float__ = __complex__ = __len__ = __iter__ = __getitem__ = __call__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __matmul__ = __rmatmul__ = _refuse
    __divmod__ = __rdivmod__ = __invert__ = __contains__ = __getattr__ = _refuse
    __round__ = __trunc__ = __floor__ = __ceil__ = __str__ = __repr__ = __format__ = __bytes__ = __hash__ = _refuse
    __class__ = property(_refuse)  # isinstance reads it


def _noted(operation: str, swapped: bool = False) -> Callable[[Symbol, Any], Symbol]:
    def note(self: Symbol, other: Any) -> Symbol:
        one, two = self.node, self.path.node(other)
        return self.path.made(operation, two, one) if swapped else self.path.made(operation, one, two)

    return note


def _noted_alone(operation: str) -> Callable[[Symbol], Symbol]:
    def note(self: Symbol) -> Symbol:
        return Symbol(self.path, self.path.graph.make(operation, self.node))

    return note


for _name, _operation in (
    ("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"),
    ("and", "&"), ("or", "|"), ("xor", "^"),
):  # fmt: skip
    setattr(Symbol, f"__{_name}__", _noted(_operation))
    setattr(Symbol, f"__r{_name}__", _noted(_operation, swapped=True))
for _name, _operation in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<=")):
    setattr(Symbol, f"__{_name}__", _noted(_operation))
for _name, _operation in (("gt", "<"), ("ge", "<=")):
    setattr(Symbol, f"__{_name}__", _noted(_operation, swapped=True))
for _name in ("neg", "pos", "abs"):
    setattr(Symbol, f"__{_name}__", _noted_alone(_name))


def extreme(operation: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """The builtin function `min` or `max`, which notes what it is given where there are symbols in it."""

    def work(*given: Any, **options: Any) -> Any:
        listed = tuple(given[0]) if len(given) == 1 and type(given[0]) is not Symbol else given
        paths = [one.path for one in listed if type(one) is Symbol]
        if not paths or options or len(listed) < 2:
            return plain(listed, **options) if listed is not given else plain(*given, **options)
        path = paths[0]
        return reduce(lambda one, two: path.made(operation, path.node(one), path.node(two)), listed)

    return work


EXTREMES = {"min": extreme("min", min), "max": extreme("max", max)}


def with_extremes(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with `min` and `max` that note, where it means the builtin ones by these names."""
    if type(function) is not FunctionType or EXTREMES.keys() & function.__globals__.keys():
        return function
    names = {**function.__globals__, **EXTREMES}
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


class Followed:
    """What a function of numbers works out, found by calling it with symbols, once for each path through it.

    Parameters
    ----------
    domains
        The values of each parameter, all of them numbers.
    is_truth
        Whether only the truth of what it gives matters.

    Attributes
    ----------
    node
        What it gives; OPAQUE on paths that cannot be followed, and where there are too many.
    """

    def __init__(self, function: Callable[..., Any], domains: Sequence[Values], is_truth: bool = True) -> None:
        self.function, self.domains, self.is_truth = with_extremes(function), domains, is_truth
        self.is_whole = all(type(value) in (int, bool) for domain in domains for value in domain)
        self.graph = Graph()
        self._paths = 0
        self.node = self._tree([])

    def _tree(self, answers: list[bool]) -> Node:
        """What it gives where it is answered so at first."""
        self._paths += 1
        if self._paths > MOST_PATHS:
            return self.graph.opaque()
        path = Path(self.graph, answers, self.domains, self.is_whole)
        found = self._result(path)
        found = self._with_risks(path, len(path.asked), found)
        for i in range(min(len(path.asked), MOST_ASKED) - 1, len(answers) - 1, -1):
            other = self._tree([*path.answers[:i], False])
            found = self._with_risks(path, i, self.graph.choice(path.asked[i], found, other))
        return found

    def _with_risks(self, path: Path, n: int, found: Node) -> Node:
        """What is found once that was worked out which may raise something, after so much was asked."""
        for node in reversed([node for before, node in path.risks if before == n]):
            found = self.graph.make(THEN, node, found)
        return found

    def _result(self, path: Path) -> Node:
        symbols = [Symbol(path, self.graph.variable(place)) for place in range(len(self.domains))]
        try:
            given = self.function(*symbols)
            if path.left:
                return self.graph.opaque()
            if not self.is_truth:
                return path.node(given)
            if type(given) is Symbol:
                return path.simplify(self.graph.truth(given.node))
            return self.graph.constant(bool(given))
        except Exception:  # anything may go wrong in a function that does not expect symbols
            return self.graph.opaque()
