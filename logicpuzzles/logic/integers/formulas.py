"""Boolean expressions: what they mean as a decision diagram, and how they are written once values are known.

An atom in one stands for both values: what is stated must hold for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ..bindings import Opened, fold, key
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term, var
from .diagrams import FALSE, TRUE, Diagrams, both, either, one_of_two
from .domains import elements, for_message

EXPECTED = (
    "0, 1, unknowns, atoms, ~ + * # =:= =\\= =< >= < > of them, X^E, and +(Es), *(Es) or card(Counts, Es) of a list"
)
Counts = list[tuple[int, int]]  # (2, 2), (4, 6): the numbers of true expressions from one to another
Function = Callable[[Diagrams, int, int], int]

OPERATORS: dict[str, Function] = {
    "+": lambda to, f, g: to.apply(either, f, g),
    "*": lambda to, f, g: to.apply(both, f, g),
    "#": lambda to, f, g: to.apply(one_of_two, f, g),
    "=\\=": lambda to, f, g: to.apply(one_of_two, f, g),
    "=:=": lambda to, f, g: to.negation(to.apply(one_of_two, f, g)),
    "=<": lambda to, f, g: to.apply(either, to.negation(f), g),
    ">=": lambda to, f, g: to.apply(either, f, to.negation(g)),
    "<": lambda to, f, g: to.apply(both, to.negation(f), g),
    ">": lambda to, f, g: to.apply(both, f, to.negation(g)),
}
NO_NAMES: Mapping[Any, AnyTerm] = {}
_LISTED = {"+": (either, FALSE), "*": (both, TRUE)}


def function_of(machine: Machine, expression: AnyTerm, goal: str, to: Diagrams, level: Callable[[Any], int]) -> int:
    """The function that an expression is, whose unknowns and atoms have a level each; without recursion.

    Raises
    ------
    PuzzleError
        It is no Boolean expression.
    NeedsValue
        The end of a list, or a number of true expressions, is unknown.
    """

    def opened(part: AnyTerm) -> int | Opened:
        part = machine.walk(part)
        kind = type(part)
        if kind in VARIABLES or kind is str:
            return to.variable(level(part))
        if kind is int and part in (0, 1):
            return part  # type: ignore[no-any-return]
        if kind is Term and (made := _opened(machine, part, goal, to, level)) is not None:
            return Opened(*made)
        got = for_message(machine, part)
        raise PuzzleError(f"{goal} takes Boolean expressions", expected=EXPECTED, got=got)

    return fold(expression, opened)  # type: ignore[no-any-return]


def _opened(
    machine: Machine, term: Term, goal: str, to: Diagrams, level: Callable[[Any], int]
) -> tuple[Callable[..., int], Sequence[AnyTerm]] | None:
    """What is made of the parts of an expression, and these; None for what is no expression."""
    name, args = term.name, term.args
    if name == "~" and len(args) == 1:
        return to.negation, args
    if name in OPERATORS and len(args) == 2:
        return lambda f, g: OPERATORS[name](to, f, g), args
    if name in _LISTED and len(args) == 1:
        operator, nothing = _LISTED[name]
        return lambda *fs: reduce(lambda f, g: to.apply(operator, f, g), fs, nothing), elements(machine, args[0], goal)
    if name == "^" and len(args) == 2:
        bound = machine.walk(args[0])
        return (lambda f: to.without(f, (level(bound),)), args[1:]) if type(bound) in VARIABLES else None
    if name == "card" and len(args) == 2:
        counts, parts = counts_of(machine, args[0], goal), elements(machine, args[1], goal)
        allowed = [any(low <= n <= high for low, high in counts) for n in range(len(parts) + 1)]
        return lambda *fs: to.counted(fs, allowed), parts
    return None


def counts_of(machine: Machine, term: AnyTerm, goal: str) -> Counts:
    """The numbers in a list such as ``[2, 4-6]``.

    Raises
    ------
    PuzzleError
        It holds something else.
    NeedsValue
        A part of it is unknown.
    """
    found = []
    for count in elements(machine, term, goal):
        is_range = type(count) is Term and (count.name, len(count.args)) == ("-", 2)
        ends = [machine.walk(end) for end in count.args] if is_range else [count, count]
        for end in ends:
            if type(end) in VARIABLES:
                raise NeedsValue(end, goal)
        if not all(type(end) is int for end in ends):
            expected = "integers and ranges, such as card([0, 2-4], [X, Y, Z])"
            raise PuzzleError(f"card in {goal} takes numbers", expected=expected, got=for_message(machine, count))
        found.append((ends[0], ends[1]))
    return found


def conjuncts(machine: Machine, expression: AnyTerm) -> list[AnyTerm]:
    """The expressions that all hold where `expression` does, each a smaller one where it is a conjunction."""
    found, todo = list[AnyTerm](), [(expression, True)]
    while todo:
        part, is_stated = todo.pop()
        part = machine.walk(part)
        name, args = (part.name, part.args) if type(part) is Term else (None, ())
        joins = "*" if is_stated else "+"
        if name == joins and len(args) == 2:
            todo += ((args[1], is_stated), (args[0], is_stated))
        elif name == joins and len(args) == 1:
            todo += ((one, is_stated) for one in reversed(elements(machine, args[0], "sat")))
        elif name == "~" and len(args) == 1:
            todo.append((args[0], not is_stated))
        else:
            found.append(part if is_stated else Term("~", (part,)))
    return found


def closed(machine: Machine, expression: AnyTerm, is_expanded: bool = False) -> AnyTerm:
    """The expression with an unknown of its own for each that is quantified, which nothing outside can bind.

    Where it `is_expanded`, without quantifiers: both values of the unknown are written out.
    """

    def opened(part: tuple[AnyTerm, Mapping[Any, AnyTerm]]) -> AnyTerm:
        machine.tick()
        term, names = machine.walk(part[0]), part[1]
        if type(term) in VARIABLES:
            return names.get(key(term), term)
        if type(term) is tuple:
            return Opened(lambda *items: items, [(item, names) for item in term])
        if type(term) is not Term:
            return machine.reify(term)
        bound = machine.walk(term.args[0]) if term.args else None
        if (term.name, len(term.args)) == ("^", 2) and type(bound) in VARIABLES:
            if is_expanded:
                cases = [(term.args[1], {**names, key(bound): value}) for value in (0, 1)]
                return Opened(lambda *either: Term("+", either), cases)
            names = {**names, key(bound): var()}
        return Opened(lambda *args: Term(term.name, args), [(arg, names) for arg in term.args])

    return fold((expression, NO_NAMES), opened)


def simplified(machine: Machine, expression: AnyTerm) -> AnyTerm:
    """The expression as it is with what is known, and without the parts that no longer matter; without recursion."""

    def opened(part: AnyTerm) -> AnyTerm:
        part = machine.walk(part)
        if type(part) is not Term:
            return part
        if part.name == "card" or part.name in _LISTED and len(part.args) == 1:
            counts = counts_of(machine, part.args[0], "sat") if part.name == "card" else None
            return Opened(_listing(part.name, counts), elements(machine, part.args[-1], "sat"))
        if part.name == "^":
            bound, inner = part.args
            return Opened(lambda made: Term("^", (machine.walk(bound), made)), [inner])
        return Opened(lambda *args: _plain(part.name, *args), part.args)

    return fold(expression, opened)


def _plain(name: str, *args: AnyTerm) -> AnyTerm:
    """An expression of one or two, where a part may be 0 or 1."""
    if name == "~":
        (one,) = args
        if type(one) is int:
            return 1 - one
        return one.args[0] if type(one) is Term and (one.name, len(one.args)) == ("~", 1) else Term("~", args)
    left, right = args
    if type(left) is not int and type(right) is not int:
        return Term(name, args)
    is_left = type(left) is int
    value, other = (left, right) if is_left else (right, left)
    to = Diagrams()
    variable = to.variable(0)
    made = OPERATORS[name](to, *((value, variable) if is_left else (variable, value)))
    if made <= TRUE:
        return made
    return other if made == variable else _plain("~", other)


def _listing(name: str, counts: Counts | None) -> Callable[..., AnyTerm]:
    """What makes an expression over a list, where parts of it may be 0 or 1."""

    def make(*parts: AnyTerm) -> AnyTerm:
        left = tuple(part for part in parts if type(part) is not int)
        n_true = sum(part for part in parts if type(part) is int)
        if counts is None:
            decides = 1 if name == "+" else 0
            return decides if decides in parts else Term(name, (left,))
        numbers = [n for n in range(len(left) + 1) if any(low <= n + n_true <= high for low, high in counts)]
        ranges: list[AnyTerm] = []
        for n in numbers:
            if n - 1 not in numbers:
                end = next(m for m in range(n, len(left) + 1) if m + 1 not in numbers)
                ranges.append(n if end == n else Term("-", (n, end)))
        return Term("card", (tuple(ranges), left))

    return make
