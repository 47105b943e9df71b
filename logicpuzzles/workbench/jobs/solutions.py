"""The solutions of a model in a process of the workbench, a page at a time; the search goes on where it paused."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ...drawing.live import still
from ...endings import Exhausted, Stopped
from ...limits import Progress
from ...models.model import Model, Values
from ...models.solutions import Solutions
from ...wording import counted
from ..rules import Rules
from .filling import Filled, filled_in, is_in, model_of

PAGE = 24  # solutions


@dataclass(frozen=True)
class Page:
    """Some of the solutions.

    Attributes
    ----------
    said
        Which they are, and what is known of all.
    drawn
        Of each its picture and its caption.
    filled
        What each fills in.
    is_last
        Whether there are no more.
    """

    said: str
    drawn: tuple[tuple[str, str], ...]
    filled: tuple[Filled, ...]
    is_last: bool


class _Search:
    """A search for solutions, and those found so far."""

    def __init__(self, model: Model, filled: Filled, given: Values) -> None:
        self.model, self.filled = model, filled
        self.found: list[Values] = []
        self.solutions: Solutions = model.solutions(given)


_kept: list[_Search] = []  # the last one


def page(rules: Rules, filled: Filled, number: int, progress: Progress) -> Page:
    """The solutions of the page with this number, from 0, that agree with what is filled in."""
    model, fill = model_of(rules), filled_in(rules, filled)
    if not _kept or _kept[0].model is not model or _kept[0].filled != filled:
        _kept[:] = [_Search(model, filled, fill.values)]
    search = _kept[0]
    wanted = (number + 1) * PAGE + 1  # one more tells whether there is another page
    while len(search.found) < wanted:
        more = list(islice(search.solutions, min(100, wanted - len(search.found))))
        search.found += more
        progress(f"{counted(len(search.found), 'solution')} found")
        if not more:
            break
    shown = search.found[number * PAGE : (number + 1) * PAGE]
    values = [value for variable in fill.variables for value in fill.domains[variable]]
    drawn = []
    for at, solution in enumerate(shown, number * PAGE + 1):
        drawn.append((still(model.scene(solution), f"solution {at}", values), str(at)))
    numbered = tuple(_numbered(fill.variables, fill.domains, solution) for solution in shown)
    return Page(_status(search, number, len(shown)), tuple(drawn), numbered, len(search.found) < wanted)


def _numbered(variables: tuple[object, ...], domains: Values, solution: Values) -> Filled:
    pairs = ((n, v) for n, v in enumerate(variables) if v in solution)
    return tuple((n, next(at for at, x in enumerate(domains[v]) if is_in(x, (solution[v],)))) for n, v in pairs)


def _status(search: _Search, number: int, shown: int) -> str:
    ending, found = search.solutions.ending, len(search.found)
    first = number * PAGE + 1
    if isinstance(ending, Exhausted):
        said = f"{counted(found, 'solution')} in all" if found else "No solution agrees with this"
    elif isinstance(ending, Stopped):
        said = f"The search was stopped: {ending.reason}"
    else:
        said = "there are more"
    part = f"Solutions {first} to {first + shown - 1}; " if shown and shown < found else ""
    objective = search.model.objective
    best = f" {objective.worth(search.solutions.objective_value, search.solutions.gap)}." if objective and found else ""
    return f"{part}{said}.{best}"
