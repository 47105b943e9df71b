"""A model as a relation over its variables: ``send_more(9, E, N, D, 1, 0, R, Y)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from weakref import ref

from ..endings import Stopped
from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.bindings import key
from ..logic.goals import Eq, Goal
from ..logic.relations import Predicate
from ..logic.resolver import Continuation, Machine
from ..logic.substitution import FAIL
from ..logic.terms import VARIABLES, AnyTerm
from .query import answers
from .search import Cuts
from .solutions import Solutions
from .values import Value, Variable

if TYPE_CHECKING:
    from .query import Asked

    class Related(Asked, Protocol):
        """What the relation of a model needs of it; see `model.Model`."""

        name: str | None
        build: Callable[..., Any]

        @property
        def variables(self) -> tuple[Variable, ...]: ...

        def notice_changes(self) -> None: ...


class Modelled(Predicate):
    """The terms are values of a model's variables, in order, and form a solution; answers come as they are found.

    The solver is given what is known of a term: its value, what waits for its value (a disequality, a comparison), and
    where the same unknown stands twice.
    """

    def __init__(self, model: Related) -> None:
        self.model = model
        self._machine: Callable[[], Machine | None] = lambda: None  # of the query that asked last
        doc = (model.__doc__ or "").strip()
        self.__doc__ = doc or "A solution of the model: a value for each of its variables."

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.model, "relation")

    @property
    def name(self) -> str:  # type: ignore[override]
        """That of the model."""
        return self.model.name or "model"

    @property
    def arity(self) -> int:  # type: ignore[override]
        """The number of variables."""
        return len(self.model.variables)

    @property
    def parameters(self) -> tuple[str, ...]:  # type: ignore[override]
        """The variables."""
        return tuple(map(str, self.model.variables))

    @property
    def function(self) -> Callable[[], Any]:
        """What states the constraints."""
        build: Any = self.model.build
        while isinstance(build, partial):  # what rule files wrap around it
            build = build.args[-1]
        return build  # type: ignore[no-any-return]

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        terms = tuple(map(machine.walk, args))
        if self._machine() is not machine:
            self._machine = ref(machine)
            self.model.notice_changes()
        shared = _shared(self.model.reading.main, terms)
        solutions = answers(
            self.model, lambda: self._cuts(machine, terms), shared, progress=lambda _: _look(machine), overall=True
        )
        return _Next(solutions, terms).run(machine, rest)

    def _cuts(self, machine: Machine, terms: Sequence[Any]) -> Cuts | None:
        """The domains narrowed by what is known of the terms; None if one becomes empty."""
        reading = self.model.reading
        cuts = {}
        for v, term in zip(reading.main, terms, strict=True):
            if type(term) in VARIABLES and key(term) not in machine.watched:
                continue
            value = machine.reify(term)
            if machine.unknowns(value):
                left = tuple([x for x in reading.lowering.domains[v] if _can_be(machine, term, x)])
            else:
                left = reading.own(v, value) or ()
            if not left:
                return None
            cuts[v] = left
        return cuts


def _look(machine: Machine) -> None:
    """Check the limits of the query during a long search too."""
    if machine.watchdog is not None:
        machine.watchdog()


def _can_be(machine: Machine, term: AnyTerm, value: Value) -> bool:
    mark = len(machine.trail)
    try:
        return machine.unify(term, value)
    except (NeedsValue, PuzzleError):  # an error only if a solution has the value
        return True
    finally:
        machine.undo(mark)


def _shared(variables: Sequence[int], terms: Sequence[Any]) -> list[list[int]]:
    """The groups of variables for which the same unknown stands."""
    groups: dict[Any, list[int]] = {}
    for v, term in zip(variables, terms, strict=True):
        if type(term) in VARIABLES:
            groups.setdefault(key(term), []).append(v)
    return [group for group in groups.values() if len(group) > 1]


class _Next(Goal):
    """The terms are one of the solutions that are still to come.

    Each slice of the search for them is one step of the machine, so it can pause between slices.
    """

    __slots__ = ("solutions", "terms")

    def __init__(self, solutions: Solutions, terms: tuple[Any, ...]) -> None:
        self.solutions, self.terms = solutions, terms

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        found, ending = self.solutions.step(), self.solutions.ending
        if isinstance(ending, Stopped):
            raise LimitReached(ending.reason)
        if found is None and ending is None:
            return (self, rest)
        machine.pause = False  # asked for meanwhile, but there is an answer to give
        if found is not None:
            return machine.choose((Eq(self.terms, tuple(found.values())), self), rest)
        return FAIL
