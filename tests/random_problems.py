"""Random constraint problems, each constraint with what it says written down a second time, for brute force."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import constraint as library
from hypothesis import strategies as st
from random_own import NUMBERS, OWN, OWN_NUMERIC, Says, scopes

from logicpuzzles.models.constraints.circuit import Circuit
from logicpuzzles.models.constraints.connected import Connected
from logicpuzzles.models.constraints.cover import Cover
from logicpuzzles.models.constraints.cumulative import Cumulative
from logicpuzzles.models.constraints.no_overlap import NoOverlap
from logicpuzzles.models.problem import Problem

NAMES = "abcde"  # python-constraint wants text for targets
WORDS = ("red", "green", ("blue", 2), None, "x")
COMPARE = {"Exact": operator.eq, "Min": operator.ge, "Max": operator.le}


@dataclass
class RandomProblem:
    """The domains, and for each constraint how to make it, its scope, and what it says."""

    domains: dict[Any, list[Any]]
    constraints: list[tuple[str, Callable[[], Any], list[Any] | None, list[Any], Says]]

    def build(self) -> Problem:
        """The problem for the engines."""
        problem = Problem()
        for name, domain in self.domains.items():
            problem.addVariable(name, domain)
        for _, make, posted, _, _ in self.constraints:
            problem.addConstraint(make(), posted)
        return problem

    def brute_force(self) -> Iterator[tuple[Any, ...]]:
        """All solutions."""
        names = list(self.domains)
        places = [([names.index(v) for v in scope], says) for *_, scope, says in self.constraints]
        for row in product(*self.domains.values()):
            if all(says(*(row[i] for i in at)) for at, says in places):
                yield row

    def __repr__(self) -> str:
        parts = [f"{text} on {posted}" for text, _, posted, _, _ in self.constraints]
        return f"{self.domains}; " + "; ".join(parts)


FUNCTIONS: list[tuple[int, str, Says]] = [
    (1, "x % 2 == 0", lambda x: x % 2 == 0),
    (1, "x", lambda x: x),
    (2, "x < y", lambda x, y: x < y),
    (2, "2 * x - 3 * y == 1", lambda x, y: 2 * x - 3 * y == 1),
    (2, "abs(x - y) != 2 and x + y > -1", lambda x, y: abs(x - y) != 2 and x + y > -1),
    (2, "abs(x - y) == 1", lambda x, y: abs(x - y) == 1),
    (2, "x * y > 3", lambda x, y: x * y > 3),
    (2, "x in (y, 1)", lambda x, y: x in (y, 1)),
    (2, "not x + y <= 3", lambda x, y: not x + y <= 3),
    (2, "False", lambda x, y: False),
    (2, "True", lambda x, y: True),
    (3, "x <= y <= z", lambda x, y, z: x <= y <= z),
    (3, "x + y == z or x == z", lambda x, y, z: x + y == z or x == z),
    (3, "x - y + 2 * z != 3", lambda x, y, z: x - y + 2 * z != 3),
    (3, "x ^ y ^ z == 1", lambda x, y, z: x ^ y ^ z == 1),
    (4, "sum == 0", lambda *v: sum(v) == 0),
    (4, "max - min == 3", lambda *v: max(v) - min(v) == 3),
    (4, "squares", lambda w, x, y, z: w * w + x * x == y * y + z * z),
]


def _sum(draw: Any, names: list[Any]) -> Any:
    kind = draw(st.sampled_from(list(COMPARE)))
    scope = scopes(draw, names, 1, 4)
    factors = draw(st.none() | st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)))
    amount = draw(st.integers(-8, 10))
    cls = getattr(library, f"{kind}SumConstraint")

    def says(*values: int) -> bool:
        return COMPARE[kind](sum(f * x for f, x in zip(factors or [1] * len(values), values, strict=True)), amount)

    return f"{kind}Sum({amount}, {factors})", lambda: cls(amount, factors), scope, scope, says


def _sum_to(draw: Any, names: list[Any]) -> Any:
    kind = draw(st.sampled_from(list(COMPARE)))
    scope = scopes(draw, names, 1, 3)
    target = draw(st.sampled_from(names))
    factors = draw(st.none() | st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)))
    given = None if factors is None else [*factors, 1]
    cls = getattr(library, f"Variable{kind}SumConstraint")

    def says(*values: int) -> bool:
        total = sum(f * x for f, x in zip(factors or [1] * len(scope), values[:-1], strict=True))
        return COMPARE[kind](total, values[-1])

    text = f"Variable{kind}Sum({target}, {scope}, {given})"
    return text, lambda: cls(target, list(scope), given), None, [*scope, target], says


def _product(draw: Any, names: list[Any]) -> Any:
    kind = draw(st.sampled_from(list(COMPARE)))
    scope = scopes(draw, names, 1, 4)
    amount = draw(st.integers(-12, 12))
    cls = getattr(library, f"{kind}ProdConstraint")
    return f"{kind}Prod({amount})", lambda: cls(amount), scope, scope, lambda *v: COMPARE[kind](prod(v), amount)


def _product_to(draw: Any, names: list[Any]) -> Any:
    kind = draw(st.sampled_from(list(COMPARE)))
    scope = scopes(draw, names, 1, 3)
    target = draw(st.sampled_from(names))
    cls = getattr(library, f"Variable{kind}ProdConstraint")
    text = f"Variable{kind}Prod({target}, {scope})"

    def says(*values: int) -> bool:
        return COMPARE[kind](prod(values[:-1]), values[-1])

    return text, lambda: cls(target, list(scope)), None, [*scope, target], says


def _function(draw: Any, names: list[Any]) -> Any:
    n, text, function = draw(st.sampled_from(FUNCTIONS))
    scope = draw(st.lists(st.sampled_from(names), min_size=n, max_size=n))
    return text, lambda: function, scope, scope, function


def _different(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 2, 5)
    return "AllDifferent", library.AllDifferentConstraint, scope, scope, lambda *v: len({*v}) == len(v)


def _equal(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 3)
    return "AllEqual", library.AllEqualConstraint, scope, scope, lambda *v: len({*v}) == 1


def _members(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 3)
    some = draw(st.sets(st.one_of(NUMBERS, st.sampled_from(WORDS))))
    if draw(st.booleans()):
        return f"InSet({some})", lambda: library.InSetConstraint(some), scope, scope, lambda *v: {*v} <= some
    return f"NotInSet({some})", lambda: library.NotInSetConstraint(some), scope, scope, lambda *v: not {*v} & some


def _some_members(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 5)
    some = draw(st.sets(st.one_of(NUMBERS, st.sampled_from(WORDS)), max_size=6))
    n, exact, inside = draw(st.integers(0, 4)), draw(st.booleans()), draw(st.booleans())
    cls = library.SomeInSetConstraint if inside else library.SomeNotInSetConstraint

    def says(*values: Any) -> bool:
        found = len([x for x in values if (x in some) == inside])
        return found == n if exact else found >= n

    return f"{cls.__name__}({some}, {n}, {exact})", lambda: cls(some, n, exact), scope, scope, says


def _circuit(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 5, repeats=False)
    places = list(range(len(scope)))

    def says(*values: Any) -> bool:
        seen, at = [], 0
        while at not in seen and at in places:
            seen.append(at)
            at = values[at]
        return len(seen) == len(places) and at == 0

    return "Circuit", lambda: Circuit(places), scope, scope, says


def _cover(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 5, repeats=False)
    subsets = draw(st.lists(st.sets(st.integers(0, 3), max_size=3), min_size=2, max_size=9))
    every = [*range(-40, 200), *WORDS]
    options = [{x: subsets[(k * (i + 1)) % len(subsets)] for k, x in enumerate(every)} for i in range(len(scope))]
    items = draw(st.sets(st.integers(0, 3), min_size=1))

    def says(*values: Any) -> bool:
        found = [item for option, x in zip(options, values, strict=True) for item in option[x]]
        return len({*found}) == len(found) and items <= {*found}

    return f"Cover({subsets}, {items})", lambda: Cover(options, items, set(range(4)) - items), scope, scope, says


def _connected(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 6, repeats=False)
    n = len(scope)
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=8))
    values = draw(st.sets(st.one_of(NUMBERS, st.sampled_from(WORDS)), max_size=6))
    low = draw(st.integers(0, 2))
    size = draw(st.none() | st.just((low, low + draw(st.integers(0, 3)))))
    edges = [(scope[i], scope[j]) for i, j in pairs]

    def says(*row: Any) -> bool:
        groups = [{i} for i in range(n) if row[i] in values]
        if size is not None and not size[0] <= len(groups) <= size[1]:
            return False
        for i, j in pairs:
            both = [group for group in groups if i in group or j in group]
            if row[i] in values and row[j] in values:
                groups = [group for group in groups if group not in both] + [set().union(*both)]
        return len(groups) <= 1

    return f"Connected({values}, {edges}, {size})", lambda: Connected(values, edges, size=size), scope, scope, says


def _no_overlap(draw: Any, names: list[Any]) -> Any:
    n_sides = draw(st.integers(1, 3))
    scope = scopes(draw, names, 1, 5, repeats=False)
    scope = scope[: len(scope) // n_sides * n_sides] or scope[:1]
    n_sides = min(n_sides, len(scope))
    lengths = [tuple(draw(st.integers(0, 3)) for _ in range(n_sides)) for _ in range(len(scope) // n_sides)]

    def says(*values: int) -> bool:
        taken = [
            set(product(*(range(x, x + d) for x, d in zip(values[n_sides * i :], sides, strict=False))))
            for i, sides in enumerate(lengths)
        ]
        return len(set().union(*taken)) == sum(map(len, taken))

    return f"NoOverlap({lengths})", lambda: NoOverlap(lengths), scope, scope, says


def _cumulative(draw: Any, names: list[Any]) -> Any:
    scope = scopes(draw, names, 1, 5, repeats=False)
    amounts = st.lists(st.integers(0, 4), min_size=len(scope), max_size=len(scope))
    durations, demands, capacity = draw(amounts), draw(amounts), draw(st.integers(0, 6))

    def says(*values: int) -> bool:
        tasks = list(zip(values, durations, demands, strict=True))
        times = {time for start, lasting, _ in tasks for time in range(start, start + lasting)}
        return all(sum(need for x, d, need in tasks if x <= time < x + d) <= capacity for time in times)

    text = f"Cumulative({durations}, {demands}, {capacity})"
    return text, lambda: Cumulative(durations, demands, capacity), scope, scope, says


NUMERIC = [_sum, _sum_to, _product, _product_to, _function, _no_overlap, _cumulative, *OWN_NUMERIC]
ANY = [_different, _equal, _members, _some_members, _circuit, _cover, _connected, *OWN]


@st.composite
def problems(draw: Any) -> RandomProblem:
    """A problem of up to five variables with up to four constraints of any class."""
    numbers = list(NAMES[: draw(st.integers(1, 5))])
    wide = draw(st.integers(0, 9)) == 0
    domains: dict[Any, list[Any]] = {}
    for i, name in enumerate(numbers):
        domain = st.lists(NUMBERS, min_size=1, max_size=6, unique=True)
        if wide and i < 2:
            step, start = draw(st.integers(1, 3)), draw(st.integers(-40, 0))
            domains[name] = list(range(start, start + 66 * step, step))
        else:
            domains[name] = draw(domain if not wide else st.lists(NUMBERS, min_size=1, max_size=1, unique=True))
    words: list[Any] = [("word", i) for i in range(draw(st.sampled_from([0, 0, 1, 2])))]
    for name in words:
        mixed = st.one_of(st.sampled_from(WORDS), NUMBERS)
        domains[name] = draw(st.lists(mixed, min_size=1, max_size=3, unique_by=repr))
    constraints = []
    for _ in range(draw(st.integers(1, 4))):
        case = draw(st.sampled_from(NUMERIC + ANY))
        constraints.append(case(draw, numbers if case in NUMERIC else [*numbers, *words]))
    return RandomProblem(domains, constraints)
