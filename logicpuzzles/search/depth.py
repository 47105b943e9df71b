"""Depth first within a limit, in slices, with or without a lower bound: the rounds of iterative deepening."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Protocol

from ..endings import Path
from .asked_workers import Workers
from .budget import Outcome
from .space import ROOT, Node, Space, Successor, Via

NO_CUT = -(1 << 62)


class DepthFirst(Protocol):
    """A depth-first search below the start in slices, plain or compiled.

    A state is looked at when it is met: the start, and every successor but the state two moves before; where moves may
    cost nothing, but the states on the path. It is turned back when what the moves cost and its bound exceed the limit.
    Where every move costs 1, a state at the depth of the limit is tested, not expanded.

    Attributes
    ----------
    workers
        Who may share it; plain Python goes on alone.
    """

    workers: Workers

    @property
    def nodes(self) -> int:
        """States looked at since `begin`, the start included."""

    @property
    def least(self) -> int:
        """The largest slack, that is the least negative, of a state that was turned back; `NO_CUT` if none was."""

    def begin(self, limit: int) -> None:
        """Start anew with moves that cost at most `limit` together."""

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states, while no more than `cap` are looked at; after `FOUND`, to the next solution."""

    def path(self) -> Path:
        """The solution, after `FOUND`."""


class PlainDepth:
    """Depth first in plain Python, on a stack of its own.

    The slack of a state is what the limit leaves for the table's sum: (limit - what the moves cost) * divisor - sum.
    """

    def __init__(self, space: Space) -> None:
        self.space, self.workers = space, Workers()
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew."""
        space = self.space
        self.limit, self.nodes, self.least = limit, 0, NO_CUT
        self.states: list[Node] = [space.start]
        self.vias: list[Via] = []
        self.slacks = [limit * space.divisor - space.start_sum]
        self.steps: list[Iterator[Successor]] = [iter(space.after(space.start, ROOT))]

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        states, vias, slacks, stack = self.states, self.vias, self.slacks, self.steps
        after, is_goal, divisor = self.space.after, self.space.is_goal, self.space.divisor
        limit, nodes, least, price = self.limit, max(1, self.nodes), self.least, self.space.price
        outcome = Outcome.ENDED
        if cap < 1:
            return Outcome.FULL
        end = min(nodes + work, cap)
        del states[len(stack) :], vias[len(stack) - 1 :]  # a goal that was met last is not expanded
        on_path = set(states) if self.space.problem.free else set()
        while stack:
            steps, depth = stack[-1], len(stack)
            slack = slacks[-1] if price else slacks[-1] - divisor
            before = states[-2] if depth > 1 else None
            for child, via, delta in steps:
                if child == before or child in on_path:
                    continue
                if nodes == end:
                    stack[-1] = chain([(child, via, delta)], steps)
                    outcome = Outcome.FULL if nodes == cap else Outcome.PAUSED
                    break
                nodes += 1
                left = slack - delta - divisor * price(via) if price else slack - delta
                if left >= 0:
                    if is_goal(child):
                        states.append(child)
                        vias.append(via)
                        outcome = Outcome.FOUND
                        break
                    if price or depth < limit:
                        states.append(child)
                        vias.append(via)
                        slacks.append(left)
                        stack.append(iter(after(child, via)))
                        if on_path:
                            on_path.add(child)
                        break
                    left = -1
                if left > least:
                    least = left
            else:
                stack.pop()
                slacks.pop()
                if stack:
                    on_path.discard(states.pop())
                    vias.pop()
                continue
            if outcome:
                break
        self.nodes, self.least = nodes, least
        return outcome

    def path(self) -> Path:
        """The solution on the stack."""
        return self.space.path(self.states, self.vias)
