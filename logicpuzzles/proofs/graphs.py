"""What patterns of one kind keep, as a graph that is searched from the goals of many at a time.

A bit of a word stands for each set of goals: 64 are searched from at once (M. Then et al., The more the merrier:
efficient multi-source graph traversal, 2014).

States between which moves count for nothing are taken together, whichever way these moves go. So an entry here is a
lower bound as well, but it may be less than that of the table itself: it serves to compare groups, not to search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..rewriting.numbered import Guards, NumberedRule
from ..rewriting.values import members
from .abstraction.numbering import Numbering
from .abstraction.rules import Abstract

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]  # [n_nodes, n_words]: a bit for each set of goals
Classes: TypeAlias = NDArray[np.int8] | NDArray[np.int64]  # [n, n_cells]: the class in each kept cell
Costs: TypeAlias = NDArray[np.uint16]  # [size]: by index of the look-up
FAR = (1 << 16) - 1  # the entry where no goal can be reached
MOST_COST = 64  # levels for a move: larger costs are scaled down to these
WORD = 64
LANES = np.uint64(0x0101010101010101)


class Space:
    """What some group keeps, and what may follow what, as a graph whose nodes are joined where moves count nothing."""

    def __init__(self, rules: Abstract, numbering: Numbering, every: bool) -> None:
        self.numbering = numbering
        size = numbering.size * numbering.n_followed
        self.cells = _decoded(numbering, size)
        self.valid = _is_valid(numbering, self.cells)
        joined: list[Ints] = []
        edges: dict[int, list[Ints]] = {}
        numbers = np.flatnonzero(self.valid)
        classes = self.cells[numbers]
        most = max((rule.cost for rule in rules.rules), default=1)
        for rule in rules.rules:
            before, after = _steps(rule, numbers, classes, numbering)
            counts = every | (before % numbering.size != after % numbering.size)
            cost = rule.cost if most <= MOST_COST else -(-rule.cost * MOST_COST // most)
            free = before[~counts if cost else slice(None)], after[~counts if cost else slice(None)]
            joined.append(np.stack(free))
            if cost:
                edges.setdefault(cost, []).append(np.stack([before[counts], after[counts]]))
        self.node = _components(size, np.concatenate([np.zeros((2, 0), np.int64), *joined], axis=1), self.valid)
        n_nodes = int(self.node.max(initial=-1)) + 1
        self.edges = {cost: _Edges(self.node[np.concatenate(some, axis=1)]) for cost, some in edges.items()}
        index = numbers % numbering.size  # which nodes each index has: over all places of what is followed
        self.of_index = _Edges(np.stack([index, self.node[numbers]]))
        self.n_nodes = n_nodes

    def sums(self, goals: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
        """For each set of goals, by number, the sum of the entries, and how many there are."""
        totals = counts = np.zeros(-(-len(goals) // WORD) * WORD, dtype=np.int64)
        for level, new in self._levels(goals):
            number = _bit_counts(new)
            totals, counts = totals + level * number, counts + number
        return totals[: len(goals)], counts[: len(goals)]

    def tables(self, goals: Sequence[Sequence[int]]) -> list[Costs]:
        """The entries for each set of goals."""
        found = np.full((self.numbering.size, -(-len(goals) // WORD) * WORD), FAR, dtype=np.uint16)
        for level, new in self._levels(goals):
            bits = np.unpackbits(new.astype("<u8").view(np.uint8), axis=1, bitorder="little")
            found[bits == 1] = level
        return [found[:, group].copy() for group in range(len(goals))]

    def _levels(self, goals: Sequence[Sequence[int]]) -> Iterator[tuple[int, Words]]:
        """Each cost, with the indices whose entry it is: a bit for each set of goals."""
        n_words = -(-len(goals) // WORD)
        fresh: dict[int, Words] = {0: np.zeros((self.n_nodes, n_words), dtype=np.uint64)}
        for group, numbers in enumerate(goals):
            nodes = self.node[[number for number in numbers if self.valid[number]]]
            fresh[0][nodes, group // WORD] |= np.uint64(1) << np.uint64(group % WORD)
        seen = np.zeros_like(fresh[0])
        told = np.zeros((self.numbering.size, n_words), dtype=np.uint64)
        last = max(self.edges, default=0)
        for level in range(FAR):
            new = fresh.setdefault(level, np.zeros_like(seen))
            for cost, edges in self.edges.items():
                if level - cost in fresh:
                    edges.gather(fresh[level - cost], new)
            new &= ~seen
            seen |= new
            here = np.zeros_like(told)
            self.of_index.gather(new, here)
            here &= ~told
            told |= here
            yield level, here
            fresh.pop(level - last, None)
            if not any(words.any() for words in fresh.values()):
                return


class _Edges:
    """Edges from some nodes to others; each once, by the first."""

    def __init__(self, pairs: Ints) -> None:
        width = int(pairs[1].max(initial=0)) + 1
        codes = np.sort(pairs[0] * width + pairs[1])
        # Not np.unique: for such numbers its hash table took a minute where sorting takes a second.
        first, self.second = np.divmod(codes[np.diff(codes, prepend=-1) > 0], width)
        self.first, self.begins = np.unique(first, return_index=True)

    def gather(self, words: Words, into: Words) -> None:
        """Add what `words` says of the second nodes to what `into` says of the first."""
        if len(self.second):
            into[self.first] |= np.bitwise_or.reduceat(words[self.second], self.begins, axis=0)


def _bit_counts(words: Words) -> Ints:
    """How many rows of `words` have each bit: eight counters in a word at a time, up to 255 in each."""
    found = np.zeros((words.shape[1], 8, 8), dtype=np.int64)
    begins = np.arange(0, len(words), 255)
    for bit in range(8):
        lanes = np.add.reduceat(words >> np.uint64(bit) & LANES, begins, axis=0)
        found[:, :, bit] = lanes.astype("<u8").view(np.uint8).reshape(len(begins), -1, 8).sum(axis=0, dtype=np.int64)
    return found.reshape(-1)


def _decoded(numbering: Numbering, size: int) -> Classes:
    """For every number, the class in each kept cell."""
    numbers = np.arange(size)
    found = np.zeros((size, numbering.n_cells), dtype=np.int8 if numbering.n_classes < 128 else np.int64)
    for digit, weight in zip(numbering.digits, numbering.weights, strict=True):
        choices = np.array(digit.choices, dtype=np.int64)
        cell, class_ = choices[numbers // weight % len(choices)].T
        told = class_ > 0
        found[numbers[told], cell[told]] = class_[told]
    return found


def _is_valid(numbering: Numbering, cells: Classes) -> NDArray[np.bool_]:
    """Which numbers are those of something: no two digits want different values in a cell."""
    numbers = np.arange(len(cells))
    valid = np.ones(len(cells), dtype=np.bool_)
    for digit, weight in zip(numbering.digits, numbering.weights, strict=True):
        choices = np.array(digit.choices, dtype=np.int64)
        cell, class_ = choices[numbers // weight % len(choices)].T
        valid &= (class_ == 0) | (cells[numbers, cell] == class_)
    return valid


def _steps(rule: NumberedRule, numbers: Ints, classes: Classes, numbering: Numbering) -> tuple[Ints, Ints]:
    """The numbers to which `rule` applies, and those that it leads to."""
    some = _holding(rule.guards, classes, numbering.n_classes)
    here = classes[some]
    after = numbers[some].copy()
    for cell in rule.moved():
        source = rule.sources[cell]
        new = here[:, source] if source < numbering.n_cells else np.full(len(here), source - numbering.n_cells)
        after += numbering.rows[new, cell] - numbering.rows[here[:, cell], cell]
    return numbers[some], after


def _holding(guards: Guards, classes: Classes, n_classes: int) -> Ints:
    """The rows of `classes` where the guards hold."""
    n_cells = classes.shape[1]
    found = np.arange(len(classes))
    for cell, bits in guards.allowed.items():
        may = np.zeros(n_classes, dtype=np.bool_)
        may[[class_ for class_ in members(bits) if class_ < n_classes]] = True
        found = found[may[classes[found, cell]]]
    for equal, pairs in guards.tests:
        one_of = np.zeros(len(found), dtype=np.bool_)
        for pair in pairs:
            one, other = (classes[found, cell] if cell < n_cells else cell - n_cells for cell in pair)
            one_of |= (one == other) == equal
        found = found[one_of]
    return found


def _components(size: int, pairs: Ints, valid: NDArray[np.bool_]) -> Ints:
    """The number of the connected set that each number is in, -1 for those that are not valid."""
    least = np.arange(size)
    one, other = pairs
    while True:
        lower = np.minimum(least[one], least[other])
        before = least.copy()
        np.minimum.at(least, one, lower)
        np.minimum.at(least, other, lower)
        least = least[least]
        if (least == before).all():
            break
    found = np.full(size, -1, dtype=np.int64)
    found[valid] = np.unique(least[valid], return_inverse=True)[1].reshape(-1)
    return found
