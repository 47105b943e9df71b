"""Relations between lists of nearly the same elements, true in every direction: `selecto`, `rembero`, `permuteo`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from .bindings import key
from .goal import Constraint
from .goals import Eq, Goal, Neq, conde, lall
from .lists import is_open, opened, same_length
from .relations import Call, Outcome, Primitive, primitive
from .resolver import Continuation, Machine
from .substitution import FAIL
from .terms import VARIABLES, AnyTerm, pair, prefixed, split_list, var, vars


@primitive
def selecto(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Iterator[None]:
    """Taking `item` once out of `items` leaves the list `others`."""
    mark = len(machine.trail)
    left, rest_of_others = opened(machine, others)
    if is_open(rest_of_others) and is_open(opened(machine, items)[1]):
        yield from _endlessly(machine, item, items, others)
        return
    before: list[Any] = []
    for known in _walks(machine, items, others):
        first, rest = split_list(known)  # type: ignore[misc]
        if machine.unify(item, first, partial(_without, others, before, rest)):
            yield
        machine.undo(mark)
        place = len(before)
        if place < len(left) and Neq(((first, left[place]),)).prefix(machine) is None:
            return  # it must stay, and cannot
        before.append(first)


def _without(others: AnyTerm, before: Sequence[AnyTerm], rest: AnyTerm) -> tuple[AnyTerm, AnyTerm]:
    """Two terms that must be equal: the list `others`, and the elements `before` with the `rest` after them."""
    return others, prefixed(before, rest)


def _endlessly(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Iterator[None]:
    """The same for two lists with unknown ends: each answer is one cell longer than the one before."""
    first = len(machine.trail)
    while True:
        machine.tick()
        mark = len(machine.trail)
        rest = var()
        if machine.unify((items, others), (pair(item, rest), rest)):
            yield
        machine.undo(mark)
        element, rest, left = vars(3)
        if not machine.unify((items, others), (pair(element, rest), pair(element, left))):
            machine.undo(first)
            return
        items, others = rest, left


def _walks(machine: Machine, items: AnyTerm, others: AnyTerm) -> Iterator[Any]:
    """Each suffix of `items` that has an element; where its end is unknown, it is opened one cell at a time.

    `others` has one element fewer, so a known end of it ends the walk.
    """
    left, rest = opened(machine, others)
    elements, end = opened(machine, items)
    known, mark, fresh = prefixed(elements, end), len(machine.trail), []
    for position in count() if is_open(rest) else range(len(left) + 1):
        machine.tick()
        if position < len(elements):
            yield known
            known = split_list(known)[1]  # type: ignore[index]
            continue
        element, beyond = vars(2)
        fresh.append(element)
        if not is_open(end) or not machine.unify(end, prefixed(fresh, beyond)):
            return
        yield pair(element, beyond)
        machine.undo(mark)


@primitive
def rembero(machine: Machine, item: AnyTerm, items: AnyTerm, others: AnyTerm) -> Outcome:
    """`others` is `items` without the first element that equals `item`, or `items` where there is none."""
    head, tail, left = vars(3)
    return conde(
        [Eq(items, ()), Eq(others, ())],
        [Eq(items, pair(item, others))],
        [Eq(items, pair(head, tail)), Neq(((head, item),)), Eq(others, pair(head, left)), rembero(item, tail, left)],
    )


@dataclass(frozen=True, slots=True, eq=False)
class Expected(Constraint):
    """Two lists of which `permuteo` is asked next may still have the same elements: none is in one more often than the
    other has it or has unknowns. It never excludes an answer: what it rules out, the goal itself would rule out later.
    """

    terms: tuple[AnyTerm, AnyTerm]
    name = "permuteo"
    residual = True
    silent = True

    def attempt(self, machine: Machine) -> bool:
        sides = [opened(machine, items) for items in self.terms]
        if any(rest != () for _, rest in sides):
            return True  # what is to come is not known well enough
        counts: list[Counter[tuple[type, AnyTerm]]] = []
        rooms = []
        for elements, _ in sides:
            known = [machine.walk(element) for element in elements]
            plain = [(type(element), element) for element in known if type(element) in (int, str)]
            counts.append(Counter(plain))
            rooms.append(len(known) - len(plain))
            for element in known:
                if type(element) in VARIABLES:
                    machine.suspend(self, element)
        return len(sides[0][0]) == len(sides[1][0]) and all(
            (counts[one] - counts[other]).total() <= rooms[other] for one, other in ((0, 1), (1, 0))
        )


class Permutation(Primitive):
    """The relation between two orders of a list, which takes options as kanren's does."""

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        """Prove it, and stop early where another permutation that is asked right after it has become impossible.

        So the rows of a square fail where a column does, and not only once all rows are tried. The order of answers is
        that of the goals one after another.
        """
        if not (machine.universal or machine.floor or machine.deferred):
            mark, following = len(machine.trail), rest
            while type(following) is tuple and isinstance(goal := following[0], Call) and goal.predicate is self:
                if not _is_expected(machine, goal.args) and not Expected(goal.args).attempt(machine):
                    machine.undo(mark)
                    return FAIL
                following = following[1]
        return super().invoke(machine, args, rest)

    def __call__(
        self, *args: AnyTerm, inner_eq: Callable[[Any, Any], Any] | None = None, no_ident: bool = False
    ) -> Goal:
        """The goal that the second list holds the elements of the first in some order.

        Parameters
        ----------
        inner_eq
            Makes the goal that relates the second list to an order of the first, instead of `eq`.
        no_ident
            Whether the order must differ from the first list.
        """
        plain = super().__call__(*args)
        if inner_eq is None and not no_ident:
            return plain
        order = var()
        differs = [Neq(((args[0], order),))] if no_ident else []
        return lall(super().__call__(args[0], order), *differs, (inner_eq or Eq)(args[1], order))


