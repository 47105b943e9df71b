"""What remains of the constraints over integers at an answer, as goals that can be posted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from unification import Var

from ..bindings import key, serial
from ..goals import Neq
from ..resolver import Machine
from ..terms import AnyTerm, Term
from .booleans import Formula, independent
from .propagation import Propagation, Propagator, Restriction, propagation
from .reified import Connective
from .sets import ALL, BITS, Integers

DOMAINS = {"sat": BITS}  # what a goal says of each of its unknowns
Links = dict[int, Propagator]  # by identity
Users = dict[Var, set[int]]  # of unknowns that are not shown: what links them


def bound_by_integers(machine: Machine) -> dict[Var, None]:
    """The unknowns that constraints over integers bind, so that they may be unable to meet a disequality.

    One that nothing links to others, and that has more values than there are disequalities on it, can meet them all.
    """
    unequal = {id(c): c for _, c in machine.waiting() if isinstance(c, Neq)}
    n_unequal = Counter(unknown for c in unequal.values() for unknown in machine.unknowns(c.pairs))
    found: dict[Var, None] = {}
    for unknown, constraint in machine.waiting():
        is_free = isinstance(constraint, Restriction) and constraint.is_free
        is_loose = is_free and propagation(machine).domain(unknown).size > n_unequal[unknown]
        if constraint.over_integers and not is_loose:
            found[unknown] = None
    return found


def remaining(machine: Machine, shown: Iterable[Var], beside: AnyTerm = ()) -> list[Term]:
    """The goals that remain: the domains of unknowns, those that are `shown` first, then what links them.

    So are the domains of those in `beside`, what else the answer carries.

    An unknown that is not shown and that nothing links to others can always have a value, and is left out; so is one
    that a single constraint computes from others, with that constraint. Where it is the truth of a condition that
    stands in another one, the condition is written there.
    """
    on = propagation(machine)
    known: dict[Var, Restriction] = {v: c for v, c in machine.waiting() if type(c) is Restriction}
    if not known:
        return []
    visible = {v: None for v in shown if v in known}
    order = dict.fromkeys((*visible, *known))
    links = {id(propagator): propagator for unknown in order for propagator in known[unknown].propagators()}
    open_ = {name: propagator for name, propagator in links.items() if not propagator.is_entailed(on)}
    formulas = {name: propagator for name, propagator in open_.items() if isinstance(propagator, Formula)}
    needed = set(map(id, independent(on, list(formulas.values())) if formulas else ()))
    open_ = {name: propagator for name, propagator in open_.items() if name not in formulas or name in needed}
    others = [machine.unknowns(c.terms) for _, c in machine.waiting() if type(c) is not Restriction]
    kept = set(visible).union(*others)
    users = _users(on, open_, [unknown for unknown in known if unknown not in kept])
    _leave_out_computed(on, open_, users)
    goals = list({_flat(goal): goal for goal in _nested(on, open_, users)}.values())
    linked: dict[Var, None] = dict(machine.unknowns(beside))
    given: dict[Var, Integers] = {}
    for goal in goals:
        unknowns = machine.unknowns(goal)
        linked |= unknowns
        if goal.name in DOMAINS:
            given |= dict.fromkeys(unknowns, DOMAINS[goal.name])
    found = []
    for unknown in order:
        domain = known[unknown].domain
        is_said = domain == given.get(unknown, ALL)  # by a goal
        is_alone = unknown in visible and unknown not in linked
        if is_alone or not is_said and (unknown in linked or unknown in visible):
            found.append(Term("in", (unknown, domain.term())))
    return [*found, *goals]


def _users(on: Propagation, links: Links, hidden: Iterable[Var]) -> Users:
    users: Users = {unknown: set() for unknown in hidden}
    for name, propagator in links.items():
        for term in map(on.walk, propagator.terms):
            if term in users:
                users[term].add(name)
    return users


def _leave_out_computed(on: Propagation, links: Links, users: Users) -> None:
    """Take away each of `links` that can be met by a value of a hidden unknown that is in no other."""
    todo = list(users)
    while todo:
        unknown = todo.pop()
        if len(users[unknown]) == 1:
            (name,) = users[unknown]
            if links[name].can_give(on, unknown):
                for term in map(on.walk, links.pop(name).terms):
                    if term in users:
                        users[term].discard(name)
                        todo.append(term)


def _nested(on: Propagation, links: Links, users: Users) -> list[Term]:
    """The goals that `links` are; a condition whose truth only one other asks for is written in that one."""
    machine = on.machine
    goals = {name: propagator.goal(on) for name, propagator in links.items()}
    place = {name: number for number, name in enumerate(links)}
    mark = len(machine.trail)
    for unknown in sorted(users, key=serial):  # what is joined is older
        if len(users[unknown]) != 2 or not users[unknown] <= goals.keys():
            continue
        one, two = sorted(users[unknown], key=place.__getitem__)
        first, second = links[one].told_by(on, unknown), links[two].told_by(on, unknown)
        if first is not None and second is not None:
            goals[one] = Term("#<==>", (first, second))
            del goals[two]
        elif (first is None) != (second is None):
            name, asking = (one, two) if second is None else (two, one)
            if type(links[asking]) is Connective:
                machine.bindings[key(unknown)] = second if first is None else first
                machine.trail.append(unknown)
                del goals[name]
    found = [machine.reify(goal) for goal in goals.values()]
    machine.undo(mark)
    return found


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
