"""A search problem in numbers, as plain searches ask it: a start, a goal test and successors over hashable nodes.

Two views: over compiled rules, and over any successors function where the relation did not compile. Kernels ask
`PackedSpace`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from ..by_name import entry
from ..endings import Path, State
from ..proofs.bounds import rows_of
from ..rewriting.program import Program
from ..rewriting.rewrite import resolve
from ..rewriting.values import Values
from .bounded_successors import NO_WAY, LookedUp
from .coding.move_pruning import ROOT
from .coding.successors import successors_of
from .problem import SearchProblem

if TYPE_CHECKING:
    from ..proofs.translations import LinearBound

Node: TypeAlias = tuple[int, ...]  # numbers of the values; equal exactly when the states are
# What led to a node: the number of a rule, or the label of a move, with its cost where moves have costs; `ROOT` for the
# start.
Via: TypeAlias = Any
Price: TypeAlias = Callable[[Via], int]
Successor: TypeAlias = tuple[Node, Via, int]  # the node after, what leads to it, by how much the sum changes


class RuleSpace:
    """The nodes and moves of compiled rules; `vias` are numbers of rules.

    Attributes
    ----------
    after
        The successors of a node, in clause order, and what led to it; moves that surely lead straight back are left
        out.
    start_sum, divisor
        The sum of the table at the start, 0 without a table; the bound of a node is its sum divided, rounded up.
    node_bytes
        The size of a node.
    price
        What a move costs, by what led on; None where each costs 1.

    Parameters
    ----------
    bounded
        Whether the table's sum is kept.
    program, blanks
        The rules, and which of their `wanderers` every state holds once; by default those of `problem`.
    """

    def __init__(
        self,
        problem: SearchProblem,
        bounded: bool = False,
        program: Program | None = None,
        blanks: tuple[int, ...] | None = None,
    ) -> None:
        self.problem = problem
        self.program = program = problem.program if program is None else program
        rows = rows_of(problem.table or {}, program) if bounded else None
        blanks = program.blanks(problem.start) if blanks is None else blanks
        self.successors = successors_of(program, blanks, rows)
        self.after = self.successors.after
        self.start = self.successors.encode(problem.start)
        self.start_sum = problem.table_sum(problem.start) if bounded else 0
        self.divisor = problem.divisor if bounded else 1
        self.is_goal: Callable[[Node], bool] = (
            self.successors.goal(problem.goals)
            if problem.test is None
            else lambda node: problem.is_goal(self.decode(node))
        )
        self.node_bytes = 56 + 8 * len(self.start)
        self.price = prices(problem)

    def path(self, nodes: Sequence[Node], vias: Sequence[int]) -> Path:
        """The solution that applies the rules `vias` one after the other."""
        return replay(self.problem, map(self.program.original, vias))

    def encode(self, state: State) -> Node | None:
        """The node of `state`; None for what is no state of this space."""
        known = self.program.values.known(state, self.program.n_cells)
        return None if known is None else known + self.successors.tail

    def decode(self, node: Node) -> State:
        """The state of `node`."""
        return self.program.values.decode(node[: self.program.n_cells])


class ExactSpace(RuleSpace):
    """The same where the distance to a goal is known exactly: it takes the place of the table's sum."""

    def __init__(self, problem: SearchProblem, exact: LinearBound) -> None:
        super().__init__(problem)
        self.start_sum = problem.table_sum(problem.start)
        flips, after, gains = exact.flips.of_rule, self.successors.after, exact.gains

        def nearer(node: Node, via: int) -> list[Successor]:
            by_flip = gains(node)
            return [(child, rule, by_flip[flips[rule]]) for child, rule, _ in after(node, via)]

        self.after = nearer  # type: ignore[assignment]


class LookupSpace(RuleSpace):
    """The same where a bound is looked up: in the place of the table's sum is the whole bound.

    It is `NO_WAY` for nodes from which no goal can be reached.
    """

    def __init__(self, problem: SearchProblem, looked_up: LookedUp) -> None:
        super().__init__(problem)
        self.successors = successors_of(self.program, self.program.blanks(problem.start), looked_up.rows)
        self.after = partial(looked_up.after, self.successors)
        self.start_sum, self.divisor = problem.bound(problem.start) or 0, 1


