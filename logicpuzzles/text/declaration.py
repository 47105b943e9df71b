"""What a rule file in Prolog text declares of a puzzle.

move(Label, Before, After)      the moves; `:- puzzle(move_piece).` or a fact `puzzle(move_piece).` names another
cost(Label, N)                  a move with this label costs N, a whole number from 0; else each move costs 1
move(Label, Before, After, N)   the moves and what each costs, where there is no move of three places
start(State)  goal(State)       states are lists; goal may have several facts, or clauses
distance(Value, Row)            the fewest moves of a value from each cell, as in Python rule files
values(List)  values(Cell, List)  what the cells may hold
valid(State)                    what every state keeps
bound(Bound)                    derived, distance, none, or the list of the groups of values that it is built of
picture(Text)  layout(Rows)     how the cells lie: a text with their numbers, or the numbers row by row
picture(stacks(Things, Places)) the cells tell the place of each thing, the upper ones first, see `drawing.stacks`
picture(towers(Things, Places)) the cells tell what each thing stands on, a thing or a place
symbol(Value, Text)             how a value is drawn
colour(Value, Colour)           facts: the colour of a value in pictures
shape(Value, Shape)             facts: the shape of its tile

What declares a model is told in `modelling.declaring`.

Each may be stated by facts or by clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..endings import State
from ..errors import PuzzleError
from ..logic.answers import Constrained
from ..logic.facts import Relation
from ..logic.notation import plain, unwieldy
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import AnyTerm, vars
from ..logic.writer import shown
from ..puzzles.puzzle import Puzzle
from ..puzzles.relation_answers import answers_of
from .effects import require_no_effects
from .looks import looks_of, piled
from .names import Indicator
from .program import Program

if TYPE_CHECKING:
    from ..drawing.picture import Picture
    from ..models.model import Model

SECONDS = 20.0  # for a declaration that is clauses
_PARTS = {"bound": 1, "move": 3, "start": 1, "goal": 1, "distance": 2, "valid": 1, "colour": 2, "shape": 2}
_COMPILED = (("start", 1), ("goal", 1), ("valid", 1), ("cost", 2), ("distance", 2))  # with the moves
_NAMES = {"colours": "colour", "shapes": "shape"}  # parts of a puzzle by another name


class Declaration:
    """What the relations of a program declare."""

    def __init__(self, program: Program, file: str) -> None:
        self.program, self.file = program, file

    def declare(self) -> Puzzle | Model | None:
        """The puzzle or the model, if there is one.

        Raises
        ------
        PuzzleError
            A part of it is missing or wrong.
        """
        model, move = self._model(), self._move()
        if model is not None:
            if move is not None:
                problem, expected = "the file declares a model and a puzzle with moves", "one of them"
                raise PuzzleError(problem, place=self.file, expected=expected, hint="write two files")
            return model
        if move is None:
            return None
        require_no_effects(self.program, [(move.name, move.arity or 3), *_COMPILED])
        for name in ("start", "goal"):
            if self._find(name, 1) is None:
                raise PuzzleError(f"the puzzle has no {name}", place=self.file, expected=f"a fact {name}([...])")
        start, goal, values, picture = self._start(), self._goal(), self._values(), self._picture()
        symbols = {value: plain(text) for value, text in self._answers("symbol", 2)}
        bound = next((bound for (bound,) in self._answers("bound", 1, 1)), None)
        colours, shapes = (looks_of(self.program, name) for name in ("colour", "shape"))
        distance, valid, cost = self._find("distance", 2), self._find("valid", 1), self._find("cost", 2)
        try:
            return Puzzle(
                move, start, goal, distance=distance, values=values, valid=valid, picture=picture, symbols=symbols,
                bound=bound, cost=cost, colours=colours, shapes=shapes,
            )  # fmt: skip
        except PuzzleError as error:
            part = error.place or ""
            name = "layout" if part == "picture" and self._find("picture", 1) is None else _NAMES.get(part, part)
            raise error.at(self._place((name, _PARTS.get(name, 1)))) from None

    def _model(self) -> Model | None:
        """The model; what reads it is loaded where something may be one."""
        if self.program.declared.model is None and self._find("model", 1) is None:
            return None
        return entry("text.modelling.declaring:declared_model")(self.program, self.file)  # type: ignore[no-any-return]

    def warnings(self) -> Iterator[str]:
        """What may be missing."""
        missing = self.program.declared.puzzle is None and not (self._moves("move") or self._find("puzzle", 1))
        if missing and self._find("start", 1) is not None and self._find("goal", 1) is not None:
            yield f"{self._place(('start', 1))}: there is a start and a goal, but no move/3 and no puzzle(name)"
        name = self._named()
        if name is not None and self._find(name, 3) is not None and self._find(name, 4) is not None:
            costs = "cost what cost/2 says" if self._find("cost", 2) is not None else "cost 1 each"
            hint = "let every clause have the fourth place, or name one of them otherwise"
            yield f"{self._place((name, 4))}: the moves are those of {name}/3, which {costs}. Next: {hint}"

    def _find(self, name: str, arity: int) -> Predicate | None:
        return self.program.predicates.get((name, arity))

    def _place(self, key: Indicator) -> str:
        """Where the first clause of a relation stands; the file, where there is none."""
        return str(getattr(self._find(*key), "place", self.file))

    def _wrong(self, name: str, arity: int, expected: str, got: AnyTerm) -> PuzzleError:
        what = "state" if name in ("start", "goal") else name
        problem, place = f"{name}/{arity} gives no {what}", self._place((name, arity))
        return PuzzleError(problem, place=place, expected=expected, got=shown(got))

    def _answers(self, name: str, arity: int, most: int | None = None) -> list[tuple[Any, ...]]:
        """What a relation holds of, at most `most`; nothing where there is no such relation."""
        relation = self._find(name, arity)
        if relation is None:
            return []
        args = vars(arity)
        found = answers_of(relation, args, args, most, SECONDS)
        for answer in found:
            values = answer.value if isinstance(answer, Constrained) else answer
            if Substitution().unknowns(values):
                raise self._wrong(name, arity, "values, without unknowns", values[0] if arity == 1 else values)
            if (reason := unwieldy(values)) is not None:
                raise PuzzleError(f"{name}/{arity}: {reason}", place=self._place((name, arity)))
        return list(found)

    def _move(self) -> Predicate | None:
        name = self._named()
        move = None if name is None else self._moves(name)
        if name is not None and move is None:
            expected = f"clauses {name}(Label, Before, After) :- ..."
            raise PuzzleError(f"the move relation {name}/3 is missing", place=self.file, expected=expected)
        return move

    def _moves(self, name: str) -> Predicate | None:
        """The relation of moves of this name, with or without what they cost."""
        return self._find(name, 3) or self._find(name, 4)

    def _named(self) -> str | None:
        """The name of the move relation; None where nothing declares a puzzle."""
        if self.program.declared.puzzle is not None:
            return self.program.declared.puzzle
        if self._find("start", 1) is None and self._find("goal", 1) is None:
            return None
        names = [name for (name,) in self._answers("puzzle", 1) if isinstance(name, str)]
        known = [name for name in names if self._moves(name) is not None]
        if len(known) > 1:
            problem = f"several move relations are named: {', '.join(known)}"
            raise PuzzleError(problem, place=self._place(("puzzle", 1)), expected="one")
        if known or self._moves("move") is not None:
            return known[0] if known else "move"
        return names[0] if names else None

    def _start(self) -> State:
        """The state for which `start` holds first."""
        for (state,) in self._answers("start", 1, 1):
            return self._state("start", state)
        raise PuzzleError("start/1 gives no state", place=self._place(("start", 1)), expected="a list of values")

    def _goal(self) -> Predicate | list[State]:
        """The states, where the goals are facts; else the relation."""
        relation = self.program.predicates["goal", 1]
        if not isinstance(relation, Relation) or any(Substitution().unknowns(fact) for fact in relation):
            return relation
        return [self._state("goal", state) for (state,) in relation]

    def _state(self, name: str, state: AnyTerm) -> State:
        if not isinstance(state, tuple) or not state:
            raise self._wrong(name, 1, "a list with a value for each cell", state)
        return state

    def _one_of(self, *keys: Indicator) -> None:
        """Raise `PuzzleError` where two relations say the same thing: one of them would be ignored silently."""
        there = [key for key in keys if self._find(*key) is not None]
        if len(there) > 1:
            both = " and ".join(f"{name}/{arity}" for name, arity in there)
            raise PuzzleError(f"there are {both}", place=self._place(there[1]), expected="one of them")

    def _values(self) -> Sequence[AnyTerm] | None:
        self._one_of(("values", 1), ("values", 2))
        for (values,) in self._answers("values", 1, 1):
            if not isinstance(values, tuple):
                raise self._wrong("values", 1, "the list of what a cell may hold, such as [0, 1, 2]", values)
            return values
        rows = self._answers("values", 2)
        cells = [cell for cell, _ in rows]
        if sorted(map(repr, cells)) != sorted(map(repr, range(len(cells)))):
            raise self._wrong("values", 2, "one list for each cell, the cells counted from 0", tuple(cells))
        for row in rows:
            if not isinstance(row[1], tuple):
                raise self._wrong("values", 2, "a list for each cell, such as values(0, [a, b])", row)
        return [values for _, values in sorted(rows, key=lambda row: int(row[0]))] or None

    def _picture(self) -> Picture | None:
        self._one_of(("picture", 1), ("layout", 1))
        for (found,) in self._answers("picture", 1, 1):
            made = found if isinstance(found, str) else piled(found)
            if made is None:
                expected = "a text with the numbers of the cells, such as '0 1 2', or stacks(Things, Places)"
                raise self._wrong("picture", 1, expected, found)
            return made
        for (rows,) in self._answers("layout", 1, 1):
            if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
                raise self._wrong("layout", 1, "the numbers of the cells row by row, such as [[0, 1], [2, 3]]", rows)
            return "\n".join(" ".join(map(plain, row)) for row in rows)
        return None
