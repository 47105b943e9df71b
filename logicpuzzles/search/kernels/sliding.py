"""The moves of a blank that changes places with one other cell, read off the rules: for `slide` and the like."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...memo import memo
from ...proofs.bounds import Rows
from ...rewriting.numbered import exchange
from ..coding.arrays import Ints, Packed, packed
from ..packed_space import PackedSpace
from .layout import Fields, Spans, Words


@memo
def blank_of(packed: Packed) -> int | None:
    """The number of the blank if each rule exchanges it, and nothing but its place tells what comes next; else None."""
    rules = packed.program.rules
    blanks = {found and found[2] for found in map(exchange, filter(None, rules))}
    if len(blanks) != 1 or packed.pruning.cell is not None:
        return None
    steps = [step for number, rule in enumerate(rules) if rule for step in packed.pruning.after(number)]
    if any(step.may_undo or step.guards.allowed or step.guards.tests for step in steps):
        return None
    return blanks.pop()


def exchanges(packed: Packed) -> tuple[Fields, Fields]:
    """For each rule where the piece is that moves, and the lowest bits of the two cells; for boards of one word."""
    rules = packed.program.rules
    shifts, swaps = np.zeros((2, len(rules)), dtype=np.uint64)
    for number, rule in enumerate(rules):
        if found := rule and exchange(rule):
            gap, other = (packed.packing.place(cell)[1] for cell in found[:2])
            shifts[number], swaps[number] = other, 1 << gap | 1 << other
    return shifts, swaps


class Steps(NamedTuple):
    """The steps that may be taken after a rule, rule by rule, then those from the start.

    Attributes
    ----------
    packed
        The program in arrays, without copies of rules.
    rules
        uint64[n_steps]: the rule of each step there.
    copies
        int64[n_steps]: the copy of that rule, in the program that is searched.
    spans
        int64[n_steps, 2]: the steps that can follow each.
    at_start
        The first step that may be taken from the start, and the end of those.
    """

    packed: Packed
    rules: Fields
    copies: Ints
    spans: Spans
    at_start: tuple[int, int]

    def words(self) -> Fields:
        """uint64[n_steps]: the rule of each step, 16 bits; the first step that can follow, 24 bits, and their end."""
        first, end = self.spans.astype(np.uint64).T
        return self.rules | first << np.uint64(16) | end << np.uint64(40)


def steps_taken(space: PackedSpace) -> Steps:
    """The steps of sliding moves."""
    arrays, program = space.arrays, space.arrays.program
    first, n_rules = arrays.rules.context, len(program.rules)
    n_after = int(first[n_rules])
    copies = np.concatenate([arrays.rules.steps[:n_after, 0], np.array(space.at_start(), dtype=np.int64)])
    base = arrays if program.base is None else packed(program.base, program.blanks(space.problem.start))
    rules = np.array([program.original(number) for number in copies.tolist()], dtype=np.uint64)
    spans = np.stack([first[copies], first[copies + 1]], axis=1)
    return Steps(base, rules, copies, spans, (n_after, len(copies)))


def costs_of(packed: Packed) -> Ints:
    """int64[n_rules]: what each rule costs."""
    return np.array([rule.cost if rule else 1 for rule in packed.program.rules], dtype=np.int64)


@memo
def gains_of(packed: Packed, tables: tuple[Rows, ...], width: int) -> Words:
    """The gains of `LookupSlides`, for at least `width` tables: at most one cell has a value that is not known."""
    deltas, n_rules = packed.deltas(*tables), len(packed.program.rules)
    gains = np.zeros((n_rules, 1 << packed.packing.bits, max(width, len(tables))), dtype=np.int64)
    for rule in range(n_rules):
        for table in range(len(tables)):
            number = rule * len(tables) + table
            terms = deltas.by_value[deltas.first[number] : deltas.first[number + 1]]
            gains[rule, :, table] = deltas.constant[number] + terms.sum(axis=0)
    return gains.view(np.uint64)
