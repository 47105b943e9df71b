"""Unknowns: kanren's logic variables, numbered by age, which refuse Python's own tests and arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, NoReturn, TypeAlias, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from unification import Var

from ..errors import NeedsValue

AnyTerm: TypeAlias = Any  # an unknown, a constant (any hashable value), a compound, or a list (a tuple)
Parts = TypeVarTuple("Parts")
Result = TypeVar("Result")

_serials = count(1)
_named: WeakValueDictionary[Any, Variable] = WeakValueDictionary()


def _touched(how: str) -> Callable[..., NoReturn]:
    """A method that raises `NeedsValue` for the unknown; `how` says what was tried."""

    def method(self: Variable, *_: object) -> NoReturn:
        raise NeedsValue(self, how)

    return method


def looked_inside(unknown: Variable, *_: object) -> NoReturn:
    """Raise for a look inside an unknown; where no body is being built, the TypeError that kanren expects."""
    if Variable.in_body:
        raise NeedsValue(unknown, "a look inside in Python")
    raise TypeError(f"{unknown!r} is unknown")


class Variable(Var):  # type: ignore[misc]
    """A logic variable: kanren's `Var`, numbered by age.

    What Python itself would do with an unknown (compare, compute, look up, look inside) has no answer. Inside the
    body of a relation it raises `NeedsValue`, which makes the compiler split on the values the unknown may have.

    Attributes
    ----------
    serial
        Its age: above the serials of all that were made before.
    inside
        Whether it has ever been in a term that a variable was bound to; else it occurs in no such term.
    """

    __slots__ = ("inside", "serial")
    inside: bool
    serial: int
    in_body = 0  # how many bodies of relations are being built just now; see `goals.make`

    def __new__(cls, token: Hashable = None, prefix: str = "") -> Variable:
        return var(token, prefix)

    def __hash__(self) -> int:
        if Variable.in_body:
            raise NeedsValue(self, "a look-up in Python")
        return self.serial

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

    def __copy__(self) -> Variable:
        return self

    def __deepcopy__(self, _: object) -> Variable:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A named unknown is found again by its name; any other is read as one fresh unknown."""
        named = _named.get(self.token) is self
        return (var, (self.token,) if named else (None, self.token.rpartition("_")[0]))

    def __repr__(self) -> str:
        return f"~{self.token}"

    def __str__(self) -> str:
        if Variable.in_body:
            raise NeedsValue(self, "writing it in Python")
        return f"~{self.token}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _touched("arithmetic in Python")
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _touched("arithmetic in Python")
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = _touched("arithmetic in Python")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _touched("arithmetic in Python")
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __round__ = _touched("arithmetic in Python")
    __index__ = __int__ = __float__ = _touched("arithmetic in Python")
    __lt__ = __le__ = __gt__ = __ge__ = _touched("a comparison in Python")

    __len__ = __getitem__ = __iter__ = __contains__ = __reversed__ = looked_inside


VARIABLES = frozenset({Var, Variable})


def var(token: Hashable = None, prefix: str = "") -> Variable:
    """A fresh logic variable; the same one each time for the same `token`.

    >>> var("x") is var("x"), var() is var()
    (True, False)
    """
    if token is not None and (known := _named.get(token)) is not None:
        return known
    made: Variable = object.__new__(Variable)
    made.serial = next(_serials)
    made.inside = False
    if token is None:
        made.token = f"{prefix}_{made.serial}"
    else:
        made.token = token
        _named[token] = made
    return made


def vars(n: int) -> tuple[Variable, ...]:
    """`n` fresh logic variables."""
    return tuple([var() for _ in range(n)])


def next_serial() -> int:
    """A number above the serial of every variable made so far."""
    return next(_serials)


def isvar(term: object) -> bool:
    """Whether `term` is a logic variable, kanren's or ours."""
    return type(term) in VARIABLES or isinstance(term, Var)


def outside(function: Callable[[*Parts], Result], *args: *Parts) -> Result:
    """What `function` makes of `args`, as if no body of a relation were being built; for code that runs goals."""
    depth, Variable.in_body = Variable.in_body, 0
    try:
        return function(*args)
    finally:
        Variable.in_body = depth
