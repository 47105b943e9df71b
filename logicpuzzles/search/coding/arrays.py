"""Rules, guards and tables as arrays: the kernels take them as arguments, so they are compiled once for all puzzles.

Source generated for each puzzle was tried and rejected: it costs seconds of compilation for each.

Symbols of the shapes: n_rules rules over states of n_words words; cells of 2**n_bits values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...memo import memo
from ...proofs.bounds import Rows, delta
from ...rewriting.numbered import Guards, NumberedRule
from ...rewriting.program import Program
from ...rewriting.values import Values
from .move_pruning import MovePruning, pruning_of
from .packing import Packing

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

ALLOWED, SAME, DIFFER, DIFFER_FROM = range(4)  # what a row of `GuardArrays.tests` says


class GuardArrays(NamedTuple):
    """Conjunctions of guards.

    Attributes
    ----------
    masks
        uint64[n_guards, 2, n_words]: the bits that are fixed, and their values.
    first
        int64[n_guards + 1]: where the tests of each begin.
    tests
        int64[n_tests, 7]: what it says (`ALLOWED`, `SAME`, `DIFFER` between two cells, `DIFFER_FROM` a number), word
        and shift of a cell, word and shift of the other cell, the set of numbers as bits or the number, and the row
        after the test: of the rows of one disequality one must hold.
    """

    masks: Words
    first: Ints
    tests: Ints


class RuleArrays(NamedTuple):
    """Rules, and which may follow which.

    Attributes
    ----------
    written
        uint64[n_rules, 2, n_words]: the bits that are kept, and constants.
    first
        int64[n_rules + 1]: where the moves of each rule begin.
    moves
        int64[n_moves, 4]: word and shift of the cell that a value comes from, and of the cell that it goes to.
    context
        int64[n_contexts + 1]: where the steps of each context begin. The context of a state is the rule that led to
        it, n_rules at the start; or, with very many rules, the number in the cell `telling`.
    steps
        int64[n_steps, 3]: a rule that may come next, 1 if it may undo the one before, and its cost. Its guards are the
        ones with the number of the step in `guards`.
    telling
        int64[2]: word and shift of the cell that tells the context; word -1 if the rule before tells it.
    cell_mask
        uint64[1]: the bits of a cell at the bottom of a word.
    """

    guards: GuardArrays
    written: Words
    first: Ints
    moves: Ints
    context: Ints
    steps: Ints
    telling: Ints
    cell_mask: Words


class DeltaArrays(NamedTuple):
    """What each rule adds to the sum of the table; where there are several tables, to the sum of each in turn.

    Attributes
    ----------
    constant
        int64[n_rules * n_tables].
    first
        int64[n_rules * n_tables + 1]: where the terms of each begin.
    cells
        int64[n_terms, 2]: word and shift of the cell whose value decides.
    by_value
        int64[n_terms, 2**n_bits].
    """

    constant: Ints
    first: Ints
    cells: Ints
    by_value: Ints


def ints(rows: Iterable[Any], width: int) -> Ints:
    """An int64 matrix of `width` columns, also where there is no row."""
    return np.array(list(rows), dtype=np.int64).reshape(-1, width)


def starts(sizes: Iterable[int]) -> Ints:
    """Where each of consecutive blocks begins, and where the last ends."""
    return np.concatenate([[0], np.cumsum(list(sizes), dtype=np.int64)]).astype(np.int64)


def guard_arrays(all_guards: Sequence[Guards], packing: Packing) -> GuardArrays:
    """The arrays of conjunctions of guards."""
    masks = np.zeros((len(all_guards), 2, packing.n_words), dtype=np.uint64)
    places, cell_mask = [packing.place(cell) for cell in range(packing.n_cells)], packing.cell_mask
    rows: list[tuple[int, ...]] = []
    first = [0]
    for number, guards in enumerate(all_guards):
        fixed, values = [0] * packing.n_words, [0] * packing.n_words
        for cell, bits in guards.allowed.items():
            word, shift = places[cell]
            if bits.bit_count() == 1:
                fixed[word] |= cell_mask << shift
                values[word] |= bits.bit_length() - 1 << shift
            else:
                rows.append((ALLOWED, word, shift, 0, 0, bits - (1 << 64) if bits >> 63 else bits, len(rows) + 1))
        masks[number] = fixed, values
        for equal, pairs in guards.tests:
            after = len(rows) + len(pairs)
            for cell, other in pairs:
                if other >= packing.n_cells:
                    rows.append((DIFFER_FROM, *places[cell], 0, 0, other - packing.n_cells, after))
                else:
                    kind = SAME if equal else DIFFER
                    rows.append((kind, *places[cell], *places[other], 0, after))
        first.append(len(rows))
    return GuardArrays(masks, np.array(first, dtype=np.int64), ints(rows, 7))


def rule_arrays(rules: Sequence[NumberedRule | None], pruning: MovePruning, packing: Packing) -> RuleArrays:
    """The arrays of `rules` and of which may follow which."""
    written = np.zeros((len(rules), 2, packing.n_words), dtype=np.uint64)
    moves: list[list[tuple[int, int, int, int]]] = []
    for number, rule in enumerate(rules):
        kept, constants = [(1 << 64) - 1] * packing.n_words, [0] * packing.n_words
        moves.append([])
        for cell in rule.moved() if rule else ():
            word, shift = packing.place(cell)
            kept[word] &= ~(packing.cell_mask << shift)
            source = rule.sources[cell]  # type: ignore[union-attr]
            if source >= packing.n_cells:
                constants[word] |= source - packing.n_cells << shift
            else:
                moves[number].append((*packing.place(source), word, shift))
        written[number] = kept, constants
    contexts = [pruning.after(key) for key in pruning.contexts()]
    steps = [step for context in contexts for step in context]
    costs = [rule.cost if rule else 0 for rule in rules]
    return RuleArrays(
        guard_arrays([step.guards for step in steps], packing),
        written,
        starts(map(len, moves)),
        ints((move for some in moves for move in some), 4),
        starts(map(len, contexts)),
        ints(((step.rule, step.may_undo, costs[step.rule]) for step in steps), 3),
        np.array((-1, 0) if pruning.cell is None else packing.place(pruning.cell), dtype=np.int64),
        np.array([packing.cell_mask], dtype=np.uint64),
    )


def delta_arrays(rules: Sequence[NumberedRule | None], tables: Sequence[Rows | None], packing: Packing) -> DeltaArrays:
    """The arrays of what `rules` add to the sums of `tables`, rule by rule; zeros where there is no table."""
    deltas = [delta(rule, rows) if rule and rows else (0, ()) for rule in rules for rows in tables]
    terms = [term for _, terms in deltas for term in terms]
    by_value = np.zeros((len(terms), 1 << packing.bits), dtype=np.int64)
    for number, (_, values) in enumerate(terms):
        by_value[number, : len(values)] = wrapped(values)
    return DeltaArrays(
        wrapped([constant for constant, _ in deltas]),
        starts(len(terms) for _, terms in deltas),
        ints((packing.place(cell) for cell, _ in terms), 2),
        by_value,
    )


def wrapped(numbers: Sequence[int]) -> Ints:
    """The numbers modulo 2**64, as signed words: sums of several may be larger on their way."""
    return np.array([number & (1 << 64) - 1 for number in numbers], dtype=np.uint64).view(np.int64)


def states_of(words: Words, packing: Packing, values: Values) -> Iterator[State]:
    """The packed states in the rows of `words`."""
    mask, places = np.uint64(packing.cell_mask), [packing.place(cell) for cell in range(packing.n_cells)]
    columns = [(words[:, at] >> np.uint64(shift) & mask).tolist() for at, shift in places]
    return map(values.decode, zip(*columns, strict=True))


class Packed:
    """A program in arrays, for states that hold the wanderers `blanks` once each; every part is made once."""

    def __init__(self, program: Program, blanks: tuple[int, ...]) -> None:
        self.program = program
        self.packing = Packing(program.n_cells, len(program.values))
        self.pruning = pruning_of(program, blanks)
        self.rules = rule_arrays(program.rules, self.pruning, self.packing)

    @memo
    def deltas(self, *tables: Rows | None) -> DeltaArrays:
        """The arrays of what the rules add to the sums of `tables`."""
        return delta_arrays(self.program.rules, tables, self.packing)

    def goals(self, patterns: Iterable[Any]) -> GuardArrays:
        """The arrays of the goal patterns that can match at all."""
        return guard_arrays(self.program.goals(patterns), self.packing)

    def pack(self, state: Sequence[Any]) -> Words:
        """The words of `state`: uint64[n_words]."""
        return np.array(self.packing.pack(self.program.values.encode(tuple(state))), dtype=np.uint64)


packed = memo(Packed)
