"""What lowered relations call beside clauses: goals that Python runs, where too little is known for the machine."""

from __future__ import annotations

from collections.abc import Callable

from ..goals import Goal
from ..relations import Predicate
from ..terms import AnyTerm
from .codes import BIG, INT, OPEN

INTEGER = 1 << INT | 1 << BIG | OPEN  # an unknown is none


class InPython(Predicate):
    """What Python runs: the goal that `build` makes of the arguments."""

    def __init__(self, name: str, arity: int, build: Callable[..., Goal]) -> None:
        self.name, self.arity, self.build = name, arity, build

    def __call__(self, *args: AnyTerm) -> Goal:
        return self.build(*args)
