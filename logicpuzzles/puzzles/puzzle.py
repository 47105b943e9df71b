"""What a rule file declares of a state puzzle: the move relation, start, goal, distances, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from ..drawing.picture import Picture, check_picture
from ..endings import Ending, Path, State, Value, drawn_by
from ..errors import PuzzleError, Refusal, must_be
from ..logic.goals import Goal
from ..logic.relations import Predicate, Rule
from ..logic.terms import AnyTerm
from ..playable import Playable
from ..rewriting.rewrite import Pattern, Rewriting
from . import parts
from .chosen_bound import BoundLike, as_bound
from .declaration import Declared
from .parts import Goals, GoalsLike, RelationLike

if TYPE_CHECKING:
    from ..limits import Limits, Progress
    from ..proofs.bounds import Bound, Table
    from ..search.exploration import Exploration, Unexplored
    from ..search.problem import SearchProblem
    from ..workers.specification import Asked
    from .compiled import Compiled
    from .space import Space


class Puzzle(Declared, Playable):
    """A state puzzle: which moves there are, where it starts and what is wanted.

    Parameters
    ----------
    move
        The relation `move(label, before, after)` over states, tuples of `n_cells` terms; or, where moves have costs,
        `move(label, before, after, n)`.
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
        The positions as they lie on the board, such as ``" 0 1\\n2 3 4\\n 5 6"``, or a function
        from a state to text or to a `Scene`.
    symbols
        How values are drawn: ``{0: "."}``.
    colours, shapes
        The colours of values in pictures, ``{"red": "crimson"}`` or ``{1: "#0072b2"}``, and their shapes, one of
        `logicpuzzles.drawing.looks.SHAPES`; by default squares in colours that colour-blind people see apart.
    relations
        Further relations that can be asked, for files whose `puzzle` is a function.
    order
        "fewest": an exhaustive search tries the move first that leaves the fewest onward moves.
    bound
        The lower bound that searches use: "derived" from the rules, the table of "distance" alone, "none", or groups of
        values, such as ``[[1, 2, 3], [4, 5]]``, whose tables are built. By default the table, and tables derived from
        the rules where a search lasts.
    cost
        The relation `cost(label, n)`: what a move with this label costs, a whole number from 0; by default 1.

    Raises
    ------
    PuzzleError
        A part does not fit the others.
    """

    kind = "puzzle"

    def __init__(
        self,
        move: RelationLike,
        start: Iterable[Value],
        goal: GoalsLike,
        *,
        distance: Predicate | None = None,
        values: Iterable[Value] | Sequence[Iterable[Value]] | None = None,
        valid: RelationLike | None = None,
        picture: Picture | None = None,
        symbols: Mapping[Value, str] | None = None,
        relations: Iterable[Predicate] = (),
        order: str | None = None,
        bound: BoundLike | None = None,
        cost: RelationLike | None = None,
        colours: Mapping[Value, str] | None = None,
        shapes: Mapping[Value, str] | None = None,
    ) -> None:
        self.start = parts.as_state(start, "start")
        if not self.start:
            expected = "a tuple with one value a cell"
            raise PuzzleError("this is no state", place="start", expected=expected, got="no cells")
        self.n_cells = n_cells = len(self.start)
        given = parts.as_moves(move)
        self.move, self.cost = parts.with_cost(given, cost)
        self.goal = parts.as_goal(goal, self.start)
        self.valid = None if valid is None else parts.as_relation(valid, 1, "valid", "valid(state)")
        for relation, shape in (
            (self.move, (None, n_cells, n_cells)),
            (given if given.arity == 4 else None, (None, n_cells, n_cells, None)),
            (self.goal, (n_cells,)),
            (self.valid, (n_cells,)),
        ):
            if isinstance(relation, Rule):
                relation.open_as(shape)
        expected = "facts, as Relation.rows gives them"
        must_be(Predicate | None, distance, "this is no table", place="distance", expected=expected)
        self.distance = distance
        self.domains = parts.as_domains(values, self.start, self.goal)
        check_picture(picture, n_cells, "picture")
        must_be(Mapping | None, symbols, "these are no symbols", place="symbols", expected='such as {0: "."}')
        self.picture, self.order = picture, parts.as_order(order)
        self.bound_choice = as_bound(bound)
        self.symbols = {value: str(symbol) for value, symbol in (symbols or {}).items()}
        self.looks = parts.as_looks(colours, shapes, self.start, self.goal, self.domains)
        own = (part for part in (self.cost, self.distance, self.goal, self.valid) if isinstance(part, Predicate))
        self.relations = tuple(dict.fromkeys([given, *relations, *own]))

    # -- the relation, compiled and not ------------------------------------------------------------

    @cached_property
    def compiled(self) -> Compiled:
        """What is worked out from the declaration: rules, patterns, bounds."""
        from .compiled import Compiled  # here: a rule file that is only loaded needs none of the search

        return Compiled(self.declaration)

    @cached_property
    def space(self) -> Space:
        """The states, and what was explored of them."""
        from .space import Space  # here for the same reason

        return Space(self.compiled)

    @property
    def rewriting(self) -> Rewriting:
        """The rewrite rules that the move relation compiles to.

        Raises
        ------
        Refusal
            It does not compile; the sentence says why.
        """
        return self.compiled.rewriting

    @property
    def refusal(self) -> str | None:
        """Why the move relation does not compile; None where it does."""
        found = self.compiled.rewriting_or_refusal
        return str(found) if isinstance(found, Refusal) else None

    # -- goals and bounds --------------------------------------------------------------------------

    def goal_holds(self, state: State, goal: Goals | None = None) -> bool:
        """Whether `state` is a goal, asked of the declaration itself."""
        return self.declaration.is_goal(state, self._wanted(goal))

    def goal_goal(self, state: AnyTerm, goal: Goals | None = None) -> Goal:
        """The goal that `state` is one of the goals; for queries."""
        return self.declaration.goal_relation(state, self._wanted(goal))

    def patterns(self, goal: Goals | None = None) -> tuple[Pattern, ...]:
        """The goals as patterns over the cells.

        Raises
        ------
        Refusal
            The goal relation does not become patterns.
        """
        return self.compiled.patterns(self._wanted(goal))

    @property
    def table(self) -> Table | None:
        """The rows of the `distance` relation; None where there is none."""
        return self.compiled.table

    def bound(self, goal: Goals | None = None) -> Bound | None:
        """The lower bound for `goal`: the proved table for the declared goal, else what the rules give, or None.

        Raises
        ------
        PuzzleError
            The table cannot be proved.
        """
        return self.compiled.bound(self._wanted(goal))

    def _wanted(self, goal: Goals | None) -> Goals:
        return self.goal if goal is None else goal

    # -- states ------------------------------------------------------------------------------------

    def state(self, values: Iterable[Value], place: str = "state") -> State:
        """`values` as a state of this puzzle.

        Raises
        ------
        PuzzleError
            The number of cells is wrong, a value cannot be there, or pieces are missing or doubled.
        """
        return self.compiled.state(values, place)

    # -- solving -----------------------------------------------------------------------------------

    def problem(
        self, start: State | None = None, goal: Goals | None = None, bound: BoundLike | None = None
    ) -> SearchProblem:
        """The search problem."""
        return self.compiled.problem(self.start if start is None else self.state(start), self._wanted(goal), bound)

    def solve(
        self,
        start: Iterable[Value] | None = None,
        goal: GoalsLike | None = None,
        *,
        strategy: str = "auto",
        engine: str = "auto",
        limits: Limits | None = None,
        progress: Progress | None = None,
        bound: BoundLike | None = None,
        workers: Asked = None,
    ) -> Ending:
        """A shortest solution, the proof that there is none, or how far the search got.

        Parameters
        ----------
        start, goal, bound
            By default those of the declaration.
        strategy, engine, limits, progress, workers
            See `search.solve`; engine "relational" searches by goals on the relation itself.

        Raises
        ------
        PuzzleError
            One of these, or the table of distances, is wrong.
        """
        return drawn_by(self, self.compiled.solve(start, goal, strategy, engine, limits, progress, bound, workers))

    def checked_goal(self, goal: GoalsLike | None) -> Goals:
        """`goal` as the goal of a search, each of its states checked."""
        return self.compiled.goal(goal)

    def unreachable(self, start: State, goal: Goals | None = None) -> str | None:
        """The invariant that keeps `start` from every goal, in plain words; None where no such is known."""
        return self.compiled.unreachable(start, self._wanted(goal))

    # -- the whole space ---------------------------------------------------------------------------

    def explore(
        self,
        *,
        from_start: bool = False,
        up_to_symmetry: bool = False,
        limits: Limits | None = None,
        progress: Progress | None = None,
        store: object = None,
        workers: Asked = None,
    ) -> Exploration | Unexplored:
        """Every state that reaches a goal, with its depth; or (`from_start`) every state that the start reaches.

        With `up_to_symmetry`, `orbits` of the result counts them up to the symmetries of rules and goals (or start),
        and `hardest()` gives one state of each orbit. `store` and `workers` are those of `search.explore`; what is read
        there answers `depth` and its kind. `PuzzleError` is raised where goals are too many to go backwards from.
        """
        start = self.start if from_start else None
        found = self.space.explore(start, self.goal, limits, progress, up_to_symmetry, store=store, workers=workers)
        if store is not None and not from_start and found.status == "solved":
            self.space.keep(cast("Exploration", found))
        return drawn_by(self, replace(found, from_start=from_start))

    def shortest(self, start: Iterable[Value] | None = None, goal: GoalsLike | None = None) -> Iterator[Path]:
        """Every shortest solution, lazily, in clause order."""
        begin = self.start if start is None else self.state(start, "start")
        return (drawn_by(self, path) for path in self.space.shortest(begin, self.checked_goal(goal)))

    @cached_property
    def predicates(self) -> dict[tuple[str, int], Predicate]:
        """The relations that every puzzle offers beside its own, by name and arity: see `relations`."""
        from .relations import predicates

        return predicates(self.space)

    def check(self, path: Path, goal: Goals | None = None, start: State | None = None) -> None:
        """Replay a solution through the relation, independent of every search; `start` is where it must begin.

        Raises
        ------
        PuzzleError
            A move is not one of the relation's, the end is no goal, or the beginning not `start`, where that is given.
        """
        self.declaration.check(path, self._wanted(goal), start)
