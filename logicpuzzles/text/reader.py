"""Rule files in Prolog text, as the rule book takes them: relations, and the puzzle that they declare.

move(Label, Before, After)      the moves; `:- puzzle(move_piece).` or a fact `puzzle(move_piece).` names another
start(State)  goal(State)       states are lists; goal may have several facts, or clauses
distance(Value, Row)            the fewest moves of a value from each cell, as in Python rule files
values(List)  values(Cell, List)  what the cells may hold
valid(State)                    what every state keeps
picture(Text)  layout(Rows)     how the cells lie: a text with their numbers, or the numbers row by row
symbol(Value, Text)             how a value is drawn
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from ..errors import NeedsValue, PuzzleError
from ..logic.answers import Constrained, answers
from ..logic.facts import Relation
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import vars
from ..puzzles.puzzle import Puzzle
from ..rulefile.pyrules import Contents
from ..watchdog import Watchdog
from .names import Key
from .predicates.common import common_names
from .program import Program
from .syntax.lexical import Source
from .syntax.writer import shown

SECONDS = 20.0  # for the facts of a declaration that are clauses


def read(text: str, file: str) -> Contents:
    """The rule file `text`. It states what is true and runs nothing else.

    Raises
    ------
    PuzzleError
        It is no Prolog text, or not of the part that is known here; with line and column.
    """
    program = Program(Source(text, file), common_names())
    declare = Declaration(program, file).declare
    return Contents(program.doc, by_name(program.predicates), (), declare, tuple(program.warnings))


def by_name(predicates: Mapping[Key, Predicate]) -> dict[str, Predicate]:
    """Relations under their names; of those with the same name all but the first as name/arity."""
    found: dict[str, Predicate] = {}
    for (name, arity), predicate in predicates.items():
        found[name if name not in found else f"{name}/{arity}"] = predicate
    return found


class Declaration:
    """What the relations of a program declare; None where they declare no puzzle."""

    def __init__(self, program: Program, file: str) -> None:
        self.program, self.file = program, file

    def declare(self) -> Puzzle | None:
        """The puzzle, if there is one.

        Raises
        ------
        PuzzleError
            A part of it is missing or wrong.
        """
        move = self._move()
        if move is None:
            return None
        start, goal = self._required("start"), self._required("goal")
        try:
            return Puzzle(
                move,
                self._first(start),
                self._goal(goal),
                distance=self._find("distance", 2),
                values=self._values(),
                valid=self._find("valid", 1),
                picture=self._picture(),
                symbols={value: str(text) for value, text in self._rows("symbol", 2)},
            )
        except PuzzleError as error:
            raise error.at(self.file) from None

    def _find(self, name: str, arity: int) -> Predicate | None:
        return self.program.predicates.get((name, arity))

    def _move(self) -> Predicate | None:
        named = self._named()
        if named is None:
            move = self._find("move", 3)
            return move if self._find("start", 1) is not None or self._find("goal", 1) is not None else None
        move = self._find(named, 3)
        if move is None:
            raise PuzzleError(
                f"the move relation {named}/3 is missing",
                place=self.file,
                expected=f"clauses {named}(Label, Before, After) :- ...",
            )
        return move

    def _named(self) -> str | None:
        """The name of the move relation, where a directive or a fact gives one."""
        if self.program.declared.puzzle is not None:
            return self.program.declared.puzzle[0]
        names = [name for (name,) in self._rows("puzzle", 1) if isinstance(name, str)]
        return names[0] if len(names) == 1 and self._find(names[0], 3) is not None else None

    def _required(self, name: str) -> Predicate:
        relation = self._find(name, 1)
        if relation is None:
            raise PuzzleError(f"the puzzle has no {name}", place=self.file, expected=f"a fact {name}([...])")
        return relation

    def _first(self, relation: Predicate) -> Any:
        """The state for which `relation` holds first."""
        try:
            with Watchdog(SECONDS) as watchdog:
                (state,) = vars(1)
                found = list(islice(answers(state, relation(state), watchdog.check), 1))
        except NeedsValue as need:
            raise PuzzleError(str(need), place=need.place or place_of(relation, self.file)) from None
        if not found or isinstance(found[0], Constrained) or Substitution().unknowns(found[0]):
            raise PuzzleError(
                f"{relation.name}/1 gives no state",
                place=place_of(relation, self.file),
                expected="a list of values, without unknowns",
                got=shown(found[0]) if found else "no answer",
            )
        return found[0]

    def _goal(self, relation: Predicate) -> Any:
        """The states, where the goals are facts; else the relation."""
        if not isinstance(relation, Relation) or any(Substitution().unknowns(fact) for fact in relation):
            return relation
        return [state for (state,) in relation]

    def _rows(self, name: str, arity: int) -> list[tuple[Any, ...]]:
        relation = self._find(name, arity)
        return list(relation) if isinstance(relation, Relation) else []

    def _values(self) -> Any:
        for (values,) in self._rows("values", 1):
            return values
        rows = dict(self._rows("values", 2))
        return [rows[cell] for cell in sorted(rows)] if rows else None

    def _picture(self) -> str | None:
        for (text,) in self._rows("picture", 1):
            return str(text)
        for (rows,) in self._rows("layout", 1):
            return "\n".join(" ".join(map(str, row if isinstance(row, tuple) else (row,))) for row in rows)
        return None


def place_of(relation: Predicate, default: str) -> str:
    """Where `relation` is stated."""
    return str(getattr(relation, "place", default))