class RelationSpace:
    """The nodes and moves of any successors function; each state is asked once. `vias` are labels.

    The attributes are those of `RuleSpace`.
    """

    def __init__(self, problem: SearchProblem, bounded: bool = False) -> None:
        self.problem, self.bounded = problem, bounded
        self.numbering = Values()
        self.known: dict[Node, list[Successor]] = {}
        self.sums: dict[Node, int] = {}
        self.start = self.encode(problem.start)
        self.start_sum = self._sum(self.start)
        self.divisor = problem.divisor if bounded else 1
        self.node_bytes = 56 + 8 * len(self.start)
        self.price: Price | None = itemgetter(1) if problem.weighted else None

    def encode(self, state: State) -> Node:
        """The node of `state`."""
        return tuple(map(self.numbering.add, state))

    def decode(self, node: Node) -> State:
        """The state of `node`."""
        return self.numbering.decode(node)

    def _sum(self, node: Node) -> int:
        if not self.bounded:
            return 0
        if node not in self.sums:
            self.sums[node] = self.problem.table_sum(self.decode(node))
        return self.sums[node]

    def is_goal(self, node: Node) -> bool:
        """Whether `node` is a goal."""
        return self.problem.is_goal(self.decode(node))

    def after(self, node: Node, via: Via) -> Sequence[Successor]:
        """The successors as the relation gives them."""
        if node not in self.known:
            here = self._sum(node)
            steps = [(self.encode(state), via) for via, state in self._moves(self.decode(node))]
            self.known[node] = [(child, via, self._sum(child) - here) for child, via in steps]
        return self.known[node]

    def _moves(self, state: State) -> Sequence[tuple[Via, State]]:
        problem = self.problem
        if not problem.weighted:
            return problem.successors(state)
        assert problem.priced is not None
        return [((label, cost), after) for label, after, cost in problem.priced(state)]

    def path(self, nodes: Sequence[Node], vias: Sequence[Via]) -> Path:
        """The solution along `nodes`, of which each but the first was reached by one of `vias`."""
        states = tuple(map(self.decode, nodes))
        if self.price is None:
            return Path(moves=tuple(vias), states=states)
        return Path(moves=tuple(label for label, _ in vias), states=states, costs=tuple(cost for _, cost in vias))


Space: TypeAlias = RuleSpace | RelationSpace  # what a plain search asks


def space_of(problem: SearchProblem, bounded: bool = False) -> Space:
    """The view of `problem`; `bounded` for a search that follows the table, where the problem has one."""
    bounded = bounded and problem.is_bounded
    if problem.machine is not None:
        return entry("search.ground:GroundSpace")(problem, problem.machine, bounded)  # type: ignore[no-any-return]
    if problem.rewriting is None:
        return RelationSpace(problem, bounded)
    if bounded and problem.exact is not None:
        return ExactSpace(problem, problem.exact)
    if bounded and problem.looked_up is not None:
        return LookupSpace(problem, problem.looked_up)
    return RuleSpace(problem, bounded)


def replay(problem: SearchProblem, vias: Iterable[int]) -> Path:
    """The solution that applies the rules `vias` to the start."""
    assert problem.rewriting is not None
    states, moves, costs = [problem.start], [], []
    for via in vias:
        rule = problem.rewriting.rules[via]
        moves.append(resolve(rule.label, states[-1]))
        states.append(rule.apply(states[-1]))
        costs.append(rule.cost)
    return Path(moves=tuple(moves), states=tuple(states), costs=tuple(costs) if problem.weighted else None)


def prices(problem: SearchProblem) -> Price | None:
    """What each rule costs, by its number; None where each costs 1."""
    assert problem.rewriting is not None
    rules, program = problem.rewriting.rules, problem.program
    costs = [rules[program.original(number)].cost for number in range(len(program.rules))]
    return costs.__getitem__ if problem.weighted else None


__all__ = ["NO_WAY", "ROOT", "Node", "RelationSpace", "RuleSpace", "Space", "Successor", "Via", "replay", "space_of"]
