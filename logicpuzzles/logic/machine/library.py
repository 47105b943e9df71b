"""The relations of `logic` that are written in Python, as clauses: where what they look at is known well enough.

Else a clause calls the relation in Python. The answers and their order are those of the Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..goals import Goal
from ..lists import appendo, heado, lengtho, membero, tailo
from ..permutations import selecto
from ..positions import ntho, seto, swapo
from ..relations import Predicate, Primitive
from ..terms import AnyTerm, cons, vars
from ..terms import Term as Compound
from .clauses import Auxiliary, Clause, Compare, Equal, IfThenElse, Invoke, Kind, Never, Step, Value
from .codes import BIG, EQ, GE, INT, LIST, OPEN

INTEGER = 1 << INT | 1 << BIG | OPEN  # an unknown is none
KNOWN_LIST = 1 << LIST | 1 << 8 | OPEN


class InPython(Predicate):
    """What Python runs: the goal that `build` makes of the arguments."""

    def __init__(self, name: str, arity: int, build: Callable[..., Goal]) -> None:
        self.name, self.arity, self.build = name, arity, build

    def __call__(self, *args: AnyTerm) -> Goal:
        return self.build(*args)


def plus(left: AnyTerm, right: AnyTerm) -> Compound:
    """The expression of a sum."""
    return Compound("+", (left, right))


def clauses(arity: int, *made: tuple[tuple[AnyTerm, ...], list[Step]]) -> Auxiliary:
    """A predicate of heads and bodies."""
    return Auxiliary(arity, [Clause(head, body) for head, body in made])


def recursive(arity: int, make: Callable[[Auxiliary], list[tuple[tuple[AnyTerm, ...], list[Step]]]]) -> Auxiliary:
    """The same where the bodies call the predicate itself."""
    own = Auxiliary(arity)
    own.clauses = [Clause(head, body) for head, body in make(own)]
    return own


def _closed() -> Auxiliary:
    """The argument is a list with a known end."""
    items, rest, _ = vars(3)
    test = Auxiliary(1)
    inner = clauses(1, (((),), []), ((cons(_, rest),), [Invoke(test, (rest,))]))
    test.clauses = [Clause((items,), [IfThenElse([Kind(KNOWN_LIST, items)], [Invoke(inner, (items,))], [Never()])])]
    return test


CLOSED = _closed()


def where_closed(items: AnyTerm, then: list[Step], relation: Primitive, args: tuple[AnyTerm, ...]) -> list[Step]:
    """`then` for a list with a known end; for others the relation in Python."""
    assert relation.arity is not None
    otherwise = Invoke(InPython(relation.name, relation.arity, relation), args)
    return [IfThenElse([Invoke(CLOSED, (items,))], then, [otherwise])]


def _at() -> Auxiliary:
    """at(index, list, item), for a known index that is not negative."""
    index, first, rest, item, left = vars(5)
    here, is_first = Equal(first, item), Compare(index, 0, None, EQ)

    def further(own: Auxiliary) -> list[Step]:
        return [Value(left, plus(index, -1)), Invoke(own, (left, rest, item))]

    return recursive(
        3, lambda own: [((index, cons(first, rest), item), [IfThenElse([is_first], [here], further(own))])]
    )


def _each() -> Auxiliary:
    """each(list, item, number, index): the elements, of which the first has this number."""
    first, rest, item, n, index, more, _ = vars(7)
    return recursive(4, lambda own: [
        ((cons(item, _), item, n, n), []),
        ((cons(first, rest), item, n, index), [Value(more, plus(n, 1)), Invoke(own, (rest, item, more, index))]),
    ])  # fmt: skip


def _put() -> Auxiliary:
    """put(index, before, item, after), for a known index that is not negative."""
    index, first, rest, item, left, after, others = vars(7)
    return recursive(4, lambda own: [((index, cons(first, rest), item, after), [IfThenElse(
        [Compare(index, 0, None, EQ)], [Equal(after, cons(item, rest))],
        [Value(left, plus(index, -1)), Equal(after, cons(first, others)), Invoke(own, (left, rest, item, others))],
    )])])  # fmt: skip


AT, EACH, PUT = _at(), _each(), _put()


def _ntho() -> list[Clause]:
    index, items, item = vars(3)
    known = [IfThenElse([Compare(index, 0, None, GE)], [Invoke(AT, (index, items, item))], [Never()])]
    return [Clause((index, items, item), [
        IfThenElse([Kind(INTEGER, index)], known, [Invoke(EACH, (items, item, 0, index))])
    ])]  # fmt: skip


NTH = Auxiliary(3, _ntho())


def _seto() -> list[Clause]:
    index, before, item, after, _ = vars(5)
    then: list[Step] = [Invoke(NTH, (index, before, _)), Invoke(PUT, (index, before, item, after))]
    return [Clause((index, before, item, after), where_closed(before, then, seto, (index, before, item, after)))]


def _swapo() -> list[Clause]:
    one, two, before, after, x, y, between = vars(7)
    args = one, two, before, after
    then: list[Step] = [
        Invoke(NTH, (one, before, x)), Invoke(NTH, (two, before, y)),
        Invoke(PUT, (one, before, y, between)), Invoke(PUT, (two, between, x, after)),
    ]  # fmt: skip
    return [Clause(args, where_closed(before, then, swapo, args))]


def _membero() -> list[Clause]:
    x, y, first, rest, _ = vars(5)
    inner = recursive(3, lambda own: [((_, x, x), []), ((cons(y, rest), x, first), [Invoke(own, (rest, x, y))])])
    return [Clause((x, cons(y, rest)), [Invoke(inner, (rest, x, y))])]


def _appendo() -> list[Clause]:
    x, front, back, items = vars(4)
    own = recursive(3, lambda own: [
        (((), back, back), []), ((cons(x, front), back, cons(x, items)), [Invoke(own, (front, back, items))])
    ])  # fmt: skip
    return list(own.clauses)


def _selecto() -> list[Clause]:
    x, y, rest, others, items = vars(5)
    own = recursive(3, lambda own: [
        ((cons(x, rest), x, rest), []), ((cons(y, rest), x, cons(y, others)), [Invoke(own, (rest, x, others))])
    ])  # fmt: skip
    args = x, items, others
    return [Clause(args, where_closed(items, [Invoke(own, (items, x, others))], selecto, args))]


def _lengtho() -> list[Clause]:
    items, size, n, rest, more, _ = vars(6)
    own = recursive(3, lambda own: [
        (((), n, n), []), ((cons(_, rest), n, size), [Value(more, plus(n, 1)), Invoke(own, (rest, more, size))])
    ])  # fmt: skip
    return [Clause((items, size), where_closed(items, [Invoke(own, (items, 0, size))], lengtho, (items, size)))]


def _ends() -> dict[Any, Callable[[], list[Clause]]]:
    head, rest = vars(2)
    return {
        heado.function: lambda: [Clause((head, cons(head, rest)))],
        tailo.function: lambda: [Clause((rest, cons(head, rest)))],
    }


CLAUSES: dict[Any, Callable[[], list[Clause]]] = {
    ntho.function: _ntho, seto.function: _seto, swapo.function: _swapo, membero.function: _membero,
    appendo.function: _appendo, selecto.function: _selecto, lengtho.function: _lengtho, **_ends(),
}  # fmt: skip


def clauses_of(relation: Primitive) -> list[Clause] | None:
    """The clauses of a relation that is written in Python; None where there are none."""
    make = CLAUSES.get(relation.function)
    return None if make is None else make()
