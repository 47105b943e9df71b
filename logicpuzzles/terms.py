"""Terms: unknowns, compounds and lists with an unknown rest, and when two constants are the same.

Constants are any hashable Python values; tuples are lists. Unknowns are kanren's `Var`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn
from weakref import WeakValueDictionary

from cons.core import ConsPair
from unification import Var

from .errors import NeedsValue

_serials = count(1)
_named: WeakValueDictionary[Any, Variable] = WeakValueDictionary()


class Variable(Var):  # type: ignore[misc]
    """A logic variable: kanren's `Var`, hashed by identity (four times faster) and numbered by age.

    Python's own tests and arithmetic cannot run on an unknown: inside the body of a relation they
    raise `NeedsValue`, which makes the compiler split on the values the unknown may have.
    """

    __slots__ = ("serial",)
    serial: int
    in_body = 0  # how many relation bodies are being built just now; see `relations.relation`

    def __new__(cls, token: Any = None, prefix: str = "") -> Variable:
        return var(token, prefix)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if Variable.in_body and type(other) not in VARIABLES:
            raise NeedsValue(self, "a comparison in Python")
        return NotImplemented

    def __bool__(self) -> bool:
        if Variable.in_body:
            raise NeedsValue(self, "a test in Python")
        return True

    def __str__(self) -> str:
        return f"~{self.token}"

    __repr__ = __str__

    def _needs_value(self, *_: object) -> NoReturn:
        raise NeedsValue(self, "arithmetic in Python")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _needs_value
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _needs_value
    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __abs__ = __index__ = __int__ = __getitem__ = _needs_value
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __pow__ = __rpow__ = _needs_value


VARIABLES = frozenset({Var, Variable})


def var(token: Any = None, prefix: str = "") -> Variable:
    """A fresh logic variable; the same one each time for the same `token`.

    >>> var("x") is var("x"), var() is var()
    (True, False)
    """
    if token is not None and (known := _named.get(token)) is not None:
        return known
    made: Variable = object.__new__(Variable)
    made.serial = next(_serials)
    if token is None:
        made.token = f"{prefix}_{made.serial}"
    else:
        made.token = token
        _named[token] = made
    return made


def vars(n: int) -> tuple[Variable, ...]:
    """`n` fresh logic variables."""
    return tuple(var() for _ in range(n))


def next_serial() -> int:
    """A number above the serial of every variable made so far."""
    return next(_serials)


def isvar(term: Any) -> bool:
    """Whether `term` is a logic variable, kanren's or ours."""
    return type(term) in VARIABLES or isinstance(term, Var)


@dataclass(frozen=True, slots=True)
class Term:
    """A compound such as ``house(red, X)``.

    >>> Term("house", ("red", 1))
    house(red, 1)
    """

    name: str
    args: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(a if isinstance(a, str) else repr(a) for a in self.args)})"


class Cons(ConsPair):  # type: ignore[misc]
    """A list whose rest is not a tuple (yet): the first element and the rest.

    Make one with `cons`. It is kanren's `ConsPair`, so kanren's goals read it too.
    """

    __slots__ = ("ground",)
    car: Any
    cdr: Any
    ground: bool

    def __new__(cls, *parts: Any) -> Any:
        return cons(*parts)

    def __eq__(self, other: object) -> bool:
        mine, theirs = self, other
        while isinstance(theirs, ConsPair) and type(theirs) is Cons:
            if mine.car != theirs.car:
                return False
            mine, theirs = mine.cdr, theirs.cdr
            if type(mine) is not Cons:
                return bool(mine == theirs)
        return False

    def __hash__(self) -> int:
        return hash(tuple(self.elements()))

    def elements(self) -> Iterator[Any]:
        """The known elements, without the rest."""
        pair: Any = self
        while type(pair) is Cons:
            yield pair.car
            pair = pair.cdr

    def rest(self) -> Any:
        """What follows the known elements."""
        pair: Any = self
        while type(pair) is Cons:
            pair = pair.cdr
        return pair

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self.elements()))} | {self.rest()!r}]"

    __str__ = __repr__


def cons(*parts: Any) -> Any:
    """The list of all `parts` but the last, followed by the last, which is a list or an unknown.

    >>> cons(1, 2, (3, 4))
    (1, 2, 3, 4)
    >>> cons(1, var("rest"))
    [1 | ~rest]
    """
    if len(parts) < 2:
        raise TypeError("cons takes an element and a rest")
    *front, rest = parts
    if type(rest) is list:
        rest = tuple(rest)
    if type(rest) is tuple:
        return (*front, *rest)
    for part in reversed(front):
        rest = pair(part, rest)
    return rest


def pair(first: Any, rest: Any) -> Cons:
    """A list cell as it is, the rest not looked into: O(1)."""
    made: Cons = object.__new__(Cons)
    made.car, made.cdr = first, rest
    made.ground = is_flat(first) and (type(rest) is tuple and not rest or getattr(rest, "ground", False) is True)
    return made


class Suffix(Sequence[Any]):
    """The tuple `items` from `start` on, without a copy, so that walking down a list is linear."""

    __slots__ = ("ground", "items", "start")

    def __init__(self, items: tuple[Any, ...], start: int, ground: bool) -> None:
        self.items, self.start, self.ground = items, start, ground

    def __len__(self) -> int:
        return len(self.items) - self.start

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.items[self.start :][index]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.items[self.start + index if index >= 0 else index]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if type(other) is Suffix else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def split_list(items: Any) -> tuple[Any, Any] | None:
    """The first element and the rest of a list that has one; None for anything else. O(1) after the first step."""
    kind = type(items)
    if kind is Suffix:
        start = items.start + 1
        rest = () if start == len(items.items) else Suffix(items.items, start, items.ground)
        return items.items[items.start], rest
    if kind is tuple or kind is list:
        if not items:
            return None
        whole = tuple(items)
        return whole[0], () if len(whole) == 1 else Suffix(whole, 1, all(map(is_flat, whole)))
    if kind is Cons or isinstance(items, ConsPair) and kind is ConsPair:
        return items.car, items.cdr
    return None


_FLAT = frozenset({int, str, bool, float, type(None)})


def is_flat(term: Any) -> bool:
    """Whether `term` certainly holds no variable, told without looking deep: constants of the common kinds."""
    return type(term) in _FLAT or getattr(term, "ground", False) is True


def same(left: Any, right: Any) -> bool:
    """Whether two ground terms are the same; 1, True and 1.0 are three different constants.

    >>> same(1, 1), same(1, True), same((1, "a"), (1, "a")), same((1,), (1.0,))
    (True, False, True, False)
    """
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if type(left) is tuple:
        return len(left) == len(right) and all(map(same, left, right))
    if type(left) is Term:
        return left.name == right.name and same(left.args, right.args)
    return bool(left == right)


def subterms(term: Any) -> Iterable[Any]:
    """The direct parts of a compound or a list; nothing for a constant or a variable."""
    kind = type(term)
    if kind is tuple or kind is list:
        return term  # type: ignore[no-any-return]
    if kind is Term:
        return term.args  # type: ignore[no-any-return]
    if kind is Suffix:
        return term.items[term.start :]  # type: ignore[no-any-return]
    if kind is Cons or kind is ConsPair:
        return (term.car, term.cdr)
    return ()
