"""What a rule file declares of a state puzzle: the move relation, start, goal, distances, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..drawing.picture import Picture, check_picture, draw
from ..endings import Ending, Path, State
from ..errors import PuzzleError, Refusal
from ..logic.goals import Goal, eq, lall, lany
from ..logic.relations import Predicate, Rule
from ..logic.terms import var, vars
from ..notation import write
from ..rewriting.rewrite import Pattern, Rewriting, matches, pattern_of
from . import declaration as declare
from .copies import Copied
from .declaration import Goals, require_ground, states_of
from .relation_answers import asked, holds

if TYPE_CHECKING:
    from ..limits import Limits
    from ..search.problem import SearchProblem

Progress = Callable[[str], None]


class Puzzle(Copied):
    """A state puzzle: which moves there are, where it starts and what is wanted. Every move costs 1.

    Parameters
    ----------
    move
        The relation `move(label, before, after)` over states, tuples of `n_cells` terms.
    start
        The state to start from.
    goal
        A state, a list of states, or a relation over states. Answers of a relation whose cells hold what they may not
        hold, or, where moves only permute the cells, other pieces than the start, are no goals.
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
        self.start: State = declare.as_start(start)
        self.n_cells = len(self.start)
        self.move = declare.as_relation(move, 3, "move", "move(label, before, after)")
        self.goal: Goals = declare.as_goal(goal, self.start)
        self.valid = None if valid is None else declare.as_relation(valid, 1, "valid", "valid(state)")
        n = self.n_cells
        for rule, shape in ((self.move, (None, n, n)), (self.goal, (n,)), (self.valid, (n,))):
            if isinstance(rule, Rule):
                rule.open_as(shape)
        self.distance = declare.as_distance(distance)
        self.domains = declare.as_domains(values, self.start, self.goal)
        check_picture(picture, self.n_cells, "picture")
        self.picture, self.symbols = picture, declare.as_symbols(symbols)
        self.order = declare.as_order(order)
        named = [self.move, *relations, *(p for p in (distance, self.goal, self.valid) if isinstance(p, Predicate))]
        self.relations = tuple(dict.fromkeys(named))

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
            The relation leaves a cell or the label open, needs a value, or finds no end.
        """
        label, after = var(), vars(self.n_cells)
        found = asked(self.move, (label, state, after), (label, after))
        for answer in found:
            require_ground(answer, self.move, state)
        return found

    # -- goals and bounds --------------------------------------------------------------------------

    def goal_holds(self, state: State, goal: Goals | None = None) -> bool:
        """Whether `state` is a goal, asked of the declaration itself."""
        wanted = self.goal if goal is None else goal
        if isinstance(wanted, Predicate):
            return (self.domains is None or declare.is_within(state, self.domains)) and holds(wanted, state)
        return any(matches(pattern_of(one), state) for one in states_of(wanted))

    def goal_goal(self, state: Any, goal: Goals | None = None) -> Goal:
        """The goal that `state` is one of the goals; for queries."""
        wanted = self.goal if goal is None else goal
        if not isinstance(wanted, Predicate):
            return lany(*(eq(state, one) for one in states_of(wanted)))
        return wanted(state) if self.domains is None else lall(wanted(state), declare.allowed(self.domains)(state))

    def patterns(self, goal: Goals | None = None) -> tuple[Pattern, ...]:
        """The goals as patterns over the cells.

        Raises
        ------
        Refusal
            The goal relation does not become patterns.
        """
        from .patterns import patterns_of

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

        return checked(self, declare.as_state(values, place), place)

    # -- solving -----------------------------------------------------------------------------------

    def problem(self, start: State | None = None, goal: Goals | None = None) -> SearchProblem:
        """The search problem."""
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
        from .solving import solve

        return solve(self, start, goal, strategy, engine, limits, progress)

    def checked_goal(self, goal: Any) -> Goals:
        """`goal` as the goal of a search, each of its states checked."""
        wanted = declare.as_goal(goal, self.start)
        if not isinstance(wanted, Predicate):
            for state in states_of(wanted):
                self.state(state, "goal")
        return wanted

    def unreachable(self, start: State, goal: Goals | None = None) -> str | None:
        """The invariant that keeps `start` from every goal, in plain words; None where no such is known."""
        from .compiling import why_not

        return why_not(self, start, self.goal if goal is None else goal)

    def draw(self, state: State) -> str:
        """`state` as a board."""
        if len(state) != self.n_cells:
            raise PuzzleError("this is no state", expected=f"{self.n_cells} cells", got=write(tuple(state)))
        return draw(state, self.picture, self.symbols)

    # -- the whole space ---------------------------------------------------------------------------

    def explore(
        self, *, from_start: bool = False, limits: Limits | None = None, progress: Progress | None = None
    ) -> Any:
        """Every state that reaches a goal, with its depth; or (`from_start`) every state that the start reaches.

        Raises
        ------
        PuzzleError
            The goals are too many to go backwards from.
        """
        from .exploration import exploration

        return exploration(self, self.start if from_start else None, None, limits, progress)

    def shortest(self, start: Iterable[Any] | None = None, goal: Any = None) -> Iterator[Path]:
        """Every shortest solution, lazily, in clause order."""
        from .exploration import shortest

        begin = self.start if start is None else self.state(start, "start")
        return shortest(self, begin, None if goal is None else self.checked_goal(goal))

    @cached_property
    def predicates(self) -> dict[tuple[str, int], Predicate]:
        """The relations that every puzzle offers beside its own, by name and arity: see `queries`."""
        from .relations import predicates

        return predicates(self)

    def check(self, path: Path, goal: Goals | None = None, start: State | None = None) -> None:
        """Replay a solution through the relation, independent of every search; `start` is where it must begin.

        Raises
        ------
        PuzzleError
            A move is not one of the relation's, the end is no goal, or the beginning not `start`, where that is given.
        """
        from .check import replay

        replay(self, path, goal, start)
