"""What a rule file declares of a state puzzle, and what can be asked of the declaration itself: moves and goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

from ..by_name import entry
from ..copying import Copied
from ..drawable import Drawable, Source
from ..drawing.looks import Looks
from ..drawing.picture import Picture, scene_of
from ..drawing.renderers import rendered
from ..drawing.scene import Scene
from ..drawing.scene_looks import looked
from ..endings import Label, Path, State, Value
from ..errors import PuzzleError
from ..logic.answers import Constrained
from ..logic.goals import Goal, eq, lall, lany
from ..logic.notation import unwieldy
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.termdict import is_among
from ..logic.terms import AnyTerm, typed, var, vars
from ..logic.writer import shown, write
from ..printable import in_a_line
from ..rewriting.reach import Domains, union
from ..rewriting.rewrite import matches, pattern_of
from ..wording import counted
from .chosen_bound import BoundChoice
from .costs import Costs, Priced
from .parts import Goals, Order, allowed, is_within, listed
from .relation_answers import answers_of, holds, place_of


@dataclass(frozen=True, eq=False)
class Declaration:
    """The parts of a puzzle, each checked; `Puzzle` tells what they are."""

    start: State
    move: Predicate
    goal: Goals
    distance: Predicate | None
    domains: Domains | None
    valid: Predicate | None
    picture: Picture | None
    symbols: Mapping[Value, str]
    looks: Looks
    order: Order
    relations: tuple[Predicate, ...]
    bound_choice: BoundChoice
    cost: Predicate | None

    def __repr__(self) -> str:
        return in_a_line(f"<puzzle of {counted(self.n_cells, 'cell')}: {self.move.name} from {shown(self.start)}>")

    @property
    def n_cells(self) -> int:
        """The number of cells of a state."""
        return len(self.start)

    def successors(self, state: State) -> tuple[tuple[Label, State], ...]:
        """The label and the state after of every move from `state`, asked of the relation.

        Raises
        ------
        PuzzleError
            The relation leaves a cell or the label open, needs a value, or finds no end.
        """
        label, after = var(), vars(self.n_cells)
        found = answers_of(self.move, (label, state, after), (label, after))
        for answer in found:
            _require_ground(answer, self.move, state)
        return found

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states that are declared: the start, and the goal states where the goal is no relation."""
        return (self.start, *listed(self.goal))

    @cached_property
    def named_values(self) -> Domains:
        """For each cell the values that are declared: those of `values`, or else those of start and goal states."""
        return self.domains or tuple(union(column) for column in zip(*self.states, strict=True))

    @cached_property
    def pieces(self) -> tuple[State, ...]:
        """A declared state for each collection of pieces; where moves only permute, all states have those of one."""
        found: dict[Any, State] = {}
        for state in (*self.states[1:], self.start):  # messages show a goal rather than the start
            found.setdefault(frozenset(Counter(map(typed, state)).items()), state)
        return tuple(found.values())

    @cached_property
    def costs(self) -> Costs | None:
        """What moves cost; None where each costs 1."""
        return None if self.cost is None else Costs(self.move, self.cost, self.n_cells)

    def priced(self, state: State) -> tuple[Priced, ...]:
        """The same with what each move costs.

        Raises
        ------
        PuzzleError
            Also where a move has no cost, two, or what is none.
        """
        if self.costs is None:
            return tuple((label, after, 1) for label, after in self.successors(state))
        return self.costs.of_moves(state, self.successors)

    def is_goal(self, state: State, goal: Goals) -> bool:
        """Whether `state` is one of `goal`, asked of the declaration itself."""
        if isinstance(goal, Predicate):
            return (self.domains is None or is_within(state, self.domains)) and holds(goal, state)
        return any(matches(pattern_of(one), state) for one in listed(goal))

    def goal_relation(self, state: AnyTerm, goal: Goals) -> Goal:
        """The same as a goal, for queries: `state` may have unknowns."""
        if not isinstance(goal, Predicate):
            return lany(*(eq(state, one) for one in listed(goal)))
        return goal(state) if self.domains is None else lall(goal(state), allowed(self.domains)(state))

    def check(self, path: Path, goal: Goals, start: State | None = None) -> None:
        """Ask the relation for every move of `path`, and the goal for its end: no compiler and no search has a part.

        Raises
        ------
        PuzzleError
            The relation has no such move, the numbers of states and moves do not fit, the end is no goal, or the
            beginning is not `start`, where that is given.
        """
        if len(path.states) != len(path.moves) + 1:
            raise _wrong(counted(len(path.moves), "move"), counted(len(path.moves) + 1, "state"), len(path.states))
        if start is not None and not is_among(start, path.states[:1]):
            raise _wrong("it begins elsewhere", write(start), write(path.states[0]))
        for number, (label, (before, after)) in enumerate(zip(path.moves, pairwise(path.states), strict=True), 1):
            if not holds(self.move, label, before, after):
                raise _wrong(f"move {number} is not one of {self.move.name}", None, write((label, before, after)))
            said = 1 if path.costs is None else path.costs[number - 1]
            cost = min(cost for *move, cost in self.priced(before) if is_among(tuple(move), [(label, after)]))
            if cost != said:
                raise _wrong(f"what move {number} costs", str(cost), said)
        if not self.is_goal(path.states[-1], goal):
            raise _wrong("the last state is no goal", None, write(path.states[-1]))


