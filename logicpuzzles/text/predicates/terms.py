"""Relations on numbers, on the order and on the kinds of terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Sum
from ...logic.control import Identical
from ...logic.goals import Goal
from ...logic.lists import is_open, opened
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, Term
from ..syntax.writer import shown
from .builtins import builtin
from .order import compare


def ground(machine: Machine, term: Any, goal: str) -> Any:
    """`term` with all it is known to hold.

    Raises
    ------
    NeedsValue
        It holds an unknown.
    """
    value = machine.reify(term)
    for unknown in machine.unknowns(value):
        raise NeedsValue(unknown, goal)
    return value


def _unfit(term: Any, goal: str, wanted: str) -> Exception:
    """What is wrong with an argument: it is unknown, or of the wrong kind."""
    if type(term) in VARIABLES:
        return NeedsValue(term, goal)
    return PuzzleError(f"{goal} takes {wanted}", got=shown(term))


@builtin("==", system=True)
def _same(machine: Machine, left: Any, right: Any) -> bool:
    """Both are the same term; needs their values where that is not known yet."""
    return Identical(left, right).run(machine, None) is None


@builtin("\\==", system=True)
def _not_same(machine: Machine, left: Any, right: Any) -> bool:
    """Both are not the same term; needs their values where that is not known yet."""
    return Identical(left, right, negated=True).run(machine, None) is None


def _ordered(name: str, doc: str, test: Callable[[int], bool]) -> None:
    def relation(machine: Machine, left: Any, right: Any) -> bool:
        return test(compare(machine.reify(left), machine.reify(right), name))

    relation.__doc__ = doc
    builtin(name, system=True)(relation)


_ordered("@<", "Left stands before Right in the standard order.", lambda order: order < 0)
_ordered("@>", "Left stands after Right in the standard order.", lambda order: order > 0)
_ordered("@=<", "Left does not stand after Right in the standard order.", lambda order: order <= 0)
_ordered("@>=", "Left does not stand before Right in the standard order.", lambda order: order >= 0)


@builtin("compare", system=True)
def _compare(machine: Machine, order: Any, left: Any, right: Any) -> bool:
    """Order is <, = or > as Left stands before, at or after Right in the standard order."""
    return machine.unify(order, "=><"[compare(machine.reify(left), machine.reify(right), "compare")])


@builtin("between", system=True)
def _between(machine: Machine, low: Any, high: Any, x: Any) -> Any:
    """Low =< X =< High; High may be inf. Needs the values of both."""
    if type(low) is not int:
        raise _unfit(low, "between", "integers")
    if type(high) is not int and high not in ("inf", "infinite"):
        raise _unfit(high, "between", "integers")
    if type(x) is int:
        return low <= x and (type(high) is not int or x <= high)
    if type(x) not in VARIABLES:
        raise _unfit(x, "between", "integers")
    return _enumerated(machine, range(low, high + 1) if type(high) is int else count(low), x)


def _enumerated(machine: Machine, values: Iterable[int], x: Any) -> Iterator[None]:
    mark = len(machine.trail)
    for value in values:
        machine.pulse()
        if machine.unify(x, value):
            yield
        machine.undo(mark)


@builtin("succ", system=True)
def _succ(machine: Machine, x: Any, y: Any) -> Any:
    """Y is X + 1, both at least 0."""
    for term, least in ((x, 0), (y, 1)):
        if type(term) is int and term < least:
            return False
    return Sum(x, 1, y)


@builtin("plus", system=True)
def _plus(machine: Machine, x: Any, y: Any, z: Any) -> Goal:
    """Z is X + Y."""
    return Sum(x, y, z)


def _kind(name: str, doc: str, test: Callable[[Any], bool]) -> None:
    def relation(machine: Machine, term: Any) -> bool:
        if type(term) in VARIABLES:
            raise NeedsValue(term, name)
        return test(term)

    relation.__doc__ = f"{doc} Needs a value."
    builtin(name, system=True)(relation)


def _is_list(term: Any) -> bool:
    return not isinstance(term, str | int | Term)


_kind("atom", "Term is an atom.", lambda term: isinstance(term, str))
_kind("integer", "Term is an integer.", lambda term: type(term) is int)
_kind("number", "Term is a number.", lambda term: type(term) is int)
_kind("atomic", "Term is an atom, a number or [].", lambda term: isinstance(term, str | int) or term == ())
_kind("compound", "Term is a compound, or a list with an element.", lambda t: not isinstance(t, str | int) and t != ())
_kind("callable", "Term could be a goal.", lambda term: isinstance(term, str | Term))


@builtin("is_list", system=True)
def _is_a_list(machine: Machine, term: Any) -> bool:
    """Term is a list with a known end. Needs a value."""
    _, rest = opened(machine, term)
    if is_open(rest):
        raise NeedsValue(rest, "is_list")
    return bool(rest == ())


@builtin("ground", system=True)
def _ground(machine: Machine, term: Any) -> bool:
    """Term holds no unknown. Needs their values."""
    ground(machine, term, "ground")
    return True


@builtin("functor", system=True)
def _functor(machine: Machine, term: Any, name: Any, arity: Any) -> bool:
    """Term is a compound with this Name and Arity, or the constant Name for Arity 0. Needs a value of Term."""
    if type(term) in VARIABLES:
        raise NeedsValue(term, "functor")
    if type(term) is Term:
        return machine.unify((name, arity), (term.name, len(term.args)))
    is_pair = _is_list(term) and term != ()
    return machine.unify((name, arity), ("[|]", 2) if is_pair else (term, 0))


@builtin("arg", system=True)
def _arg(machine: Machine, n: Any, term: Any, x: Any) -> Any:
    """X is the argument of the compound Term at N, counted from 1."""
    if type(term) is not Term:
        raise _unfit(term, "arg", "a compound")
    return _args(machine, n, term, x)


def _args(machine: Machine, n: Any, term: Term, x: Any) -> Iterator[None]:
    mark = len(machine.trail)
    for number, arg in enumerate(term.args, 1):
        if machine.unify((n, x), (number, arg)):
            yield
        machine.undo(mark)


@builtin("=..", system=True)
def _univ(machine: Machine, term: Any, items: Any) -> bool:
    """Items is the list of the name of the compound Term and its arguments."""
    if type(term) is Term:
        return machine.unify(items, (term.name, *term.args))
    if type(term) not in VARIABLES:
        return not _is_list(term) and machine.unify(items, (term,))
    elements, rest = opened(machine, items)
    name = machine.walk(elements[0]) if elements else rest
    for unknown in (rest, name):
        if type(unknown) in VARIABLES:
            raise NeedsValue(unknown, "=..")
    if len(elements) == 1:
        return machine.unify(term, name)
    if not isinstance(name, str):
        raise PuzzleError("a compound has an atom as its name", got=shown(name))
    return machine.unify(term, Term(name, tuple(elements[1:])))


@builtin("atom_length", system=True)
def _atom_length(machine: Machine, atom: Any, n: Any) -> bool:
    """The atom or number Atom has N characters. Needs a value of Atom."""
    return machine.unify(n, len(_text(atom, "atom_length")))


@builtin("atom_chars", system=True)
def _atom_chars(machine: Machine, atom: Any, chars: Any) -> bool:
    """Chars is the list of the characters of the atom or number Atom. Needs a value of one."""
    if type(atom) not in VARIABLES:
        return machine.unify(chars, tuple(_text(atom, "atom_chars")))
    return machine.unify(atom, "".join(map(str, ground(machine, chars, "atom_chars"))))


def _text(atom: Any, goal: str) -> str:
    if type(atom) in VARIABLES:
        raise NeedsValue(atom, goal)
    if not isinstance(atom, str | int):
        raise PuzzleError(f"{goal} takes an atom", got=shown(atom))
    return str(atom)
