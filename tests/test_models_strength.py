"""Propagators leave no value that no solution has, where their theory promises that, and remove none that one has."""

from __future__ import annotations

from itertools import product
from typing import Any

import constraint as library
import pytest
import random_own
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from propagation import Left, propagated, supported
from scale import scale

from logicpuzzles import GlobalCardinality, Problem, Table
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.reading import Reading

SMALL = st.lists(st.integers(-1, 4), min_size=1, max_size=4, unique=True)
MANY = list(range(100, 170))  # more values than a word has bits
STRONG = [*random_own.OWN, *random_own.OWN_NUMERIC]
STRONG.remove(random_own._cardinality_to)  # counts that are variables, which it sees as intervals


def different(draw: Any, names: list[Any]) -> random_own.Case:
    """All different, in domains that together are tight."""
    return "AllDifferent", library.AllDifferentConstraint, names, names, lambda *v: len({*v}) == len(v)


def case_name(case: Any) -> str:
    """The name of what draws a case."""
    found = getattr(case, "keywords", {}).get("kind", getattr(case, "func", case))
    return str(found.__name__)


@pytest.mark.parametrize("case", [*STRONG, different], ids=case_name)
@settings(max_examples=scale(60, 1500), deadline=None)
@given(data=st.data())
def test_what_is_left(case: Any, data: st.DataObject) -> None:
    """Every value of a solution is left, and of a constraint alone, each variable there once, no other."""
    names = list("abcdefg"[: data.draw(st.integers(5 if case is random_own._element_of_two else 2, 7))])
    domains = {name: data.draw(SMALL) for name in names}
    if len(names) < 5 and data.draw(st.booleans()):
        domains["a"] += MANY
    _, make, posted, scope, says = case(data.draw, names)
    assume(len(set(scope)) == len(scope))
    problem = Problem()
    for name in scope:
        problem.addVariable(name, domains[name])
    problem.addConstraint(make(), posted)
    rows = [row for row in product(*(domains[name] for name in scope)) if says(*row)]
    left = propagated(problem)
    wanted = supported(
        problem, {name: domains[name] for name in scope}, [dict(zip(scope, row, strict=True)) for row in rows]
    )
    assert left == wanted


def with_interval_counts(domains: dict[str, set[int]], counts: dict[str, int]) -> Left | None:
    """What is left where counts may be any number from the least to the greatest that is left of them.

    `counts` are the variables that say how many of the others have a value, each with that.
    """
    counted = [name for name in domains if name not in counts]
    left = domains
    while True:
        bounds = {name: range(min(left[name]), max(left[name]) + 1) for name in counts}
        rows = [row for row in product(*(left[name] for name in counted))
                if all(row.count(value) in bounds[name] for name, value in counts.items())]  # fmt: skip
        new = {name: {row[i] for row in rows} for i, name in enumerate(counted)}
        for name, value in counts.items():
            found = [row.count(value) for row in rows]
            new[name] = {x for x in left[name] if found and min(found) <= x <= max(found)}
        if not all(new.values()):
            return None
        if new == left:
            return left
        left = new


@settings(max_examples=scale(200, 5000), deadline=None)
@given(st.data())
def test_counts_that_are_variables(data: st.DataObject) -> None:
    """What is counted is domain consistent, and of counts the bounds are, where counts are taken as intervals."""
    n, n_counts = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    value = st.integers(0, 4)
    domains = {f"x{i}": data.draw(st.sets(value, min_size=1, max_size=3)) for i in range(n)}
    n_given = range(n_counts)
    domains |= {f"n{k}": data.draw(st.sets(st.integers(0, n + 1), min_size=1, max_size=4)) for k in n_given}
    problem = Problem()
    for name, domain in domains.items():
        problem.addVariable(name, sorted(domain))
    problem.addConstraint(GlobalCardinality(list(n_given)), list(domains))
    assert propagated(problem) == with_interval_counts(domains, {f"n{k}": k for k in n_given})


@pytest.mark.parametrize("kind", ["TABLE", "DIAGRAM"])
def test_tables_of_any_size(kind: str) -> None:
    """Tables are sets of rows, large ones diagrams; neither leaves a value without a row."""
    n = 40 if kind == "TABLE" else 300
    rows = [(x, y, (x * x + 7 * y) % n) for x in range(n) for y in range(0, n, 3)]
    problem = Problem()
    problem.addVariables("xyz", range(n))
    problem.addVariable("more", [0, 1])
    problem.addConstraint(Table(rows), "xyz")
    problem.addConstraint(lambda x, more: x + more < 6, ["x", "more"])
    packed = Reading.of(problem, None).packed
    assert packed is not None
    queues, n_propagators = packed.s[layout.QUEUES], packed.t[layout.N_PROPAGATORS]
    waiting = [p for p in packed.s[queues : queues + 2 * n_propagators] if p]
    assert getattr(layout, kind) in {packed.t[p + layout.KIND] for p in waiting}
    found = [
        {**dict(zip("xyz", row, strict=True)), "more": more} for row in rows for more in (0, 1) if row[0] + more < 6
    ]
    assert propagated(problem) == supported(problem, dict.fromkeys("xyz"), found) | {"more": {0, 1}}
