"""Values that differ, in domains of several words: what is left is what a matching leaves, one tried for each value."""

from __future__ import annotations

import random

import constraint as library
from propagation import propagated
from scale import scale

from logicpuzzles import Problem
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.reading import Reading

Sets = list[set[int]]


def can_differ(domains: Sets) -> bool:
    """Whether each can have a value of its own (H. Kuhn, The Hungarian method, 1955, without weights)."""
    holder: dict[int, int] = {}

    def placed(i: int, seen: set[int]) -> bool:
        for k in domains[i] - seen:
            seen.add(k)
            if k not in holder or placed(holder[k], seen):
                holder[k] = i
                return True
        return False

    return all(placed(i, set()) for i in range(len(domains)))


def tight(draw: random.Random) -> Sets:
    """Domains, some of which have little room together."""
    n, top = draw.randint(3, 14), draw.choice([80, 140, 200])
    values = draw.sample(range(top), draw.randint(n, n + 4))
    domains = [set(draw.sample(values, draw.randint(1, min(5, len(values))))) for _ in range(n)]
    for domain in draw.sample(domains, draw.randint(0, 3)):
        domain.update(draw.sample(range(top), draw.choice([1, 70])))
    domains[0] |= {top, 0} if draw.random() < 0.5 else set(range(70))
    return domains


def test_what_is_left() -> None:
    """As much as by trying each value; a contradiction is found where there is one."""
    n_used = n_less = 0
    for seed in range(scale(300, 20_000)):
        domains = tight(random.Random(seed))
        problem = Problem()
        for i, domain in enumerate(domains):
            problem.addVariable(i, sorted(domain))
        problem.addConstraint(library.AllDifferentConstraint(), list(range(len(domains))))
        expected = None
        if can_differ(domains):
            tried = [[{k} if j == i else other for j, other in enumerate(domains)]
                     for i, domain in enumerate(domains) for k in sorted(domain)]  # fmt: skip
            left = iter([can_differ(case) for case in tried])
            expected = {i: {k for k in sorted(domain) if next(left)} for i, domain in enumerate(domains)}
        assert propagated(problem) == expected, seed
        packed = Reading.of(problem, None).packed
        n_used += packed is not None and any(
            packed.t[p + layout.KIND] == layout.MATCHING
            for p in packed.s[packed.s[layout.QUEUES] :][: 2 * packed.t[layout.N_PROPAGATORS]]
            if p
        )
        n_less += expected is not None and expected != dict(enumerate(domains))
    assert n_used > 100
    assert n_less > 50


def test_many_variables() -> None:
    """More variables than a word has bits, in a row of overlapping domains that leaves each one value."""
    problem = Problem()
    n = 150
    for i in range(n):
        problem.addVariable(i, range(max(0, i - 2), i + 1))
    problem.addConstraint(library.AllDifferentConstraint(), list(range(n)))
    assert propagated(problem) == {i: {i} for i in range(n)}
    problem.addVariable(n, [0, n])
    problem.addVariable(n + 1, range(n))
    problem.addConstraint(library.AllDifferentConstraint(), list(range(n + 2)))
    assert propagated(problem) is None


def test_a_cycle_of_pairs() -> None:
    """A hundred variables in a ring, each with its own value or the next: either all have it, or all have that."""
    n = 100
    problem = Problem()
    for i in range(n):
        problem.addVariable(i, [i, (i + 1) % n])
    problem.addVariable("free", range(n + 1))
    problem.addConstraint(library.AllDifferentConstraint(), [*range(n), "free"])
    assert propagated(problem) == {**{i: {i, (i + 1) % n} for i in range(n)}, "free": {n}}
