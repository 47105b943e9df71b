"""Relations on lists that the goals of Python do not have, or have otherwise; and those that order lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Sum
from ...logic.balls import error_term
from ...logic.control import Once
from ...logic.functions import whole
from ...logic.goals import All, AnyOf, Goal, fail
from ...logic.lists import closing, is_open, lengtho, membero, opened
from ...logic.order import in_order, without_repeats
from ...logic.permutations import permuteo
from ...logic.positions import ntho
from ...logic.relations import Outcome, bind_each
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, WHOLE, AnyTerm, pair, prefixed, var, vars
from ..code.given import Given
from .builtins import BUILTINS, HELPERS, builtin
from .compounds import compound
from .terms import ground, number, require_integers, unfit

LONGEST = 10_000_000  # elements of a list that is made at once


def elements_of(machine: Machine, items: AnyTerm, goal: str) -> list[AnyTerm]:
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
        raise NeedsValue(rest, goal, is_error=True)
    if rest != ():
        raise unfit(machine, items, goal, "a list")
    return elements


@builtin("length", system=True)
def _length(machine: Machine, items: AnyTerm, n: AnyTerm) -> Outcome:
    """The list Items has N elements."""
    require_integers(machine, "length", n)
    _, rest = opened(machine, items)
    if not is_open(rest) and rest != ():
        raise unfit(machine, items, "length", "a list")
    if type(n) is int and n < 0:
        raise unfit(machine, n, "length", "integers of at least 0")
    if type(n) is int and n > LONGEST:
        raise PuzzleError("the list is too long", expected=f"at most {LONGEST:,} elements")
    return rest is not n and lengtho.function(machine, items, n)


@builtin("nth0")
def _nth0(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm) -> Outcome:
    """X is the element of Items at Index, counted from 0."""
    require_integers(machine, "nth0", index)
    return ntho.function(machine, index, items, x)


@builtin("nth1")
def _nth1(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm) -> Goal:
    """X is the element of Items at Index, counted from 1."""
    require_integers(machine, "nth1", index)
    (before,) = vars(1)
    return All((Sum(before, 1, index, "nth1"), ntho(before, items, x)))


def require_place(machine: Machine, index: AnyTerm, least: int, goal: str) -> None:
    """Raise `PuzzleError` for what can be no place in a list whose first one is `least`."""
    require_integers(machine, goal, index)
    if type(index) is int and index < least:
        raise unfit(machine, index, goal, f"a place of at least {least}")


@builtin("nth0")
def _nth0_rest(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm, rest: AnyTerm) -> Iterator[None]:
    """Taking the element X at Index, counted from 0, out of Items leaves Rest."""
    require_place(machine, index, 0, "nth0")
    (front, end), (left, other_end) = opened(machine, items), opened(machine, rest)
    if type(index) is not int and is_open(end) and is_open(other_end):
        return _each_without(machine, index, items, x, rest)
    places = [len(front)] * (not is_open(end)) + [len(left) + 1] * (not is_open(other_end))  # so many there are
    numbers: Iterable[int] = range(min(places)) if places else count()
    if type(index) is int:
        numbers = (index,) if index >= 0 and all(index < most for most in places) else ()
    return bind_each(machine, (items, rest, index), (_with_and_without(x, number) for number in numbers))


def _each_without(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm, rest: AnyTerm) -> Iterator[None]:
    """The same for two lists with unknown ends: each answer is one cell longer than the one before."""
    first = len(machine.trail)
    for position in count():
        machine.tick()
        mark = len(machine.trail)
        after = var()
        if machine.unify((items, rest, index), (pair(x, after), after, position)):
            yield
        machine.undo(mark)
        element, more, less = vars(3)
        if not machine.unify((items, rest), (pair(element, more), pair(element, less))):
            break
        items, rest = more, less
    machine.undo(first)


def _with_and_without(x: AnyTerm, number: int) -> tuple[AnyTerm, AnyTerm, int]:
    """The list of unknowns that holds `x` at `number`, the same without it, and `number`."""
    *before, after = vars(number + 1)
    return prefixed(before, pair(x, after)), prefixed(before, after), number


@builtin("nth1")
def _nth1_rest(machine: Machine, index: AnyTerm, items: AnyTerm, x: AnyTerm, rest: AnyTerm) -> Goal:
    """Taking the element X at Index, counted from 1, out of Items leaves Rest."""
    require_place(machine, index, 1, "nth1")
    (before,) = vars(1)
    return All((Sum(before, 1, index, "nth1"), BUILTINS["nth0", 4](before, items, x, rest)))


@builtin("memberchk")
def _memberchk(machine: Machine, x: AnyTerm, items: AnyTerm) -> Goal:
    """X is an element of Items; the first answer only."""
    if type(items) in WHOLE:
        return Once(membero(x, items))
    return Once(AnyOf((membero(x, items), All((HELPERS["listed_", 2]("memberchk", items), fail)))))


@builtin("permutation")
def _permutation(machine: Machine, items: AnyTerm, other: AnyTerm) -> Goal:
    """Other has the elements of Items in some order."""
    listed = HELPERS["listed_", 2]
    return All((listed("permutation", items), listed("permutation", other), permuteo(items, other)))


@builtin("reverse")
def _reverse(machine: Machine, items: AnyTerm, reversed_: AnyTerm) -> Outcome:
    """Reversed_ has the elements of Items from last to first."""
    (front, end), (back, other_end) = opened(machine, items), opened(machine, reversed_)
    for elements, rest, other in ((front, end, reversed_), (back, other_end, items)):
        if not is_open(rest):
            return rest == () and machine.unify(other, tuple(reversed(elements)))
    longer = closing(machine, end, max(0, len(back) - len(front)))  # all lengths that both can have
    return (None for more in longer if machine.unify(reversed_, tuple(reversed([*front, *more]))))


@builtin("same_length")
def _same_length(machine: Machine, items: AnyTerm, others: AnyTerm) -> Goal:
    """Both lists have the same number of elements."""
    (size,) = vars(1)
    first, second = (items, others) if not is_open(opened(machine, items)[1]) else (others, items)
    return All((lengtho(first, size), lengtho(second, size)))


def _of_numbers(name: str, doc: str, collect: Callable[[list[Any]], Any], empty: bool = False) -> None:
    @builtin(name, doc=f"{doc} Needs their values.")
    def relation(machine: Machine, items: AnyTerm, n: AnyTerm) -> bool:
        numbers = [number(machine, element, name) for element in elements_of(machine, items, name)]
        return bool(numbers or empty) and machine.unify(n, collect(numbers))


for _name in ("sum_list", "sumlist"):
    _of_numbers(_name, "The numbers in Items add up to N.", lambda numbers: whole(sum(numbers)), empty=True)
_of_numbers("max_list", "N is the greatest number in Items.", max)
_of_numbers("min_list", "N is the least number in Items.", min)


@builtin("numlist")
def _numlist(machine: Machine, low: AnyTerm, high: AnyTerm, items: AnyTerm) -> bool:
    """Items is the list of the integers from Low to High. Needs the values of both."""
    for bound in (low, high):
        if type(ground(machine, bound, "numlist")) is not int:
            raise unfit(machine, bound, "numlist", "integers")
    if high - low > LONGEST:
        raise PuzzleError("the list is too long", expected=f"at most {LONGEST:,} elements")
    return low <= high and machine.unify(items, tuple(range(low, high + 1)))


def _sorted(name: str, doc: str, make: Callable[[tuple[AnyTerm, ...]], Iterable[AnyTerm]]) -> None:
    @builtin(name, system=name != "list_to_set", doc=f"{doc} Needs as many values as the order depends on.")
    def relation(machine: Machine, items: AnyTerm, ordered: AnyTerm) -> bool:
        return machine.unify(ordered, tuple(make(machine.reify(tuple(elements_of(machine, items, name))))))


def _first_each(terms: tuple[AnyTerm, ...]) -> Iterator[AnyTerm]:
    """Each term where it stands first."""
    places = in_order(range(len(terms)), "list_to_set", terms.__getitem__)
    return (terms[place] for place in sorted(without_repeats(places, terms.__getitem__)))


_sorted("msort", "Ordered has the elements of Items in standard order.", lambda terms: in_order(terms, "msort"))
_sorted(
    "sort",
    "Ordered has the elements of Items in standard order, each once.",
    lambda terms: without_repeats(in_order(terms, "sort")),
)
_sorted("list_to_set", "Ordered has the elements of Items, each once.", _first_each)


@builtin("sort", system=True)
def _sort4(machine: Machine, key: AnyTerm, order: AnyTerm, items: AnyTerm, ordered: AnyTerm) -> bool:
    """Ordered has the elements of Items by their argument Key (0: the whole), in Order @<, @=<, @> or @>=."""
    if order not in ("@<", "@=<", "@>", "@>=") or type(key) is not int:
        ball = error_term("domain_error", "order", machine.reify(order)) if type(key) is int else None
        if type(key) in VARIABLES or type(order) in VARIABLES:
            ball = error_term("instantiation_error")
        got = Given(machine.reify((key, order)))
        raise PuzzleError("sort takes a number and one of @< @=< @> @>=", got=got, ball=ball)
    part = partial(_part, key)
    found = in_order(machine.reify(tuple(elements_of(machine, items, "sort"))), "sort", part, falling=order[1] == ">")
    return machine.unify(ordered, tuple(found if "=" in order else without_repeats(found, part)))


def _part(key: int, term: AnyTerm) -> AnyTerm:
    """The argument `key` of a term; the whole for 0."""
    if key == 0:
        return term
    if type(term) in VARIABLES:
        raise NeedsValue(term, "sort", is_error=True)
    _, args = compound(term) or (term, ())
    if key > len(args) or key < 0:
        ball = error_term("type_error", "compound", term)
        if args:
            ball = error_term("existence_error", "argument", key, term)
        raise PuzzleError(f"this has no argument {key}", got=Given(term), ball=ball)
    return args[key - 1]
