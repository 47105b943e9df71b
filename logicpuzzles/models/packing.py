"""A list of forms over domains, as its engines take it: domains cut down, values in classes, arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .constraints.forms import Form
from .merging import merged
from .packed import Packed, Packing
from .values import ValueClass, Values

if TYPE_CHECKING:
    from .incumbent import Aim


def pack(
    given: Sequence[Form], domains: Sequence[Values], main: Sequence[int], aim: Aim | None = None
) -> Packed | None:
    """The arrays for the forms over `domains`; None where a form, alone, leaves a variable without a value.

    `main` are the numbers of the variables by which solutions are told apart; solutions are to be as `aim` says.
    """
    left = reduced(given, domains)
    if left is None or not all(form.is_possible([left[v] for v in form.scope]) for form in given):
        return None
    given = [part for form in given for part in (form.apart(domains) if form.shares_values else (form,))]
    order = tuple(dict.fromkeys((*main, *range(len(left)))))
    rank = {v: i for i, v in enumerate(order)}
    ordered = [left[v] for v in order]
    packing = Packing(ordered, value_classes(given, ordered, rank))
    together = [*(given if aim is not None else merged(given, left))]
    if any(form.is_step for form in given):
        from .totals import totals  # here: few models have such sums

        together += totals(given, left)
    for form in together:
        form.pack(packing, [rank[v] for v in form.scope])
    if aim is not None and not aim.exactly:
        aim.sinking.pack(packing, [rank[v] for v in aim.sinking.scope])
        packing.objective = packing.propagators[-1]
    return packing.packed(order, len(main))


def reduced(given: Sequence[Form], domains: Sequence[Values]) -> list[Values] | None:
    """The domains without what forms on one variable remove; None if one of them is empty."""
    left = list(domains)
    for form in given:
        left[form.scope[0]] = form.narrowed(left[form.scope[0]])
        if not left[form.scope[0]]:
            return None
    return left


def value_classes(
    given: Sequence[Form], domains: Sequence[Values], rank: Mapping[int, int] | Sequence[int]
) -> list[ValueClass]:
    """The class of each variable: those joined by all-different, all-equal and circuits share one."""
    leader = list(range(len(domains)))

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = v = leader[leader[v]]
        return v

    for form in given:
        for group in form.groups:
            for v in group:
                leader[find(rank[v])] = find(rank[group[0]])
    members: dict[int, list[int]] = {}
    for v in range(len(domains)):
        members.setdefault(find(v), []).append(v)
    made = {lead: ValueClass(domains[v] for v in group) for lead, group in members.items()}
    return [made[find(v)] for v in range(len(domains))]
