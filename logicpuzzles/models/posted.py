"""label where constraints were deferred: what was noted of its unknowns goes to the compiled engine as it is.

That needs each unknown that was noted to be labelled, with a domain of its own; what else there is, is propagated
first. (`labelling` takes over then.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

from ..logic.integers.deferred import Deferred
from ..logic.integers.domains import elements
from ..logic.integers.labelling import Plan
from ..logic.integers.propagation import propagation
from ..logic.integers.sets import ALL, Integers
from ..logic.resolver import Machine
from ..logic.terms import AnyTerm, Variable
from .constraints.equality import AllDifferent, Shifted
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
    made = _prepared(machine, terms, plan)
    return None if made is None else _bound(machine, *made, plan)


def prepared(machine: Machine, xs: AnyTerm, plan: Plan, goal: str) -> tuple[Sequence[Variable], Packed | None] | None:
    """The unknowns of a list to be labelled, and the model of what is noted, None where it has no answer.

    None in all where it is to be propagated first.
    """
    terms = elements(machine, xs, goal)
    for term in terms:
        if type(term) is not Variable:
            propagation(machine).number(term, goal)
    return _prepared(machine, terms, plan)


def _prepared(
    machine: Machine, terms: Sequence[AnyTerm], plan: Plan
) -> tuple[Sequence[Variable], Packed | None] | None:
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
    return list(unknowns.values()), packed


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
    for scope, integers in groups:
        for value in integers:
            if value not in constants:
                constants[value] = len(found)
                found.append((value,))
        whole = scope + tuple([constants[value] for value in integers])
        if len(whole) > 1:
            forms.append(AllDifferent(whole))
    forms += [Shifted(*clique) if any(clique[1]) else AllDifferent(clique[0]) for clique in cliques]
    forms += [Linear(*one) for one in others]
    return pack(forms, found, range(len(domains)))


def _cliques(sums: Sums) -> tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], list[Any]]:
    """Groups of variables that, each plus its offset, differ pairwise, as pairs of the sums say; and the other sums.

    >>> _cliques((((0, 1), (1, -1), "!=", 1), ((0, 2), (1, -1), "!=", 3), ((1, 2), (-1, 1), "!=", -2)))
    ([((0, 1, 2), (0, 1, 3))], [])
    """
    others: list[Any] = []
    left: dict[int, dict[int, dict[int, Any]]] = {}  # the sum that says that x - y is not a number, by x, y and it
    for one in sums:
        scope, multipliers, relation, bound = one
        if relation == "!=" and multipliers in _OPPOSITES and len(others) < MOST_KEPT:
            x, y = scope if multipliers[0] == 1 else scope[::-1]
            left.setdefault(x, {}).setdefault(y, {})[bound] = one
            left.setdefault(y, {}).setdefault(x, {})[-bound] = one
        else:
            others.append(one)
    groups = []
    for x, near in left.items():
        while near:
            y, bounds = next(iter(near.items()))
            group = {x: 0, y: next(iter(bounds))}
            for z, candidates in near.items():
                if z not in group:
                    fitting = (offset for offset in candidates if _fits(left[z], offset, group))
                    offset = next(fitting, None)
                    if offset is not None:
                        group[z] = offset
            if len(group) == 2:
                others.append(bounds[group[y]])
            else:
                groups.append((tuple(group), tuple(group.values())))
            for one_, two in permutations(group, 2):
                bounds = left[one_][two]
                del bounds[group[two] - group[one_]]
                if not bounds:
                    del left[one_][two]
    return groups, others


_OPPOSITES = ((1, -1), (-1, 1))


def _fits(near: dict[int, dict[int, Any]], offset: int, group: dict[int, int]) -> bool:
    """Whether a variable with this offset differs from all of the group, `near` being what is said of it."""
    return all(v in near and other - offset in near[v] for v, other in group.items())


_kept = lru_cache(64)(_packed)


def _bound(machine: Machine, unknowns: Sequence[Variable], packed: Packed | None, plan: Plan) -> Iterator[None]:
    if packed is None:
        return
    machine.deferred.forget()
    waiting = (constraint for unknown in unknowns for constraint in machine.watched.get(unknown.serial, ())[1:])
    bind = binder(machine, unknowns, len(unknowns), all(constraint.over_integers for constraint in waiting))
    mark = len(machine.trail)
    for row in rows(packed, plan.order == "down"):
        if row is None:
            if machine.watchdog is not None:
                machine.watchdog()
            continue
        machine.tick()
        if bind(row):
            yield
        machine.undo(mark)
