"""The relations of a puzzle that tell of sequences of moves: path, and walk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from itertools import takewhile
from typing import Any

from ..endings import State
from ..errors import NeedsValue, PuzzleError, Refusal
from ..logic.deciding import Decided
from ..logic.goals import Goal, conde, eq, fail, lall, lany, neq
from ..logic.lists import conso, is_open, lengtho, membero, opened
from ..logic.relations import Outcome, Primitive, Rule, bind_each
from ..logic.resolver import Machine
from ..logic.termdict import TermDict
from ..logic.terms import AnyTerm, cons, same, var, vars
from ..rewriting.listing import rule_terms
from ..search.exploration import Exploration
from .guided_paths import Far, ShortestPathDag, guided_paths, memoized
from .space import Space


class PathRelations:
    """The relations, over the space of one puzzle; terms come walked."""

    def __init__(self, space: Space) -> None:
        self.space, self.compiled, self.declared = space, space.compiled, space.declared

    def walk(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm) -> Goal:
        """`moves` is any legal sequence from `start` to `goal`, shortest first."""
        for end in (start, goal):  # an unknown one is a list of unknown cells; one of another length is an error
            if type(machine.reify(end)) is not tuple and not machine.unify(end, vars(self.declared.n_cells)):
                return fail
        return self._guided(machine, start, goal, moves)

    def walk_with_cost(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm, cost: AnyTerm) -> Goal:
        """The same, and `cost` is what it costs: the number of moves, where each costs 1."""
        return lall(Primitive(self.walk)(start, goal, moves), Primitive(self._costs)(start, goal, moves, cost))

    def _costs(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm, cost: AnyTerm) -> Iterator[Any]:
        """What the moves of a walk cost; moves with one label may lead to several states."""
        known = machine.reify((start, goal, moves))
        for unknown in machine.unknowns(known):
            raise NeedsValue(unknown, "walk (start, goal or moves)")
        begin, end, labels = known
        reached: TermDict[set[int]] = TermDict([(begin, {0})])
        for label in labels:
            following: TermDict[set[int]] = TermDict()
            for state, costs in reached.items():
                for found, after, price in self.declared.priced(state):
                    if same(found, label):
                        following.setdefault(after, set()).update(so_far + price for so_far in costs)
            reached = following
        return bind_each(machine, cost, sorted(reached.get(end, ())))

    def _guided(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm) -> Goal:
        """The same; where both ends are known, guided by the distances, or by a search where the space is too large."""
        state, wanted = ground_state(machine, start), ground_state(machine, goal)
        move = self.declared.move
        start, goal = machine.reify(start), machine.reify(goal)
        step = move if state is not None or self.compiled.rules is None else self._rewritten
        blind = lall(lengtho(moves, var()), _walking(step)(start, goal, moves))
        for one in (state, wanted):
            if one is not None:
                self.compiled.state(one)
        if state is None or wanted is None or not machine.unknowns(moves):
            return blind
        far = self.space.distances(wanted)
        if far is not None:
            guided = lall(lengtho(moves, var()), _walking(move, far)(start, goal, moves))
            return fail if far(state) is None else guided
        if self.declared.cost is not None:  # a cheapest path need not be a shortest one
            return blind
        least = next((path.length for path in self.space.shortest(state, wanted)), None)
        if least is None:
            return fail
        longer = eq(moves, cons(*vars(least + 1), var()))
        return lany(Primitive(self.path)(start, goal, moves), lall(longer, blind))

    def rewrite(
        self, machine: Machine, before: AnyTerm, label: AnyTerm, after: AnyTerm, guards: AnyTerm
    ) -> Iterator[Any]:
        """A rewrite rule leads from `before` to `after` by the move `label` where `guards` hold."""
        try:
            rules = self.compiled.rewriting.rules
        except Refusal as refusal:
            raise PuzzleError(f"{self.declared.move.name} has no rewrite rules: {refusal}") from None
        found = (rule_terms(rule, vars(self.declared.n_cells)) for rule in rules)
        return bind_each(machine, (before, label, after, guards), found)

    def _rewritten(self, label: AnyTerm, before: AnyTerm, after: AnyTerm) -> Goal:
        """A move, by the rewrite rules: unlike the relation they never need to know the state before."""
        guards = var()
        return lall(Primitive(self.rewrite)(before, label, after, guards), Primitive(_conditions)(guards))

    def path_to_goal(self, machine: Machine, start: AnyTerm, moves: AnyTerm) -> Outcome:
        """`moves` is a shortest or cheapest sequence from `start` to a goal; every one, in clause order."""
        state = ground_state(machine, start)
        if state is not None:
            return self._paths(machine, state, None, moves)
        return self._from_table(machine, self.space.whole, None, start, moves)

    def path(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm) -> Outcome:
        """`moves` is a shortest or cheapest sequence from `start` to `goal`; every one, in clause order."""
        return self._path(machine, start, goal, moves, None)

    def path_with_cost(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm, cost: AnyTerm) -> Outcome:
        """The same, and `cost` is what it costs: the number of moves, where each costs 1."""
        return self._path(machine, start, goal, moves, cost)

    def _path(self, machine: Machine, start: AnyTerm, goal: AnyTerm, moves: AnyTerm, cost: AnyTerm | None) -> Outcome:
        state, wanted = ground_state(machine, start), ground_state(machine, goal)
        if state is not None and wanted is not None:
            return self._paths(machine, state, wanted, moves, cost)
        if wanted is not None:
            return self._from_table(machine, self.space.explored(None, wanted), wanted, start, moves, cost)
        if state is not None:
            return self._to_table(machine, state, goal, moves, cost)
        for unknown in machine.unknowns(start):
            raise NeedsValue(unknown, "path (start or goal)")
        return False

    def _paths(
        self, machine: Machine, start: State, goal: State | None, moves: AnyTerm, cost: AnyTerm | None = None
    ) -> Iterator[Any]:
        lengths = _lengths(machine, moves)
        best = self.space.shortest(self.compiled.state(start, "start"), self.compiled.goal(goal))
        if self.declared.cost is None:
            best = takewhile(lambda path: path.length in lengths, best)
        if cost is None:
            return bind_each(machine, moves, (path.moves for path in best))
        return bind_each(machine, (moves, cost), ((path.moves, path.cost) for path in best))

    def _from_table(
        self,
        machine: Machine,
        space: Exploration,
        goal: State | None,
        start: AnyTerm,
        moves: AnyTerm,
        cost: AnyTerm | None = None,
    ) -> Iterator[Any]:
        if self.declared.cost is not None or cost is not None:
            for state, _ in bind_states(machine, space, start):
                yield from self._paths(machine, state, goal, moves, cost)
            return
        far = memoized(space.table.depth)
        for state, depth in bind_states(machine, space, start, _lengths(machine, moves)):
            yield from bind_each(machine, moves, guided_paths(self.compiled.successors, far, state, depth))

    def _to_table(
        self, machine: Machine, start: State, goal: AnyTerm, moves: AnyTerm, cost: AnyTerm | None
    ) -> Iterator[Any]:
        space = self.space.explored(self.compiled.state(start), self.declared.goal)
        if self.declared.cost is not None or cost is not None:
            for state, _ in bind_states(machine, space, goal):
                yield from self._paths(machine, start, state, moves, cost)
            return
        dag = ShortestPathDag(self.compiled.successors, space)
        for state, depth in bind_states(machine, space, goal, _lengths(machine, moves)):
            yield from bind_each(machine, moves, dag.paths(start, state, depth))


def ground_state(machine: Machine, state: AnyTerm) -> State | None:
    """`state` as a tuple of values; None while something in it is unknown."""
    value = machine.reify(state)
    return value if isinstance(value, tuple) and not machine.unknowns(value) else None


def bind_states(
    machine: Machine, space: Exploration, state: AnyTerm, depths: Container[int] | None = None
) -> Iterator[tuple[State, int]]:
    """The explored states at one of `depths` that `state` may be, nearest first, each bound in turn, with its depth."""
    for depth in range(len(space.depths)):
        if depths is None or depth in depths:
            for found in bind_each(machine, state, space.table.states(depth)):
                yield found, depth


def _conditions(machine: Machine, guards: AnyTerm) -> Goal:
    """The goal that the conditions of a rule hold, as terms."""
    return lall(*(membero(*guard.args) if guard.name == "member" else neq(*guard.args) for guard in guards))


def _walking(move: Callable[..., Goal], far: Far | None = None) -> Rule:
    """The relation that `moves`, a list of known length, lead from a state to a goal, `far` from it."""

    def walk(state: AnyTerm, goal: AnyTerm, moves: AnyTerm) -> Goal:
        label, after, rest = vars(3)
        moved = Decided(move(label, state, after), (label, after))
        step = conso(label, rest, moves), moved, walking(after, goal, rest)
        return lall(near(state, moves), conde([eq(moves, ()), eq(state, goal)], step))

    def within(machine: Machine, state: AnyTerm, moves: AnyTerm) -> bool:
        distance = 0 if far is None else far(machine.reify(state))
        return distance is not None and distance <= len(opened(machine, moves)[0])

    walking, near = Rule(walk), Primitive(within)
    return walking


def _lengths(machine: Machine, moves: AnyTerm) -> range:
    """How long the list `moves` may be."""
    elements, rest = opened(machine, moves)
    most = sys.maxsize if is_open(rest) else len(elements) + (rest == ())
    return range(len(elements), most)
