"""Answers with unknowns, compared with a definition on ground terms: which ground terms does each answer stand for?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

from logicpuzzles import Constrained, Term, isvar
from logicpuzzles.logic.answers import value_of
from logicpuzzles.logic.resolver import Machine
from logicpuzzles.logic.terms import Cons

Universe = Mapping[Any, Sequence[Any]]  # the values that each unknown of a question may take


def typed(term: Any) -> str:
    """A key that tells 1, True and 1.0 apart; independent of the package's own."""
    return f"{type(term).__name__}({', '.join(map(typed, term))})" if isinstance(term, tuple) else repr(term)


def matches(pattern: Any, value: Any, known: dict[Any, Any]) -> bool:
    """Whether `value`, ground, is an instance of `pattern`; the values of its unknowns are added to `known`."""
    if isvar(pattern):
        return typed(known.setdefault(pattern, value)) == typed(value)
    if type(pattern) is Cons:
        return (
            isinstance(value, tuple)
            and bool(value)
            and matches(pattern.car, value[0], known)
            and matches(pattern.cdr, value[1:], known)
        )
    if isinstance(pattern, tuple):
        return (
            isinstance(value, tuple)
            and len(pattern) == len(value)
            and all(matches(one, two, known) for one, two in zip(pattern, value, strict=True))
        )
    if isinstance(pattern, Term):
        return isinstance(value, Term) and pattern.name == value.name and matches(pattern.args, value.args, known)
    return typed(pattern) == typed(value)


def filled(term: Any, known: Mapping[Any, Any]) -> Any:
    """`term` with values for its unknowns."""
    if isvar(term):
        return known[term]
    if type(term) is Cons:
        return (filled(term.car, known), *filled(term.cdr, known))
    if isinstance(term, tuple):
        return tuple(filled(part, known) for part in term)
    if isinstance(term, Term):
        return Term(term.name, filled(term.args, known))
    return term


def instances(answer: Any, values: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The keys of the tuples from `values` that `answer`, a tuple with unknowns, stands for."""
    unequal = answer.unequal if isinstance(answer, Constrained) else ()
    pattern = answer.value if isinstance(answer, Constrained) else answer

    def extend(place: int, chosen: tuple[Any, ...], known: dict[Any, Any]) -> Iterator[str]:
        if place == len(pattern):
            if all(any(typed(filled(a, known)) != typed(filled(b, known)) for a, b in pairs) for pairs in unequal):
                yield typed(chosen)
            return
        for value in values[place]:
            more = dict(known)
            if matches(pattern[place], value, more):
                yield from extend(place + 1, (*chosen, value), more)

    return extend(0, (), {})


def check(
    goal: Callable[..., Any], holds: Callable[..., int], args: Sequence[Any], universe: Universe, most: int
) -> None:
    """The answers of ``goal(*args)`` stand for the ground terms of which it holds, each as often as it holds.

    Where there are infinitely many answers, or an endless search, the first `most` must cover the universe.
    """
    unknowns = [variable for variable in universe if occurs(variable, args)]
    values = [universe[variable] for variable in unknowns]
    expected: Counter[str] = Counter()
    for chosen in product(*values):
        times = int(holds(*filled(tuple(args), dict(zip(unknowns, chosen, strict=True)))))
        if times:
            expected[typed(chosen)] = times
    answers = first(most, tuple(unknowns), goal(*args))
    found = Counter(key for answer in answers for key in instances(answer, values))
    assert found == expected, f"{goal!r} of {args}: {found - expected} too many, {expected - found} missing"


class OutOfPatience(Exception):
    """A query has taken very many steps."""


class Impatient(Machine):
    """Gives up a search that finds nothing for long."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        super().__init__(self.give_up)
        self.steps = 0

    def give_up(self) -> None:
        """Called after thousands of goals."""
        raise OutOfPatience

    def tick(self, work: int = 1) -> None:
        """Called for every list that a goal tries."""
        self.steps += 1
        if self.steps > 600:
            self.give_up()


def first(most: int, template: Any, goal: Any) -> list[Any]:
    """The first `most` answers; fewer where the search goes on and on without one."""
    machine, found = Impatient(), []
    with suppress(OutOfPatience):
        for _ in islice(machine.answers(goal), most):
            machine.steps = 0
            found.append(value_of(machine, template))
    return found


def occurs(variable: Any, term: Any) -> bool:
    """Whether `variable` is in `term`."""
    if type(term) is Cons:
        return occurs(variable, term.car) or occurs(variable, term.cdr)
    return term is variable or isinstance(term, tuple | list) and any(occurs(variable, part) for part in term)


def shown(found: Iterable[Any]) -> list[str]:
    """Answers as text, the unknowns of each numbered in order of first occurrence."""

    def name(answer: Any) -> str:
        names: dict[str, str] = {}
        return re.sub(r"~\w+", lambda m: names.setdefault(m[0], f"_{len(names)}"), repr(answer))

    return list(map(name, found))
