"""The directed acyclic graph of all shortest solutions: its paths from the start are the solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from .space import Via

Steps = dict[int, list[tuple[Via, int]]]  # for each row what leads on, and to which row, in clause order


class ShortestPathDag:
    """The part of the space that lies on shortest solutions; states are rows, and the start is row 0.

    Attributes
    ----------
    steps
        For each row but those of the goals what leads on; the rows come level by level, none before one that leads to
        it.
    """

    is_acyclic = True

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


class CyclicPaths(ShortestPathDag):
    """The same where moves that cost nothing may lead round in circles: solutions are paths without a repeated state.

    A step is taken only where a goal can still be reached without a state of the path, so there are no dead ends. A
    circle lies within one component of the graph, so that only steps within a component need a look. `component` has
    the number of that of each row.
    """

    is_acyclic = False

    def __init__(self, steps: Steps, component: dict[int, int]) -> None:
        super().__init__([steps])
        self.component = component

    def __iter__(self) -> Iterator[tuple[list[int], list[Via]]]:
        rows, on_path = [0], {0}
        vias: list[Via] = []
        stack = [self._open(0, on_path)]
        while stack:
            while len(rows) > len(stack):
                on_path.discard(rows.pop())
                vias.pop()
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            via, after = step
            vias.append(via)
            rows.append(after)
            if after in self.steps:
                on_path.add(after)
                stack.append(self._open(after, on_path))
            else:
                yield rows, vias

    def _open(self, row: int, on_path: set[int]) -> Iterator[tuple[Via, int]]:
        """The steps from `row` that lead on to a goal."""
        here = self.component[row]
        for via, after in self.steps[row]:
            if self.component.get(after) != here or (after not in on_path and self._leaves(after, on_path)):
                yield via, after

    def _leaves(self, row: int, on_path: set[int]) -> bool:
        """Whether a path from `row` leads out of its component, or to a goal, without a state of the path."""
        here, seen, queue = self.component[row], {row}, [row]
        for one in queue:
            if self._is_free(one, on_path):
                return True
            for _, after in self.steps[one]:
                if self.component.get(after) != here:
                    return True
                if after not in seen and after not in on_path:
                    seen.add(after)
                    queue.append(after)
        return False

    def _is_free(self, row: int, on_path: set[int]) -> bool:
        """Whether the nearest way out from `row` has no state of the path: mostly so, and soon seen."""
        while (after := self.way_out[row]) != row:
            if after in on_path:
                return False
            row = after
        return True

    @cached_property
    def way_out(self) -> dict[int, int]:
        """For each row the next one on a nearest way out of its component; itself where a step leads out."""
        before: dict[int, list[int]] = {}
        found: dict[int, int] = {}
        for row, steps in self.steps.items():
            for _, after in steps:
                if self.component.get(after) != self.component[row]:
                    found[row] = row
                else:
                    before.setdefault(after, []).append(row)
        queue = list(found)
        for row in queue:
            for one in before.get(row, ()):
                if one not in found:
                    found[one] = row
                    queue.append(one)
        return found
