"""Random programs against two independent readings: the same answers, as often, in the same order."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from delayed import Program
from instances import instances
from instances import typed as key
from programs import VALUES, Author, Hole, proofs, times, to_goal, typed, unified, whole
from scale import scale

from logicpuzzles import Constrained, NeedsValue, run, vars

PROGRAMS = scale(300, 10_000)
CHUNKS = 10
UNKNOWNS = vars(5)  # three of the program, two for the facts
EVERY = list(product(VALUES, repeat=3))


def numbered(value: Any, is_unknown: Any) -> Any:
    """A term with its unknowns numbered in order of first occurrence, comparable as logic compares."""
    names: dict[Any, int] = {}

    def rename(term: Any) -> Any:
        if is_unknown(term):
            return Hole(names.setdefault(term, len(names)))
        if isinstance(term, tuple):
            return tuple(map(rename, term))
        return type(term)(term.name, rename(term.args)) if hasattr(term, "args") else term

    return typed(rename(value))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_programs(chunk: int) -> None:
    """Answers as terms in order, what each stands for, and how often all of them hold of all values."""
    for seed in range(chunk, PROGRAMS, CHUNKS):
        author = Author(seed)
        program = author.program(1 + seed % 9)
        found = run(0, UNKNOWNS[:3], to_goal(program, UNKNOWNS, author.tables))
        expected = list(proofs(program, ({}, []), author.tables))
        told = f"program {seed}: {program} over {author.tables}"

        values = [answer.value if isinstance(answer, Constrained) else answer for answer in found]
        known = [tuple(whole(Hole(n), bindings) for n in range(3)) for bindings, _ in expected]
        ours = [numbered(value, lambda t: t in UNKNOWNS or repr(t)[:1] == "~") for value in values]
        assert ours == [numbered(value, lambda t: isinstance(t, Hole)) for value in known], told

        covered: Counter[str] = Counter()
        for answer, (bindings, unequal) in zip(found, expected, strict=True):
            mine = Counter(instances(answer, [VALUES] * 3))
            assert mine == Counter(ground(bindings, unequal)), told
            covered += mine
        counted = Counter({key(v): times(program, dict(enumerate(v)), author.tables) for v in EVERY})
        assert covered == +counted, told


def ground(bindings: dict[int, Any], unequal: list[tuple[Any, Any]]) -> list[str]:
    """The values that agree with the bindings of an expected answer and can keep each of its disequalities."""
    kept = []
    for values in EVERY:
        made = unified([(Hole(n), value) for n, value in enumerate(values)], bindings)
        if made is not None and all(unified([pair], made) != made for pair in unequal):
            kept.append(key(values))
    return kept


DELAYED = scale(400, 10_000)


@pytest.mark.parametrize("chunk", range(4))
def test_conditions_in_any_place(chunk: int) -> None:
    """Arithmetic, negation, `findall` and `once` among goals that enumerate: the answers of the values, or a complaint.

    After the goals that enumerate they always answer; before, they may say that they need a value.
    """
    complaints = 0
    for seed in range(chunk, DELAYED, 4):
        program = Program(seed)
        expected = program.expected()
        told = f"program {seed}: {program.ordered}"
        assert run(0, program.template, program.goal(program.ordered)) == expected, told
        try:
            found = run(0, program.template, program.goal(program.shuffled, early=True))
        except NeedsValue:
            complaints += 1
        else:
            assert Counter(map(key, found)) == Counter(map(key, expected)), f"program {seed}: {program.shuffled}"
    assert complaints < DELAYED / 4 / 2
