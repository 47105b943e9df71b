"""A model filled in by hand: what is in its cells, what is left for the others, and what contradicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..drawing.scene import Scene
from ..endings import Assignment, Stopped
from ..errors import PuzzleError, Refusal
from ..limits import Limits, Progress
from ..logic.termdict import TermDict
from ..models.elements import called
from ..models.explain import Contradiction
from ..models.model import Model
from ..models.propagated import Propagated, propagated
from ..models.values import Value, Values, Variable
from .boards import Board
from .cells import Count, value_meant, variable_meant
from .clashes import Clashes

SECONDS = 10.0  # for questions that need a search, where no limit is given


class Fill:
    """A model in hand.

    Parameters
    ----------
    model
        What is filled in; an objective is left out of account, so that any solution will do.
    given
        Values that belong to the puzzle, beside those that a constraint on one variable alone gives.

    Raises
    ------
    PuzzleError
        The model is wrong, or a given value is in no domain.

    >>> from logicpuzzles import load
    >>> fill = Fill(load("send_more").model)
    >>> fill.put("M", 1), fill.put("S", 9), fill.candidates("O")
    (None, None, (0,))
    """

    def __init__(self, model: Model, given: Mapping[Variable, Value] | None = None) -> None:
        self.model = model.aiming()
        self.reading = self.model.reading
        self.variables = self.model.variables
        self.domains: dict[Variable, Values] = {v: self.reading.domains[v] for v in self.variables}
        self.given: dict[Variable, Value] = self._alone()
        for variable, value in (given or {}).items():
            named = self.variable(variable)
            self.given[named] = self.value(named, value)
        self._steps: list[dict[Variable, Value]] = [{}]  # what was filled in after each step
        self._at = 0
        self._clashes = Clashes(self.reading)
        self._clashing: tuple[dict[Variable, Value], set[Variable]] | None = None  # for which values, and which
        self._known: dict[frozenset[tuple[Any, Any]], Propagated | None] = {}

    def _alone(self) -> dict[Variable, Value]:
        """The variables for which the constraints on them alone leave one value."""
        found = {}
        by_variable: dict[Variable, list[Any]] = {}
        for posted in self.reading.posted:
            if len({*posted.scope}) == 1:
                by_variable.setdefault(posted.scope[0], []).append(posted)
        for variable, domain in self.domains.items():
            tests = by_variable.get(variable, [])
            left = [x for x in domain if all(one.guarded((x,) * len(one.scope)) for one in tests)]
            if len(left) == 1:
                found[variable] = left[0]
        return found

    # -- what is meant -----------------------------------------------------------------------------

    def variable(self, meant: Variable) -> Variable:
        """The variable of the picture that is this, or is written so; `PuzzleError` where there is none."""
        return variable_meant(self.variables, meant)

    def value(self, variable: Variable, meant: Value) -> Value:
        """The value of a variable's domain that is this, or is written so; `PuzzleError` where there is none."""
        return value_meant(self.reading, variable, meant)

    # -- what is there -----------------------------------------------------------------------------

    @property
    def values(self) -> dict[Variable, Value]:
        """The value of each cell that has one, given or filled in, in the order of the variables."""
        known = {**self._steps[self._at], **self.given}
        return {v: known[v] for v in self.variables if v in known}

    @cached_property
    def board(self) -> Board:
        """What draws it."""
        return Board(self.model.picture, self.domains)

    @cached_property
    def cells(self) -> tuple[Variable, ...]:
        """The variables in the order of the picture: line by line, from the left; then those that it does not show."""
        drawn = sorted(self.board.scene(self.given).cells, key=lambda cell: (cell.row, cell.column))
        shown = [cell.at for cell in drawn if cell.at in self.domains]
        return tuple(dict.fromkeys([*shown, *self.variables]))

    def scene(self) -> Scene:
        """The board; `Cell.at` is the variable that a cell shows, `Cell.value` its value, None where it is empty."""
        values = self.values
        drawn = self.board.scene(values)
        shown = replace(drawn, cells=tuple(replace(cell, value=values.get(cell.at)) for cell in drawn.cells))
        return self.model.looked(shown)

    # -- what is done ------------------------------------------------------------------------------

    def put(self, variable: Variable, value: Value) -> None:
        """Fill a value into a cell.

        Raises
        ------
        PuzzleError
            There is no such cell, its value is given, or it cannot have this one.
        """
        named = self._open(variable)
        self._step({**self._steps[self._at], named: self.value(named, value)})

    def erase(self, variable: Variable) -> None:
        """Make a cell empty; `PuzzleError` as for `put`."""
        named = self._open(variable)
        self._step({v: x for v, x in self._steps[self._at].items() if v != named})

    def _open(self, variable: Variable) -> Variable:
        named = self.variable(variable)
        if named in self.given:
            raise PuzzleError(f"{called(named)} is given", hint="choose another cell")
        return named

    def _step(self, filled: dict[Variable, Value]) -> None:
        if TermDict(filled.items()) != TermDict(self._steps[self._at].items()):
            del self._steps[self._at + 1 :]
            self._steps.append(filled)
            self._at += 1

    @property
    def can_undo(self) -> bool:
        """Whether something was filled in or erased."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self._at < len(self._steps) - 1

    def undo(self) -> bool:
        """Take the last step back; False where there was none."""
        can = self.can_undo
        self._at -= can
        return can

    def redo(self) -> bool:
        """Do again what was taken back last; False where nothing was."""
        can = self.can_redo
        self._at += can
        return can

    def restart(self) -> None:
        """Take all steps back; `redo` does them again."""
        self._at = 0

    # -- what follows ------------------------------------------------------------------------------

    def candidates(self, variable: Variable) -> tuple[Value, ...]:
        """The values left for a cell after the propagation of what is filled in elsewhere, in the domain's order.

        No solution has others; whether there is one with each of them is not said. There are none where propagation
        finds a contradiction.
        """
        named = self.variable(variable)
        if named in self.given:
            return (self.given[named],)
        found = self._propagated({v: x for v, x in self.values.items() if v != named})
        if found is None:
            return self._clashes.fitting(self.values, named, self.domains[named])
        left = () if found.left is None else found.left[named]
        return tuple(x for x in self.domains[named] if x in left)

    def _propagated(self, values: dict[Variable, Value]) -> Propagated | None:
        """What propagation leaves; None where the model is only for the engine reference."""
        key = frozenset((v, (type(x), x)) for v, x in values.items())
        if key not in self._known:
            if len(self._known) > 200:
                self._known.clear()
            cuts = {self.reading.lowering.number[v]: (x,) for v, x in values.items()}
            try:
                self._known[key] = propagated(self.reading, cuts)
            except Refusal:
                self._known[key] = None
        return self._known[key]

    def clashes(self) -> set[Variable]:
        """The cells whose values contradict each other in some constraint, whatever the others will be."""
        filled = self._steps[self._at]  # never changed: a step makes another
        if self._clashing is None or self._clashing[0] is not filled:
            self._clashing = filled, self._clashes.found(self.values)
        return set(self._clashing[1])

    def conflicts(self) -> set[Variable]:
        """What `clashes`; where nothing does, the cells of a dead end.

        A dead end is found by propagation: a cell without any value left, or else the cells of the constraint that
        cannot hold any more.
        """
        found = self.clashes()
        if found:
            return found
        left = self._propagated(self.values)
        return set() if left is None or left.left is not None else {v for v in left.failed if v in self.domains}

    @property
    def is_dead_end(self) -> bool:
        """Whether propagation shows that no solution has these values, or some contradict each other."""
        found = self._propagated(self.values)
        return (found is not None and found.left is None) or bool(self.clashes())

    @property
    def is_full(self) -> bool:
        """Whether every cell has a value."""
        return len(self.values) == len(self.variables)

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a value, and they are a solution."""
        return self.is_full and not self.is_dead_end and self.count(1).found == 1

    # -- what a search tells -----------------------------------------------------------------------

    def count(self, most: int = 2, limits: Limits | None = None, progress: Progress | None = None) -> Count:
        """How many solutions agree with what is filled in, up to `most`; within ten seconds where no limit is given."""
        found = self.model.solutions(self.values, limits=limits or Limits(seconds=SECONDS), progress=progress)
        try:
            n = sum(1 for _ in zip(range(most), found, strict=False))
            is_all = n < most or (most == 1 and self.is_full)
            stopped = found.ending if isinstance(found.ending, Stopped) and n < most else None
        finally:
            found.close()
        return Count(n, is_all and stopped is None, None if stopped is None else stopped.reason)

    def hint(self, limits: Limits | None = None, progress: Progress | None = None) -> tuple[Variable, Value] | None:
        """An empty cell with the value that it must have, where propagation tells one; else the cell with the fewest
        candidates and its value in a solution. None where there is no solution, no empty cell, or a limit was reached.
        """
        values, found = self.values, self._propagated(self.values)
        left = self.domains if found is None else found.left
        empty = [v for v in self.cells if v not in values]
        if left is None or not empty:
            return None
        best = min(empty, key=lambda v: len(left[v]))
        if len(left[best]) == 1:
            return best, left[best][0]
        ending = self.model.solve(values, limits=limits or Limits(seconds=SECONDS), progress=progress)
        return (best, ending.values[best]) if isinstance(ending, Assignment) else None

    def why(
        self, limits: Limits | None = None, progress: Progress | None = None
    ) -> Contradiction | Assignment | Stopped:
        """Why no solution agrees with what is filled in: constraints and values that contradict each other.

        An `Assignment` where there is a solution; `Stopped` where a limit came first.
        """
        return self.model.explain(self.values, limits=limits or Limits(seconds=SECONDS), progress=progress)
