"""Answers come in the order that the options of labeling say, whichever machine runs it, and as in SWI-Prolog."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
import swi
from integer_answers import rows
from integer_programs import random_program
from scale import scale

import logicpuzzles.models.compiled  # noqa: F401  the engine is there
from logicpuzzles import ask
from logicpuzzles.logic.integers import labelling
from logicpuzzles.models import labelling as ahead
from logicpuzzles.models import rows as engine

SELECTIONS = "leftmost", "ff", "ffc", "min", "max"
ORDERS = "up", "down"
BRANCHING = "step", "enum", "bisect"
OPTIONS = list(product(SELECTIONS, ORDERS, BRANCHING))


def labelled(random: Random, options: list[str], names: list[str]) -> str:
    """A goal that labels the names, in some order, perhaps by what is least or greatest first."""
    options = list(options)
    for _ in range(random.choice([0, 0, 1, 2])):
        one, two = random.choices(names, k=2)
        options.append(f"{random.choice(['min', 'max'])}({one} - 2*{two})")
    random.shuffle(options)
    random.shuffle(names)
    return f"labeling([{', '.join(options)}], [{', '.join(names)}])"


@pytest.mark.parametrize("options", OPTIONS)
def test_whichever_machine(options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled engine from the start, after some answers, with few answers known ahead; and plain search alone."""
    for seed in range(scale(5, 150)):
        random = Random(f"{seed} {options}")
        program = random_program(random.randrange(10**6))
        names = list(program.domains)
        query = f"{program.text}, {labelled(random, list(options), list(names))}"
        expected = [tuple(answer[name] for name in names) for answer in ask(query, engine="reference")]
        assert sorted(expected) == list(program.solutions()), query
        for patience, most in ((0, 64), (30, 2)):
            monkeypatch.setattr(labelling, "patience", lambda patience=patience: patience)
            monkeypatch.setattr(ahead, "MOST_AHEAD", most)
            monkeypatch.setattr(engine, "MOST_NODES", random.choice([3, 1 << 17]))
            assert rows(query, names) == expected, query


def simple(seed: int) -> tuple[str, list[str]]:
    """Comparisons that both systems take the same from, and their unknowns."""
    random = Random(seed)
    names = list("ABCDE"[: random.randint(2, 5)])
    goals = []
    for name in names:
        low = random.randint(-5, 5)
        goals.append(f"{name} in {low}..{low + random.randint(1, 6)}".replace("..-", ".. -"))
    for _ in range(random.randint(1, 6)):
        one, two = random.sample(names, 2)
        goals.append(f"{one} {random.choice([chr(35) + chr(92) + '=', '#<', '#=<'])} {two}")
    return ", ".join(goals), names


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog(tmp_path: Path) -> None:
    """The same answers in the same order, for all options; and random programs by the leftmost unknown."""
    file = tmp_path / "orders.pl"
    file.write_text(":- use_module(library(clpfd)).\n")
    queries = []
    for seed in range(scale(4, 40) * len(OPTIONS)):
        goals, names = simple(seed)
        options = [*OPTIONS[seed % len(OPTIONS)]]
        row = f"Row = [{', '.join(names)}]"
        if "ffc" not in options:
            queries.append(f"{goals}, {labelled(Random(seed), options, names)}, {row}")
    for query, found in zip(queries, swi.answers(file, queries, tmp_path), strict=True):
        theirs = [list(answer[-1]) for answer in found]  # type: ignore[index]
        for machine in ("auto", "reference"):
            assert [list(answer["Row"]) for answer in ask(query, engine=machine)][:200] == theirs, query
