"""The table of any pattern, filled by `relaxing`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, product

import numpy as np
from numpy.typing import NDArray

from ...kernels.launch import launch
from ...rewriting.numbered import NumberedRule
from ...rewriting.values import members
from ...wording import counted
from ..abstraction.numbering import Ints, Numbering
from ..abstraction.opened import Opened, offsets
from ..abstraction.rules import Abstract
from ..abstraction.table_builder import Crew
from . import relaxing as kernel

WORK = 1 << 17  # states of a slice: about 50 ms
ROOM = 1 << 16
MOST_BLOCKS = 4096  # of rules that are found by one key


def fill(
    rules: Abstract | Sequence[Opened], made: Numbering, goals: Ints, every: bool, crew: Crew
) -> NDArray[np.uint16]:
    """uint16[size]: the least cost of each number of what counts; 65535 where there is none.

    `rules` run backwards, or they are opened, where `every` move counts; `every` as for `filled` in plain Python.
    """
    costs = np.full(made.size * made.n_followed, kernel.FAR, dtype=np.uint16)
    costs[goals] = 0
    moves = moves_of(rules, made) if isinstance(rules, Abstract) else moves_of(Abstract(0, (), ()), made, rules)
    most = max(int(moves.costs.max(initial=0)), int(moves.prices.max(initial=0)))
    waiting = np.zeros(most + 1, dtype=np.int64)
    waiting[0] = len(goals)
    classes = np.arange(-made.n_cells, made.n_classes, dtype=np.int64)
    digits = np.zeros(len(made.digits), dtype=np.int64)
    stack, control = np.zeros(ROOM, dtype=np.int64), np.zeros(kernel.N_CONTROL, dtype=np.int64)
    told = np.zeros((len(moves.prices), -(-len(costs) // 64)), dtype=np.uint64)
    arrays = costs, moves, made.size, every, waiting, stack, told, digits, classes, control
    while launch(kernel.relax, *arrays, WORK) == kernel.PAUSED:
        crew.check()
        reached = f"cost {control[kernel.DEPTH]}, {counted(int(control[kernel.MET]), 'pattern')}"
        crew.doing = f"filling a table of the bound: {reached}"
    costs[costs == kernel.FAR] = 0xFFFF
    costs[costs != 0xFFFF] &= kernel.FAR
    least: NDArray[np.uint16] = costs.reshape(made.n_followed, made.size).min(axis=0)
    return least


def moves_of(abstract: Abstract, made: Numbering, opened: Sequence[Opened] = ()) -> kernel.Moves:
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
        *_filed(rules, len(steps), made), choices, sizes, made.rows, _carried(opened, made),
        *_joined([[(offset,) for offset in offsets(rule, made)] for rule in opened], 1),
        np.array([rule.cost for rule in opened], dtype=np.int64),
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


def _filed(rules: Sequence[NumberedRule], first: int, made: Numbering) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """The keys, the rules from number `first` and where they begin, as `Moves` has them."""
    chosen = [_key(rule, made.n_classes) for rule in rules[first:]]
    often = Counter(chosen)
    # A key of many cells is worth it where it tells many rules apart.
    chosen = [key if often[key] > made.n_classes or len(key) < 2 else _narrowest(rule)
              for rule, key in zip(rules[first:], chosen, strict=True)]  # fmt: skip
    keys = sorted(set(chosen))
    every = (1 << made.n_classes) - 1
    starts = np.cumsum([0, *(made.n_classes ** len(key) for key in keys)], dtype=np.int64)
    blocks: list[list[tuple[int]]] = [[] for _ in range(int(starts[-1]))]
    for number, (rule, key) in enumerate(zip(rules[first:], chosen, strict=True), first):
        for classes in product(*(members(rule.guards.allowed.get(cell, every)) for cell in key)):
            block = 0
            for class_ in classes:
                block = block * made.n_classes + class_
            blocks[int(starts[keys.index(key)]) + block].append((number,))
    filed, filed_from = _joined(blocks, 1)
    return *_joined([[(cell,) for cell in key] for key in keys], 1), filed[:, 0].copy(), filed_from, starts[:-1].copy()


def _key(rule: NumberedRule, n_classes: int) -> tuple[int, ...]:
    """Cells that the rule wants to hold one class, as many as there may be blocks for; else the one it narrows most."""
    fixed = sorted(rule.guards.fixed())
    while n_classes ** len(fixed) > MOST_BLOCKS:
        fixed.pop()
    return tuple(fixed) or _narrowest(rule)


def _narrowest(rule: NumberedRule) -> tuple[int, ...]:
    """The cell that the rule narrows most."""
    return (min(((bits.bit_count(), cell) for cell, bits in rule.guards.allowed.items()), default=(0, 0))[1],)


def _carried(opened: Sequence[Opened], made: Numbering) -> Ints:
    """int64[n_opened, n_cells, n_classes]: as `Moves` has it."""
    found = np.full((len(opened), made.n_cells, made.n_classes), -1, dtype=np.int64)
    for number, rule in enumerate(opened):
        for cell, (source, bits) in enumerate(zip(rule.carried, rule.after, strict=True)):
            for class_ in members(bits):
                found[number, cell, class_] = 0 if source < 0 else made.rows[class_, source]
    return found


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


def _joined(blocks: Sequence[Sequence[tuple[int, ...]]], width: int) -> tuple[Ints, Ints]:
    """The rows of all blocks, and where those of each begin."""
    rows = np.array(list(chain.from_iterable(blocks)), dtype=np.int64).reshape(-1, width)
    return rows, np.cumsum([0, *map(len, blocks)], dtype=np.int64)
