"""label where constraints were deferred: what was noted of its unknowns goes to the compiled engine as it is.

That needs each unknown that was noted to be labelled, with a domain of its own; what else there is, is propagated
first. (`labelling` takes over then.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..logic.integers.deferred import Deferred
from ..logic.integers.labelling import Plan
from ..logic.integers.propagation import propagation
from ..logic.integers.sets import ALL, Integers
from ..logic.resolver import Machine
from ..logic.terms import AnyTerm, Variable
from .constraints.equality import AllDifferent
from .constraints.forms import Form
from .constraints.linear import Linear
from .labelling import MOST_VALUES, binder
from .packed import Packed
from .packing import pack
from .rows import rows
from .values import LARGEST

Parts = tuple[tuple[int, int], ...]  # the intervals of a domain
Sums = tuple[tuple[tuple[int, ...], tuple[int, ...], str, int], ...]  # scope, multipliers, relation and bound
Groups = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # variables and integers, all of which differ
MOST_KEPT = 1 << 14  # numbers in a model that is kept for when it is asked again


def answers(machine: Machine, terms: Sequence[AnyTerm], plan: Plan) -> Iterator[None] | None:
    """Bind the unknowns among `terms`, walked, to every answer in turn; None where all is to be propagated first."""
    if plan.selection != "leftmost" or plan.best:
        return None
    unknowns = {term.serial: term for term in terms if type(term) is Variable}
    model = _model(machine, machine.deferred, unknowns)
    if model is None:
        return None
    for unknown in unknowns.values():
        propagation(machine).require_inside(unknown)
    size = sum(len(scope) for scope, _, _, _ in model[1]) + sum([len(scope) for scope, _ in model[2]])
    packed = _kept(*model) if size < MOST_KEPT else _packed(*model)
    return _bound(machine, list(unknowns.values()), packed, plan)


def _model(
    machine: Machine, deferred: Deferred, unknowns: dict[int, Variable]
) -> tuple[tuple[Parts, ...], Sums, Groups] | None:
    """The domains of the unknowns, sums and groups of which all differ, the unknowns numbered in their order."""
    number = {name: place for place, name in enumerate(unknowns)}
    domains: list[Integers] = []
    on = propagation(machine)
    for unknown in unknowns.values():
        known = on.restriction(unknown)
        if known is not None and known.waiting is not None:
            return None
        domains.append(ALL if known is None else known.domain)
    sums: list[Any] = []
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for entry in reversed(list(deferred.entries())):
        noted = entry.noted
        for name, unknown in noted.unknowns.items():
            if name not in number:
                known = machine.walk(unknown)
                if known.serial not in number:
                    return None
                number[name] = number[known.serial]
        if noted.domain is not None:
            for name in noted.unknowns:
                domains[number[name]] &= noted.domain
        for summands, relation, bound in noted.sums:
            sums.append((tuple([number[name] for name in summands]), tuple(summands.values()), relation, bound))
        if noted.different is not None:
            names, values = noted.different
            groups.append((tuple([number[name] for name in names]), values))
    if not all(domain.is_finite and domain.size <= MOST_VALUES for domain in domains):
        return None
    sizes = [max(abs(int(d.low)), abs(int(d.high))) if d else 0 for d in domains]
    if any(size >= LARGEST for size in sizes):
        return None
    for scope, multipliers, _, bound in sums:
        if sum([abs(by) * sizes[v] for v, by in zip(scope, multipliers, strict=True)]) + abs(bound) >= LARGEST:
            return None
    return tuple([domain.parts for domain in domains]), tuple(sums), tuple(groups)  # type: ignore[misc]


def _packed(domains: tuple[Parts, ...], sums: Sums, groups: Groups) -> Packed | None:
    """The arrays of a model; None where it has no answer."""
    values = {parts: tuple(Integers(parts)) for parts in dict.fromkeys(domains)}
    if not all(values.values()):
        return None
    cliques, others = _cliques(sums)
    found = [values[parts] for parts in domains]
    constants: dict[int, int] = {}  # the variable that is an integer
    forms: list[Form] = []
    for scope, integers in (*groups, *((clique, ()) for clique in cliques)):
        for value in integers:
            if value not in constants:
                constants[value] = len(found)
                found.append((value,))
        whole = scope + tuple([constants[value] for value in integers])
        if len(whole) > 1:
            forms.append(AllDifferent(whole))
    forms += [Linear(*one) for one in others]
    return pack(forms, found, range(len(domains)))


def _cliques(sums: Sums) -> tuple[tuple[tuple[int, ...], ...], Sums]:
    """Groups of variables that the sums say differ pairwise, each pair in one of them, and the other sums.

    >>> _cliques((((0, 1), (1, -1), "!=", 0), ((0, 2), (1, -1), "!=", 0), ((1, 2), (-1, 1), "!=", 0)))
    (((0, 1, 2),), ())
    """
    others: list[Any] = []
    left: dict[int, set[int]] = {}
    for one in sums:
        scope, multipliers, relation, bound = one
        if relation == "!=" and bound == 0 and len(scope) == 2 and sum(multipliers) == 0:
            for x, y in (scope, scope[::-1]):
                left.setdefault(x, set()).add(y)
        else:
            others.append(one)
    groups: list[tuple[int, ...]] = []
    while left:
        x, near = min(left.items(), key=lambda item: (-len(item[1]), item[0]))
        group = [x]
        for y in sorted(near, key=lambda y: (-len(left[y]), y)):
            if left[y].issuperset(group):
                group.append(y)
        for y in group:
            left[y].difference_update(group)
            if not left[y]:
                del left[y]
        groups.append(tuple(sorted(group)))
    return tuple(groups), tuple(others)


_kept = lru_cache(64)(_packed)


def _bound(machine: Machine, unknowns: Sequence[Variable], packed: Packed | None, plan: Plan) -> Iterator[None]:
    if packed is None:
        return
    machine.deferred.forget()
    waiting = (constraint for unknown in unknowns for constraint in machine.watched.get(unknown.serial, ())[1:])
    bind = binder(machine, unknowns, len(unknowns), all(constraint.over_integers for constraint in waiting))
    mark = len(machine.trail)
    for row in rows(packed, plan.selection, plan.order == "down"):
        if row is None:
            if machine.watchdog is not None:
                machine.watchdog()
            continue
        machine.tick()
        if bind(row):
            yield
        machine.undo(mark)
