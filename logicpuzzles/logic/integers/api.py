"""The constraints over integers for Python: `expr` writes expressions and conditions, the rest are goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias

from ...errors import PuzzleError
from ...integers import represented
from ..goal import Goal
from ..resolver import Continuation, Machine
from ..substitution import FAIL
from ..terms import AnyTerm, Term
from ..writer import write
from . import goals  # noqa: F401 - it enters them into the table
from .registry import GOALS
from .sets import union
from .truth import require

Operand: TypeAlias = "AnyTerm | Expression | Condition"  # an unknown, an integer, or what was made of them


def term_of(value: Operand) -> AnyTerm:
    """The term that an expression or a condition is; any other as it is."""
    return value.term if isinstance(value, Expression | Condition) else value


def terms_of(values: Operand) -> AnyTerm:
    """The same of each element of a list."""
    return tuple(map(term_of, values)) if isinstance(values, tuple | list) else values


def _binary(name: str) -> tuple[Any, Any]:
    """The methods that make an expression of two, and the same with the sides the other way round."""

    def method(self: Expression, other: Operand) -> Expression:
        return Expression(Term(name, (self.term, term_of(other))))

    def reversed_(self: Expression, other: Operand) -> Expression:
        return Expression(Term(name, (term_of(other), self.term)))

    return method, reversed_


def _condition(name: str) -> Any:
    def method(self: Joinable, other: Operand) -> Condition:
        return Condition(Term(name, (self.term, term_of(other))))

    return method


class Joinable:
    """What is true or false, and can be joined to a condition: another condition, or an unknown that is 0 or 1."""

    __slots__ = ()
    term: AnyTerm

    __and__ = _condition("#/\\")
    __or__ = _condition("#\\/")
    __xor__ = _condition("#\\")

    def __invert__(self) -> Condition:
        return Condition(Term("#\\", (self.term,)))

    def implies(self, other: Operand) -> Condition:
        """If this holds, so does `other`."""
        return Condition(Term("#==>", (self.term, term_of(other))))

    def iff(self, other: Operand) -> Condition:
        """This holds where `other` does, a condition or an unknown that is 0 or 1, and nowhere else."""
        return Condition(Term("#<==>", (self.term, term_of(other))))


class Expression(Joinable):
    """An expression over integers, such as ``expr(x) + 2 * y``; a comparison of it is a goal.

    `//` and `%` round down, as in Python: they are Prolog's div and mod. An unknown that is 0 or 1 is a condition too:
    ``expr(x) | ~expr(y)``.
    """

    __slots__ = ("term",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, term: AnyTerm) -> None:
        self.term = term

    __add__, __radd__ = _binary("+")
    __sub__, __rsub__ = _binary("-")
    __mul__, __rmul__ = _binary("*")
    __floordiv__, __rfloordiv__ = _binary("div")
    __mod__, __rmod__ = _binary("mod")
    __pow__, __rpow__ = _binary("^")
    __eq__ = _condition("#=")
    __ne__ = _condition("#\\=")
    __lt__ = _condition("#<")
    __le__ = _condition("#=<")
    __gt__ = _condition("#>")
    __ge__ = _condition("#>=")

    def __neg__(self) -> Expression:
        return Expression(Term("-", (self.term,)))

    def __abs__(self) -> Expression:
        return Expression(Term("abs", (self.term,)))

    def __repr__(self) -> str:
        return f"expr({represented(self.term)})"


@dataclass(frozen=True, slots=True, eq=False)
class Condition(Goal, Joinable):
    """A condition on integers: a goal that it holds; ``~ & | ^``, `implies` and `iff` make others of it."""

    term: AnyTerm

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        name = self.term.name if type(self.term) is Term else "a condition"
        return rest if require(machine, self.term, 1, name) else FAIL

    def __repr__(self) -> str:
        return f"<condition {write(self.term)}>"


def expr(term: AnyTerm) -> Expression:
    """An unknown or an integer as an expression over integers.

    >>> from logicpuzzles import expr, run, var
    >>> x = var()
    >>> run(0, x, expr(x) * 3 == 12)
    (4,)
    """
    return Expression(term_of(term))


def least(*values: Operand) -> Expression:
    """The least of some expressions."""
    return Expression(reduce(lambda one, two: Term("min", (one, two)), map(term_of, values)))


def greatest(*values: Operand) -> Expression:
    """The greatest of some expressions."""
    return Expression(reduce(lambda one, two: Term("max", (one, two)), map(term_of, values)))


def domain(x: AnyTerm, *values: Operand) -> Goal:
    """Each of `x`, an unknown or a list of them, is an integer among `values`: integers and ranges.

    Raises
    ------
    PuzzleError
        One of the values is neither.

    >>> from logicpuzzles import domain, label, lall, run, var
    >>> x = var()
    >>> run(0, x, lall(domain(x, range(1, 4), 7), label(x)))
    (1, 2, 3, 7)
    """
    parts: list[tuple[int, int]] = []
    for value in values:
        if type(value) is int:
            parts.append((value, value))
        elif type(value) is range and abs(value.step) == 1:
            parts += [(min(value), max(value))] if value else []
        elif type(value) is range:
            parts += [(one, one) for one in value]
        else:
            expected = "integers and ranges, such as domain(x, range(1, 10), 12)"
            raise PuzzleError("this is no part of a domain", place="domain", expected=expected, got=represented(value))
    if not parts:
        return GOALS["in", 2](0, 1)  # nothing is among no values
    allowed = union(parts).term()
    return GOALS["ins", 2](tuple(x), allowed) if isinstance(x, tuple | list) else GOALS["in", 2](x, allowed)


def label(xs: AnyTerm, *options: Any) -> Goal:
    """Every value of the unknown `xs`, or of each in the list `xs`, in turn; the leftmost first, ascending.

    `options` are those of labeling in text: "ff", "down", ``("min", expression)``, ...
    """
    listed = terms_of(xs) if isinstance(xs, tuple | list) else (xs,)
    given = tuple(Term(o[0], (term_of(o[1]),)) if isinstance(o, tuple) else o for o in options)
    return GOALS["labeling", 2](given, listed)


def all_different(xs: AnyTerm) -> Goal:
    """The integers of the list `xs` differ pairwise."""
    return GOALS["all_different", 1](terms_of(xs))


def all_distinct(xs: AnyTerm) -> Goal:
    """The same; no value is left in a domain that cannot be part of an answer."""
    return GOALS["all_distinct", 1](terms_of(xs))


def element(index: AnyTerm, items: AnyTerm, x: AnyTerm) -> Goal:
    """`x` is the item of `items` at `index`, counted from 1."""
    return GOALS["element", 3](index, terms_of(items), x)


def tuples_in(tuples: AnyTerm, rows: Sequence[Sequence[int]]) -> Goal:
    """Each of the lists `tuples` is one of the rows."""
    return GOALS["tuples_in", 2](tuples, tuple(map(tuple, rows)))


_RELATIONS = {"==": "#=", "<": "#<", "<=": "#=<", ">": "#>", ">=": "#>="}


def chain(xs: AnyTerm, relation: str) -> Goal:
    """Each integer of the list `xs` compares with the next by `relation`: "<", "<=", ">", ">=" or "==".

    Raises
    ------
    PuzzleError
        There is no such relation.
    """
    if relation not in _RELATIONS:
        expected = ", ".join(map(repr, _RELATIONS))
        raise PuzzleError("chain has no such relation", place="chain", expected=expected, got=represented(relation))
    return GOALS["chain", 2](terms_of(xs), _RELATIONS[relation])


def lex_chain(lists: AnyTerm) -> Goal:
    """The lists are in lexicographic order; neighbours that are equally long may be equal."""
    return GOALS["lex_chain", 1](lists)


def circuit(xs: AnyTerm) -> Goal:
    """Going from each place, counted from 1, to the one that its element of `xs` names is one round trip."""
    return GOALS["circuit", 1](terms_of(xs))


def global_cardinality(xs: AnyTerm, counts: dict[int, Any]) -> Goal:
    """Each of `xs` is a key of `counts`, and each key occurs as often as its value there says."""
    return GOALS["global_cardinality", 2](terms_of(xs), tuple(Term("-", pair) for pair in counts.items()))


def cumulative(tasks: Sequence[Sequence[Any]], limit: AnyTerm = 1) -> Goal:
    """The tasks, each its start, duration and need, never need more than `limit` at the same time."""
    made = tuple(
        Term("task", (start, duration, Term("+", (start, duration)), need, number))
        for number, (start, duration, need) in enumerate(tasks)
    )
    return GOALS["cumulative", 2](made, (Term("limit", (limit,)),))


def disjoint2(rectangles: Sequence[Sequence[Any]]) -> Goal:
    """No two of the rectangles overlap, each its x, width, y and height."""
    return GOALS["disjoint2", 1](tuple(Term("r", tuple(one)) for one in rectangles))


def zcompare(order: AnyTerm, x: AnyTerm, y: AnyTerm) -> Goal:
    """`order` is "<", "=" or ">", as the integer `x` compares with `y`; it is found once their domains decide it."""
    return GOALS["zcompare", 3](order, x, y)


def automaton(xs: AnyTerm, start: AnyTerm, ends: Sequence[Any], arcs: Sequence[tuple[Any, int, Any]]) -> Goal:
    """The integers of `xs` lead a finite automaton from the state `start` to one of `ends` along `arcs`."""
    nodes = (Term("source", (start,)), *(Term("sink", (end,)) for end in ends))
    return GOALS["automaton", 3](terms_of(xs), nodes, tuple(Term("arc", arc) for arc in arcs))
