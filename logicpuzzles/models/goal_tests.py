"""Whether a goal over integers holds of complete values: the check of solutions, apart from all engines.

Comparisons and what joins them are evaluated, without recursion; of the other goals the few that are common have tests
of their own, and what is left is asked of the resolver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import eq, ge, gt, le, lt, mul, ne, neg, pos
from typing import Any

from ..logic.integers.goals import GOALS
from ..logic.integers.operations import value_of
from ..logic.integers.truth import truths_in
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm, Term
from .constraints.stated import StatedGoal, others
from .values import Test, Values

Value = int | None  # of an expression: None where an operation has no value
Step = tuple[Any, int]  # what is computed, of how many of the last results; or what is put there: None and an index

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "#=": eq, "#\\=": ne, "#<": lt, "#=<": le, "#>": gt, "#>=": ge,
}  # fmt: skip
_JOINED: dict[tuple[str, int], Callable[..., bool]] = {
    ("#\\", 1): lambda one: not one,
    ("#/\\", 2): lambda one, two: one and two,
    ("#\\/", 2): lambda one, two: one or two,
    ("#\\", 2): ne,
    ("#==>", 2): le,
    ("#<==", 2): ge,
    ("#<==>", 2): eq,
}
_SIGNS: dict[str, Callable[[int], int]] = {"-": neg, "+": pos, "abs": abs}
_BINARY = frozenset({"*", "//", "div", "mod", "rem", "min", "max", "^"})


class _NoTruth(Exception):
    """What is joined is neither 0 nor 1."""


def test_of(given: StatedGoal) -> Test:
    """Whether the goal holds, given the values of its unknowns in order."""
    if not given.unknowns:
        return lambda values: False  # one that holds is not posted
    term = _written_out(given.term)
    taken = others(given)
    if taken is not None:
        return lambda values: len({*values, *taken}) == len(values) + len(taken)
    test = _linear_test(term, given.unknowns)
    if test is not None:
        return test
    steps = _steps(term, given.unknowns)
    if steps is not None:
        return lambda values: _is_true(steps, values)
    return lambda values: holds(term, dict(zip(given.unknowns, values, strict=True)))


def holds(term: Term, known: dict[Any, Any]) -> bool:
    """Whether a goal holds where its unknowns have these values, by the resolver.

    An unknown that stands for a truth is 0 or 1. Any other value is an error to the resolver, which cannot know that
    there was an unknown; here the goal does not hold.
    """
    if any(known[unknown] not in (0, 1) for unknown in truths_in(term)):
        return False
    machine = Machine()
    machine.assume(known.items())
    goal = GOALS[term.name, len(term.args)](*machine.reify(term.args))
    return any(True for _ in machine.answers(goal))


def _written_out(term: Term) -> Term:
    """A sum over a list as the comparison that it is."""
    if term.name == "sum" and isinstance(term.args[0], tuple):
        xs, comparison, total = term.args
        return Term(comparison, (reduce(_plus, xs, 0), total))
    if term.name == "scalar_product" and all(isinstance(arg, tuple) for arg in term.args[:2]):
        factors, xs, comparison, total = term.args
        products = [Term("*", pair) for pair in zip(factors, xs, strict=False)]
        return Term(comparison, (reduce(_plus, products, 0), total))
    return term


def _plus(one: AnyTerm, two: AnyTerm) -> AnyTerm:
    return Term("+", (one, two))


def _linear_test(term: Term, unknowns: Sequence[Any]) -> Test | None:
    """The test of a comparison of sums, or of the absolute value of one with a number; None for any other."""
    if term.name not in _COMPARISONS or len(term.args) != 2:
        return None
    compares = _COMPARISONS[term.name]
    left, right = term.args
    if type(left) is Term and (left.name, len(left.args)) == ("abs", 1) and type(right) is int:
        inner, bound = _linear(left.args[0], 0, unknowns), right
        if inner is None:
            return None
        factors, constant = inner
        if factors == [1, -1]:
            return lambda values: compares(abs(values[0] - values[1] + constant), bound)
        return lambda values: compares(abs(sum(map(mul, factors, values)) + constant), bound)
    both = _linear(left, right, unknowns)
    if both is None:
        return None
    factors, constant = both
    return lambda values: compares(sum(map(mul, factors, values)), -constant)


def _linear(plus: AnyTerm, minus: AnyTerm, unknowns: Sequence[Any]) -> tuple[list[int], int] | None:
    """The first expression less the second: the factors of the unknowns, and a number; None if not linear."""
    found, constant = dict.fromkeys(unknowns, 0), 0
    todo: list[tuple[AnyTerm, int]] = [(plus, 1), (minus, -1)]
    while todo:
        part, factor = todo.pop()
        if type(part) is int:
            constant += factor * part
        elif type(part) in VARIABLES:
            found[part] += factor
        elif type(part) is not Term or part.name not in ("+", "-", "*"):
            return None
        elif part.name != "*":
            todo.append((part.args[-1], -factor if part.name == "-" else factor))
            todo += [(part.args[0], factor)] if len(part.args) == 2 else []
        elif type(part.args[0]) is int:
            todo.append((part.args[1], factor * part.args[0]))
        elif type(part.args[1]) is int:
            todo.append((part.args[0], factor * part.args[1]))
        else:
            return None
    return [found[unknown] for unknown in unknowns], constant


def _steps(term: Term, unknowns: Sequence[Any]) -> list[Step] | None:
    """What to compute, one after the other, each of the last results; None for a goal that is not computed."""
    number = {unknown: index for index, unknown in enumerate(unknowns)}
    is_joined = (term.name, len(term.args)) in _JOINED
    if not is_joined and (term.name not in _COMPARISONS or len(term.args) != 2):
        return None
    found: list[Step] = []
    todo: list[tuple[AnyTerm, bool]] = [(term, True)]  # each with whether it is a condition
    while todo:
        part, is_condition = todo.pop()
        if type(part) in VARIABLES:
            found.append((None, number[part]))
        elif type(part) is int:
            found.append((part, -1))
        elif type(part) is Term:
            made = _computed(part, is_condition)
            if made is None:
                return None
            found.append((made, len(part.args)))
            joins = is_condition and (part.name, len(part.args)) in _JOINED
            todo += [(arg, joins) for arg in part.args]
        else:
            return None
    return found[::-1]  # what was met last is computed first


def _computed(part: Term, is_condition: bool) -> Callable[..., Value] | None:
    key = (part.name, len(part.args))
    if is_condition:
        if key in _JOINED:
            joined = _JOINED[key]
            return lambda *truths: int(joined(*map(_truth, truths)))
        if part.name in _COMPARISONS and key[1] == 2:
            compares = _COMPARISONS[part.name]
            return lambda one, two: int(one is not None and two is not None and compares(one, two))
        return None
    if key[1] == 1 and part.name in _SIGNS:
        sign = _SIGNS[part.name]
        return lambda one: None if one is None else sign(one)
    if key == ("+", 2):
        return lambda one, two: None if one is None or two is None else one + two
    if key == ("-", 2):
        return lambda one, two: None if one is None or two is None else one - two
    if key[1] == 2 and part.name in _BINARY:
        name = part.name
        return lambda one, two: None if one is None or two is None else value_of(name, one, two)
    return None


def _truth(value: Value) -> bool:
    if value not in (0, 1):
        raise _NoTruth
    return value == 1


def _is_true(steps: Sequence[Step], values: Values) -> bool:
    done: list[Value] = []
    try:
        for make, n in steps:
            if make is None:
                done.append(values[n])
            elif n < 0:
                done.append(make)
            else:
                arguments = done[-n:]
                del done[-n:]
                done.append(make(*arguments))
    except _NoTruth:
        return False
    return done[0] == 1
