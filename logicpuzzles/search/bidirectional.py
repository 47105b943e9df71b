"""Breadth first from both ends in one queue, the start first, then the goals.

A state that is met from one side and known from the other ends the search, and the path through it is a shortest one.
While the states of depth k of the start are expanded, all states within k of either end are in the queue and none is
common, so every solution has at least 2k + 1 moves; a path found then has just as many. Likewise on the other side.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from ..endings import Path, State
from ..errors import PuzzleError, Refusal
from ..memo import memo
from ..rewriting.inverse import inverse, inverse_size
from ..rewriting.program import Program
from .bfs import Breadth, PlainBreadth
from .budget import Outcome
from .driver import Search, all_seen
from .goal_states import matching_states
from .growth import level_sizes, smallest_next
from .levelled import Levelled
from .problem import SearchProblem
from .shortest_paths import ShortestPathDag
from .space import ROOT, Node, RuleSpace, Via, replay


def worth_reversing(problem: SearchProblem, most_goals: int) -> bool:
    """Whether a search from both ends may pay: there are goals, not too many, and not too many inverse rules."""
    rewriting = problem.rewriting
    if rewriting is None or problem.test is not None or inverse_size(rewriting) > 4 * len(rewriting.rules) + 256:
        return False
    return 0 < len(matching_states(problem.goals, rewriting, [problem.start], most_goals)) <= most_goals


class BothEnds(Levelled):
    """A search from both ends: the rules forwards and backwards over the same numbers.

    Attributes
    ----------
    sources
        The states to start from on the side of the goals.
    balanced
        Whether the side goes on whose next level seems to be the smaller one (after I. Pohl, Bi-directional search,
        Machine Intelligence 6, 1971), as where one side has many more states than the other; else the sides take turns.

    Raises
    ------
    PuzzleError
        If the moves cannot be reversed, or the goal states cannot be listed.
    """

    problem: SearchProblem
    balanced = False

    def __init__(self, problem: SearchProblem) -> None:
        if problem.rewriting is None:
            raise irreversible("the moves did not compile to rewrite rules, so they cannot be run backwards")
        try:
            reversed_rules = inverse(problem.rewriting)
        except Refusal as refusal:
            raise irreversible(str(refusal)) from None
        forwards = problem.program
        backwards = _numbered(reversed_rules, forwards.values)
        self.affordable = problem.affordable
        self.problem, self.backwards = problem, SearchProblem.of(reversed_rules, problem.start, (), costs=problem.costs)
        self.programs = forwards, backwards
        # A goal with a value that no reachable state holds cannot be reached, so it is no source.
        self.sources = [goal for goal in problem.goal_states() if all(value in forwards.values for value in goal)]
        self.blanks = forwards.blanks(problem.start), backwards.blanks(*self.sources)

    def joined(self, vias: Sequence[int], source: State, vias_back: Sequence[int]) -> Path:
        """The path from the start by the rules `vias` to where rules backwards, from a goal, lead."""
        there = replay(self.problem, vias)
        back = replay(replace(self.backwards, start=source), vias_back)
        costs = None if there.costs is None or back.costs is None else there.costs + back.costs[::-1]
        return Path(moves=there.moves + back.moves[::-1], states=there.states + back.states[-2::-1], costs=costs)

    def reason(self) -> str:
        """One side has no state left."""
        n_states = sum(self.sizes[1]) if self.sources else 0
        if self.sources and self.side == 0:
            return all_seen(sum(self.sizes[0]))
        if n_states == 0:
            return "no state is a goal"
        if n_states == 1:
            return "no move leads to the goal, and it is not the start"
        return f"all {n_states:,} states that can reach a goal were seen, and the start is not among them"


class Bidirectional(BothEnds, Breadth):
    """A search from both ends where every move costs 1, plain or compiled.

    Attributes
    ----------
    side_of
        The side of each level that is complete, 0 for the start's.
    """

    last = 1

    def __init__(self, problem: SearchProblem) -> None:
        super().__init__(problem)
        self.ends, self.side_of = [1, 1 + len(self.sources)], [0, 1]

    @property
    def least(self) -> int:
        """The complete levels, the two at the beginning counted as one, have no state in common."""
        return len(self.ends) - 1

    @property
    def depth(self) -> int:
        """The number of levels of both sides that are expanded."""
        return len(self.ends) - 2

    @property
    def sizes(self) -> list[list[int]]:
        """The number of states of each complete level of either side."""
        sizes = level_sizes(self.ends)
        return [[sizes[level] for level in self._levels(side)] for side in (0, 1)]

    def _levels(self, side: int) -> list[int]:
        return [level for level, of in enumerate(self.side_of) if of == side]

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        return super().run(work, cap) if self.sources else Outcome.ENDED

    def next_level(self) -> bool:
        """The level in hand is expanded: choose the next one; False if this side has no state left."""
        if not super().next_level():
            return False
        self.side_of.append(self.side)
        self.turn_to(smallest_next(self.sizes) if self.balanced else 1 - self.side)
        level = self._levels(self.side)[-1]
        self.row = self.ends[level - 1] if level else 0
        self.last = self.ends[level]
        return True

    def turn_to(self, side: int) -> None:
        """Go on from this side."""
        self.side = side

    @abstractmethod
    def halves(self) -> list[tuple[int, list[int]]]:
        """The row of the source and the rules from there to the state that was met, first from the side in hand."""

    def want_all(self, only_count: bool) -> None:
        """Look for all shortest solutions, for which the complete levels of both sides are enough."""
        Search.want_all(self, only_count)

    def dag(self) -> ShortestPathDag:
        """Every shortest solution, after `FOUND`.

        A state of the last level of the start's side is followed by one of the last of the goals', that one by one of
        the level before, and so on.
        """
        starts = [0, *self.ends]
        rows = [[range(starts[level], starts[level + 1]) for level in self._levels(side)] for side in (0, 1)]
        levels = self.towards(rows[0], rows[1][-1])
        for level in reversed(rows[1][:-1]):
            reached = sorted({after for steps in levels[-1].values() for _, after in steps})
            levels.append(self.steps(reached, level))
        return ShortestPathDag(levels)

    def path_along(self, rows: Sequence[int], vias: Sequence[int]) -> Path:
        """The solution along `rows`."""
        return replay(self.problem, vias)

    def path(self) -> Path:
        """The path through the state that was met from both sides."""
        (_, vias), (source, vias_back) = self.halves()[:: -1 if self.side else 1]
        return self.joined(vias, self.sources[source - 1], vias_back)


_numbered = memo(Program)


def irreversible(reason: str) -> PuzzleError:
    """The error for a search from both ends where it cannot start from the goals."""
    return PuzzleError(reason, place="strategy bidirectional", hint="choose another strategy")


class PlainBidirectional(Bidirectional, PlainBreadth):
    """Both ends in plain Python: the search from a side ends at a state that is known from the other."""

    def __init__(self, problem: SearchProblem) -> None:
        Bidirectional.__init__(self, problem)
        self.forwards = RuleSpace(problem)
        backwards = RuleSpace(self.backwards, program=self.programs[1], blanks=self.blanks[1])
        self.spaces, self.n_cells = (self.forwards, backwards), len(problem.start)
        self.tails = [space.start[self.n_cells :] for space in self.spaces]  # the nodes of the sides differ in these
        nodes = [self.forwards.start, *map(backwards.successors.encode, self.sources)]
        self.begin(nodes)
        self.known = {nodes[0]: 0}, {node: row for row, node in enumerate(nodes[1:], 1)}
        self.turn_to(0)

    def turn_to(self, side: int) -> None:
        """Go on from this side."""
        super().turn_to(side)
        self.space, self.rows = self.spaces[side], self.known[side]
        other = self.known[1 - side]
        self.is_goal = lambda node: self.seen_from(node, 1 - side) in other
        if self.tails[0] == self.tails[1]:
            self.is_goal = other.__contains__

    def seen_from(self, node: Node, side: int) -> Node:
        """The node of this side for the same state."""
        return node[: self.n_cells] + self.tails[side]

    def halves(self) -> list[tuple[int, list[int]]]:
        """The source and the rules on the path to the meeting, first from the side in hand."""
        assert self.goal is not None
        row, via, node = self.goal
        other = 1 - self.side
        (source, *_), vias = self.trace(row)
        (other_source, *_), other_vias = self.trace(self.known[other][self.seen_from(node, other)])
        return [(source, [*vias, via]), (other_source, other_vias)]

    def forward(self, row: int) -> tuple[Node, Via]:
        """The node of `forwards` in this row, and what led to it, which is unknown on the goals' side."""
        node = self.queue[row]
        return (node, self.vias[row]) if node in self.known[0] else (self.seen_from(node, 0), ROOT)
