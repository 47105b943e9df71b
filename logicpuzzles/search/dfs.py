"""Depth first without a limit: every simple path (no state twice) to a goal, in clause order or a stated order.

The first is not a shortest one, unless all have the same length. For tours, hopeless states are looked at but not
expanded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ..background import load_kernels
from ..endings import Path
from .budget import Outcome
from .coding.tour import Tour, tour_of
from .driver import Exhaustive
from .problem import SearchProblem
from .space import ROOT, Node, Space, Via, replay, space_of


class PlainSimplePaths(Exhaustive):
    """Depth first in plain Python over any rules or relation."""

    def __init__(self, space: Space, fewest_first: bool) -> None:
        self.space, self.fewest_first = space, fewest_first
        self.states: list[Node] = [space.start]
        self.vias: list[Via] = []
        self.on_path = {space.start}
        self.stack = [iter(self._after(space.start, ROOT, None))]

    def _after(self, node: Node, via: Via, before: Node | None) -> list[tuple[Node, Via]]:
        """The successors but the state before, in the order in which they are tried."""
        after = self.space.after
        found = [(child, rule) for child, rule, _ in after(node, via) if child != before]
        if self.fewest_first:
            found.sort(key=lambda step: sum(further != node for further, *_ in after(*step)))
        return found

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.stack) * (self.space.node_bytes + 500)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        states, vias, on_path, stack, is_goal = self.states, self.vias, self.on_path, self.stack, self.space.is_goal
        if cap < 1:
            return Outcome.FULL
        self.nodes = max(1, self.nodes)
        del states[len(stack) :], vias[len(stack) - 1 :]  # a goal that was met last is not expanded
        end = min(self.nodes + work, cap)
        while stack:
            for child, via in stack[-1]:
                if child in on_path:
                    continue
                if self.nodes == end:
                    stack[-1] = chain([(child, via)], stack[-1])
                    return Outcome.FULL if end == cap else Outcome.PAUSED
                self.nodes += 1
                if is_goal(child):
                    self.found += 1
                    if self.counting:
                        continue
                    states.append(child)
                    vias.append(via)
                    return Outcome.FOUND
                before = states[-1]
                states.append(child)
                vias.append(via)
                on_path.add(child)
                stack.append(iter(self._after(child, via, before)))
                break
            else:
                stack.pop()
                on_path.discard(states.pop())
                if vias:
                    vias.pop()
        return Outcome.ENDED

    def path(self) -> Path:
        """The solution on the stack."""
        return self.space.path(self.states, self.vias)


class PlainTours(Exhaustive):
    """The tours of a graph in plain Python; sets of cells are bits of an int.

    One loop for these and the simple paths, with the moves of each as methods, took a tenth longer and no fewer lines.
    """

    def __init__(self, problem: SearchProblem, tour: Tour) -> None:
        self.problem, self.tour = problem, tour
        self.cells, self.vias = [tour.start], [ROOT]
        self.free = tour.free
        self.stack = [iter(self._after(tour.start))]

    def _after(self, cell: int) -> Sequence[tuple[int, int]]:
        """The cells that can be entered from `cell`, in the order in which they are tried."""
        tour, free = self.tour, self.free
        if self.problem.order != "fewest":
            return tour.steps[cell]
        return sorted(tour.steps[cell], key=lambda step: (tour.out_of[step[0]] & free).bit_count())

    def memory(self) -> int:
        """About the bytes held."""
        return 500 * len(self.stack)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        tour, stack, cells, vias = self.tour, self.stack, self.cells, self.vias
        if cap < 1:
            return Outcome.FULL
        self.nodes = max(1, self.nodes)
        while len(cells) > len(stack):  # a goal that was met last is not expanded
            self.free |= 1 << cells.pop()
            vias.pop()
        end = min(self.nodes + work, cap)
        while stack:
            for cell, via in stack[-1]:
                if not self.free >> cell & 1:
                    continue
                if self.nodes == end:
                    stack[-1] = chain([(cell, via)], stack[-1])
                    return Outcome.FULL if end == cap else Outcome.PAUSED
                self.nodes += 1
                left = self.free & ~(1 << cell)
                if left:
                    if tour.hopeless(cell, left):
                        continue
                elif not tour.ends >> cell & 1:
                    continue
                else:
                    self.found += 1
                    if self.counting:
                        continue
                self.free = left
                cells.append(cell)
                vias.append(via)
                if not left:
                    return Outcome.FOUND
                stack.append(iter(self._after(cell)))
                break
            else:
                stack.pop()
                self.free |= 1 << cells.pop()
                vias.pop()
        return Outcome.ENDED

    def path(self) -> Path:
        """The tour on the stack."""
        return replay(self.problem, self.vias[1:])


def dfs(problem: SearchProblem) -> Exhaustive:
    """The first solution depth first, in plain Python."""
    tour = tour_of(problem)
    return PlainTours(problem, tour) if tour else PlainSimplePaths(space_of(problem), problem.order == "fewest")


def dfs_compiled(problem: SearchProblem) -> Exhaustive:
    """The same by a kernel."""
    tour = tour_of(problem)
    load_kernels(__package__, "tours" if tour else "simple_paths")
    if tour:
        from .kernels.tours import CompiledTours

        return CompiledTours(problem, tour)
    from .kernels.simple_paths import CompiledSimplePaths

    return CompiledSimplePaths(problem)
