"""Boards of a tour: the numbers of its steps, with arrows from each to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..integers import as_text
from .scene import Arrow, Scene, table


def tour(rows: Sequence[Sequence[int]], closed: bool = False) -> Scene:
    """The scene of rows whose cells hold the numbers of steps; arrows lead from each number to the next.

    Parameters
    ----------
    closed
        Whether the last step is followed by the first.

    >>> [(arrow.start, arrow.end) for arrow in tour([[0, 1], [3, 2]]).arrows]
    [(0, 1), (1, 3), (3, 2)]
    """
    scene = table([[(number, as_text(number)) for number in row] for row in rows])
    order = sorted(range(len(scene.cells)), key=lambda at: scene.cells[at].value)
    ends = [*order[1:], *order[:closed]]
    return replace(scene, arrows=tuple(map(Arrow, order, ends)))
