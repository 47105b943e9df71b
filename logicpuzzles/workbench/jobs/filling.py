"""A model filled in by hand, in a process of the workbench: its board, what is left for a cell, what contradicts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...endings import Value
from ...integers import as_text
from ...limits import Limits, Progress
from ...models.elements import called
from ...models.explain import Contradiction
from ...models.model import Model
from ...models.objective import Objective
from ...playing.cells import value_typed
from ...playing.drawn_fill import drawn_fill
from ...playing.filling import Fill
from ..rules import Rules
from .loading import declared

OFFERED = 60  # values of a cell that have a button each
Filled = tuple[tuple[int, int], ...]  # the numbers of variables, and of the values in their domains

_kept: list[tuple[Model, Fill]] = []  # of the model that was filled in last


@dataclass(frozen=True)
class Filling:
    """What the page shows of a model that is filled in.

    Attributes
    ----------
    picture, instead
        The board as SVG; where it is too large, none, and a sentence with its values. A note where there is no picture.
    variables
        The number of the variable that each cell of the picture shows, by its own; cells that show none are left out.
    chosen
        The variable that is chosen; -1 for none.
    name
        What it is called.
    values, left, value
        Its values; which of them, by number, are left by what is filled in; and its own, -1 for none.
    told
        What is wrong, or how much is left to do.
    is_full, is_wrong
        Whether every cell has a value; whether some contradict each other, or nothing can be filled in any more.
    """

    picture: str
    instead: str
    variables: dict[int, int]
    chosen: int
    name: str
    values: tuple[str, ...]
    left: tuple[int, ...]
    value: int
    told: str
    is_full: bool
    is_wrong: bool


@dataclass(frozen=True)
class Judged:
    """What a search tells of what is filled in.

    Attributes
    ----------
    said
        How many solutions agree with it.
    why
        Where there is none, why, in the words of the command line.
    marked
        The variables that take part in that.
    """

    said: str
    why: str = ""
    marked: tuple[int, ...] = ()


def model_of(rules: Rules) -> Model:
    """The model of a rule file.

    Raises
    ------
    PuzzleError
        It declares something else.
    """
    model: Model = declared(rules, "model", "has no cells to fill in")
    return model


def show(rules: Rules, filled: Filled, chosen: int, more: Collection[int] = ()) -> Filling:
    """The board with these values filled in; cells that contradict are marked, or else `more`."""
    fill = filled_in(rules, filled)
    conflicts = fill.conflicts()
    marked = conflicts or {fill.variables[number] for number in more if number < len(fill.variables)}
    known = 0 <= chosen < len(fill.variables)
    variable = fill.variables[chosen] if known else None
    domain = fill.domains[variable] if known else ()
    candidates = fill.candidates(variable) if known else ()
    own = fill.values.get(variable) if known else None
    drawn = drawn_fill(fill, marked, variable)
    numbers = {shown: number for number, shown in enumerate(fill.variables)}
    note = "" if fill.model.picture is not None else "The rule file has no picture: each variable has a line."
    return Filling(
        drawn.picture,
        drawn.instead or note,
        variables={number: numbers[shown] for number, shown in drawn.variables.items()},
        chosen=chosen if known else -1,
        name=called(variable) if known else "",
        values=tuple(map(as_text, domain[:OFFERED])),
        left=tuple(number for number, value in enumerate(domain) if is_in(value, candidates)),
        value=next((n for n, x in enumerate(domain) if known and variable in fill.values and is_in(x, (own,))), -1),
        told=_status(fill, bool(conflicts)) + _worth(model_of(rules).objective, fill),
        is_full=fill.is_full,
        is_wrong=bool(conflicts),
    )


def typed(rules: Rules, chosen: int, keys: str) -> tuple[str, int]:
    """The keys that count of those typed in a cell, and the number of the value they mean; see `cells.value_typed`."""
    fill = fill_of(rules)
    if not 0 <= chosen < len(fill.variables):
        return "", -1
    return value_typed(fill.domains[fill.variables[chosen]], keys)


def judge(rules: Rules, filled: Filled, seconds: float, progress: Progress) -> Judged:
    """Whether no solution, one, or several agree with what is filled in; and why none."""
    fill = filled_in(rules, filled)
    limits = Limits(seconds=seconds)
    count = fill.count(limits=limits, progress=progress)
    if count.found or count.reason is not None:
        agrees = "agrees" if count.found == 1 else "agree"
        said = f"{count.in_words()} {agrees} with this" if count.reason is None else count.in_words()
        return Judged(f"{said[0].upper()}{said[1:]}.")
    why = fill.why(limits=limits, progress=progress)
    if not isinstance(why, Contradiction):
        return Judged("No solution agrees with this.")
    marked = tuple(number for number, variable in enumerate(fill.variables) if variable in why.domains)
    return Judged("No solution agrees with this.", why.in_words(), marked)  # the board is marked itself


def hint(rules: Rules, filled: Filled, seconds: float, progress: Progress) -> tuple[int, int] | None:
    """An empty cell and a value for it, by their numbers; None where there is none."""
    fill = filled_in(rules, filled)
    found = fill.hint(Limits(seconds=seconds), progress)
    if found is None:
        return None
    variable, value = found
    domain = fill.domains[variable]
    return fill.variables.index(variable), next(n for n, one in enumerate(domain) if is_in(one, (value,)))


def is_in(value: Value, values: Collection[Value]) -> bool:
    """Whether a value is among these, 1 and True told apart."""
    return any(value == one and type(value) is type(one) for one in values)


def fill_of(rules: Rules) -> Fill:
    """The model in hand."""
    model = model_of(rules)
    if not _kept or _kept[0][0] is not model:
        _kept[:] = [(model, Fill(model))]
    return _kept[0][1]


def filled_in(rules: Rules, filled: Filled) -> Fill:
    """The model with these values filled in."""
    fill = fill_of(rules)
    wanted: dict[Any, Value] = {}
    for number, value in filled:
        if number < len(fill.variables) and value < len(fill.domains[fill.variables[number]]):
            wanted[fill.variables[number]] = fill.domains[fill.variables[number]][value]
    for variable in fill.values.keys() - wanted.keys() - fill.given.keys():
        fill.erase(variable)
    for variable, value in wanted.items():
        if variable not in fill.given:
            fill.put(variable, value)
    return fill


def _status(fill: Fill, is_wrong: bool) -> str:
    left = len(fill.variables) - len(fill.values)
    if is_wrong:
        return "The marked cells contradict each other."
    return f"{left} of {len(fill.variables)} cells to fill in." if left else "Every cell is filled in."


def _worth(objective: Objective | None, fill: Fill) -> str:
    """What the objective is, as far as it is known, to follow a sentence; "" where there is none."""
    if objective is None:
        return ""
    values = fill.values
    wanted = "small" if objective.sign > 0 else "large"
    known = all(variable in values for variable in objective.variables)
    own = f" = {as_text(objective.of(tuple(values[v] for v in objective.variables)))}" if known else ""
    return f" {objective.text}{own}, to be as {wanted} as can be."
