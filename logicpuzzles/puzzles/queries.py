"""The relations that every puzzle offers beside its own: path, walk, depth, and what was compiled.

start(S)  goal(S)                 the declared start, the declared goals
path(S, Moves)                    Moves is a shortest sequence from S to a goal; all of them, in clause order
path(S, G, Moves)                 ... from S to G
walk(S, G, Moves)                 Moves is any legal sequence from S to G, shortest first
depth(S, N)                       N is the fewest moves from S to a goal
hardest(S, N)                     S is a state as far from the goals as any, N moves
reachable(S)                      a goal can be reached from S
lower_bound(S, N)                 N is the proved lower bound of S
rewrite(Before, Label, After, Guards)   a rewrite rule
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import NeedsValue
from ..logic.goals import Goal, conde, eq, lall
from ..logic.lists import conso, lengtho
from ..logic.relations import Predicate, Primitive, Rule
from ..logic.resolver import Machine
from ..logic.terms import Term, var, vars
from ..rewriting.rewrite import Among, Differs, Equals, Same, resolve
from ..rewriting.rewrite import Rule as Rewrite
from .exploring import depth, explored

if TYPE_CHECKING:
    from ..search.exploration import Exploration
    from .puzzle import Puzzle


def predicates(puzzle: Puzzle) -> dict[tuple[str, int], Predicate]:
    """What `puzzle` offers, by name and arity."""
    offered = Offered(puzzle)
    named: list[Predicate] = [
        _rule(offered.start, "start", (puzzle.n_cells,)),
        _rule(puzzle.goal_goal, "goal", (puzzle.n_cells,)),
        _primitive(offered.path_to_goal, "path"),
        _primitive(offered.path, "path"),
        _rule(offered.walk, "walk", (puzzle.n_cells, puzzle.n_cells, None)),
        _primitive(offered.depth, "depth"),
        _primitive(offered.hardest, "hardest"),
        _primitive(offered.reachable, "reachable"),
        _primitive(offered.lower_bound, "lower_bound"),
        _primitive(offered.rewrite, "rewrite"),
    ]
    return {(predicate.name, predicate.arity or 0): predicate for predicate in named}


def _rule(function: Callable[..., Goal], name: str, shape: tuple[int | None, ...]) -> Rule:
    made = Rule(function, name)
    made.parameters, made.arity = made.parameters[: len(shape)], len(shape)
    made.shape = shape
    return made


def _primitive(function: Callable[..., Any], name: str) -> Primitive:
    made = Primitive(function)
    made.name = name
    return made


class Offered:
    """The relations of `predicates`, over one puzzle; terms come walked."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def start(self, state: Any) -> Goal:
        """`state` is the declared start."""
        return eq(state, self.puzzle.start)

    def walk(self, start: Any, goal: Any, moves: Any) -> Goal:
        """`moves` is any legal sequence from `start` to `goal`, shortest first."""
        steps = Rule(self._steps, "walk")
        self._walking = steps
        return lall(lengtho(moves, var()), steps(start, goal, moves))

    def _steps(self, state: Any, goal: Any, moves: Any) -> Goal:
        label, after, rest = vars(3)
        return conde(
            [eq(moves, ()), eq(state, goal)],
            [conso(label, rest, moves), self.puzzle.move(label, state, after), self._walking(after, goal, rest)],
        )

    def path_to_goal(self, machine: Machine, start: Any, moves: Any) -> Any:
        """`moves` is a shortest sequence from `start` to a goal; every one, in clause order."""
        state = known(machine, start)
        if state is not None:
            return self._paths(machine, state, None, moves)
        return self._from_table(machine, explored(self.puzzle), start, None, moves)

    def path(self, machine: Machine, start: Any, goal: Any, moves: Any) -> Any:
        """`moves` is a shortest sequence from `start` to `goal`; every one, in clause order."""
        state, wanted = known(machine, start), known(machine, goal)
        if state is not None and wanted is not None:
            return self._paths(machine, state, wanted, moves)
        if wanted is not None:
            return self._from_table(machine, explored(self.puzzle, goal=wanted), start, wanted, moves)
        if state is not None:
            return self._to_table(machine, state, goal, moves)
        for unknown in machine.unknowns(start):
            raise NeedsValue(unknown, "path (start or goal)")
        return False

    def _paths(self, machine: Machine, start: State, goal: State | None, moves: Any) -> Iterator[None]:
        mark = len(machine.trail)
        for path in self.puzzle.shortest(start, goal):
            if machine.unify(moves, path.moves):
                yield
            machine.undo(mark)

    def _from_table(
        self, machine: Machine, space: Exploration, start: Any, goal: State | None, moves: Any
    ) -> Iterator[None]:
        for state, _ in self._tabled(machine, space, start):
            yield from self._paths(machine, state, goal, moves)

    def _to_table(self, machine: Machine, start: State, goal: Any, moves: Any) -> Iterator[None]:
        for state, _ in self._tabled(machine, explored(self.puzzle, start=start), goal):
            yield from self._paths(machine, start, state, moves)

    def _tabled(
        self, machine: Machine, space: Exploration, state: Any, depth: int | None = None
    ) -> Iterator[tuple[State, int]]:
        """The explored states that `state` may be, nearest first, each bound in turn, with its depth."""
        mark = len(machine.trail)
        for number in range(len(space.depths)) if depth is None else (depth,):
            for found in space.table.states(number):
                if machine.unify(state, found):
                    yield found, number
                machine.undo(mark)

    def depth(self, machine: Machine, state: Any, moves: Any) -> Any:
        """`moves` is the fewest moves from `state` to a goal."""
        wanted = known(machine, state)
        if wanted is not None:
            far = depth(self.puzzle, self.puzzle.state(wanted))
            return far is not None and machine.unify(moves, far)
        return self._depths(machine, state, moves)

    def _depths(self, machine: Machine, state: Any, moves: Any) -> Iterator[None]:
        exact = moves if type(moves) is int else None
        for _, far in self._tabled(machine, explored(self.puzzle), state, exact):
            mark = len(machine.trail)
            if machine.unify(moves, far):
                yield
            machine.undo(mark)

    def hardest(self, machine: Machine, state: Any, moves: Any) -> Any:
        """`state` is one of the states that need the most moves, `moves`, of all that can reach a goal."""
        space = explored(self.puzzle)
        return self._at(machine, space, state, moves, len(space.depths) - 1)

    def _at(self, machine: Machine, space: Exploration, state: Any, moves: Any, far: int) -> Iterator[None]:
        mark = len(machine.trail)
        if machine.unify(moves, far):
            for _ in self._tabled(machine, space, state, far):
                yield
        machine.undo(mark)

    def reachable(self, machine: Machine, state: Any) -> Any:
        """A goal can be reached from `state`."""
        wanted = known(machine, state)
        if wanted is not None:
            return depth(self.puzzle, self.puzzle.state(wanted)) is not None
        return (None for _ in self._tabled(machine, explored(self.puzzle), state))

    def lower_bound(self, machine: Machine, state: Any, moves: Any) -> Any:
        """`moves` is the proved lower bound of `state`; 0 where none is known."""
        wanted = known(machine, state)
        if wanted is not None:
            return machine.unify(moves, self._bound(wanted))
        return self._bounds(machine, state, moves)

    def _bound(self, state: State) -> int:
        bound = self.puzzle.bound()
        return 0 if bound is None else int(bound.value(self.puzzle.state(state)))

    def _bounds(self, machine: Machine, state: Any, moves: Any) -> Iterator[None]:
        for found, _ in self._tabled(machine, explored(self.puzzle), state):
            mark = len(machine.trail)
            if machine.unify(moves, self._bound(found)):
                yield
            machine.undo(mark)

    def rewrite(self, machine: Machine, before: Any, label: Any, after: Any, guards: Any) -> Iterator[None]:
        """A rewrite rule leads from `before` to `after` by the move `label` where `guards` hold."""
        mark = len(machine.trail)
        for rule in self.puzzle.rewriting.rules:
            cells, conditions = opened(rule, self.puzzle.n_cells)
            found = (cells, resolve(rule.label, cells), rule.apply(cells), conditions)
            if machine.unify((before, label, after, guards), found):
                yield
            machine.undo(mark)


def opened(rule: Rewrite, n_cells: int) -> tuple[tuple[Any, ...], tuple[Term, ...]]:
    """The cells before `rule`, with fresh unknowns where it demands no constant, and its other guards as terms."""
    cells: list[Any] = list(vars(n_cells))
    for guard in rule.guards:
        if type(guard) is Same:
            cells[guard.other] = cells[guard.cell]
        elif type(guard) is Equals:
            cells[guard.cell] = guard.value
    conditions = []
    for guard in rule.guards:
        if type(guard) is Among:
            conditions.append(Term("member", (cells[guard.cell], guard.values)))
        elif type(guard) is Differs:
            left, right = (resolve(sides, tuple(cells)) for sides in zip(*guard.pairs, strict=True))
            conditions.append(Term("dif", (left[0], right[0]) if len(left) == 1 else (left, right)))
    return tuple(cells), tuple(conditions)


def known(machine: Machine, state: Any) -> State | None:
    """`state` as a tuple of values; None while something in it is unknown."""
    value = machine.reify(state)
    return value if isinstance(value, tuple) and not machine.unknowns(value) else None
