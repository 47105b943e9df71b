"""The relations that every puzzle offers beside its own: path, walk, depth, and what was compiled.

start(S)  goal(S)                 the declared start, the declared goals
path(S, Moves)                    Moves is a shortest sequence from S to a goal, or a cheapest one where moves have
                                  costs; all of them, in clause order
path(S, G, Moves)                 ... from S to G
path(S, G, Moves, Cost)           ... and what it costs
walk(S, G, Moves)                 Moves is any legal sequence from S to G, shortest first
walk(S, G, Moves, Cost)           ... and what it costs
depth(S, N)                       N is the fewest moves from S to a goal, or the least cost
hardest(S, N)                     S is a state as far from the goals as any, N moves or a cost of N
reachable(S)                      a goal can be reached from S
lower_bound(S, N)                 N is the proved lower bound of S
rewrite(Before, Label, After, Guards)   a rewrite rule
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..endings import State
from ..logic.goals import Goal, eq
from ..logic.relations import Outcome, Predicate, Primitive, Rule, bind_each
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, AnyTerm
from .path_relations import PathRelations, bind_states, ground_state
from .space import Space


def predicates(space: Space) -> dict[tuple[str, int], Predicate]:
    """What every puzzle offers, by name and arity, over the space of one."""
    offered, n_cells = Offered(space), space.declared.n_cells
    named: list[Predicate] = [
        _rule(offered.start, (n_cells,)),
        _rule(offered.goal, (n_cells,)),
        Primitive(offered.path_to_goal, "path"),
        Primitive(offered.path),
        Primitive(offered.path_with_cost, "path"),
        Primitive(offered.walk),
        Primitive(offered.walk_with_cost, "walk"),
        Primitive(offered.depth),
        Primitive(offered.hardest),
        Primitive(offered.reachable),
        Primitive(offered.lower_bound),
        Primitive(offered.rewrite),
    ]
    return {(predicate.name, predicate.arity or 0): predicate for predicate in named}


def _rule(function: Callable[..., Goal], shape: tuple[int | None, ...]) -> Rule:
    made = Rule(function)
    made.shape = shape
    return made


class Offered(PathRelations):
    """The relations of `predicates`, over the space of one puzzle; terms come walked."""

    def start(self, state: AnyTerm) -> Goal:
        """`state` is the declared start."""
        return eq(state, self.declared.start)

    def goal(self, state: AnyTerm) -> Goal:
        """`state` is one of the declared goals."""
        return self.declared.goal_relation(state, self.declared.goal)

    def depth(self, machine: Machine, state: AnyTerm, moves: AnyTerm) -> Outcome:
        """`moves` is the fewest moves from `state` to a goal, or the least cost."""
        wanted = ground_state(machine, state)
        if wanted is not None:
            far = self.space.depth(self.compiled.state(wanted))
            return far is not None and machine.unify(moves, far)
        if type(moves) is not int and type(moves) not in VARIABLES:
            return False
        exact = (moves,) if type(moves) is int else None
        found = bind_states(machine, self.space.whole, state, exact)
        return (None for _, far in found for _ in bind_each(machine, moves, (far,)))

    def hardest(self, machine: Machine, state: AnyTerm, moves: AnyTerm) -> Iterator[Any]:
        """`state` is one of the states that need the most moves, or cost most, `moves`, of all that reach a goal."""
        space = self.space.whole
        for far in bind_each(machine, moves, (len(space.depths) - 1,)):
            yield from bind_states(machine, space, state, (far,))

    def reachable(self, machine: Machine, state: AnyTerm) -> Outcome:
        """A goal can be reached from `state`."""
        wanted = ground_state(machine, state)
        if wanted is not None:
            return self.space.depth(self.compiled.state(wanted)) is not None
        return (None for _ in bind_states(machine, self.space.whole, state))

    def lower_bound(self, machine: Machine, state: AnyTerm, moves: AnyTerm) -> Outcome:
        """`moves` is the proved lower bound of `state`; 0 where none is known."""
        wanted = ground_state(machine, state)
        if wanted is not None:
            return machine.unify(moves, self._bound(wanted))
        found = bind_states(machine, self.space.whole, state)
        return (None for one, _ in found for _ in bind_each(machine, moves, (self._bound(one),)))

    def _bound(self, state: State) -> int:
        state, goal = self.compiled.state(state), self.declared.goal
        exact, bound = self.compiled.exact(state, goal), self.compiled.bound(goal)
        if exact is not None:
            return exact.of(state)
        return 0 if bound is None else int(bound.value(state))
