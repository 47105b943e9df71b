"""Guards and rules on packed states: what all kernels but the fastest one are made of.

The arrays are those of `..arrays`; `words` is uint64[n_states, n_words], and a state is given by its row. Steps are
tried one by one: sets of steps as bits by cell and value, as in plain Python, took twice as long for the 512 rules of
lights out on 5x5, because a try is one comparison of words.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Int64, Word, int64, uint64
from ..coding.arrays import ALLOWED, DIFFER, SAME, DeltaArrays, GuardArrays, RuleArrays
from .layout import Words


@kernel
def holds(words: Words, row: int, guards: GuardArrays, number: int, cell_mask: Word) -> bool:
    """Whether the guards with this number hold in the state in `row`."""
    for w in range(guards.masks.shape[2]):  # a row may have more words after those of the state
        if words[row, w] & guards.masks[number, 0, w] != guards.masks[number, 1, w]:
            return False
    test = guards.first[number]
    end = guards.first[number + 1]
    while test < end:
        kind = guards.tests[test, 0]
        value = words[row, guards.tests[test, 1]] >> uint64(guards.tests[test, 2]) & cell_mask
        if kind == ALLOWED:
            true = uint64(guards.tests[test, 5]) >> value & uint64(1) != uint64(0)
        elif kind in (SAME, DIFFER):
            other = words[row, guards.tests[test, 3]] >> uint64(guards.tests[test, 4]) & cell_mask
            true = (value == other) == (kind == SAME)
        else:
            true = value != uint64(guards.tests[test, 5])
        after = guards.tests[test, 6]
        if true:
            test = after
        elif test + 1 == after:
            return False
        else:
            test += 1
    return True


@kernel
def any_holds(words: Words, row: int, guards: GuardArrays, cell_mask: Word) -> bool:
    """Whether one of the conjunctions of guards holds in the state in `row`."""
    for number in range(guards.masks.shape[0]):  # noqa: SIM110 -- kernels have no any()
        if holds(words, row, guards, number, cell_mask):
            return True
    return False


@kernel
def apply(words: Words, row: int, after: Words, row_after: int, rules: RuleArrays, rule: int) -> None:
    """Write the state after `rule` into `row_after` of `after`."""
    for w in range(rules.written.shape[2]):
        after[row_after, w] = words[row, w] & rules.written[rule, 0, w] | rules.written[rule, 1, w]
    cell_mask = rules.cell_mask[0]
    for move in range(rules.first[rule], rules.first[rule + 1]):
        value = words[row, rules.moves[move, 0]] >> uint64(rules.moves[move, 1]) & cell_mask
        after[row_after, rules.moves[move, 2]] |= value << uint64(rules.moves[move, 3])


@kernel
def equal(words: Words, row: int, other: int, n_words: int) -> bool:
    """Whether the states in two rows are the same."""
    for w in range(n_words):  # noqa: SIM110 -- kernels have no all()
        if words[row, w] != words[other, w]:
            return False
    return True


@kernel
def context(words: Words, row: int, via: int, rules: RuleArrays) -> Int64:
    """The context of the state in `row`, which the rule `via` led to: it tells which steps may come next."""
    if rules.telling[0] < 0:
        return int64(via)
    return int64(words[row, rules.telling[0]] >> uint64(rules.telling[1]) & rules.cell_mask[0])


@kernel
def delta(words: Words, row: int, deltas: DeltaArrays, rule: int, cell_mask: Word) -> Int64:
    """What `rule` adds to the sum of the table, applied to the state in `row`."""
    total = deltas.constant[rule]
    for term in range(deltas.first[rule], deltas.first[rule + 1]):
        value = words[row, deltas.cells[term, 0]] >> uint64(deltas.cells[term, 1]) & cell_mask
        total += deltas.by_value[term, int64(value)]
    return total
