"""The relations of `logic` that are written in Python, as kernels and clauses: where what they look at is known enough.

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
from .clauses import Auxiliary, Clause, IfThenElse, Invoke, Kind, Native, Step, Value
from .codes import BIG, INT, OPEN, P_APPEND, P_ENDS, P_EXCHANGE, P_NTH0, P_PUT

INTEGER = 1 << INT | 1 << BIG | OPEN  # an unknown is none
EMPTY = 1 << 8 | OPEN  # the same: the empty list


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


class Ends(Predicate):
    """ends(list, n, rest): the known elements of a list are `n`, and `rest` follows them."""

    name, arity = "ends", 3

    def lowered(self) -> Native:
        """The kernel runs it."""
        return Native(P_ENDS)


def _closed() -> Auxiliary:
    """The argument is a list with a known end."""
    items, rest, _ = vars(3)
    return clauses(1, ((items,), [Invoke(Ends(), (items, _, rest)), Kind(EMPTY, rest)]))


CLOSED = _closed()


def where_closed(items: AnyTerm, then: list[Step], relation: Primitive, args: tuple[AnyTerm, ...]) -> list[Step]:
    """`then` for a list with a known end; for others the relation in Python."""
    assert relation.arity is not None
    otherwise = Invoke(InPython(relation.name, relation.arity, relation), args)
    return [IfThenElse([Invoke(CLOSED, (items,))], then, [otherwise])]


def _each() -> Auxiliary:
    """each(list, item, number, index): the elements, of which the first has this number."""
    first, rest, item, n, index, more, _ = vars(7)
    return recursive(4, lambda own: [
        ((cons(item, _), item, n, n), []),
        ((cons(first, rest), item, n, index), [Value(more, plus(n, 1)), Invoke(own, (rest, item, more, index))]),
    ])  # fmt: skip


EACH = _each()


def _ntho() -> Native:
    index, items, item = vars(3)
    return Native(P_NTH0, [Clause((index, items, item), [Invoke(EACH, (items, item, 0, index))])])


def _seto() -> Native:
    index, before, item, after, _ = vars(5)
    args = index, before, item, after
    then: list[Step] = [Invoke(EACH, (before, _, 0, index)), Invoke(seto, args)]
    return Native(P_PUT, [Clause(args, where_closed(before, then, seto, args))])


def _swapo() -> Native:
    one, two, before, after, _, other = vars(6)
    args = one, two, before, after
    then: list[Step] = [Invoke(EACH, (before, _, 0, one)), Invoke(EACH, (before, other, 0, two)), Invoke(swapo, args)]
    return Native(P_EXCHANGE, [Clause(args, where_closed(before, then, swapo, args))])


def _membero() -> list[Clause]:
    x, y, first, rest, _ = vars(5)
    inner = recursive(3, lambda own: [((_, x, x), []), ((cons(y, rest), x, first), [Invoke(own, (rest, x, y))])])
    return [Clause((x, cons(y, rest)), [Invoke(inner, (rest, x, y))])]


def _appendo() -> Native:
    x, front, back, items = vars(4)
    own = recursive(3, lambda own: [
        (((), back, back), []), ((cons(x, front), back, cons(x, items)), [Invoke(own, (front, back, items))])
    ])  # fmt: skip
    return Native(P_APPEND, own.clauses)


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


CLAUSES: dict[Any, Callable[[], list[Clause] | Native]] = {
    ntho.function: _ntho, seto.function: _seto, swapo.function: _swapo, membero.function: _membero,
    appendo.function: _appendo, selecto.function: _selecto, lengtho.function: _lengtho, **_ends(),
}  # fmt: skip


def clauses_of(relation: Primitive) -> list[Clause] | Native | None:
    """What the machine runs for a relation that is written in Python; None where only Python can run it."""
    make = CLAUSES.get(relation.function)
    return None if make is None else make()
