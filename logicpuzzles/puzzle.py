"""What a rule file declares of a state puzzle: the move relation, start, goal, distances, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from .endings import Ending, Exhausted, Path, State
from .errors import PuzzleError, Refusal
from .goals import Constrained, Goal, eq, lany, run
from .notation import write
from .picture import Picture, check_picture, draw
from .relations import Predicate, Rule
from .rewrite import Pattern, Rewriting, matches, pattern_of
from .search.task import Limits, Task
from .substitution import Substitution
from .terms import var, vars

Progress = Callable[[str], None]
Goals = State | Sequence[State] | Predicate


class Puzzle:
    """A state puzzle: which moves there are, where it starts and what is wanted. Every move costs 1.

    Parameters
    ----------
    move
        The relation `move(label, before, after)` over states, tuples of `n_cells` terms.
    start
        The state to start from.
    goal
        A state, a list of states, or a relation over states.
    distance
        Facts `distance(value, row)`: entry c of the row is the fewest moves that bring the value from cell c to
        its place in the goal. The sum over the cells is used as a lower bound once it is proved from the rules.
    values
        What a cell may hold: for all cells alike, or a list with the values of each cell; by default what start,
        goal and rules lead to.
    valid
        A relation over states that every state keeps; a start or goal without it is refused.
    picture
        The positions as they lie on the board, such as ``" 0 1\\n2 3 4\\n 5 6"``, or a function that draws a state.
    symbols
        How values are drawn: ``{0: "."}``.
    relations
        Further relations that can be asked, for files whose `puzzle` is a function.
    order
        "fewest": an exhaustive search tries the move first that leaves the fewest onward moves.

    Raises
    ------
    PuzzleError
        A part does not fit the others.
    """

    kind = "puzzle"

    def __init__(
        self,
        move: Any,
        start: Iterable[Any],
        goal: Any,
        *,
        distance: Predicate | None = None,
        values: Iterable[Any] | Sequence[Iterable[Any]] | None = None,
        valid: Any = None,
        picture: Picture | None = None,
        symbols: Mapping[Any, str] | None = None,
        relations: Iterable[Predicate] = (),
        order: str | None = None,
    ) -> None:
        self.start: State = _state(start, "start")
        self.n_cells = len(self.start)
        self.move = _relation(move, 3, "move", "move(label, before, after)")
        self.goal: Goals = self._goal(goal)
        self.valid = None if valid is None else _relation(valid, 1, "valid", "valid(state)")
        for rule, shape in ((self.move, (None, self.n_cells, self.n_cells)), (self.goal, (self.n_cells,))):
            if isinstance(rule, Rule):
                rule.shape = shape
        if isinstance(self.valid, Rule):
            self.valid.shape = (self.n_cells,)
        self.distance = distance
        self.domains = None if values is None else _domains(values, self.n_cells)
        check_picture(picture, self.n_cells, "picture")
        self.picture, self.symbols = picture, dict(symbols or {})
        self.order = order
        named = [self.move, *relations, *(p for p in (distance, self.goal, self.valid) if isinstance(p, Predicate))]
        self.relations = tuple(dict.fromkeys(named))

    def _goal(self, goal: Any) -> Goals:
        if isinstance(goal, Predicate) or callable(goal):
            return _relation(goal, 1, "goal", "goal(state)")
        several = [goal] if not (isinstance(goal, list) and goal and isinstance(goal[0], tuple | list)) else goal
        states = [_state(one, "goal") for one in several]
        for state in states:
            if len(state) != self.n_cells:
                raise PuzzleError(
                    "start and goal have different numbers of cells",
                    place="goal",
                    expected=f"{self.n_cells} cells, as in the start {write(self.start)}",
                    got=f"{len(state)}: {write(state)}",
                )
        return states[0] if len(states) == 1 else states

    # -- the relation, compiled and not ------------------------------------------------------------

    @cached_property
    def _compiled(self) -> Rewriting | Refusal:
        from .compiling import rewriting_of

        return rewriting_of(self)

    @property
    def rewriting(self) -> Rewriting:
        """The rewrite rules that the move relation compiles to.

        Raises
        ------
        Refusal
            It does not compile; the sentence says why.
        """
        if isinstance(self._compiled, Refusal):
            raise self._compiled
        return self._compiled

    @property
    def refusal(self) -> str | None:
        """Why the move relation does not compile; None where it does."""
        return str(self._compiled) if isinstance(self._compiled, Refusal) else None

    def successors(self, state: State) -> tuple[tuple[Any, State], ...]:
        """The label and the state after of every move from `state`, asked of the relation.

        Raises
        ------
        PuzzleError
            The relation leaves a cell or the label open.
        """
        label, after = var(), vars(self.n_cells)
        found: tuple[tuple[Any, State], ...] = run(0, (label, after), self.move(label, state, after))
        for answer in found:
            _require_ground(answer, self.move, state)
        return found

    # -- goals and bounds --------------------------------------------------------------------------

    def goal_holds(self, state: State, goal: Goals | None = None) -> bool:
        """Whether `state` is a goal, asked of the declaration itself."""
        wanted = self.goal if goal is None else goal
        if isinstance(wanted, Predicate):
            return bool(run(1, True, wanted(state)))
        return any(matches(pattern_of(one), state) for one in states_of(wanted))

    def goal_goal(self, state: Any, goal: Goals | None = None) -> Goal:
        """The goal that `state` is one of the goals; for queries."""
        wanted = self.goal if goal is None else goal
        return wanted(state) if isinstance(wanted, Predicate) else lany(*(eq(state, one) for one in states_of(wanted)))

    def patterns(self, goal: Goals | None = None) -> tuple[Pattern, ...]:
        """The goals as patterns over the cells.

        Raises
        ------
        Refusal
            The goal relation does not become patterns.
        """
        from .compiling import patterns_of

        return patterns_of(self, self.goal if goal is None else goal)

    @cached_property
    def table(self) -> dict[Any, tuple[int, ...]] | None:
        """The rows of the `distance` relation; None where there is none."""
        from .compiling import table_of

        return None if self.distance is None else table_of(self, self.distance)

    def bound(self, goal: Goals | None = None) -> Any:
        """The lower bound for `goal`: the proved table for the declared goal, else what the rules give, or None.

        Raises
        ------
        PuzzleError
            The table cannot be proved.
        """
        from .compiling import bound_of

        return bound_of(self, goal)

    # -- states ------------------------------------------------------------------------------------

    def state(self, values: Iterable[Any], place: str = "state") -> State:
        """`values` as a state of this puzzle.

        Raises
        ------
        PuzzleError
            The number of cells is wrong, a value cannot be there, or pieces are missing or doubled.
        """
        from .states import checked

        return checked(self, _state(values, place), place)

    # -- solving -----------------------------------------------------------------------------------

    def task(self, start: State | None = None, goal: Goals | None = None) -> Task:
        """The search task."""
        from .compiling import task_of

        return task_of(self, self.start if start is None else start, goal)

    def solve(
        self,
        start: Iterable[Any] | None = None,
        goal: Any = None,
        *,
        strategy: str = "auto",
        engine: str = "auto",
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Ending:
        """A shortest solution, the proof that there is none, or how far the search got.

        Parameters
        ----------
        start, goal
            By default those of the declaration.
        strategy, engine
            See `search.solve`; engine "relational" searches by goals on the relation itself.
        limits, progress
            See `search.solve`.

        Raises
        ------
        PuzzleError
            The start, the goal, the strategy, the engine or the table of distances is wrong.
        """
        from .search import solve

        begin = self.start if start is None else self.state(start, "start")
        wanted = None if goal is None else self._checked_goal(goal)
        task = self.task(begin, wanted)
        if engine != "relational" and (reason := self.unreachable(begin, wanted)) is not None:
            bound = task.bound_name if strategy in ("ida", "astar") else None
            return Exhausted(reason=reason, strategy=strategy, engine="rules", bound=bound)
        return solve(task, strategy, engine, limits, progress)

    def _checked_goal(self, goal: Any) -> Goals:
        wanted = self._goal(goal)
        if not isinstance(wanted, Predicate):
            for state in states_of(wanted):
                self.state(state, "goal")
        return wanted

    def unreachable(self, start: State, goal: Goals | None = None) -> str | None:
        """The invariant that keeps `start` from every goal, in plain words; None where no such is known."""
        from .invariants import why_unreachable

        if isinstance(self._compiled, Refusal):
            return None
        try:
            return why_unreachable(self._compiled, start, self.patterns(goal))
        except Refusal:
            return None

    def draw(self, state: State) -> str:
        """`state` as a board."""
        return draw(state, self.picture, self.symbols)

    def check(self, path: Path, goal: Goals | None = None) -> None:
        """Replay a solution through the relation, independent of every search.

        Raises
        ------
        PuzzleError
            A move is not one of the relation's, or the end is no goal.
        """
        from .check import replay

        replay(self, path, goal)


def states_of(goal: Any) -> Sequence[State]:
    """The goal states of a goal that is no relation."""
    return [goal] if isinstance(goal, tuple) else goal


def _state(values: Any, place: str) -> State:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise PuzzleError("this is no state", place=place, expected="a tuple with one value a cell", got=repr(values))
    return tuple(values)


def _domains(values: Any, n_cells: int) -> tuple[tuple[Any, ...], ...]:
    """The values of each cell: the same for all, unless a list has some for each."""
    if isinstance(values, list) and values and all(isinstance(v, Iterable) and not isinstance(v, str) for v in values):
        if len(values) != n_cells:
            raise PuzzleError("values do not fit the cells", place="values", expected=f"{n_cells} lists", got=len(values))
        return tuple(map(tuple, values))
    return (tuple(values),) * n_cells


def _relation(given: Any, arity: int, place: str, usage: str) -> Predicate:
    if not isinstance(given, Predicate):
        if not callable(given):
            raise PuzzleError("this is no relation", place=place, expected=f"a relation {usage}", got=repr(given))
        given = Rule(given)
    if given.arity not in (arity, None):
        raise PuzzleError(
            f"{given.name} has {given.arity} parameters",
            place=getattr(given, "place", place),
            expected=f"{arity}: {usage}",
            got=f"{given.name}({', '.join(given.parameters)})" if given.parameters else None,
        )
    return given


def _require_ground(answer: Any, move: Predicate, state: State) -> None:
    if isinstance(answer, Constrained) or Substitution().unknowns(answer):
        raise PuzzleError(
            f"{move.name} leaves a cell or the label open after {write(state)}",
            place=getattr(move, "place", move.name),
            got=repr(answer),
            hint="give every cell after the move a value",
        )
