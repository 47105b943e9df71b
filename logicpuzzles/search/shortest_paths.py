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
        rows, vias = [0], list[Via]()
        ways = WaysOut(self.steps, self.component)
        ways.enter(0)
        stack = [self._open(0, ways)]
        while stack:
            while len(rows) > len(stack):
                ways.leave(rows.pop())
                vias.pop()
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            via, after = step
            vias.append(via)
            rows.append(after)
            if after in self.steps:
                ways.enter(after)
                stack.append(self._open(after, ways))
            else:
                yield rows, vias

    def _open(self, row: int, ways: WaysOut) -> Iterator[tuple[Via, int]]:
        """The steps from `row` that lead on to a goal."""
        here = self.component[row]
        for via, after in self.steps[row]:
            if self.component.get(after) != here or ways.leads_out(after):
                yield via, after


class WaysOut:
    """From which rows a path leads out of their component, or to a goal, without a row of the path so far.

    Each row has the next one on a way out. A way that the path blocks is replaced when it is asked for, and what has no
    way is remembered until the path goes back. (The first path in a ring of nine beads, 253,854 moves through 362,880
    states, takes 20 s; looking again at each step it did not end in 250 s.)
    """

    def __init__(self, steps: Steps, component: dict[int, int]) -> None:
        self.steps = steps
        self.path: dict[int, list[dict[int, int]]] = {}  # for each row of it, what is cut off since it was entered
        self.cut_off: set[int] = set()
        self.following: dict[int, int] = {}  # on a nearest way out; the row itself where a step leads out
        before: dict[int, list[int]] = {}
        for row in steps:
            for _, after in steps[row]:
                if component.get(after) != component[row]:
                    self.following[row] = row
                else:
                    before.setdefault(after, []).append(row)
        queue = list(self.following)
        for row in queue:
            for one in before.get(row, ()):
                if one not in self.following:
                    self.following[one] = row
                    queue.append(one)

    def enter(self, row: int) -> None:
        """Go on to `row`."""
        self.path[row] = []

    def leave(self, row: int) -> None:
        """Go back from `row`, which need not have been entered."""
        for rows in self.path.pop(row, ()):
            self.cut_off.difference_update(rows)

    def leads_out(self, row: int) -> bool:
        """Whether a path from `row`, of the component of the last row, leads out of it."""
        if row in self.path or row in self.cut_off:
            return False
        before, queue = {row: row}, [row]
        for one in queue:
            if self._is_open(one):
                while one != row:
                    self.following[before[one]] = one
                    one = before[one]
                return True
            for _, after in self.steps[one]:
                if after not in before and after not in self.path and after not in self.cut_off:
                    before[after] = one
                    queue.append(after)
        self.cut_off.update(before)
        self.path[next(reversed(self.path))].append(before)
        return False

    def _is_open(self, row: int) -> bool:
        """Whether the known way out from `row` is not blocked."""
        while (after := self.following[row]) != row:
            if after in self.path:
                return False
            row = after
        return True
