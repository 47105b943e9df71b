"""Relations on lists that `lists` does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Sum, Unknown, evaluate
from ...logic.control import Once
from ...logic.goals import All, Goal
from ...logic.lists import closing, is_open, lengtho, membero, opened
from ...logic.positions import ntho
from ...logic.resolver import Machine
from ...logic.terms import Term, vars
from ..syntax.writer import shown
from .builtins import builtin
from .order import compare, in_order, without_repeats
from .terms import ground

LONGEST = 10_000_000  # elements of a list that is made at once


def elements_of(machine: Machine, items: Any, goal: str) -> list[Any]:
    """The elements of a list with a known end.

    Raises
    ------
    NeedsValue
        The end is unknown.
    PuzzleError
        It is no list.
    """
    elements, rest = opened(machine, items)
    if is_open(rest):
        raise NeedsValue(rest, goal)
    if rest != ():
        raise PuzzleError(f"{goal} takes a list", got=shown(machine.reify(items)))
    return elements


@builtin("length", system=True)
def _length(machine: Machine, items: Any, n: Any) -> Any:
    """The list Items has N elements."""
    if type(n) is int and n > LONGEST:
        raise PuzzleError("the list is too long", expected=f"at most {LONGEST:,} elements")
    return lengtho.function(machine, items, n)


@builtin("nth1")
def _nth1(machine: Machine, index: Any, items: Any, x: Any) -> Goal:
    """X is the element of Items at Index, counted from 1."""
    (before,) = vars(1)
    return All((Sum(before, 1, index), ntho(before, items, x)))


@builtin("memberchk")
def _memberchk(machine: Machine, x: Any, items: Any) -> Goal:
    """X is an element of Items; the first answer only."""
    return Once(membero(x, items))


@builtin("reverse")
def _reverse(machine: Machine, items: Any, reversed_: Any) -> Any:
    """Reversed_ has the elements of Items from last to first."""
    for one, other in ((items, reversed_), (reversed_, items)):
        elements, rest = opened(machine, one)
        if not is_open(rest):
            return rest == () and machine.unify(other, tuple(reversed(elements)))
    return _reversals(machine, items, reversed_)


def _reversals(machine: Machine, items: Any, other: Any) -> Iterator[None]:
    """All lengths, from the shortest that both can have."""
    (front, end), (back, _) = opened(machine, items), opened(machine, other)
    mark = len(machine.trail)
    for more in closing(machine, end, max(0, len(back) - len(front))):
        if machine.unify(other, tuple(reversed([*front, *more]))):
            yield
    machine.undo(mark)


@builtin("same_length")
def _same_length(machine: Machine, items: Any, others: Any) -> Goal:
    """Both lists have the same number of elements."""
    (size,) = vars(1)
    first, second = (items, others) if not is_open(opened(machine, items)[1]) else (others, items)
    return All((lengtho(first, size), lengtho(second, size)))


def _numbers(machine: Machine, items: Any, goal: str) -> list[int]:
    try:
        return [evaluate(machine, element, goal) for element in elements_of(machine, items, goal)]
    except Unknown as unknown:
        raise NeedsValue(unknown.variable, goal) from None


def _of_numbers(name: str, doc: str, collect: Callable[[list[int]], Any], empty: bool = False) -> None:
    def relation(machine: Machine, items: Any, n: Any) -> bool:
        numbers = _numbers(machine, items, name)
        return bool(numbers or empty) and machine.unify(n, collect(numbers))

    relation.__doc__ = f"{doc} Needs their values."
    builtin(name)(relation)


for _name in ("sum_list", "sumlist"):
    _of_numbers(_name, "The numbers in Items add up to N.", sum, empty=True)
_of_numbers("max_list", "N is the greatest number in Items.", max)
_of_numbers("min_list", "N is the least number in Items.", min)


@builtin("numlist")
def _numlist(machine: Machine, low: Any, high: Any, items: Any) -> bool:
    """Items is the list of the integers from Low to High. Needs the values of both."""
    for bound in (low, high):
        if type(ground(machine, bound, "numlist")) is not int:
            raise PuzzleError("numlist takes integers", got=shown(bound))
    if high - low > LONGEST:
        raise PuzzleError("the list is too long", expected=f"at most {LONGEST:,} elements")
    return low <= high and machine.unify(items, tuple(range(low, high + 1)))


def _sorted(name: str, doc: str, make: Callable[[list[Any]], Any]) -> None:
    def relation(machine: Machine, items: Any, ordered: Any) -> bool:
        elements = machine.reify(tuple(elements_of(machine, items, name)))
        return machine.unify(ordered, tuple(make(list(elements))))

    relation.__doc__ = f"{doc} Needs as many values as the order depends on."
    builtin(name, system=name != "predsort")(relation)


_sorted("msort", "Ordered has the elements of Items in standard order.", lambda found: in_order(found, "msort"))
_sorted("sort", "Ordered has the elements of Items in standard order, each once.", lambda f: _once_each(f, "sort"))
_sorted("list_to_set", "Ordered has the elements of Items, each once.", lambda found: _first_each(found))


def _once_each(terms: list[Any], goal: str) -> list[Any]:
    return list(without_repeats(in_order(terms, goal)))


def _first_each(terms: list[Any]) -> list[Any]:
    """Each term where it stands first."""
    numbered = [Term("-", (term, number)) for number, term in enumerate(terms)]
    first: list[Any] = []
    for pair in in_order(numbered, "list_to_set"):
        if not first or compare(first[-1].args[0], pair.args[0], "list_to_set"):
            first.append(pair)
    return [terms[number] for number in sorted(pair.args[1] for pair in first)]


_ORDERS: dict[Any, tuple[bool, bool]] = {  # whether it falls, and whether repeats stay
    "@<": (False, False),
    "@=<": (False, True),
    "@>": (True, False),
    "@>=": (True, True),
}


@builtin("sort", system=True)
def _sort4(machine: Machine, key: Any, order: Any, items: Any, ordered: Any) -> bool:
    """Ordered has the elements of Items by their argument Key (0: the whole), in Order @<, @=<, @> or @>=."""
    if order not in _ORDERS or type(key) is not int:
        raise PuzzleError("sort takes a number and one of @< @=< @> @>=", got=shown(machine.reify((key, order))))
    falling, keep = _ORDERS[order]
    elements = [machine.reify(element) for element in elements_of(machine, items, "sort")]
    keyed = [Term("-", (_part(element, key), number)) for number, element in enumerate(elements)]
    found = in_order(keyed, "sort")
    if falling:
        found = [pair for group in reversed(_groups(found)) for pair in group]
    if not keep:
        found = [group[0] for group in _groups(found)]
    return machine.unify(ordered, tuple(elements[pair.args[1]] for pair in found))


def _part(term: Any, key: int) -> Any:
    if key == 0:
        return term
    if type(term) is not Term or key > len(term.args) or key < 0:
        raise PuzzleError(f"this has no argument {key}", got=shown(term))
    return term.args[key - 1]


def _groups(pairs: list[Any]) -> list[list[Any]]:
    """Pairs in order, those with the same key together."""
    groups: list[list[Any]] = []
    for pair in pairs:
        if groups and not compare(groups[-1][0].args[0], pair.args[0], "sort"):
            groups[-1].append(pair)
        else:
            groups.append([pair])
    return groups
