"""The constraints over integers under their Prolog names: those of `logic.integers`, loaded when one is first used."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...by_name import entry
from ...logic.relations import Predicate, Primitive
from ...logic.resolver import Continuation, Machine
from ...logic.terms import Term
from .builtins import BUILTINS

NAMES = (
    "#=/2 #\\=/2 #</2 #=</2 #>/2 #>=/2 #<==>/2 #==>/2 #<==/2 #\\//2 #\\/2 #/\\/2 #\\/1 in/2 ins/2 "
    "fd_dom/2 fd_inf/2 fd_sup/2 fd_size/2 fd_degree/2 fd_var/1 label/1 labeling/2 indomain/1 all_different/1 "
    "all_distinct/1 sum/3 scalar_product/4 element/3 tuples_in/2 automaton/3 chain/2 lex_chain/1 zcompare/3 circuit/1 "
    "global_cardinality/2 cumulative/1 cumulative/2 disjoint2/1 sat/1 taut/2 sat_count/2 weighted_maximum/3 labeling/1"
)


class Constraining(Predicate):
    """The goal over integers `name`/`arity`."""

    awaits = True
    lowering = "logic.machine.models:lowered"

    def __init__(self, name: str, arity: int) -> None:
        self.name, self.arity = name, arity

    @cached_property
    def goal(self) -> Primitive:
        """The goal itself."""
        found: Primitive = entry("logic.integers.goals:GOALS.get")((self.name, self.arity))
        return found

    @property
    def parameters(self) -> tuple[str, ...]:  # type: ignore[override]
        """Its arguments, for help."""
        return self.goal.parameters

    __doc__ = property(lambda self: self.goal.__doc__)

    def invoke(self, machine: Machine, args: tuple[Any, ...], rest: Continuation) -> Continuation:
        if machine.stating is not None and not machine.floor:
            return machine.stating.state(machine, Term(self.name, args), rest)
        return self.goal.invoke(machine, args, rest)


for _indicator in NAMES.split():
    _name, _, _arity = _indicator.rpartition("/")
    BUILTINS[_name, int(_arity)] = Constraining(_name, int(_arity))
