"""Filling the table of pieces among which one value wanders: 64 arrangements at a time.

The pieces stand on k of the cells, a *set*; what wanders is in one of the *regions* that the other cells fall into, and
moves about in it at no cost. For each set and region, a *node*, the arrangements of the pieces on the set (in the order
of the cells) are bits. A move takes a piece out of its place in the order and puts it in at another; most often the
place is the same, and whole words are moved. (So does `search.kernels.board` move the states of a whole board.)

Level by level of cost, each node gathers what moves lead to it from the levels that its moves cost less: a node is
written by one slice only, so slices of one level can run at the same time, in any order.

Symbols: n_sets sets, n_nodes nodes, n_words words for the n_arrangements arrangements of a node, n_planes levels that
are kept, one more than the greatest cost of a move.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.words import Int64, Word, count_bits, int64, lowest_bit, uint64

Sets: TypeAlias = NDArray[np.uint64]  # [n]: sets of cells as bits
Starts: TypeAlias = NDArray[np.int64]  # [n + 1]: where each of n blocks begins, and where the last ends
Moves: TypeAlias = NDArray[np.int64]  # [n_moves, 2]: the cell to which a piece goes, and the way
Ways: TypeAlias = NDArray[np.int64]  # [n_ways, 2]: the cost, and the number of the mask of its arrangements, or -1
Edges: TypeAlias = NDArray[np.int32]  # [n_edges, 3]: the node that a move comes from, the turn of the order, the way
Planes: TypeAlias = NDArray[np.uint64]  # [n_planes, n_nodes, n_words]: what each of the last levels met first
Marks: TypeAlias = NDArray[np.uint8]  # [n_planes, n_nodes]: 1 where the level met anything
Turns: TypeAlias = NDArray[np.int32]  # [k * k, n_arrangements]: the arrangement after a piece changes its place
Masks: TypeAlias = NDArray[np.uint64]  # [n_masks, k, n_words]: arrangements in which a piece of some stands there
Bits: TypeAlias = NDArray[np.uint64]  # [n_nodes or n_sets, n_words]: arrangements as bits
Entries: TypeAlias = NDArray[np.uint8]  # [size]: the low byte of each entry, or the high one
Order: TypeAlias = NDArray[np.int64]  # [n_arrangements, k]: the class on each place of the order
Rows: TypeAlias = NDArray[np.int64]  # [n_classes, n_cells]: what a class adds to the index


@kernel
def region_of(cell: int, free: Word, beside: Sets) -> Word:
    """The cells of `free` to which what wanders may go from `cell`, as bits."""
    found = uint64(1) << uint64(cell)
    fresh = found
    while fresh:
        near = beside[lowest_bit(fresh)] & free & ~found
        fresh = fresh & fresh - uint64(1) | near
        found |= near
    return found


@kernel(nogil=True)
def regions(sets: Sets, everywhere: Word, beside: Sets, first: Starts, found: Sets) -> int:
    """Write the regions of each set into `found`, and where those of each begin into `first`; their number.

    Where there is no room in `found`, they are only counted. `beside[c]` has the cells to which what wanders goes from
    c; moves must go both ways. `everywhere` has all cells.
    """
    count: Any = int64(0)
    for number in range(len(sets)):
        first[number] = count
        free = everywhere & ~sets[number]
        while free:
            region = region_of(lowest_bit(free), free, beside)
            free &= ~region
            if count < len(found):
                found[count] = region
            count += 1
    first[len(sets)] = count
    return count


@kernel
def node_at(among: Word, cell: int, sets: Sets, first: Starts, areas: Sets) -> Int64:
    """The node of the set `among` in whose region `cell` is; -1 if there is no such set. The sets are ascending."""
    low, high = int64(0), int64(len(sets))
    while low < high:
        middle = (low + high) >> 1
        if sets[middle] < among:
            low = middle + 1
        else:
            high = middle
    if low == len(sets) or sets[low] != among:
        return int64(-1)
    node = first[low]
    while not areas[node] >> uint64(cell) & uint64(1):
        node += 1
    return node


@kernel(nogil=True)
def link(
    sets: Sets,
    first: Starts,
    areas: Sets,
    moves_from: Starts,
    moves: Moves,
    edge_first: Starts,
    edges: Edges,
) -> int:
    """Write the edges into each node, and where they begin; their number.

    An edge goes the way of the search, from what is after a move to what is before it. `moves[moves_from[c]:]` has the
    moves of a piece on cell c, and `areas` the regions.
    """
    count: Any = int64(0)
    k = count_bits(sets[0])
    for number in range(len(sets)):
        among = sets[number]
        for node in range(first[number], first[number + 1]):
            edge_first[node] = count
            left = among
            place = int64(0)
            while left:
                cell = lowest_bit(left)
                left &= left - uint64(1)
                bit = uint64(1) << uint64(cell)
                for move in range(moves_from[cell], moves_from[cell + 1]):
                    to = uint64(1) << uint64(moves[move, 0])
                    if areas[node] & to:
                        after = among ^ bit ^ to
                        source = node_at(after, cell, sets, first, areas)
                        if source >= 0:
                            stood = count_bits(after & to - uint64(1))
                            edges[count, 0] = source
                            edges[count, 1] = ~place if stood == place else stood * k + place
                            edges[count, 2] = moves[move, 1]
                            count += 1
                place += 1
    edge_first[len(areas)] = count
    return count


@kernel(nogil=True)
def gather(
    begin: int,
    end: int,
    depth: int,
    free: bool,
    first: Starts,
    edge_first: Starts,
    edges: Edges,
    ways: Ways,
    turns: Turns,
    masks: Masks,
    planes: Planes,
    marks: Marks,
    seen: Bits,
    told: Bits,
    scratch: Sets,
    sets: Sets,
    order: Order,
    rows: Rows,
    low: Entries,
    high: Entries,
) -> int:
    """Find what costs `depth` in the nodes of the sets from `begin` to `end`; how many arrangements are new in a node.

    Parameters
    ----------
    free
        Whether this is a pass over moves that cost nothing, from this level to itself, and not the first over the rest.
    planes, marks, seen
        In and out: what each level met first, by its cost modulo n_planes; what was met at any level.
    told
        uint64[n_sets, n_words], in and out: the arrangements of each set whose entries are written.
    scratch
        uint64[n_words]: of each slice that runs at the same time, its own.
    low, high
        Out: the entries; `high`, the bytes above, is empty while no cost is above 255.
    """
    n_planes, n_words, k = marks.shape[0], seen.shape[1], order.shape[1]
    level = depth % n_planes
    count: Any = int64(0)
    for number in range(begin, end):
        for node in range(first[number], first[number + 1]):
            if not free and marks[level, node]:  # of a level long past
                marks[level, node] = 0
                for w in range(n_words):
                    planes[level, node, w] = uint64(0)
            met = False
            for edge in range(edge_first[node], edge_first[node + 1]):
                way = edges[edge, 2]
                cost = ways[way, 0]
                source = int64(edges[edge, 0])
                plane = (depth - cost) % n_planes
                if cost > depth or (cost == 0) != free or not marks[plane, source]:
                    continue
                if not met:
                    met = True
                    for w in range(n_words):
                        scratch[w] = uint64(0)
                turn, mask = int64(edges[edge, 1]), ways[way, 1]
                if turn < 0 and mask < 0:
                    for w in range(n_words):
                        scratch[w] |= planes[plane, source, w]
                    continue
                stood = turn // k if turn >= 0 else ~turn
                for w in range(n_words):
                    word = planes[plane, source, w]
                    if mask >= 0 and word:
                        word &= masks[mask, stood, w]
                    if turn < 0:
                        scratch[w] |= word
                        continue
                    while word:
                        after = int64(turns[turn, 64 * w + lowest_bit(word)])
                        word &= word - uint64(1)
                        scratch[after >> 6] |= uint64(1) << uint64(after & 63)
            if not met:
                continue
            for w in range(n_words):
                word = scratch[w] & ~seen[node, w]
                if not word:
                    continue
                seen[node, w] |= word
                planes[level, node, w] |= word
                marks[level, node] = 1
                count += count_bits(word)
                word &= ~told[number, w]
                told[number, w] |= word
                while word:
                    arrangement = 64 * w + lowest_bit(word)
                    word &= word - uint64(1)
                    index, cells = int64(0), sets[number]
                    for place in range(k):
                        index += rows[order[arrangement, place], lowest_bit(cells)]
                        cells &= cells - uint64(1)
                    low[index] = depth & 255
                    if len(high):
                        high[index] = depth >> 8
    return count
