"""The table of any pattern, filled by `relaxing`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...kernels.launch import launch
from ...rewriting.numbered import NumberedRule
from ...rewriting.values import members
from ...wording import counted
from ..abstraction.crew import Crew
from ..abstraction.numbering import Ints, Numbering
from ..abstraction.rules import Abstract
from . import relaxing as kernel

WORK = 1 << 17  # states of a slice: about 50 ms
ROOM = 1 << 16


def fill(rules: Abstract, made: Numbering, goals: Ints, every: bool, crew: Crew) -> NDArray[np.uint16]:
    """uint16[size]: the least cost of each number of what counts; 65535 where there is none.

    `rules` run backwards; `every` as for `filled` in plain Python.
    """
    costs = np.full(made.size * made.n_followed, kernel.FAR, dtype=np.uint16)
    costs[goals] = 0
    moves = moves_of(rules, made)
    waiting = np.zeros(int(moves.costs.max(initial=0)) + 1, dtype=np.int64)
    waiting[0] = len(goals)
    classes = np.arange(-made.n_cells, made.n_classes, dtype=np.int64)
    digits = np.zeros(len(made.digits), dtype=np.int64)
    stack, control = np.zeros(ROOM, dtype=np.int64), np.zeros(kernel.N_CONTROL, dtype=np.int64)
    arrays = costs, moves, made.size, every, waiting, stack, digits, classes, control
    while launch(kernel.relax, *arrays, WORK) == kernel.PAUSED:
        crew.check()
        reached = f"cost {control[kernel.DEPTH]}, {counted(int(control[kernel.MET]), 'pattern')}"
        crew.doing = f"filling a table of the bound: {reached}"
    costs[costs == kernel.FAR] = 0xFFFF
    costs[costs != 0xFFFF] &= kernel.FAR
    least: NDArray[np.uint16] = costs.reshape(made.n_followed, made.size).min(axis=0)
    return least


def moves_of(abstract: Abstract, made: Numbering) -> kernel.Moves:
    """The arrays of these rules."""
    told = [_steps(rule, made) for rule in abstract.rules]
    rules = [abstract.rules[number] for number in sorted(range(len(told)), key=lambda number: told[number] is None)]
    steps = [found for found in told if found is not None]
    guards = [[(cell, _signed(bits)) for cell, bits in rule.guards.allowed.items()] for rule in rules]
    writes = [[(cell, rule.sources[cell]) for cell in rule.moved()] for rule in rules]
    tests: list[list[tuple[int, ...]]] = []
    row = 0
    for rule in rules:
        tests.append([])
        for equal, pairs in rule.guards.tests:
            row += len(pairs)
            tests[-1] += [(equal, *pair, row) for pair in pairs]
    most = max((len(digit.choices) for digit in made.digits), default=1)
    choices = np.zeros((len(made.digits), most, 2), dtype=np.int64)
    for number, digit in enumerate(made.digits):
        choices[number, : len(digit.choices)] = digit.choices
    sizes = np.array([len(digit.choices) for digit in made.digits], dtype=np.int64)
    costs = np.array([rule.cost for rule in rules], dtype=np.int64)
    added = np.zeros((len(steps), len(made.digits), most), dtype=np.int64)
    for number, by_digit in enumerate(steps):
        for digit_, by_value in enumerate(by_digit):
            added[number, digit_, : len(by_value)] = by_value
    return kernel.Moves(
        *_joined(guards, 2), *_joined(tests, 4), *_joined(writes, 2), costs, added,
        *_filed(rules, len(steps), made), choices, sizes, made.rows,
    )  # fmt: skip


def _steps(rule: NumberedRule, made: Numbering) -> list[list[int]] | None:
    """What `rule` adds to the number for each value of each digit; None unless that is the same in every state.

    It is where nothing is tested, classes only move about, and each digit says where one class is.
    """
    goes = {source: cell for cell, source in enumerate(rule.sources)}
    if rule.guards.allowed or rule.guards.tests or len(goes) < made.n_cells or max(goes, default=0) >= made.n_cells:
        return None
    if any(len({class_ for _, class_ in digit.choices}) > 1 or not digit.choices[0][1] for digit in made.digits):
        return None
    return [
        [int(made.rows[class_, goes[cell]] - made.rows[class_, cell]) for cell, class_ in digit.choices]
        for digit in made.digits
    ]


def _filed(rules: Sequence[NumberedRule], first: int, made: Numbering) -> tuple[Ints, Ints, Ints]:
    """The cells, the rules from number `first` and where they begin, as `Moves` has them."""
    chosen = [
        min(((bits.bit_count(), cell) for cell, bits in rule.guards.allowed.items()), default=(0, 0))[1]
        for rule in rules[first:]
    ]
    cells = sorted(set(chosen))
    blocks: list[list[tuple[int]]] = [[] for _ in range(len(cells) * made.n_classes)]
    for number, (rule, cell) in enumerate(zip(rules[first:], chosen, strict=True), first):
        for class_ in members(rule.guards.allowed.get(cell, (1 << made.n_classes) - 1)):
            blocks[cells.index(cell) * made.n_classes + class_].append((number,))
    filed, starts = _joined(blocks, 1)
    return np.array(cells, dtype=np.int64), filed[:, 0].copy(), starts


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


def _joined(blocks: Sequence[Sequence[tuple[int, ...]]], width: int) -> tuple[Ints, Ints]:
    """The rows of all blocks, and where those of each begin."""
    rows = np.array(list(chain.from_iterable(blocks)), dtype=np.int64).reshape(-1, width)
    return rows, np.cumsum([0, *map(len, blocks)], dtype=np.int64)
