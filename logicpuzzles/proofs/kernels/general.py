"""The table of any pattern, filled by `relaxing`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...kernels.launch import launch
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
    stack, control = np.zeros(ROOM, dtype=np.int64), np.zeros(kernel.N_CONTROL, dtype=np.int64)
    arrays = costs, moves, made.size, every, waiting, stack, classes, control
    while launch(kernel.relax, *arrays, WORK) == kernel.PAUSED:
        crew.check()
        reached = f"cost {control[kernel.DEPTH]}, {counted(int(control[kernel.MET]), 'pattern')}"
        crew.doing = f"filling a table of the bound: {reached}"
    costs[costs == kernel.FAR] = 0xFFFF
    costs[costs != 0xFFFF] &= kernel.FAR
    least: NDArray[np.uint16] = costs.reshape(made.n_followed, made.size).min(axis=0)
    return least


def moves_of(rules: Abstract, made: Numbering) -> kernel.Moves:
    """The arrays of these rules."""
    guards = [[(cell, _signed(bits)) for cell, bits in rule.guards.allowed.items()] for rule in rules.rules]
    writes = [[(cell, rule.sources[cell]) for cell in rule.moved()] for rule in rules.rules]
    tests: list[list[tuple[int, ...]]] = []
    row = 0
    for rule in rules.rules:
        tests.append([])
        for equal, pairs in rule.guards.tests:
            after = row + len(pairs)
            tests[-1] += [(equal, *pair, after) for pair in pairs]
            row = after
    most = max((len(digit.choices) for digit in made.digits), default=1)
    choices = np.zeros((len(made.digits), most, 2), dtype=np.int64)
    for number, digit in enumerate(made.digits):
        choices[number, : len(digit.choices)] = digit.choices
    sizes = np.array([len(digit.choices) for digit in made.digits], dtype=np.int64)
    costs = np.array([rule.cost for rule in rules.rules], dtype=np.int64)
    return kernel.Moves(*_joined(guards, 2), *_joined(tests, 4), *_joined(writes, 2), costs, choices, sizes, made.rows)


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


def _joined(blocks: Sequence[Sequence[tuple[int, ...]]], width: int) -> tuple[Ints, Ints]:
    """The rows of all blocks, and where those of each begin."""
    rows = np.array(list(chain.from_iterable(blocks)), dtype=np.int64).reshape(-1, width)
    return rows, np.cumsum([0, *map(len, blocks)], dtype=np.int64)
