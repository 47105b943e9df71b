"""What aggregate_all makes of what was collected, as the query machine takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...logic.machine.clauses import Native
from ...logic.machine.codes import P_COUNT, P_MAX, P_MAX_WITH, P_MIN, P_MIN_WITH, P_SORT, P_SUM
from ...logic.relations import Primitive
from ...logic.resolver import Machine
from ...logic.substitution import FAIL
from ...logic.terms import AnyTerm
from ..names import Indicator

AGGREGATES: dict[Indicator, int] = {
    ("count", 0): P_COUNT,
    ("sum", 1): P_SUM,
    ("max", 1): P_MAX,
    ("min", 1): P_MIN,
    ("max", 2): P_MAX_WITH,
    ("min", 2): P_MIN_WITH,
    ("set", 1): P_SORT,
}


class Aggregation(Primitive):
    """What aggregate_all makes of the list of what was collected."""

    def __init__(self, collect: Callable[[list[AnyTerm]], Any], number: int) -> None:
        def relation(machine: Machine, found: AnyTerm, results: AnyTerm) -> bool:
            made = collect(list(machine.reify(found)))
            return made is not FAIL and machine.unify(results, made)

        super().__init__(relation, "aggregate_all")
        self.number = number

    def lowered(self) -> Native:
        """What the query machine takes for it."""
        return Native(self.number)
