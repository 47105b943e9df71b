"""What kanren's users import besides goals: unification by the library, and terms as an operator with arguments."""

from __future__ import annotations

from cons.core import ConsError
from etuples import apply as term
from etuples import rands as arguments
from etuples import rator as operator
from kanren.term import unifiable_with_term
from unification import Var, reify, unifiable, unify

from .relations import primitive
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, pair

__all__ = ["Var", "applyo", "arguments", "operator", "reify", "term", "unifiable", "unifiable_with_term", "unify"]


@primitive
def applyo(machine: Machine, rator: AnyTerm, rands: AnyTerm, whole: AnyTerm) -> bool:
    """`whole` is `rator` applied to `rands`, as `operator`, `arguments` and `term` take it apart and make it."""
    whole = machine.reify(whole)
    try:
        if type(whole) not in VARIABLES:
            return machine.unify((rator, rands), (operator(whole), arguments(whole)))
        if type(rator) in VARIABLES or type(rands) in VARIABLES:
            return machine.unify(whole, pair(rator, rands))
        return machine.unify(whole, term(machine.reify(rator), machine.reify(rands)))
    except (ConsError, NotImplementedError):
        return False
