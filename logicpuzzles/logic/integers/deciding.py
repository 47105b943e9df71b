"""What is left of constraints over integers where a state needs values: the values are enumerated, see `Decided`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final

from unification import Var

from ...errors import NeedsValue
from ..bindings import serial
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm
from .labelling import Plan, search
from .propagation import Propagation, propagation
from .sets import ALL, NONE, Integers, single

MOST_CASES: Final = 1_000  # that are told apart to find the values of an unknown without a finite domain
MOST_LINKED: Final = 64  # unknowns by which they are told apart
MOST_VALUES: Final = 1_000  # of an unknown while states are unknown: rules are for cells with few values


def decided(machine: Machine, terms: AnyTerm, since: int) -> Iterator[None]:
    """Bind the unknowns in `terms` to all they can be in turn, where those made from the serial `since` on have values.

    Raises
    ------
    NeedsValue
        An unknown has no finite domain.
    """
    on = propagation(machine)
    shown: list[Var] = [unknown for unknown in machine.unknowns(terms) if on.restriction(unknown) is not None]
    for unknown in shown:
        if not on.domain(unknown).is_finite and not _narrowed(on, unknown, _possible(on, unknown)):
            return
    _require_finite(on, shown)
    for _ in search(machine, shown, Plan()):
        hidden = [unknown for unknown in _hidden(on, since) if on.domain(unknown).is_finite]
        for _ in islice(search(machine, hidden, Plan()), 1):
            _require_finite(on, _hidden(on, since))
            yield


def _hidden(on: Propagation, since: int) -> list[Var]:
    """The unknowns made from the serial `since` on whose value depends on others, the oldest first."""
    waiting = {unknown: constraints for unknown, *constraints in on.machine.watched.values()}
    return sorted((v for v in waiting if serial(v) >= since and _depends(on, v, len(waiting[v]))), key=serial)


def _depends(on: Propagation, unknown: Var, n_constraints: int) -> bool:
    known = on.restriction(unknown)
    if known is None:
        return False
    return n_constraints > 1 or not all(propagator.is_entailed(on) for propagator in known.propagators())


def _narrowed(on: Propagation, unknown: Var, domain: Integers) -> bool:
    return on.settle(lambda: on.narrow(unknown, domain))


def _require_finite(on: Propagation, unknowns: Sequence[AnyTerm]) -> None:
    for unknown in map(on.walk, unknowns):
        if type(unknown) not in VARIABLES:
            continue
        domain = on.domain(unknown)
        if not domain.is_finite:
            raise _need(on, unknown, "a finite domain")
        if on.machine.universal and domain.size > MOST_VALUES:
            raise _need(on, unknown, f"a domain of at most {MOST_VALUES:,} values")


def _need(on: Propagation, unknown: Var, what: str) -> NeedsValue:
    known = on.restriction(unknown)
    names = ["in"] if known is None else [*(propagator.name for propagator in known.propagators()), known.name]
    need = NeedsValue(unknown, names[0])
    need.what, need.hint = what, "state one in the clause, such as {name} in 0..9"
    need.place = None if on.machine.calling is None else on.machine.calling.place
    return need


def _possible(on: Propagation, unknown: Var) -> Integers:
    """The values of an unknown by the cases of what it is linked to, as far as they can be told apart."""
    found = list(islice(_cases(on, unknown, _linked(on, unknown)), MOST_CASES))
    return reduce(or_, found, NONE) if len(found) < MOST_CASES else ALL


def _cases(on: Propagation, unknown: Var, others: Sequence[Var]) -> Iterator[Integers]:
    """The domains of `unknown` for the values of `others`, as many of them as it takes."""
    domain, mark = on.domain(unknown), len(on.machine.trail)
    if domain.is_finite or not others:
        yield domain
        return
    for value in on.domain(others[0]):
        on.machine.tick()
        if _narrowed(on, others[0], single(value)):
            yield from _cases(on, unknown, others[1:])
        on.machine.undo(mark)


def _linked(on: Propagation, unknown: Var) -> list[Var]:
    """The unknowns with finite domains that propagators link to `unknown`, those with the fewest values first."""
    found: dict[AnyTerm, None] = {unknown: None}
    todo = [unknown]
    while todo:
        known = on.restriction(todo.pop())
        for term in (term for p in (() if known is None else known.propagators()) for term in map(on.walk, p.terms)):
            if type(term) in VARIABLES and term not in found:
                found[term] = None
                todo.append(term)
    finite = [term for term in found if on.domain(term).is_finite]
    return sorted(finite, key=lambda term: on.domain(term).size)[:MOST_LINKED]
