"""Moves and goals of a problem whose relation did not compile, answered by the query machine; states are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..endings import Label, Path, State
from ..errors import PuzzleError
from ..logic.lowering import NotLowered, body_of
from ..logic.machine.clauses import Auxiliary, Clause, Differ, Either, Equal, Step, Unsupported
from ..logic.machine.ground import OVER, SLICE, Cells, GroundRun, Question
from ..logic.machine.image import Image
from ..logic.terms import var, vars
from ..rewriting.rewrite import Cell, Differs, Equals, Guard, Pattern, Same
from ..watchdog import check_all
from .goal_states import exact
from .problem import SearchProblem
from .space import Node, RelationSpace, Successor, Via

LONGEST = 20.0  # seconds for the moves of one state; the reference tells what takes longer
SEEN = 8  # states whose moves are compared with those that the reference finds


class GroundMoves(GroundRun):
    """The moves and the goals of a problem, over kept states.

    Raises
    ------
    Unsupported
        The machine does not run the relation, or finds other moves than the reference.
    """

    def __init__(self, problem: SearchProblem) -> None:
        super().__init__(Image(), lambda: check_all("searching", whole=True))
        self.problem = problem
        label, before, after = var(), var(), vars(len(problem.start))
        self.moves = Question(problem.move, (label, before, after), before, (label, after))
        self.start = self.add(problem.start)
        self.goal_cells = np.array([], np.int64)
        self.goals: Question | None = None
        self._read_goals()
        self._compare()

    def _read_goals(self) -> None:
        problem, state = self.problem, var()
        if problem.test is not None:
            if problem.goal is None:
                raise Unsupported("a goal that is a function")
            try:
                body = body_of(problem.goal(state))
            except NotLowered:
                raise Unsupported("a goal that only Python runs") from None
            self.goals = Question(Auxiliary(1, [Clause((state,), body)]), (state,), state, most=1)
            return
        n_cells = len(problem.start)
        found = [(pattern, exact(pattern, n_cells)) for pattern in problem.goals]
        self.goal_cells = np.array([self.add(state) for _, state in found if state is not None], np.int64)
        others = [_clause(pattern, n_cells) for pattern, known in found if known is None]
        if others:
            self.goals = Question(Auxiliary(1, others), (state,), state, most=1)

    def _compare(self) -> None:
        """Look whether some states have the moves that the reference finds."""
        queue = [self.start]
        for cell in queue:
            try:
                found, told = self.moves_of(cell), self.from_reference(cell)
            except PuzzleError as error:
                if type(error) is PuzzleError:  # it is raised when a search comes to this state
                    return
                raise
            if found != told:
                raise Unsupported("other moves than those of the relation")
            queue += [after for _, after in found if after not in queue][: SEEN - len(queue)]

    # -- one state ---------------------------------------------------------------------------------

    def moves_of(self, cell: int) -> list[tuple[int, int]]:
        """The label and the state after of every move from a state."""
        self.ask(self.moves, np.array([cell], np.int64))
        try:
            self.finish()
        except Unsupported:
            return self.from_reference(cell)
        return [(label, after) for _, label, after in self.answers_of().tolist()]

    def from_reference(self, cell: int) -> list[tuple[int, int]]:
        """The same from the reference, which raises its errors."""
        found = self.problem.successors(self.term(cell))
        return [(self.add(label), self.add(after)) for label, after in found]

    def finish(self) -> None:
        """Go on until all is answered."""
        began = perf_counter()
        while (reason := self.go_on()) != OVER:
            self.check()
            if reason != SLICE:
                self.widen(reason)
            elif perf_counter() - began > LONGEST:
                raise Unsupported("a question that takes long")

    def first_goal(self, cells: Cells) -> int | None:
        """The index of the first goal among `cells`."""
        found = self._listed_among(cells)
        first = int(found[0]) if len(found) else None
        if self.goals is None:
            return first
        return next(self.goals_among(cells[:first]), first)

    def _listed_among(self, cells: Cells) -> Cells:
        """The indexes of the cells of known goals."""
        if len(self.goal_cells) == 1:  # `isin` takes 50 times as long for a few cells
            is_goal: NDArray[np.bool_] = cells == self.goal_cells[0]
            return is_goal.nonzero()[0]
        return np.flatnonzero(np.isin(cells, self.goal_cells))

    def goals_among(self, cells: Cells) -> Iterator[int]:
        """The indexes of the goals among `cells`."""
        if self.goals is None:
            yield from self._listed_among(cells).tolist()
            return
        begin = 0
        while begin < len(cells):
            self.ask(self.goals, cells[begin:])
            last = None
            try:
                self.finish()
            except Unsupported:
                last = begin + self.over
            found = (begin + self.answers_of()[:, 0]).tolist()
            yield from found
            if last is None:
                return
            if self.problem.is_goal(self.term(int(cells[last]))):
                yield last
            begin = last + 1


def _clause(pattern: Pattern, n_cells: int) -> Clause:
    """That a state matches a pattern."""
    cells = vars(n_cells)
    return Clause((cells,), [step for guard in pattern for step in _steps(guard, cells)])


def _steps(guard: Guard, cells: Sequence[Any]) -> list[Step]:
    if isinstance(guard, Equals):
        return [Equal(cells[guard.cell], guard.value)]
    if isinstance(guard, Same):
        return [Equal(cells[guard.cell], cells[guard.other])]
    if isinstance(guard, Differs):
        pairs = [
            (cells[left.index], cells[right.index] if type(right) is Cell else right) for left, right in guard.pairs
        ]
        return [Differ(*map(tuple, zip(*pairs, strict=True)))]
    return [Either([[Equal(cells[guard.cell], value)] for value in guard.values])]


class GroundSpace(RelationSpace):
    """The nodes and moves of a problem by the machine; a node is a kept cell by itself."""

    def __init__(self, problem: SearchProblem, moves: GroundMoves, bounded: bool = False) -> None:
        self.machine = moves
        self.goals: dict[Node, bool] = {}
        self.listed = set(moves.goal_cells.tolist())
        super().__init__(problem, bounded)
        self.node_bytes = 400

    def encode(self, state: State) -> Node:
        """The node of `state`."""
        return (self.machine.add(state),)

    def decode(self, node: Node) -> State:
        """The state of `node`."""
        return self.machine.term(node[0])  # type: ignore[no-any-return]

    def is_goal(self, node: Node) -> bool:
        """Whether `node` is a goal."""
        if self.machine.goals is None:
            return node[0] in self.listed
        if node not in self.goals:
            self.goals[node] = self.machine.first_goal(np.array(node, np.int64)) is not None
        return self.goals[node]

    def after(self, node: Node, via: Via) -> Sequence[Successor]:
        """The successors as the relation gives them; labels are kept cells."""
        if node not in self.known:
            here = self._sum(node)
            steps = [((after,), label) for label, after in self.machine.moves_of(node[0])]
            self.known[node] = [(child, label, self._sum(child) - here) for child, label in steps]
        return self.known[node]

    def path(self, nodes: Sequence[Node], vias: Sequence[Via]) -> Path:
        """The solution along `nodes`."""
        moves: Iterable[Label] = map(self.machine.term, vias)
        return Path(moves=tuple(moves), states=tuple(map(self.decode, nodes)))