def _wrong(problem: str, expected: str | None, got: object) -> PuzzleError:
    return PuzzleError(f"the solution is wrong: {problem}", expected=expected, got=got)


def _require_ground(answer: AnyTerm, move: Predicate, state: State) -> None:
    """Raise `PuzzleError` if an answer of the move relation has unknowns left, or values that no state can have."""
    told = answer.value if isinstance(answer, Constrained) else answer
    reason = unwieldy(told)
    if reason is not None:
        raise PuzzleError(f"{move.name} leads to what is no state: {reason}", place=place_of(move))
    if told is not answer or Substitution().unknowns(answer):
        raise PuzzleError(
            f"{move.name} leaves a cell or the label open after {write(state)}",
            place=place_of(move),
            got=f"{write(told[0])}, {write(told[1])}",
            hint="give every cell after the move a value",
        )


class Declared(Copied, Drawable):
    """What has the parts of a declaration as attributes, and is copied and pickled by them."""

    parts = (*(field.name for field in fields(Declaration)), "n_cells", "origin")
    source: Source | None = None  # the rule file that declares it
    n_cells: int
    picture: Picture | None
    symbols: Mapping[Value, str]
    looks: Looks

    @cached_property
    def declaration(self) -> Declaration:
        """The parts by themselves."""
        return Declaration(**{field.name: getattr(self, field.name) for field in fields(Declaration)})

    def successors(self, state: State) -> tuple[tuple[Label, State], ...]:
        """The label and the state after of every move from `state`, asked of the relation.

        Raises
        ------
        PuzzleError
            The relation leaves a cell or the label open, needs a value, or finds no end.
        """
        return self.declaration.successors(state)

    def priced(self, state: State) -> tuple[Priced, ...]:
        """The same with what each move costs.

        Raises
        ------
        PuzzleError
            Also where a move has no cost, two, or what is none.
        """
        return self.declaration.priced(state)

    def __repr__(self) -> str:
        return repr(self.declaration) if self.source is None else self.source.loading

    def draw(self, state: State | None = None, renderer: str = "text") -> str:
        """`state`, by default the start, as a board, as the renderer of this name draws it."""
        return rendered(self.scene(self.declaration.start if state is None else state), renderer)

    def scene(self, state: State) -> Scene:
        """The board of `state` as geometry: cells with their places, and marks."""
        if len(state) != self.n_cells:
            raise PuzzleError("this is no state", expected=f"{self.n_cells} cells", got=write(tuple(state)))
        return looked(scene_of(state, self.picture, self.symbols), self.looks)

    def to_svg(self, state: State | None = None) -> str:
        """The board of a state, by default the start, as a picture: the text of an `svg` element."""
        return entry("pages.puzzles:svg")(self, state)  # type: ignore[no-any-return]

    def to_html(self, title: str | None = None, state: State | None = None) -> str:
        """A page of HTML with the start and the goals, or with the board of `state`."""
        if state is None:
            return super().to_html(title)
        return entry("pages.puzzles:of_state")(self, state, title or repr(self))  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.__copy__()  # which shares relations, as copies share functions

    def _cannot(self, name: str, part: object, error: Exception) -> PuzzleError:
        named = part.name if isinstance(part, Predicate) else name
        return PuzzleError(
            f"a puzzle with {named} cannot be pickled: {error}",
            place=name,
            expected="relations and functions that a module defines under their names",
            hint="define it at the top of a module, or put the puzzle into a rule file",
        )
