"""Queries of a model: its reading narrowed down to what is known, an engine, and the solutions to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..by_name import entry
from ..endings import Assignment, Stopped
from ..errors import LimitReached
from ..limits import Limits, Progress
from ..search.budget import Budget
from ..watchdog import within
from .engines import choose
from .limited import Unfinished, building
from .reading import Reading
from .search import Cuts, Helpers
from .solutions import Solutions

if TYPE_CHECKING:
    from ..copying import Reduced
    from ..workers.specification import Asked as AskedWorkers
    from .incumbent import Aim
    from .objective import Objective

    class Asked(Protocol):
        """What a query asks of a model; see `model.Model`. `best` is kept for queries of its best solutions."""

        best: Aim | None

        @property
        def origin(self) -> Reduced | None: ...

        @property
        def reading(self) -> Reading: ...

        @property
        def objective(self) -> Objective | None: ...

        def read(self) -> Reading: ...


def answers(
    model: Asked,
    cuts: Callable[[], Cuts | None],
    equal: Sequence[Sequence[int]] = (),
    *,
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
    overall: bool = False,
    as_tuples: bool = False,
    workers: AskedWorkers = None,
) -> Solutions:
    """The solutions with values from `cuts` only, where the variables of each group in `equal` are equal.

    In both a variable is its number; `cuts` gives None where a variable has no value left. With an objective they are
    the best of these; `overall` those of them that are the best of all. `workers` are as for `executor_of`.
    """
    limits = Limits.of(limits)
    if workers is not None and not isinstance(workers, str):
        entry("workers.specification:executor_of")(workers, threads=True)  # which refuses what is none
    try:
        aim = _best_of_all(model, limits, progress) if overall else None

        def changed(reading: Reading) -> Reading:
            reading = reading if aim is None else reading.aimed(aim)
            return reading.joined(equal) if equal else reading

        with within(limits), nullcontext() if _is_ready(model) else building():
            reading = changed(model.reading)
            name = choose(engine, reading)
            budget = Budget(limits, progress, work=2000, seconds=0.05)
            objective = None if overall else model.objective
            given = reading, lambda: changed(model.read()), cuts(), name, budget, objective, as_tuples
            own = model if reading is model.reading else None
            return Solutions(*given, Helpers(workers, own))
    except LimitReached as limit:
        return Solutions.none(engine, limit)


class _Posed:
    """A problem as a query sees it. A `Model` also draws and is a relation, which would take longer to import."""

    best: Aim | None = None
    objective: None = None
    origin: None = None

    def __init__(self, problem: Any) -> None:
        self.problem = problem

    @cached_property
    def reading(self) -> Reading:
        """What the problem says now."""
        return self.read()

    def read(self) -> Reading:
        """What the problem says, read anew."""
        return Reading.of(self.problem, None)


def solutions_of(problem: Any) -> Solutions:
    """All solutions of a problem, which is read anew: what its constraints refer to may have changed."""
    return answers(_Posed(problem), dict)


def _is_ready(model: Asked) -> bool:
    """Whether it is read and packed: then nothing is left that may take long until a search begins."""
    reading = vars(model).get("reading")
    return reading is not None and "packed" in vars(reading) and model.objective is None


def _best_of_all(model: Asked, limits: Limits, progress: Progress | None) -> Aim | None:
    """That solutions are as good as the best; None where there is no objective, or no solution.

    Raises
    ------
    LimitReached
        It was not found in time.
    """
    if model.objective is not None and model.best is None:
        solutions = answers(model, dict, limits=limits, progress=progress)
        ending = solutions.first()
        if isinstance(ending, Stopped) or (isinstance(ending, Assignment) and ending.gap != 0):
            raise Unfinished(cast(Stopped, solutions.ending))
        model.best = solutions.as_good()
    return model.best
