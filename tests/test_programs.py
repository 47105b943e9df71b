"""Random programs of equations, disequalities, facts, conjunctions and disjunctions, against brute force.

The brute force knows no unification: it takes a program apart into its branches, in clause order, and tries every
assignment of a small universe in each. An answer stands for the assignments that it matches, its remaining
disequalities kept; branch by branch they must be the same.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from scale import scale

from logicpuzzles import Constrained, Relation, conde, eq, isvar, lall, lany, neq, run, vars

CONSTANTS = (0, 1, "e")
UNIVERSE = (*CONSTANTS, *product((0, 1), repeat=2))
N_UNKNOWNS = 3
FACTS = {"r": [(0, 1), (1, 0), ("e", (0, 1)), (1, 1)], "s": [(1, "e"), (0, 0)]}

Program = tuple[Any, ...]  # ("eq", t, u) ("neq", t, u) ("r", t, u) ("all", p, ...) ("any", p, ...); ("?", n) an unknown


def term(choose: random.Random, depth: int = 1) -> Any:
    """An unknown, a constant, or a pair of these."""
    kind = choose.random()
    if kind < 0.5:
        return ("?", choose.randrange(N_UNKNOWNS))
    if kind < 0.8 or not depth:
        return choose.choice(CONSTANTS)
    return (term(choose, 0), term(choose, 0))


def program(choose: random.Random, depth: int = 3) -> Program:
    """A random program."""
    kind = choose.choice(["eq", "eq", "neq", "neq", "neq", "r", "s"] + ["all", "all", "any", "any"] * (depth > 0))
    if kind in ("all", "any"):
        return (kind, *(program(choose, depth - 1) for _ in range(choose.randint(1, 3))))
    return (kind, term(choose), term(choose))


def is_unknown(one: Any) -> bool:
    """Whether a term of a program is an unknown."""
    return isinstance(one, tuple) and one[0] == "?"


def put(one: Any, values: Any) -> Any:
    """A term with `values` for its unknowns."""
    if is_unknown(one):
        return values[one[1]]
    return tuple(put(part, values) for part in one) if isinstance(one, tuple) else one


def goal(one: Program, unknowns: Any, relations: dict[str, Relation]) -> Any:
    """The program as a goal of the package."""
    kind, *parts = one
    if kind == "all":
        return lall(*(goal(part, unknowns, relations) for part in parts))
    if kind == "any":
        clauses = [goal(part, unknowns, relations) for part in parts]
        return lany(*clauses) if len(clauses) % 2 else conde(*([clause] for clause in clauses))
    return {"eq": eq, "neq": neq, **relations}[kind](*(put(part, unknowns) for part in parts))


def branches(one: Program) -> list[list[Program]]:
    """The branches of a program in clause order, each a list of equations and disequalities."""
    kind, *parts = one
    if kind == "any":
        return [branch for part in parts for branch in branches(part)]
    if kind == "all":
        return [sum(taken, []) for taken in product(*map(branches, parts))]
    if kind in FACTS:
        return [[("eq", parts[0], left), ("eq", parts[1], right)] for left, right in FACTS[kind]]
    return [[one]]


def true_in(branch: list[Program], values: Any) -> bool:
    """Whether every equation and disequality of a branch is true of these values."""
    return all((put(left, values) == put(right, values)) == (kind == "eq") for kind, left, right in branch)


def matches(pattern: Any, value: Any, known: dict[Any, Any]) -> bool:
    """Whether `value` is an instance of an answer; `known` takes the values of its unknowns."""
    if isvar(pattern):
        return bool(known.setdefault(pattern, value) == value)
    if isinstance(pattern, tuple):
        fits = isinstance(value, tuple) and len(value) == len(pattern)
        return fits and all(matches(one, two, known) for one, two in zip(pattern, value, strict=True))
    return bool(pattern == value)


def filled(pattern: Any, known: dict[Any, Any]) -> Any:
    """An answer's term with values for its unknowns."""
    if isvar(pattern):
        return known[pattern]
    return tuple(filled(part, known) for part in pattern) if isinstance(pattern, tuple) else pattern


def stands_for(answer: Any, values: Any) -> bool:
    """Whether `values` are among what the answer stands for."""
    unequal = answer.unequal if isinstance(answer, Constrained) else ()
    known: dict[Any, Any] = {}
    if not matches(answer.value if isinstance(answer, Constrained) else answer, values, known):
        return False
    return all(any(filled(one, known) != filled(two, known) for one, two in pairs) for pairs in unequal)


def test_random_programs_agree_with_brute_force() -> None:
    """The answers of 1000 programs (10,000 when fuzzing) are right, and in clause order."""
    assignments = list(product(UNIVERSE, repeat=N_UNKNOWNS))
    judged = 0
    for seed in range(scale(1000, 10_000)):
        made = program(random.Random(seed))
        ways = branches(made)
        if len(ways) > 60:
            continue
        expected = [[values for values in assignments if true_in(branch, values)] for branch in ways]
        relations = {name: Relation(name) for name in FACTS}
        for name, rows in FACTS.items():
            for row in rows:
                relations[name].add_fact(*row)
        unknowns = vars(N_UNKNOWNS)
        found = run(0, unknowns, goal(made, unknowns, relations))
        stood = [[values for values in assignments if stands_for(answer, values)] for answer in found]
        # A branch that only holds outside of the universe cannot be judged, here or there.
        assert [one for one in stood if one] == [one for one in expected if one], (seed, made)
        judged += any(expected)
    assert judged > scale(1000, 10_000) // 2
