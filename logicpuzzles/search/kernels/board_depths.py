"""The depth of a state of a board that `board` has explored."""

from __future__ import annotations

from ...kernels.cells import scratch
from ...kernels.kernel import kernel
from ...kernels.words import Int64, int64
from .bits import code_of
from .board import BEGIN, END, FORWARD, KEPT, KIND, OPEN, PIECES, SOURCE, moved
from .layout import Moves, Parities, Places, Planes, Starts


@kernel
def descend(
    bits: Planes,
    region: int,
    number: int,
    sources: Places,
    moves: Moves,
    first: Starts,
    parities: Parities,
    n_pieces: int,
) -> int:
    """The depth of a state: the number of moves back to a source, each to a state one less deep; -1 if not met.

    The depth modulo 4 is known: its half from the bits, its parity from the colour of the region.

    Parameters
    ----------
    sources
        int64[n_sources, 2]: the region and the number of each source.
    parities
        int64[n_regions, 2]: the parity of the orders, and that of the depths.
    """
    digits = scratch(PIECES)
    depth = 0
    modulo = depth_modulo_4(bits, region, number, parities)
    while modulo >= 0:
        for source in range(sources.shape[0]):
            if sources[source, 0] == region and sources[source, 1] == number:
                return depth
        modulo = modulo + 3 & 3
        found = False
        for move in range(first[region], first[region + 1]):
            other, back = moves[move, SOURCE], number
            if moves[move, KIND] != KEPT:  # the same window, the other way round
                begin, end, forward = moves[move, BEGIN], moves[move, END], 1 - moves[move, FORWARD]
                back = moved(number, n_pieces, begin, end, forward, parities[region, 0], digits)
            if depth_modulo_4(bits, other, back, parities) == modulo:
                region, number, found = other, back, True
                break
        if not found:
            break
        depth += 1
    return -1


@kernel
def depth_modulo_4(bits: Planes, region: int, number: int, parities: Parities) -> Int64:
    """The depth of a closed state modulo 4; -1 for a state that was not met."""
    code = code_of(bits, region, number)
    return 2 * (code - 1) + parities[region, 1] if 0 < code < OPEN else int64(-1)
