"""A model as a relation over its variables: ``send_more(9, E, N, D, 1, 0, R, Y)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..logic.relations import Predicate
from ..logic.resolver import Continuation, Machine


class Modelled(Predicate):
    """The values of the variables of a model, together a solution; what is known is given to the solver."""

    def __init__(self, model: Any, name: str) -> None:
        self.model, self.name = model, name
        self.parameters = tuple(map(str, model.variables))
        self.arity = len(self.parameters)
        self.__doc__ = "A solution of the model, a value for each of its variables."

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        return machine.branch(self._solutions(machine, args), rest)

    def _solutions(self, machine: Machine, args: tuple[Any, ...]) -> Iterator[None]:
        values = machine.reify(args)
        names = self.model.variables
        given = {name: value for name, value in zip(names, values, strict=True) if not machine.unknowns(value)}
        mark = len(machine.trail)
        for solution in self.model.solutions(given):
            machine.pulse()
            if machine.unify(args, tuple(solution[name] for name in names)):
                yield
            machine.undo(mark)