def _is_expected(machine: Machine, lists: tuple[AnyTerm, ...]) -> bool:
    """Whether the same is expected already: the permutation before this one has looked ahead."""
    elements = (machine.walk(one) for items in lists for one in opened(machine, items)[0])
    first = next((one for one in elements if type(one) in VARIABLES), None)
    watching = () if first is None else machine.watched.get(key(first), ())[1:]
    return any(isinstance(one, Expected) and one.terms is lists for one in watching)


def _permuteo(machine: Machine, items: AnyTerm, ordered: AnyTerm) -> Iterator[None]:
    """The list `ordered` holds the elements of `items` in some order.

    Of several such goals right after each other, the first looks ahead: it gives up where the next cannot hold.
    """
    for source, target in same_length(machine, items, ordered):
        yield from _arranged(machine, source, target)


permuteo = permuteq = Permutation(_permuteo, "permuteo")


def _arranged(machine: Machine, source: list[Any], target: list[Any]) -> Iterator[None]:
    """Unify each of `target` with another of `source`, in lexicographic order of places; without recursion."""
    chosen: list[int] = []
    used: set[int] = set()
    marks: list[int] = []
    start = 0
    while True:
        machine.tick()
        if len(chosen) == len(target):
            yield
        else:
            marks.append(len(machine.trail))
            place = _fitting(machine, source, target[len(chosen)], used, start)
            if place is not None:
                chosen.append(place)
                used.add(place)
                start = 0
                continue
            marks.pop()
        if not chosen:
            return
        start = chosen.pop() + 1
        used.remove(start - 1)
        machine.undo(marks.pop())


def _fitting(machine: Machine, source: list[Any], item: AnyTerm, used: set[int], start: int) -> int | None:
    """The first unused place from `start` on whose element `item` unifies with; None without one."""
    mark = len(machine.trail)
    for place in range(start, len(source)):
        if place not in used:
            if machine.unify(item, source[place]):
                return place
            machine.undo(mark)
    return None
