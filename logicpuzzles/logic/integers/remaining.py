"""What remains of the constraints over integers at an answer, as goals that can be posted again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from unification import Var

from ..resolver import Machine
from ..terms import AnyTerm, Term
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
    links = {id(propagator): propagator for unknown in order for propagator in known[unknown].propagators()}
    goals = [machine.reify(p.goal(on)) for p in links.values() if not p.is_entailed(on)]
    goals = list({_flat(goal): goal for goal in goals}.values())
    linked: dict[Var, None] = {}
    for goal in goals:
        linked |= machine.unknowns(goal)
    found = []
    for unknown in order:
        domain = known[unknown].domain
        if domain != ALL and (unknown in linked or unknown in visible) or unknown in visible and unknown not in linked:
            found.append(Term("in", (unknown, domain.term())))
    return [*found, *goals]


def _flat(goal: Term) -> Hashable:
    """What tells a goal from others; Python's own hash of a long sum would be too deep."""
    found: list[Hashable] = []
    todo: list[AnyTerm] = [goal]
    while todo:
        part = todo.pop()
        if type(part) is Term:
            found.append((part.name, len(part.args)))
            todo += part.args
        elif isinstance(part, tuple):
            found.append(len(part))
            todo += part
        else:
            found.append((type(part), part))
    return tuple(found)
