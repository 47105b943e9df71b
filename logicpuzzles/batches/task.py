"""What is done with each instance: it is read, solved within limits, and what came out is handed back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..endings import Ending, Stopped, Value
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..rulefile.parameters import require_known
from ..rulefile.rulebook import RuleFile
from ..watchdog import within
from .instance import GOAL, START, STATES, Instance

if TYPE_CHECKING:
    from ..models.model import Model
    from ..puzzles.puzzle import Puzzle

LISTED = 20  # values that a message lists
PATTERNS = "patterns"  # the name of a bound by tables, in endings


@dataclass(frozen=True)
class Settings:
    """How each instance is solved: what `Puzzle.solve` and `Model.solve` take; `limits` are those of each.

    `unique` looks for a second solution of a model too.
    """

    strategy: str = "auto"
    engine: str = "auto"
    bound: Any = None
    limits: Limits = Limits()
    minimize: str | None = None
    maximize: str | None = None
    unique: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of an instance: how it ended, or what is wrong with it.

    `is_unique` tells whether a model has just one solution; None where that was not asked, or not decided.
    """

    instance: Instance
    ending: Ending | None = None
    problem: str | None = None
    is_unique: bool | None = None


@dataclass(frozen=True)
class Task:
    """Solve instances of what a rule file declares."""

    rulefile: RuleFile
    settings: Settings = Settings()

    def __call__(self, instance: Instance) -> Outcome:
        """What becomes of an instance; bad input is told in the outcome, so that it stops no other."""
        if instance.problem is not None:
            return Outcome(instance, problem=instance.problem)
        try:
            return self.solved(instance)
        except LimitReached as stopped:
            return Outcome(instance, Stopped(reason=str(stopped)))
        except PuzzleError as error:
            return Outcome(instance, problem=str(error.at(instance.place)))

    def after(self, bound: str | None) -> Task:
        """The task for those after a first that was solved with this bound: tables that it needed, they begin with."""
        learned = bound == PATTERNS and self.settings.bound in (None, "auto")
        return replace(self, settings=replace(self.settings, bound="derived")) if learned else self

    def solved(self, instance: Instance) -> Outcome:
        """The same, where bad input raises `PuzzleError`."""
        declared = self.rulefile.parameters
        given = instance.parameters(declared)
        with within(self.settings.limits):  # of a search, `solve` takes them
            rulefile = self.rulefile.given(**given) if given else self.rulefile
        others = instance.others(declared)
        if rulefile.kind == "puzzle":
            require_known(others, [*(p.name for p in declared), *STATES], instance.place)
            return Outcome(instance, self._moves(rulefile.puzzle, others))
        return self._values(rulefile.model, instance, others)

    def _moves(self, puzzle: Puzzle, states: Mapping[str, Value]) -> Ending:
        start, goal = (_state(puzzle, states.get(name), name) for name in (START, GOAL))
        chosen = self.settings
        bound = chosen.bound
        if isinstance(bound, str):
            bound = entry("puzzles.written:read_bound")(puzzle, bound, None)
        options: Any = {"strategy": chosen.strategy, "engine": chosen.engine, "limits": chosen.limits, "bound": bound}
        return puzzle.solve(start, goal, workers=1, **options)

    def _values(self, model: Model, instance: Instance, others: Mapping[str, Value]) -> Outcome:
        chosen = self.settings
        if chosen.minimize is not None or chosen.maximize is not None:
            model = model.aiming(chosen.minimize, chosen.maximize, place="--")
        solutions = model.solutions(_given(model, others), engine=chosen.engine, limits=chosen.limits)
        try:
            ending = solutions.first()
            is_unique = None
            if chosen.unique and ending.status == "solved":
                another = next(solutions, None)
                stopped = solutions.ending is not None and solutions.ending.status == "stopped"
                is_unique = None if another is None and stopped else another is None
            return Outcome(instance, ending, None, is_unique)
        finally:
            solutions.close()


def _state(puzzle: Puzzle, given: Value, place: str) -> Value:
    """A state as it was given: as text, or as values; None where it was not."""
    if not isinstance(given, str):
        return given if given is None else puzzle.state(given, place=place)
    return entry("puzzles.written:read_start")(puzzle, given, place)


def _given(model: Model, others: Mapping[str, Value]) -> dict[Value, Value]:
    """Values of variables as the model has them, where names and values were given as text."""
    if not others:
        return {}
    named = {str(variable): variable for variable in model.variables}
    found = {}
    for name, value in others.items():
        variable = named.get(name, name)
        domain = model.reading.domains.get(variable) if isinstance(value, str) else None
        found[variable] = value if domain is None else _read(value, domain, str(name))
    return found


def _read(text: str, domain: Sequence[Value], place: str) -> Value:
    """The value of the domain that is written so.

    Raises
    ------
    PuzzleError
        There is none.
    """
    for value in domain:
        if str(value) == text:
            return value
    some = ", ".join(map(str, domain[:LISTED])) + (", ..." if len(domain) > LISTED else "")
    raise PuzzleError("it has no such value", place=place, expected=f"one of {some}", got=text)
