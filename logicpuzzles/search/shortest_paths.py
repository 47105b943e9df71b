"""The directed acyclic graph of all shortest solutions: its paths from the start are the solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .space import Via

Steps = dict[int, list[tuple[Via, int]]]  # for each row what leads on, and to which row, in clause order


class ShortestPathDag:
    """The part of the space that lies on shortest solutions; states are rows, and the start is row 0.

    Attributes
    ----------
    steps
        For each row but those of the goals what leads on; the rows come level by level.
    """

    def __init__(self, levels: Iterable[Steps]) -> None:
        self.steps = {row: steps for level in levels for row, steps in level.items()}

    def __iter__(self) -> Iterator[tuple[list[int], list[Via]]]:
        """The rows, and what leads from each to the next, of every shortest solution in clause order."""
        rows = [0]
        vias: list[Via] = []
        stack = [iter(self.steps[0])]
        while stack:
            del rows[len(stack) :], vias[len(stack) - 1 :]
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            vias.append(step[0])
            rows.append(step[1])
            if step[1] in self.steps:
                stack.append(iter(self.steps[step[1]]))
            else:
                yield rows, vias

    def count(self) -> int:
        """The number of shortest solutions, without going through them."""
        paths: dict[int, int] = {}
        # The rows come level by level, so backwards every row comes after those that follow it.
        for row, steps in reversed(self.steps.items()):
            paths[row] = sum(paths.get(after, 1) for _, after in steps)
        return paths[0]
