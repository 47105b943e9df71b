"""States to compare bounds on, the same on every machine: where random walks end, or values dealt to the cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..rewriting.numbered import NumberedRule
from ..rewriting.program import Program
from ..rewriting.values import Numbers, members, only

States: TypeAlias = NDArray[np.int64]  # [n_states, n_cells]: the number of the value in each cell
WORK = 20_000_000  # rules that are tried, times walks
LONGEST = 1000  # moves of a walk


def walked(program: Program, starts: Sequence[Numbers], n_walks: int) -> States:
    """Where `n_walks` random walks from `starts` end, each after up to 1,000 moves, or fewer where rules are many."""
    rules = [rule for rule in program.rules if rule]
    states = np.array([starts[walk % len(starts)] for walk in range(n_walks)], dtype=np.int64)
    most = max(1, min(LONGEST, WORK // (n_walks * max(1, len(rules)))))
    lengths = most // 2 + (numbers(0, n_walks) % np.uint64(most - most // 2 + 1)).astype(np.int64)
    sources = np.array([rule.sources for rule in rules], dtype=np.int64).reshape(-1, program.n_cells)
    constants = np.broadcast_to(np.arange(len(program.values)), (n_walks, len(program.values)))
    for move in range(most if rules else 0):
        may = np.stack([_holding(rule, states, len(program.values)) for rule in rules])
        number = may.sum(axis=0)
        wanted = (numbers(move + 1, n_walks) % np.maximum(number, 1).astype(np.uint64)).astype(np.int64)
        chosen = (may.cumsum(axis=0) > wanted).argmax(axis=0)
        after = np.take_along_axis(np.concatenate([states, constants], axis=1), sources[chosen], axis=1)
        going = (number > 0) & (move < lengths)
        states = np.where(going[:, None], after, states)
    return states


def dealt(held: Sequence[int], counts: Mapping[int, int], n_deals: int) -> States:
    """Of `n_deals` random deals of the values, each as often as `counts` says, those with which `held` agrees."""
    fixed = {cell: number for cell, bits in enumerate(held) if (number := only(bits)) is not None}
    left = Counter(counts)
    left.subtract(fixed.values())
    deck = np.array(sorted(left.elements()), dtype=np.int64)
    cells = [cell for cell in range(len(held)) if cell not in fixed]
    if len(deck) != len(cells):  # some value is in more cells than counts say
        return np.zeros((0, len(held)), dtype=np.int64)
    keys = numbers(0, n_deals * len(deck)).reshape(n_deals, len(deck))
    states = np.zeros((n_deals, len(held)), dtype=np.int64)
    states[:, list(fixed)] = list(fixed.values())
    states[:, cells] = deck[np.argsort(keys, axis=1, kind="stable")]
    agree = np.ones(n_deals, dtype=np.bool_)
    for cell in cells:
        agree &= np.isin(states[:, cell], list(members(held[cell])))
    return states[agree]


def numbers(seed: int, count: int) -> NDArray[np.uint64]:
    """Random numbers of 64 bits, the same for the same seed (splitmix64; S. Vigna, 2015)."""
    mixed = (np.arange(count, dtype=np.uint64) + np.uint64(seed + 1 << 32)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    found: NDArray[np.uint64] = mixed ^ mixed >> np.uint64(31)
    return found


def _holding(rule: NumberedRule, states: States, n_values: int) -> NDArray[np.bool_]:
    """In which states the guards of a rule hold."""
    n_cells = states.shape[1]
    found = np.ones(len(states), dtype=np.bool_)
    for cell, bits in rule.guards.allowed.items():
        may = np.zeros(n_values, dtype=np.bool_)
        may[[number for number in members(bits) if number < n_values]] = True
        found &= may[states[:, cell]]
    for equal, pairs in rule.guards.tests:
        one_of = np.zeros(len(states), dtype=np.bool_)
        for pair in pairs:
            one, other = (states[:, cell] if cell < n_cells else cell - n_cells for cell in pair)
            one_of |= (one == other) == equal
        found &= one_of
    return found
