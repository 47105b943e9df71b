"""The plain searches' view of a problem: a start, a goal test and successors over comparable, hashable nodes.

Two views: over compiled rules, and over any successors function where the relation did not compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..endings import Path, State
from ..logic.terms import typed
from ..rewriting.rewrite import Rewriting, resolve
from .coding.codes import Codes
from .coding.heuristic_delta import rows_of
from .coding.move_pruning import ROOT
from .coding.program import program_of
from .coding.successors import successors_of
from .problem import SearchProblem

Node = tuple[int, ...]  # numbers of the values; the same for two states just when the states are the same


class Space(Protocol):
    """What a plain search asks.

    Attributes
    ----------
    start
        The node of the start.
    start_sum
        The sum of the table there; 0 without a table.
    divisor
        The bound is the sum divided by this, rounded up.
    """

    start: Node
    start_sum: int
    divisor: int
    node_bytes: int

    def is_goal(self, node: Node) -> bool:
        """Whether `node` is a goal."""

    def after(self, node: Node, via: Any) -> Sequence[tuple[Node, Any, int]]:
        """The next node, what leads to it, and what it adds to the table's sum, for each move in clause order.

        `via` is what led to `node`; moves that surely lead straight back may be left out.
        """

    def path(self, nodes: Sequence[Node], vias: Sequence[Any]) -> Path:
        """The solution along `nodes`, of which each but the first was reached by one of `vias`."""


class RuleSpace:
    """The nodes and moves of compiled rules; `vias` are numbers of rules."""

    def __init__(self, problem: SearchProblem, rewriting: Rewriting, bounded: bool) -> None:
        self.problem, self.rewriting, self.bounded = problem, rewriting, bounded
        program = program_of(rewriting, problem.start)
        rows = rows_of(problem, program.codes) if bounded else None
        self.successors = successors_of(program, program.blanks(problem.start), rows)
        self.after = self.successors.after
        self.start = self.successors.encode(problem.start)
        self.start_sum = self.successors.sum_of(self.start)
        self.divisor = problem.divisor
        decode, n_cells = program.codes.decode, program.n_cells
        self.is_goal: Callable[[Node], bool] = (
            self.successors.goal(problem.goals)
            if problem.test is None
            else lambda node: problem.is_goal(decode(node[:n_cells]))
        )
        self.node_bytes = 56 + 8 * len(self.start)

    def path(self, nodes: Sequence[Node], vias: Sequence[int]) -> Path:
        """The solution that applies the rules `vias` one after the other."""
        return replay(self.problem, self.rewriting, vias, self.bounded)


def replay(problem: SearchProblem, rewriting: Rewriting, vias: Sequence[int], bounded: bool) -> Path:
    """The solution that applies the rules `vias` to the start, with bounds if the search used them."""
    states, moves = [problem.start], []
    for via in vias:
        rule = rewriting.rules[via]
        moves.append(resolve(rule.label, states[-1]))
        states.append(rule.apply(states[-1]))
    return solution(problem, moves, states, bounded)


def solution(problem: SearchProblem, moves: Sequence[Any], states: Sequence[State], bounded: bool) -> Path:
    """A path with the bound of every state, where the search used one."""
    bounds = tuple(map(problem.bound, states)) if bounded else None
    return Path(moves=tuple(moves), states=tuple(states), bounds=bounds)


class RelationSpace:
    """The nodes and moves of any successors function; each state is asked once. `vias` are labels."""

    def __init__(self, problem: SearchProblem, bounded: bool) -> None:
        self.problem, self.bounded = problem, bounded
        self.codes = Codes()
        self.known: dict[Node, list[tuple[Node, Any, int]]] = {}
        self.sums: dict[Node, int] = {}
        self.start = self._node(problem.start)
        self.start_sum = self._sum(self.start)
        self.divisor = problem.divisor
        self.node_bytes = 56 + 8 * len(self.start)

    def _node(self, state: State) -> Node:
        return tuple(map(self.codes.add, state))

    def _sum(self, node: Node) -> int:
        if not self.bounded:
            return 0
        if node not in self.sums:
            self.sums[node] = self.problem.table_sum(self.codes.decode(node))
        return self.sums[node]

    def is_goal(self, node: Node) -> bool:
        """Whether a goal pattern matches."""
        return self.problem.is_goal(self.codes.decode(node))

    def after(self, node: Node, via: Any) -> Sequence[tuple[Node, Any, int]]:
        """The successors as the relation gives them."""
        found = self.known.get(node)
        if found is None:
            here = self._sum(node)
            found = []
            for label, state in self.problem.successors(self.codes.decode(node)):
                child = self._node(state)
                found.append((child, label, self._sum(child) - here))
            self.known[node] = found
        return found

    def path(self, nodes: Sequence[Node], vias: Sequence[Any]) -> Path:
        """The solution with these labels."""
        return solution(self.problem, vias, [self.codes.decode(node) for node in nodes], self.bounded)


def space_of(problem: SearchProblem, bounded: bool = False) -> Space:
    """The view of `problem`; `bounded` for a search that follows the table, where the problem has one."""
    bounded = bounded and problem.table is not None
    if problem.rewriting is None:
        return RelationSpace(problem, bounded)
    return RuleSpace(problem, problem.rewriting, bounded)


__all__ = ["ROOT", "Node", "Space", "replay", "solution", "space_of", "typed"]
