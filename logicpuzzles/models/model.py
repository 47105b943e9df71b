"""`Model`: a python-constraint problem as a relation over its variables."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from ..by_name import entry
from ..copying import Copied
from ..drawable import Source
from ..endings import Assignment, Exhausted, Stopped, Value, drawn_by
from ..errors import PuzzleError, Refusal, must_be
from ..limits import Limits, Progress
from ..playable import Fillable
from .constraints.base import Posted
from .drawn import Drawn
from .limited import Unfinished
from .query import answers
from .reading import Reading
from .solutions import Solutions

if TYPE_CHECKING:  # what few models need is imported when they do: it takes as long as a small model
    from ..logic.goals import Goal
    from ..logic.relations import Predicate
    from ..workers.specification import Asked
    from .draw import Picture
    from .explain import Contradiction
    from .incumbent import Aim
    from .objective import Objective, Stated
    from .relation import Modelled

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
Values = Mapping[Any, Any]  # {"S": 9, "E": 5, ...}


class Model(Copied, Drawn, Fillable):
    """What a rule file declares around a function that builds a fresh `Problem`.

    It is a relation over its variables: called with a term for each it is a goal, and a rule file offers it under
    its own name, as in ``load("send_more").send_more(9, e, n, d, 1, 0, r, y)``.

    Solutions come in the order of the engine's search, which is the same every time, on every machine and for every
    PYTHONHASHSEED; sort them where another order is wanted. The engine compiled branches on the variable with the
    fewest values for its contradictions, and tries integers ascending, other values in the order of the domain; where
    a first solution is slow to come, it restarts with values in another order. Where no solution comes in hundreds of
    decisions, the engine auto takes learning in turns with it, which goes by what it learned.

    What is worked out of the problem is used again by every query of a rule file's model. A model made elsewhere is
    built anew for each query, since what its functions refer to may have changed.

    Parameters
    ----------
    build
        Returns a new `Problem`, python-constraint's or ours, each time it is called.
    arguments
        The variables of the relation, in order; by default all, in the order in which they were added. The others
        are auxiliary: solutions that differ only in those count as one.
    picture
        How a solution is drawn; see `draw.scene_of`.
    colours, shapes
        The colours and shapes of values in pictures, as for `Puzzle`; where the picture is a text, of what it holds.
    name, doc
        Of the relation; by default the name of the rule file, and the documentation of `build`.
    relations
        More relations that can be asked, for files with parameters.
    minimize, maximize
        What solutions make as small, or as large, as can be: a variable, a formula such as "2 * A + B", a function
        whose parameters are named like variables, or (function, variables). Only the best ones are solutions then.

    Raises
    ------
    PuzzleError
        `build` is not a function; or, when the model is first used, it posts something invalid.

    >>> from constraint import AllDifferentConstraint, Problem
    >>> def build():
    ...     problem = Problem()
    ...     problem.addVariables("ab", [1, 2, 3])
    ...     problem.addConstraint(AllDifferentConstraint())
    ...     problem.addConstraint(lambda a, b: a + b == 5, "ab")
    ...     return problem
    >>> model = Model(build)
    >>> list(model.solutions()), model.count({"a": 3})
    ([{'a': 2, 'b': 3}, {'a': 3, 'b': 2}], 1)
    >>> from logicpuzzles import run, var
    >>> run(0, x := var(), model(2, x))
    (3,)
    """

    kind: ClassVar[str] = "model"
    parts = ("build", "arguments", *Drawn._seen, "name", "__doc__", "_others", "minimize", "maximize", "stated_at")
    thing = "a model"
    source: Source | None = None  # the rule file that declares it
    is_fixed = False  # whether it is a copy of a rule file's model, whose data nobody changes
    best: Aim | None = None  # its best solutions, once they were asked for; see `query`

    def __init__(
        self,
        build: Callable[[], Any],
        *,
        arguments: Collection[Any] | None = None,
        picture: Picture | None = None,
        name: str | None = None,
        doc: str | None = None,
        relations: Collection[Predicate] = (),
        minimize: Stated = None,
        maximize: Stated = None,
        colours: Mapping[Value, str] | None = None,
        shapes: Mapping[Value, str] | None = None,
    ) -> None:
        hint = "write Model(build), and build and return the problem in the function build"
        must_be(Callable, build, "a model takes a function that builds a problem", hint=hint)
        self.build, self.name = build, name
        self._look(picture, colours, shapes)
        self.arguments = None if arguments is None else tuple(arguments)
        self.__doc__ = doc or build.__doc__
        self._others = tuple(relations)
        self.minimize, self.maximize = minimize, maximize
        self.stated_at = None if minimize is None and maximize is None else entry("models.problem:caller")()

    def aiming(self, minimize: Stated = None, maximize: Stated = None, place: str | None = None) -> Model:
        """The same model with this objective, which stands at `place`; "--" for the command line."""
        model = copy(self)
        model.is_fixed = self.is_fixed or self.source is not None
        model.minimize, model.maximize, model.stated_at = minimize, maximize, place
        return model

    @cached_property
    def objective(self) -> Objective | None:
        """What its solutions make least or greatest."""
        if self.minimize is None and self.maximize is None:
            return None
        state = entry("models.objective:one_objective")
        return state(self.minimize, self.maximize, self.reading.variables, self.stated_at)  # type: ignore[no-any-return]

    @cached_property
    def reading(self) -> Reading:
        """What the problem says, read once."""
        return self.read()

    def read(self) -> Reading:
        """What the problem says, read anew."""
        try:
            return Reading.of(self.build(), self.arguments)
        except PuzzleError as error:
            code = getattr(self.relation.function, "__code__", None)
            if code is None or code.co_filename.startswith(_HERE):
                raise
            raise error.at(f"{code.co_filename}:{code.co_firstlineno}") from None

    def notice_changes(self) -> None:
        """Forget what was worked out of the problem, unless it is a rule file's, whose data nobody else changes."""
        if self.source is None and not self.is_fixed:
            for name in ("reading", "objective", "best", "_looks"):
                vars(self).pop(name, None)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables of the relation, in order."""
        return tuple(self.reading.variables[v] for v in self.reading.main)

    @property
    def refusal(self) -> str | None:
        """What the engine compiled does not take, so that `auto` takes the engine reference; None if it takes all."""
        return str(self.reading.lowered) if isinstance(self.reading.lowered, Refusal) else None

    @cached_property
    def relation(self) -> Modelled:
        """The relation over the variables."""
        return entry("models.relation:Modelled")(self)  # type: ignore[no-any-return]

    @property
    def relations(self) -> tuple[Predicate, ...]:
        """What can be asked: the relation over the variables, and those that were listed."""
        return (self.relation, *self._others)

    def __call__(self, *terms: Any) -> Goal:
        """The goal that the terms, one for each of `variables`, are a solution.

        Raises
        ------
        PuzzleError
            They are too many or too few.
        """
        return self.relation(*terms)

    def solutions(
        self,
        given: Values | None = None,
        *,
        engine: str = "auto",
        limits: Limits | None = None,
        progress: Progress | None = None,
        as_tuples: bool = False,
        workers: Asked = None,
    ) -> Solutions:
        """All solutions that agree with `given`, one by one as they are found; with an objective the best of them.

        They are dicts, or with `as_tuples` tuples in the order of `variables`. `workers`, by default threads on all
        cores where it lasts, change no answer.

        Raises
        ------
        PuzzleError
            `given` names an unknown variable, the engine does not take the model, or, once no solution is left, there
            are values for which a function raises, and which all other constraints allow; see `raising`.
        """
        self.notice_changes()
        asked: Any = {"engine": engine, "limits": limits, "progress": progress, "workers": workers}
        return answers(self, lambda: self.reading.given(given or {}), as_tuples=as_tuples, **asked)

    def solve(self, given: Values | None = None, **options: Any) -> Assignment | Exhausted | Stopped:
        """The first of `solutions`, or why there is none."""
        solutions = self.solutions(given, **options)
        try:
            return drawn_by(self, solutions.first())
        finally:
            solutions.close()

    def tally(self, given: Values | None = None, **options: Any) -> tuple[int, Exhausted | Stopped]:
        """How many solutions there are, or were found before a limit stopped the count; and how it ended."""
        n, ending = self.solutions(given, **options).tally()
        return n, drawn_by(self, ending)

    def count(self, given: Values | None = None, **options: Any) -> int:
        """How many solutions there are.

        Raises
        ------
        Unfinished
            A limit stopped the count.
        """
        n, ending = self.tally(given, **options)
        if isinstance(ending, Stopped):
            raise Unfinished(ending)
        return n

    def is_unique(self, given: Values | None = None, **options: Any) -> bool:
        """Whether there is exactly one solution.

        Raises
        ------
        Unfinished
            A limit stopped the search before that was decided.
        """
        n = len(list(islice(solutions := self.solutions(given, **options), 2)))
        solutions.close()
        if isinstance(solutions.ending, Stopped):
            raise Unfinished(solutions.ending)
        return n == 1

    def explain(
        self, given: Values | None = None, *, better_than: Any = None, **options: Any
    ) -> Contradiction | Assignment | Stopped:
        """Constraints that contradict each other and of which none can be dropped; or a solution, if there is one.

        A limit of seconds holds for the whole, one of nodes for each part of it. With an objective, `better_than` asks
        why no solution has a smaller one than that, or a larger one where it is to be large.
        """
        if better_than is not None:
            bounded = entry("models.objective:bounded")(self.build, self.objective, self.reading.variables, better_than)
            made = Model(bounded, arguments=self.arguments, picture=self.picture, name=self.name)
            return made.explain(given, **options)
        began, ending = perf_counter(), self.solve(given, **options)
        if not isinstance(ending, Exhausted):
            return ending
        options.pop("engine", None)
        return self.contradiction(given, **options, began=began)

    def contradiction(
        self,
        given: Values | None = None,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        began: float | None = None,
    ) -> Contradiction:
        """What `explain` gives, for a model that is known to have no solution."""
        limits, began = Limits.of(limits), perf_counter() if began is None else began
        found = entry("models.conflicts:contradiction")(self.reading, self.read, given or {}, limits, progress, began)
        found = found.on_board(self.picture, self.variables, self.reading.domains)
        return replace(found, scene=self.looked(found.scene)) if found.scene else found  # type: ignore[no-any-return]

    def violated(self, values: Values) -> tuple[Posted, ...]:
        """The constraints that do not hold for the values of all variables, found without any engine.

        Raises
        ------
        PuzzleError
            A variable has no value, or one that is not in its domain.
        """
        self.notice_changes()
        reading = self.reading
        known, missing = reading.given(values), [v for v in reading.variables if v not in values]
        if known is None or missing:
            raise PuzzleError(
                "the values are not those of a solution",
                expected="a value of its domain for every variable",
                got=f"none for {missing[0]}" if missing else str(dict(values)),
            )
        return reading.violated(tuple(known[v][0] for v in range(len(known))))

    def __repr__(self) -> str:
        if self.source is not None:
            return self.source.loading
        # Its arity is not known before it is built, which may take long or fail.
        return f"<model {self.name or getattr(self.relation.function, '__name__', 'model')}>"
