"""What remains of the constraints over integers at an answer, as goals that can be posted again."""

from __future__ import annotations

from collections.abc import Iterable

from unification import Var

from ..resolver import Machine
from ..terms import Term
from .propagation import Restriction, propagation
from .sets import ALL


def remaining(machine: Machine, shown: Iterable[Var]) -> list[Term]:
    """The goals that remain: the domains of unknowns, those that are `shown` first, then what links them.

    An unknown that is not shown and that nothing links to others can always have a value, and is left out.
    """
    on = propagation(machine)
    known: dict[Var, Restriction] = {v: c for v, c in machine.waiting() if type(c) is Restriction}
    if not known:
        return []
    visible = {v: None for v in shown if v in known}
    order = dict.fromkeys((*visible, *known))
    links = {id(p): p for v in order for p in known[v].propagators() if not p.is_entailed(on)}
    goals = [machine.reify(propagator.goal(on)) for propagator in links.values()]
    linked: dict[Var, None] = {}
    for goal in dict.fromkeys(goals):
        linked |= machine.unknowns(goal)
    found = []
    for unknown in order:
        domain = known[unknown].domain
        if domain != ALL and (unknown in linked or unknown in visible) or unknown in visible and unknown not in linked:
            found.append(Term("in", (unknown, domain.term())))
    return [*found, *dict.fromkeys(goals)]
