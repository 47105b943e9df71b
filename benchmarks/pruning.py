"""Deepening without redundant sequences of moves, beside the same search with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from time import process_time

from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import SearchProblem, deepening, solve

from .harness import Row


def switches(number: int) -> Rewriting:
    """Switches, each of which can be turned on or off."""
    rules = []
    for cell, value in product(range(number), (0, 1)):
        effect = tuple(1 - value if other == cell else Cell(other) for other in range(number))
        rules.append(Rule((Equals(cell, value),), effect, cell))
    return Rewriting(number, tuple(rules), ((0, 1),) * number)


def top_spin(pieces: int, turned: int) -> Rewriting:
    """Top-Spin: any `turned` neighbours on a ring are turned round."""
    rules = []
    for first in range(pieces):
        order = list(range(pieces))
        cells = [(first + k) % pieces for k in range(turned)]
        for cell, other in zip(cells, reversed(cells), strict=True):
            order[cell] = other
        rules.append(Rule((), tuple(map(Cell, order)), first))
    return Rewriting(pieces, tuple(rules), (tuple(range(pieces)),) * pieces)


def rows() -> Iterator[Row]:
    """The processor time of deepening by kernels, with the analysis of the rules."""
    for name, rules, goal, moves in (
        ("6 of 20 switches", switches(20), (0,) * 20, 6),
        ("Top-Spin 10-4, 9 turns", top_spin(10, 4), tuple(range(10)), 9),
    ):
        start = mixed(rules, goal, moves)
        took, nodes = [], []
        for after in (deepening.PRUNE_AFTER, 1 << 62):
            saved, deepening.PRUNE_AFTER = deepening.PRUNE_AFTER, after
            problem = SearchProblem.of(rules, start, (pattern_of(goal),))
            near = mixed(rules, goal, 2)
            solve(SearchProblem.of(rules, near, (pattern_of(goal),)), "iddfs", "compiled")  # the kernel is loaded
            began = process_time()
            nodes.append(solve(problem, "iddfs", "compiled").nodes)
            took.append(process_time() - began)
            deepening.PRUNE_AFTER = saved
        told = f"{nodes[0]:,} nodes, not {nodes[1]:,}"
        yield Row(f"{name}: {told}", took[0], reference="unpruned", reference_value=took[1])


def mixed(rules: Rewriting, goal: tuple[int, ...], moves: int) -> tuple[int, ...]:
    """A state so many different moves away, or fewer."""
    chance, state = random.Random(1), goal
    for label in chance.sample(sorted({rule.label for rule in rules.rules}), moves):
        state = next(after for found, after in rules.successors(state) if found == label)
    return state
