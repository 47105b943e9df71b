"""The arrays of the propagation kernel for a list of forms; each form adds its propagator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .constraints.base import Form, Values
from .kernels import layout
from .packed import Packed, ValueClass, start_array

_KINDS = (*layout.PROPAGATORS, layout.ASKING)


def pack(given: Sequence[Form], domains: Sequence[Values], main: Sequence[int]) -> Packed | None:
    """The arrays for the forms over `domains`; None where a form, alone, leaves a variable without a value.

    `main` are the numbers of the variables by which solutions are told apart.
    """
    left = reduced(given, domains)
    if left is None or not all(form.is_possible([left[v] for v in form.scope]) for form in given):
        return None
    chosen = set(main)
    order = (*main, *(v for v in range(len(left)) if v not in chosen))
    packing = Packing(given, [left[v] for v in order], {v: i for i, v in enumerate(order)}, len(main))
    for form in given:
        form.pack(packing, [packing.rank[v] for v in form.scope])
    return packing.packed(order)


def reduced(given: Sequence[Form], domains: Sequence[Values]) -> list[Values] | None:
    """The domains without what forms on one variable remove; None if one of them is empty."""
    left = list(domains)
    for form in given:
        left[form.scope[0]] = form.narrowed(left[form.scope[0]])
        if not left[form.scope[0]]:
            return None
    return left


class Packing:
    """The arrays as they grow; addresses in `t` and `s` are handed out in the order of the records."""

    def __init__(self, given: Sequence[Form], domains: list[Values], rank: Mapping[int, int], n_main: int) -> None:
        self.domains, self.rank = domains, rank
        self.classes = value_classes(given, domains, rank)
        self.functions: list[Any] = []
        self.n_scratch = 1
        self.n_props = sum(form.propagates for form in given)
        n_vars = len(domains)
        self.t = [n_vars, n_main, layout.T_HEADER, self.n_props]
        self.first_prop = layout.T_HEADER + layout.VARIABLE_SIZE * n_vars
        self.t += [0] * (self.first_prop - layout.T_HEADER + layout.PROPAGATOR_SIZE * self.n_props)
        self.blame_at = layout.S_HEADER + self.n_props
        self.words_at = self.blame_at + n_vars
        self.watches: list[list[int]] = [[] for _ in domains]
        self.made = 0

    def keep(self, numbers: Iterable[int]) -> int:
        """Append numbers to `t` and return their address."""
        at = len(self.t)
        self.t += numbers
        return at

    def add(
        self,
        propagator: str,
        scope: Sequence[int],
        *,
        number: Sequence[int] = (),
        weight: Sequence[int] = (),
        event: int = layout.CHANGED,
        late: bool = False,
        n_scratch: int = 0,
    ) -> None:
        """Add a propagator of `kernels.layout.PROPAGATORS` on the variables numbered in `scope`; see there."""
        p = self.first_prop + layout.PROPAGATOR_SIZE * self.made
        addresses = [layout.T_HEADER + layout.VARIABLE_SIZE * v for v in scope]
        at = self.keep(x for pair in zip(addresses, weight or [0] * len(scope), strict=True) for x in pair)
        record = [_KINDS.index(propagator), at, at + 2 * len(scope), int(late), layout.S_HEADER + self.made, *number]
        self.t[p : p + len(record)] = record
        for v in dict.fromkeys(scope):
            self.watches[v] += (p, event)
        self.made += 1
        self.n_scratch = max(self.n_scratch, n_scratch)

    def packed(self, order: tuple[int, ...]) -> Packed:
        """The arrays, when all propagators are there."""
        words = [c.words(d) for c, d in zip(self.classes, self.domains, strict=True)]
        numbers: dict[int, int] = {}
        at = self.words_at
        for v, c in enumerate(self.classes):
            if id(c) not in numbers:
                numbers[id(c)] = self.keep(c.numbers or [0])
            watched = self.keep(self.watches[v])
            record = layout.T_HEADER + layout.VARIABLE_SIZE * v
            end = at + layout.STRIDE * c.n_words
            self.t[record : record + layout.VARIABLE_SIZE] = (
                at, end, numbers[id(c)], len(c.numbers), int(c.is_dense), watched, watched + len(self.watches[v]),
                self.blame_at + v,
            )  # fmt: skip
            at = end
        blame = [1 + len(watches) // 2 for watches in self.watches]
        n_values = sum(map(len, self.domains))
        s = start_array(self.words_at, words, self.n_props, blame, n_values, self.n_scratch)
        self._enqueue(s)
        decode = [_decoder(c, d) for c, d in zip(self.classes, self.domains, strict=True)]
        t = np.array(self.t, dtype=np.int64)
        return Packed(t, s, order, self.classes, self.domains, decode, self.functions)

    def _enqueue(self, s: Any) -> None:
        for made in range(self.made):
            p = self.first_prop + layout.PROPAGATOR_SIZE * made
            late = self.t[p + layout.LATE]
            s[s[layout.QUEUES] + late * self.n_props + s[layout.WAITING + late]] = p
            s[layout.WAITING + late] += 1


def _decoder(values: ValueClass, domain: Values) -> list[Any]:
    found: list[Any] = [None] * len(values.bits)
    for value in domain:
        found[values.bits[value]] = value
    return found


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
        if form.shares_values:
            for v in form.scope:
                leader[find(rank[v])] = find(rank[form.scope[0]])
    members: dict[int, list[int]] = {}
    for v in range(len(domains)):
        members.setdefault(find(v), []).append(v)
    made = {lead: ValueClass.of(domains[v] for v in group) for lead, group in members.items()}
    return [made[find(v)] for v in range(len(domains))]
