"""Colours of cells and values by how rules use them: those of different colours are not symmetric.

A graph has a node for each cell and value, each rule, and each part of its normal form. Colours are numbers of 64 bits
that depend on what the node is and on the colours around it alone, not on how nodes are numbered: nodes that a symmetry
maps onto each other have the same, in this graph and in others (colour refinement, 1-dimensional Weisfeiler-Leman).
That two different nodes get the same by chance only makes a search longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .normal import Normal, Part
from .values import members

Colours: TypeAlias = NDArray[np.uint64]  # [n_nodes]: cells first, then values, then the rest
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def mixed(colours: Colours) -> Colours:
    """Each number scrambled (the last steps of splitmix64; S. Vigna, 2015)."""
    colours = (colours ^ colours >> _SHIFTS[0]) * _FACTORS[0]
    colours = (colours ^ colours >> _SHIFTS[1]) * _FACTORS[1]
    return colours ^ colours >> _SHIFTS[2]


def colour(*told: object) -> np.uint64:
    """The colour that belongs to `told`, the same on every machine."""
    return np.uint64(int.from_bytes(blake2b(repr(told).encode(), digest_size=8).digest(), "little"))


class Graph:
    """The graph of several families of rules and patterns.

    Attributes
    ----------
    n_points
        The cells and values: the first nodes.
    colours
        The colours of all nodes by what they are.
    steps
        How many edges were looked at: what a budget counts.
    """

    def __init__(self, n_cells: int, n_values: int, held: int, families: Sequence[Iterable[Normal]]) -> None:
        self.n_cells, self.n_points, self.steps = n_cells, n_cells + n_values, 0
        self._colours = [colour("cell")] * n_cells
        self._colours += [colour("value") if held >> n & 1 else colour("value", n) for n in range(n_values)]
        self._edges: list[tuple[int, int]] = []
        for number, family in enumerate(families):
            for form in family:
                self._add(form, self._node([], "form", number, form.cost))
        self.colours = np.array(self._colours, dtype=np.uint64)
        edges = np.array(self._edges, dtype=np.int64).reshape(-1, 2)
        into, self._from = np.concatenate([edges, edges[:, ::-1]]).T
        order = np.argsort(into, kind="stable")
        self._from = self._from[order]
        self._ends = np.searchsorted(into[order], np.arange(len(self.colours) + 1))

    def _node(self, joined: Iterable[int], *kind: object) -> int:
        number = len(self._colours)
        self._colours.append(colour(*kind))
        self._edges.extend((number, other) for other in joined)
        return number

    def _add(self, form: Normal, root: int) -> None:
        parts = {part: self._node([root, *part], "part") for part in sorted(form.parts(), key=sorted)}

        def side(one: Part | int) -> int:
            return self.n_cells + one if isinstance(one, int) else parts[one]

        for part, bits in form.held:
            self._edges += [(parts[part], self.n_cells + value) for value in members(bits)]
        for test in form.apart:
            node = self._node([root], "apart")
            for pair in test:
                self._node([node, *map(side, pair)], "pair")
        for table in form.tables:
            node = self._node([root], "table")
            literals: dict[tuple[Part, int], int] = {}
            for row in table:
                for literal in row - literals.keys():
                    literals[literal] = self._node([parts[literal[0]], self.n_cells + literal[1]], "literal")
                self._node([node, *(literals[literal] for literal in row)], "row")
        for cell, source in form.after:
            self._node([root, cell, side(source)], "after")

    def refine(self, colours: Colours) -> Colours:
        """`colours`, told apart by those around them until that tells no more apart."""
        distinct = 0
        while distinct < (found := len(np.unique(colours))):
            distinct = found
            sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed(colours)[self._from], dtype=np.uint64)])
            around = sums[self._ends[1:]] - sums[self._ends[:-1]]
            colours = mixed(colours + mixed(around + np.uint64(1)))
            self.steps += len(self._from) + len(colours)
        return colours

    def single_out(self, colours: Colours, point: int, level: int) -> Colours:
        """`colours` where `point` has one of its own, which tells what it was and `level`, refined."""
        changed = colours.copy()
        changed[point] ^= colour("singled out", level)
        return self.refine(changed)


def kinds(colours: Colours) -> int:
    """A number that is the same for colours that a symmetry maps onto each other."""
    return int(mixed(colours).sum(dtype=np.uint64))
