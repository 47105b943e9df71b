"""The numbers of what a pattern keeps of the goals.

What is claimed: what is kept of every goal state over the domains is among them. (What goals ask of cells that are not
kept, and tests between cells, are forgotten.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...errors import Refusal
from ...rewriting.numbered import Guards
from .numbering import Ints, Numbering
from .pattern import Kept, classes_of

MOST_CELLS = 64
MOST = 1 << 20  # goals of a pattern for one of the state's: a bound to so many is worth little


def goal_numbers(
    goals: Iterable[Guards],
    held: Sequence[int],
    pattern: Kept,
    made: Numbering,
    counts: Mapping[int, int] | None,
) -> Ints:
    """int64[n]: the numbers, ascending, of what `pattern` keeps of the goals; `counts` as for `numbering`.

    Raises
    ------
    Refusal
        If one of the goals has more than about a million, or the pattern keeps more than 64 cells.
    """
    if made.n_cells > MOST_CELLS:
        raise Refusal(f"a pattern keeps at most {MOST_CELLS} cells, not {made.n_cells}")
    wanted = [(counts or {}).get(number, -1) for number in pattern.classes]
    found = [np.zeros(0, dtype=np.int64)]
    for goal in goals:
        bits = [held[cell] & goal.allowed.get(cell, -1) for cell in range(len(held))]
        if all(bits):
            found.append(_matching([classes_of(pattern, bits[cell]) for cell in pattern.cells], made, wanted))
    return np.unique(np.concatenate(found))


def _matching(allowed: Sequence[int], made: Numbering, wanted: Sequence[int]) -> Ints:
    """The numbers whose cells hold what is `allowed`, and each class as often as is `wanted`, -1 for any number."""
    numbers = np.zeros(1, dtype=np.int64)
    filled = np.zeros(1, dtype=np.uint64)  # the cells that hold a class above 0, as bits
    left = np.array([wanted], dtype=np.int64)
    for digit, weight in zip(made.digits, made.weights, strict=True):
        parts: list[tuple[Ints, NDArray[np.uint64], Ints]] = []
        for number, (cell, class_) in enumerate(digit.choices):
            bit = np.uint64(1 << cell)
            if not class_:
                parts.append((numbers, filled, left))
            elif allowed[cell] >> class_ & 1:
                may = (filled & bit == 0) & (left[:, class_ - 1] != 0)
                after = left[may]
                after[:, class_ - 1] -= 1
                parts.append((numbers[may] + weight * number, filled[may] | bit, after))
        if sum(len(part[0]) for part in parts) > MOST:
            raise Refusal(f"the goals leave open what over {MOST:,} states of a pattern hold")
        numbers, filled, left = (np.concatenate(several) for several in zip(*parts, strict=True)) if parts else (
            numbers[:0], filled[:0], left[:0])  # fmt: skip
    must = sum(1 << cell for cell, bits in enumerate(allowed) if not bits & 1)
    whole = (filled & np.uint64(must) == np.uint64(must)) & (left <= 0).all(axis=1)
    found: Ints = numbers[whole]
    return found
