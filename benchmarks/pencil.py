"""Nonograms, quasigroups and permutations beside CP-SAT's own models of the same, with one worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, product
from random import Random
from typing import Any

from constraint import AllDifferentConstraint, InSetConstraint

from logicpuzzles import Element, GlobalCardinality, Model, Problem, load

from .covers import cp_sat
from .harness import Row, best
from .models import expect

Lines = list[list[int]]


def rows() -> Iterator[Row]:
    """The figures of each, the model read before."""
    for name, across, down in nonograms():
        model = load("nonogram", rows=as_text(across), cols=as_text(down)).model
        yield beside(f"nonogram 20x20, {name}, first", model, 1, nonogram(across, down), is_first=True)
    yield beside("quasigroups QG3 of order 8, all", Model(quasigroup), 18, quasigroup_of_cp_sat)
    yield beside("magic series of 30 numbers, all", Model(series), 1, series_of_cp_sat)
    yield beside("all-interval series of 12, first", Model(intervals), 1, intervals_of_cp_sat, is_first=True)
    yield beside("queens 50x50, first", load("queens", n=50).model, 1, queens_of_cp_sat, is_first=True)


def beside(name: str, model: Model, n: int, state: Callable[[Any], None], is_first: bool = False) -> Row:
    """All `n` solutions of a model, or the first, and CP-SAT on what `state` posts; its time is the target."""
    model.count(workers=1) if not is_first else model.solve()

    def ours() -> None:
        if is_first:
            expect(model.solve().status, "solved")
        else:
            expect(sum(1 for _ in model.solutions(workers=1)), n)

    reference = min(cp_sat(state, n if is_first else n + 1) * (1 if is_first else n / (n + 1)) for _ in range(3))
    return Row(name, best(ours), "s", "CP-SAT", reference, reference)


def nonograms() -> Iterator[tuple[str, Lines, Lines]]:
    """The picture that ships, and random ones, half of it black, which have several solutions."""
    model = load("nonogram").model
    ship = model.draw(next(iter(model.solutions()))).replace(" ", "").split("\n")
    yield "a ship", *clues(ship)
    for seed in RANDOM:
        dice = Random(seed)
        yield f"random {seed}", *clues(["".join(dice.choice("#.") for _ in range(20)) for _ in range(20)])


RANDOM = (3, 5, 10)


def clues(picture: list[str]) -> tuple[Lines, Lines]:
    """The lengths of the blocks of the rows and of the columns."""
    both = (picture, ["".join(column) for column in zip(*picture, strict=True)])
    across, down = ([[len([*run]) for mark, run in groupby(line) if mark == "#"] for line in lines] for lines in both)
    return across, down


def as_text(lines: Lines) -> str:
    """The lengths as the rule file takes them."""
    return "/".join(" ".join(map(str, blocks)) or "0" for blocks in lines)


def nonogram(across: Lines, down: Lines) -> Callable[[Any], None]:
    """An automaton for each line."""

    def state(model: Any) -> None:
        cells = [[model.new_bool_var("") for _ in down] for _ in across]
        columns = [list(column) for column in zip(*cells, strict=True)]
        for line, blocks in zip((*cells, *columns), (*across, *down), strict=True):
            at, transitions = 0, [(0, 0, 0)]
            for k, length in enumerate(blocks):
                for _ in range(length):
                    transitions.append((at, 1, at + 1))
                    at += 1
                if k < len(blocks) - 1:
                    transitions += [(at, 0, at + 1), (at + 1, 0, at + 1)]
                    at += 1
            model.add_automaton(line, 0, [at], [*transitions, (at, 0, at)] if blocks else transitions)

    return state


ORDER = range(8)


def quasigroup() -> Problem:
    """(a * b) * (b * a) = a, idempotent, with the last column kept low to leave out isomorphic ones (J. Slaney)."""
    problem = Problem()
    cells = list(product(ORDER, ORDER))
    problem.addVariables(cells, ORDER)
    for a in ORDER:
        problem.addVariable(a, [a])
        problem.addConstraint(AllDifferentConstraint(), [(a, b) for b in ORDER])
        problem.addConstraint(AllDifferentConstraint(), [(b, a) for b in ORDER])
        problem.addConstraint(InSetConstraint([a]), [(a, a)])
        problem.addConstraint(InSetConstraint(range(max(0, a - 1), len(ORDER))), [(a, ORDER[-1])])
    for a, b in cells:
        problem.addConstraint(Element(shape=(len(ORDER), len(ORDER))), [(a, b), (b, a), *cells, a])
    return problem


def quasigroup_of_cp_sat(model: Any) -> None:
    """The same with one index for two."""
    n = len(ORDER)
    x = [[model.new_int_var(0, n - 1, "") for _ in ORDER] for _ in ORDER]
    flat = [cell for row in x for cell in row]
    for a in ORDER:
        model.add_all_different(x[a])
        model.add_all_different([row[a] for row in x])
        model.add(x[a][a] == a)
        model.add(x[a][-1] >= a - 1)
    for a, b in product(ORDER, ORDER):
        index = model.new_int_var(0, n * n - 1, "")
        model.add(index == n * x[a][b] + x[b][a])
        model.add_element(index, flat, a)


LENGTH = 30


def series() -> Problem:
    """Number i says how often i is there."""
    problem = Problem()
    problem.addVariables(range(LENGTH), range(LENGTH))
    problem.addConstraint(GlobalCardinality(range(LENGTH), closed=True), [*range(LENGTH), *range(LENGTH)])
    return problem


def series_of_cp_sat(model: Any) -> None:
    """The same with a literal for each number and value."""
    has = [[model.new_bool_var("") for _ in range(LENGTH)] for _ in range(LENGTH)]
    for i, row in enumerate(has):
        model.add_exactly_one(row)
        model.add(sum(v * literal for v, literal in enumerate(row)) == sum(other[i] for other in has))


TONES = 12


def intervals() -> Problem:
    """All numbers below 12, with all differences from 1 to 11 between neighbours."""
    problem = Problem()
    problem.addVariables(range(TONES), range(TONES))
    steps = [(tone - 1, tone) for tone in range(1, TONES)]
    problem.addVariables(steps, range(1, TONES))
    problem.addConstraint(AllDifferentConstraint(), range(TONES))
    problem.addConstraint(AllDifferentConstraint(), steps)
    for one, two in steps:
        problem.addConstraint(lambda a, b, step: abs(a - b) == step, [one, two, (one, two)])
    return problem


def intervals_of_cp_sat(model: Any) -> None:
    """The same."""
    tones = [model.new_int_var(0, TONES - 1, "") for _ in range(TONES)]
    steps = [model.new_int_var(1, TONES - 1, "") for _ in range(TONES - 1)]
    model.add_all_different(tones)
    model.add_all_different(steps)
    for k, step in enumerate(steps):
        model.add_abs_equality(step, tones[k + 1] - tones[k])


def queens_of_cp_sat(model: Any) -> None:
    """Three constraints that all differ."""
    queens = [model.new_int_var(0, 49, "") for _ in range(50)]
    for slope in (-1, 0, 1):
        model.add_all_different([queen + slope * column for column, queen in enumerate(queens)])
