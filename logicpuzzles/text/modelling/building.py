"""What a model in text builds: a `Problem`, with a variable for each unknown and a constraint for each goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from constraint import AllEqualConstraint

from ...errors import PuzzleError
from ...logic.substitution import Substitution
from ...logic.terms import VARIABLES, AnyTerm, Term, Variable, var
from ...logic.writer import fresh_names, shown
from ...models.constraints.stated import StatedGoal
from ...models.elements import Element
from ...models.order import Order
from ...models.problem import Problem
from ..code.clauses import Clauses
from ..parameters import Resized
from ..syntax.nodes import Node
from .domains import Domains
from .naming import names_of, variables
from .posting import Posted, posted
from .statements import Statement

LONGEST = 160  # characters of a goal in a message


class Building:
    """Builds the problem of the model that `clauses` state; called, it builds one.

    Grids that are `resized` may be why it cannot.
    """

    def __init__(self, clauses: Clauses, resized: Sequence[Resized] = ()) -> None:
        self.clauses, self.resized = clauses, resized
        self.__doc__ = clauses.__doc__

    def __deepcopy__(self, _: object) -> Building:
        return self  # what it reads never changes

    @property
    def head(self) -> Node:
        """The argument of the model, as it was read."""
        return self.clauses.clauses[0].head.args[0]

    @property
    def place(self) -> str:
        """Where the model is stated, as file:line."""
        return self.clauses.place.rpartition(":")[0]

    @cached_property
    def posted(self) -> Posted:
        """What the clause says, run once."""
        return posted(self.clauses, self.resized)

    @cached_property
    def variables(self) -> dict[str, AnyTerm]:
        """An unknown or an integer for each variable of the argument, by its name."""
        return variables(self.posted.argument, self.head, self.posted.named)

    @cached_property
    def objectives(self) -> list[tuple[Variable, bool, list[Statement]]]:
        """For each expression by which solutions are ordered: an unknown, whether it is greatest first, what it is.

        An expression that is an unknown stands for itself, and nothing more is stated.
        """
        made: list[tuple[Variable, bool, list[Statement]]] = []
        for labelled in self.posted.labelled:
            for expression, order in labelled.plan.best:
                if type(expression) in VARIABLES:
                    made.append((expression, order == "down", []))
                else:
                    unknown = var()
                    statement = Statement(Term("#=", (unknown, expression)), labelled.origin)
                    made.append((unknown, order == "down", [statement]))
        return made

    @cached_property
    def domains(self) -> Domains:
        """The domains of the unknowns, and the other constraints."""
        labelled = [term for one in self.posted.labelled for term in one.terms]
        statements = [*self.posted.statements, *(one for _, _, more in self.objectives for one in more)]
        ordered = [unknown for unknown, _, _ in self.objectives]
        return Domains(statements, [u for u in (*self.variables.values(), *labelled, *ordered) if type(u) in VARIABLES])

    @cached_property
    def names(self) -> dict[Any, str]:
        """The unknowns by name, those of the argument first."""
        found: dict[Any, str] = {}
        for name, leaf in self.variables.items():
            if type(leaf) in VARIABLES:
                found.setdefault(leaf, name)
        called, fresh = names_of(self.posted.named), fresh_names(self.variables)
        for unknown in self.domains.unknowns:
            if unknown not in found:
                name = called.get(unknown, "")
                found[unknown] = name if name and name not in self.variables else next(fresh)
        return found

    @cached_property
    def short_names(self) -> dict[Any, str]:
        """What the unknowns are called in the text of a goal."""
        return {unknown: name.short if isinstance(name, Element) else name for unknown, name in self.names.items()}

    def __call__(self) -> Problem:
        problem, place = Problem(), self.place
        for name, leaf in self.variables.items():
            if type(leaf) is int:
                problem.addVariable(name, (leaf,))
        called = names_of(self.posted.named)
        told = sorted(self.names, key=lambda unknown: unknown not in called)  # of these an error is told first
        values = {unknown: self.domains.values(unknown, self.names[unknown], place) for unknown in told}
        for unknown, name in self.names.items():
            problem.addVariable(name, values[unknown])
        if not self.variables:
            hint = "it is the list of its unknowns, or a term that holds them"
            raise PuzzleError(f"the argument of {self.clauses.name}/1 has no unknowns", place=place, hint=hint)
        for name, first in self._twice():
            problem.addVariable(name, problem._variables[first])
            problem.post(AllEqualConstraint(), [first, name], place)
        for statement, unknowns in self.domains.constraints:
            self._post(problem, statement, unknowns)
        problem.arguments, problem.order = tuple(self.variables), self._order()
        return problem

    def _twice(self) -> list[tuple[str, str]]:
        """The second names of unknowns that have two, each with the first."""
        own = ((name, leaf) for name, leaf in self.variables.items() if type(leaf) in VARIABLES)
        return [(name, self.names[leaf]) for name, leaf in own if self.names[leaf] != name]

    def _post(self, problem: Problem, statement: Statement, unknowns: Sequence[Any]) -> None:
        scope = [self.names[unknown] for unknown in unknowns] or list(self.variables)[:1]  # false, whatever that is
        text = shown(statement.goal, LONGEST, self.short_names)
        problem.post(StatedGoal(statement.goal, unknowns, text), scope, statement.place or self.place)

    def _order(self) -> Order | None:
        """What `label` or `labeling` in the text say; None where neither stands there.

        Raises
        ------
        PuzzleError
            They say different things.
        """
        if not self.posted.labelled:
            return None
        first, *others = self.posted.labelled
        for other in others:
            if (other.plan.selection, other.plan.order, other.plan.best) != (
                first.plan.selection,
                first.plan.order,
                [],
            ):
                problem, hint = "a model has one order of labelling", "label all its unknowns by one goal"
                error = PuzzleError(problem, place=self.place, hint=hint)
                raise error if other.origin is None else other.origin.error(PuzzleError(problem, hint=hint))
        tried = [self.names[term] for one in self.posted.labelled for term in one.terms if type(term) in VARIABLES]
        best = [(self.names[unknown], is_down) for unknown, is_down, _ in self.objectives]
        return Order(tuple(dict.fromkeys(tried)), first.plan.selection, first.plan.order == "down", best)

    def argument(self, solution: Mapping[Any, Any]) -> AnyTerm:
        """The argument of the model for a solution."""
        known = Substitution()
        own = {leaf: name for name, leaf in self.variables.items() if type(leaf) in VARIABLES}
        known.assume((leaf, solution[name]) for leaf, name in own.items() if name in solution)
        return known.reify(self.posted.argument)
