"""The second look-up: a bound read at the image of a state under a symmetry is a bound as well.

What is claimed: a state and its image are as far from the goals, so each sum that is added here is never more than what
the state still costs, whenever those that were there are. Symmetries are left out that do not keep how often each value
is there, or what each cell may hold: tables know nothing of other states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..endings import State
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from ..rewriting.symmetry import Symmetry, symmetries
from ..rewriting.values import members
from ..wording import counted
from .abstraction.view import View
from .lookups import Lookup, PatternBound

MOST_SUMS = 2  # of the look-ups that a state costs: a third is seldom worth its time


def mirrored(
    program: Program, goals: Sequence[Pattern], bound: PatternBound, start: State | None = None, most: int = MOST_SUMS
) -> PatternBound:
    """`bound` with sums at images under symmetries of the rules and goals, up to `most` sums in all.

    `goals` and `start` are those that the bound was built with. Sums that are there already are not added again.
    """
    if len(bound.sums) >= most:
        return bound
    view = View(program, goals, start)
    sums = list(bound.sums)
    had = {_identity(several) for several in sums}
    used = 0
    for symmetry in symmetries(program, view.goals).elements[1:]:
        if not keeps(symmetry, view):
            continue
        made = [tuple(replace(lookup, rows=symmetry.rows(lookup.rows)) for lookup in several) for several in bound.sums]
        new = [several for several in made if _identity(several) not in had][: most - len(sums)]
        sums += new
        had |= set(map(_identity, new))
        used += bool(new)
        if len(sums) == most:
            break
    if not used:
        return bound
    proof = f"{bound.proof}; and the same at the image under {counted(used, 'symmetry', 'symmetries')}"
    return replace(bound, sums=tuple(sums), proof=proof)


def _identity(several: Sequence[Lookup]) -> frozenset[tuple[frozenset[int], frozenset[int]]]:
    """The values and the cells that each look-up depends on: by these, it has the same entries."""
    return frozenset(
        (
            frozenset(number for number, row in enumerate(lookup.rows) if any(row)),
            frozenset(cell for cell, column in enumerate(zip(*lookup.rows, strict=True)) if any(column)),
        )
        for lookup in several
    )


def keeps(symmetry: Symmetry, view: View) -> bool:
    """Whether images of the states that the view is of are such states."""
    held, counts = view.held, view.counts
    if any(
        sum(1 << symmetry.values[number] for number in members(bits)) != held[symmetry.cells[cell]]
        for cell, bits in enumerate(held)
    ):
        return False
    return counts is None or all(
        counts.get(number, 0) == counts.get(image, 0) for number, image in enumerate(symmetry.values)
    )
