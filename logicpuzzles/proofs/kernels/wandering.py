"""The table of pieces among which one value wanders, filled by `regions`."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from threading import local

import numpy as np
from numpy.typing import NDArray

from ...kernels.launch import launch
from ...wording import counted
from ..abstraction.exchanges import Exchanges, arrangements
from ..abstraction.numbering import Ints, Numbering
from ..abstraction.table_builder import Crew
from ..lookups import Entries
from . import regions as kernel

SLICE = 1 << 15  # words of the nodes of a slice: some milliseconds at most
MOST = (1 << 16) - 2  # what larger costs count as


class Wandering:
    """The filling of one table.

    Parameters
    ----------
    rules, made
        What the pieces may do, and how their places are numbered.
    goals
        The numbers of the goals, with the place of what wanders.
    """

    def __init__(self, rules: Exchanges, made: Numbering, goals: Ints) -> None:
        self.rules, self.made = rules, made
        self.k = rules.n_pieces
        self.order = np.array(arrangements(rules.pieces), dtype=np.int64).reshape(rules.n_arrangements, self.k)
        self.powers = (len(rules.pieces) + 1) ** np.arange(self.k)[::-1]
        self.codes = self.order @ self.powers  # ascending, as the arrangements are
        self.n_words = -(-rules.n_arrangements // 64)
        self.n_planes = max(rules.costs, default=0) + 1
        self.sets = np.sort(self._sets())
        self._find_regions()
        self._link()
        n_nodes, n_sets = len(self.areas), len(self.sets)
        self.planes = np.zeros((self.n_planes, n_nodes, self.n_words), dtype=np.uint64)
        self.marks = np.zeros((self.n_planes, n_nodes), dtype=np.uint8)
        self.seen = np.zeros((n_nodes, self.n_words), dtype=np.uint64)
        self.told = np.zeros((n_sets, self.n_words), dtype=np.uint64)
        self.low = np.full(made.size, 255, dtype=np.uint8)
        self.high = np.zeros(0, dtype=np.uint8)
        self.rows = made.rows[:-1]  # without what wanders
        self.scratch = local()
        self._place(goals)

    def _sets(self) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        found = map(sum, combinations([1 << cell for cell in self.rules.cells], self.k))
        return np.fromiter(found, dtype=np.uint64, count=self.rules.n_sets)

    def _find_regions(self) -> None:
        beside = np.array(self.rules.beside, dtype=np.uint64)
        everywhere = np.uint64((1 << self.rules.n_cells) - 1)
        self.first = np.zeros(len(self.sets) + 1, dtype=np.int64)
        self.areas = np.zeros(0, dtype=np.uint64)
        for _ in range(2):  # count them, then write them
            n_nodes = launch(kernel.regions, self.sets, everywhere, beside, self.first, self.areas)
            self.areas = np.zeros(n_nodes, dtype=np.uint64) if len(self.areas) == 0 else self.areas

    def _link(self) -> None:
        """Make the edges, the ways, the masks and the turns."""
        rules, every = self.rules, (1 << len(self.rules.pieces) + 1) - 2
        moves = sorted(set(rules.moves))
        chosen = sorted({classes for *_, classes in moves} - {every})
        ways = sorted({(cost, classes) for *_, cost, classes in moves})
        starts = np.searchsorted([move[0] for move in moves], range(rules.n_cells + 1)).astype(np.int64)
        table = [(to, ways.index((cost, classes))) for _, to, cost, classes in moves]
        numbers = [(cost, -1 if classes == every else chosen.index(classes)) for cost, classes in ways]
        self.ways = np.array(numbers, dtype=np.int64).reshape(-1, 2)
        self.masks = np.array(list(map(self._mask, chosen)), dtype=np.uint64).reshape(-1, self.k, self.n_words)
        self.turns = np.array([self._turn(*divmod(n, self.k)) for n in range(self.k**2)], dtype=np.int32)
        n_edges = len(moves) * comb(len(rules.cells) - 2, self.k - 1)
        self.edge_first, self.edges = np.zeros(len(self.areas) + 1, dtype=np.int64), np.zeros((n_edges, 3), np.int32)
        arrays = self.sets, self.first, self.areas, starts, np.array(table, dtype=np.int64).reshape(-1, 2)
        launch(kernel.link, *arrays, self.edge_first, self.edges)

    def _mask(self, classes: int) -> NDArray[np.uint64]:
        """uint64[k, n_words]: the arrangements with a piece of one of `classes` on each place of the order."""
        bits = np.zeros((self.k, 64 * self.n_words), dtype=np.uint8)
        bits[:, : len(self.order)] = (classes >> self.order.T) & 1
        return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)

    def _turn(self, stood: int, place: int) -> Ints:
        """For each arrangement, the one after the piece on place `stood` is taken out and put in at `place`."""
        rest = np.delete(self.order, stood, axis=1)
        found: Ints = np.searchsorted(self.codes, np.insert(rest, place, self.order[:, stood], axis=1) @ self.powers)
        return found

    def _place(self, goals: Ints) -> None:
        """Mark the goals as met at no cost."""
        classes = np.zeros((len(goals), self.rules.n_cells), dtype=np.int64)
        for digit, weight in zip(self.made.digits, self.made.weights, strict=True):
            choices = np.array(digit.choices, dtype=np.int64)[goals // weight % len(digit.choices)]
            told = choices[:, 1] > 0
            classes[told, choices[told, 0]] = choices[told, 1]
        wandering = len(self.rules.pieces) + 1
        codes, sets, at = np.zeros((3, len(goals)), dtype=np.int64)
        sets = np.zeros(len(goals), dtype=np.uint64)
        for cell in range(self.rules.n_cells):
            is_piece = (classes[:, cell] > 0) & (classes[:, cell] < wandering)
            codes = np.where(is_piece, codes * (wandering) + classes[:, cell], codes)
            sets |= is_piece.astype(np.uint64) << np.uint64(cell)
            at[classes[:, cell] == wandering] = cell
        numbers, orders = np.searchsorted(self.sets, sets), np.searchsorted(self.codes, codes)
        nodes = self.first[numbers]
        while (elsewhere := self.areas[nodes] >> at.astype(np.uint64) & np.uint64(1) == 0).any():
            nodes = nodes + elsewhere
        self.marks[0, nodes] = 1
        for bits in (self.planes[0], self.seen):
            np.bitwise_or.at(bits, (nodes, orders >> 6), np.uint64(1) << (orders & 63).astype(np.uint64))
        np.bitwise_or.at(self.told, (numbers, orders >> 6), np.uint64(1) << (orders & 63).astype(np.uint64))
        self.low[goals % self.made.size] = 0

    def fill(self, crew: Crew) -> Entries:
        """The entries, by what `crew` does in slices."""
        sets = max(1, SLICE * len(self.sets) // (len(self.areas) * self.n_words))
        slices = [(begin, min(begin + sets, len(self.sets))) for begin in range(0, len(self.sets), sets)]
        met, depth, quiet = 0, 0, 0
        while quiet < self.n_planes and depth < MOST:
            new = 0
            for free in (False, True) if depth else (True,):  # what costs nothing is there at first
                while True:
                    found = sum(crew.each(partial(self._gather, depth, free), slices))
                    new += found
                    if not free or not found:
                        break
            met += new
            quiet = 0 if new or not depth else quiet + 1
            crew.doing = f"filling a table of the bound: cost {depth}, {counted(met, 'pattern')}"
            depth += 1
            if depth == 255:
                self.high = np.where(self.low == 255, 255, 0).astype(np.uint8)
        if depth == MOST:
            self.low[self._untold()], self.high[self._untold()] = MOST & 255, MOST >> 8
        if not len(self.high):
            return self.low
        return self.low + (self.high.astype(np.uint16) << np.uint16(8))

    def _untold(self) -> NDArray[np.bool_]:
        return (self.low == 255) & (self.high == 255)

    def _gather(self, depth: int, free: bool, sets: tuple[int, int]) -> int:
        if free and 0 not in self.rules.costs:
            return 0
        if not hasattr(self.scratch, "words"):
            self.scratch.words = np.zeros(self.n_words, dtype=np.uint64)
        return launch(
            kernel.gather, *sets, depth, free, self.first, self.edge_first, self.edges, self.ways, self.turns,
            self.masks, self.planes, self.marks, self.seen, self.told, self.scratch.words, self.sets, self.order,
            self.rows, self.low, self.high,
        )  # fmt: skip
