"""A search of the portfolio: what it has cost, and what it promises to cost on, in nodes of deepening."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from ..wording import about
from .astar import BestFirst
from .budget import Budget
from .deepening import Deepening
from .estimate import tree_size
from .growth import levels_to_come, rounds_to_come, space_size, taken_to_come
from .levelled import Levelled
from .problem import SearchProblem
from .space import space_of

STORED = 16  # what a state that is kept costs, in nodes of deepening; measured between 10 and 30

LEASTS = 3  # of A*, before their growth is trusted
NAMES = {"bidirectional": "both ends", "bfs": "breadth first", "astar": "A*"}  # in sentences
Searching: TypeAlias = Levelled | Deepening | BestFirst


@dataclass(eq=False)
class Member:
    """A search under its name as a strategy; its budget learns how long its slices take."""

    name: str
    search: Searching
    budget: Budget
    n_states: int | None
    problem: SearchProblem
    taken: list[tuple[int, int]] = field(default_factory=list)  # by A*: its `least` and its nodes, where it waited

    @property
    def keeps(self) -> bool:
        """Whether it keeps the states that it meets."""
        return not isinstance(self.search, Deepening)

    @property
    def weight(self) -> int:
        """What one of its nodes costs; for one that A* takes it keeps all that are met from there."""
        if isinstance(self.search, BestFirst):
            return STORED * max(1, self.search.met // max(1, self.search.nodes))
        return STORED if self.keeps else 1

    @property
    def spent(self) -> int:
        """What it has cost."""
        return self.search.nodes * self.weight

    def price(self, least: int) -> int:
        """About what it costs to go on until no solution has fewer than `least` moves, or until all states are seen.

        Where moves have costs, `least` counts in costs, of which some make a level or a limit on average.
        """
        search, step = self.search, self.problem.usual_cost
        to_come = -(-(least - search.least) // step)
        if isinstance(search, Deepening):
            nodes = search.search.nodes
            if sum(nodes > 0 for _, nodes in search.rounds) > 1:
                return rounds_to_come(search.rounds, search.limit, nodes, search.limit + to_come)
            # Growth tells nothing yet.
            return max(self._sampled(least, step, to_come), 2 * nodes) - nodes if to_come > 0 else 0
        known = [self.n_states] if self.n_states is not None else []
        if isinstance(search, BestFirst):
            nodes = taken_to_come(self.taken, search.least, search.nodes, search.least + to_come)
            if len(self.taken) < LEASTS and to_come > 0:  # growth tells little yet: as if no state came twice
                nodes = max(nodes, self._tree(least - 1) - search.nodes)
        else:
            nodes = levels_to_come(search.sizes, search.side, search.nodes - search.ends[-1], to_come)
            known = [len(search.sizes) * n for n in known]
            estimate = space_size(search.ends) if len(search.sizes) == 1 else None
            # An estimate that the search has outgrown, or nearly, says only that the end may be near.
            known += [max(estimate, search.nodes + search.nodes // 16)] if estimate is not None else []
        return self.weight * min([nodes, *(max(0, n - search.nodes) for n in known)])

    def wait(self) -> None:
        """Note how far A* is."""
        if isinstance(self.search, BestFirst):
            now = self.search.least, self.search.nodes
            if not self.taken or self.taken[-1][0] < now[0]:
                self.taken.append(now)

    def _sampled(self, least: int, step: int, limits: int) -> int:
        """The nodes of the last `limits` limits below `least`, from samples of two."""
        latest, before = self._tree(least - 1), self._tree(least - 1 - step) if limits > 1 else 0
        return latest + before * latest // (latest - before) if latest > before else latest * limits

    def _tree(self, limit: int) -> int:
        problem = self.search.strengthened or self.problem
        if (problem, limit) not in self._trees:
            self._trees[problem, limit] = tree_size(space_of(problem, bounded=True), limit)
        return self._trees[problem, limit]

    @cached_property
    def _trees(self) -> dict[tuple[SearchProblem, int], int]:
        return {}

    def describe(self, price: int) -> str:
        """A price in words."""
        return f"{about(price // self.weight)} {'states' if self.keeps else 'nodes'}"
