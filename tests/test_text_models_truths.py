"""Conditions in text models in which unknowns stand for truths, of which the domains have other values than 0 and 1.

Such an unknown is 0 or 1 in every solution, as brute force has it, a query of the clause, and SWI-Prolog.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
import swi
from integer_functions import COMPARISONS, CONNECTIVES
from scale import scale

from logicpuzzles import PuzzleError, ask, loads
from logicpuzzles.models import goal_forms

NAMES = "ABC"
Values = dict[str, int]
Truth = Callable[[Values], "bool | None"]  # None where a truth is neither 0 nor 1


def domain(random: Random) -> list[tuple[int, int]]:
    parts = [(low, low + random.randint(0, 2)) for low in random.sample(range(-4, 4), random.randint(1, 2))]
    return sorted(parts)


def written(parts: list[tuple[int, int]]) -> str:
    return " \\/ ".join(f"{low}..{high}" for low, high in parts).replace("..-", ".. -")


def condition(random: Random, depth: int) -> tuple[str, Truth]:
    """A condition and what it says."""
    kind = random.choice(["truth", "compare", "member"] + ["join", "not"] * 2 * (depth > 0))
    name, other = random.choice(NAMES), random.choice(NAMES)
    if kind == "truth":
        return name, lambda values: bool(values[name]) if values[name] in (0, 1) else None
    if kind == "compare":
        sign, n = random.choice(list(COMPARISONS)), random.randint(-2, 3)
        return f"({name} {sign} {other} + {n})", lambda values: COMPARISONS[sign](values[name], values[other] + n)
    if kind == "member":
        parts = domain(random)
        return f"({name} in {written(parts)})", lambda values: any(a <= values[name] <= b for a, b in parts)
    text, one = condition(random, depth - 1)
    if kind == "not":
        return f"(#\\ {text})", lambda values: None if (found := one(values)) is None else not found
    right, two = condition(random, depth - 1)
    sign = random.choice(list(CONNECTIVES))

    def joined(values: Values) -> bool | None:
        both = one(values), two(values)
        return None if None in both else CONNECTIVES[sign](*both)  # type: ignore[arg-type]

    return f"({text} {sign} {right})", joined


def made(seed: int) -> tuple[str, list[list[int]]]:
    """The goals of a model of A, B and C, and its solutions by trying all values."""
    random = Random(seed)
    domains = [domain(random) for _ in NAMES]
    goals = [f"{name} in {written(parts)}" for name, parts in zip(NAMES, domains, strict=True)]
    truths = []
    for _ in range(random.randint(1, 2)):
        text, truth = condition(random, 2)
        while text in NAMES or text.startswith("(") and text[2:5] == " in":
            text, truth = condition(random, 2)
        goals.insert(random.randint(0, len(goals)), text)
        truths.append(truth)
    values = [sorted({x for low, high in parts for x in range(low, high + 1)}) for parts in domains]
    rows = product(*values)
    solutions = [[*row] for row in rows if all(truth(dict(zip(NAMES, row, strict=True))) for truth in truths)]
    return ", ".join(goals), solutions


@pytest.mark.parametrize("seed", range(scale(150, 5000)))
def test_random_truths(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the compiled engine and the reference, tried or taken apart; by a query; and by what checks solutions."""
    monkeypatch.setattr(goal_forms, "FEW_ROWS", 4_000 if seed % 2 else 0)
    goals, expected = made(seed)
    model = loads(f"model([A, B, C]) :- {goals}, label([A, B, C]).").model
    assert [[*row] for row in model.solutions(as_tuples=True)] == expected, goals
    assert sorted([*row] for row in model.solutions(as_tuples=True, engine="reference")) == expected, goals
    try:
        asked = [[answer[name] for name in NAMES] for answer in ask(f"{goals}, label([A, B, C])")]
    except PuzzleError:  # a domain of one value that is no truth has bound its unknown before the condition
        asked = []
    assert asked == expected, goals
    for row in product(*(model.reading.domains[name] for name in NAMES)):
        assert (not model.violated(dict(zip(NAMES, row, strict=True)))) == ([*row] in expected), goals


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog(tmp_path: Path) -> None:
    """The same solutions in the same order."""
    file = tmp_path / "truths.pl"
    file.write_text(":- use_module(library(clpfd)).\n")
    cases = list(map(made, range(scale(150, 2000))))
    queries = [f"{goals}, label([A, B, C]), Row = [A, B, C]" for goals, _ in cases]
    for (goals, expected), found in zip(cases, swi.answers(file, queries, tmp_path), strict=True):
        rows = [] if found == "error" else [list(row[-1]) for row in found]  # type: ignore[index]
        assert rows == expected[:200], goals
