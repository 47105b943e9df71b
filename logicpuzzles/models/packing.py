"""From `forms` to the arrays of the propagation kernel: a table of cases, one for each kind of form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from . import forms
from .kernels import layout
from .lowering import LARGEST
from .matching import is_matchable
from .packed import Packed, ValueClass, start_array, words_of
from .semantics import Values

_ROWS_PROMPT = 64  # a table of more rows runs when cheaper propagators have done their work


def pack(given: Sequence[forms.Form], domains: Sequence[Values], main: Sequence[int]) -> Packed | None:
    """The arrays for the forms over `domains`; None where a form, alone, leaves a variable without a value.

    `main` are the numbers of the variables that make solutions differ.
    """
    left = reduced(given, domains)
    circuits = [form for form in given if isinstance(form, forms.Circuit)]
    if left is None or not all(is_matchable([left[v] for v in form.scope]) for form in circuits):
        return None  # where places lead to those of the other colour only, the kernel alone takes forever to see that
    chosen = set(main)
    order = (*main, *(v for v in range(len(left)) if v not in chosen))
    packing = _Packing(given, [left[v] for v in order], {v: i for i, v in enumerate(order)}, len(main))
    for form in given:
        case = _CASES.get(type(form))
        if case:
            case(packing, form, [packing.rank[v] for v in form.scope])
    return packing.packed(order)


def reduced(given: Sequence[forms.Form], domains: Sequence[Values]) -> list[Values] | None:
    """The domains without what forms on one variable remove; None if one of them is empty."""
    left = list(domains)
    for form in given:
        if isinstance(form, forms.Never):
            return None
        if isinstance(form, forms.Among):
            v, allowed = form.scope[0], set(form.values)
            left[v] = tuple(value for value in left[v] if value in allowed)
            if not left[v]:
                return None
    return left


class _Packing:
    """The arrays as they grow; addresses in `t` and `s` are handed out in the order of the records."""

    def __init__(
        self, given: Sequence[forms.Form], domains: list[Values], rank: Mapping[int, int], n_main: int
    ) -> None:
        self.domains, self.rank = domains, rank
        self.classes = value_classes(given, domains, rank)
        self.functions: list[forms.Function] = []
        self.n_scratch = 1
        self.n_props = sum(type(form) in _CASES for form in given)
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
        kind: int,
        scope: Sequence[int],
        number: Sequence[int] = (),
        weight: Sequence[int] = (),
        event: int = layout.CHANGED,
        late: bool = False,
        n_scratch: int = 0,
    ) -> None:
        """Add a propagator on the variables numbered in `scope`."""
        p = self.first_prop + layout.PROPAGATOR_SIZE * self.made
        addresses = [layout.T_HEADER + layout.VARIABLE_SIZE * v for v in scope]
        at = self.keep(x for pair in zip(addresses, weight or [0] * len(scope), strict=True) for x in pair)
        record = [kind, at, at + 2 * len(scope), int(late), layout.S_HEADER + self.made, *number]
        self.t[p : p + len(record)] = record
        for v in dict.fromkeys(scope):
            self.watches[v] += (p, event)
        self.made += 1
        self.n_scratch = max(self.n_scratch, n_scratch)

    def packed(self, order: tuple[int, ...]) -> Packed:
        """The arrays, when all propagators are there."""
        words = [words_of(c.set_of(d), c.n_words) for c, d in zip(self.classes, self.domains, strict=True)]
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
    given: Sequence[forms.Form], domains: Sequence[Values], rank: Mapping[int, int] | Sequence[int]
) -> list[ValueClass]:
    """The class of each variable: those joined by all-different, all-equal and circuits share one."""
    leader = list(range(len(domains)))

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = v = leader[leader[v]]
        return v

    for form in given:
        if isinstance(form, forms.AllDifferent | forms.AllEqual | forms.Circuit):
            for v in form.scope:
                leader[find(rank[v])] = find(rank[form.scope[0]])
    members: dict[int, list[int]] = {}
    for v in range(len(domains)):
        members.setdefault(find(v), []).append(v)
    made = {lead: ValueClass.of(domains[v] for v in group) for lead, group in members.items()}
    return [made[find(v)] for v in range(len(domains))]


def _linear(packing: _Packing, form: forms.Linear, scope: list[int]) -> None:
    kind = {"==": layout.EQUAL, "<=": layout.AT_MOST, "!=": layout.UNEQUAL}[form.relation]
    event = {layout.EQUAL: layout.CHANGED, layout.AT_MOST: layout.BOUNDS, layout.UNEQUAL: layout.FIXED}[kind]
    packing.add(kind, scope, [form.bound], form.multipliers, event)


def _all_different(packing: _Packing, form: forms.AllDifferent, scope: list[int]) -> None:
    is_permutation = len({value for v in scope for value in packing.domains[v]}) <= len(scope)
    event = layout.CHANGED if is_permutation else layout.FIXED
    packing.add(layout.ALL_DIFFERENT, scope, event=event, n_scratch=2 * len(scope))


def _all_equal(packing: _Packing, form: forms.AllEqual, scope: list[int]) -> None:
    packing.add(layout.ALL_EQUAL, scope)


def _count(packing: _Packing, form: forms.Count, scope: list[int]) -> None:
    masks = []
    for v, members in zip(scope, form.members, strict=True):
        c = packing.classes[v]
        masks.append(packing.keep(words_of(c.set_of(value for value in members if value in c.bits), c.n_words)))
    packing.add(layout.COUNT, scope, [form.low, form.high], masks)


def _product(packing: _Packing, form: forms.Product, scope: list[int]) -> None:
    low = -2 * LARGEST if form.low is None else form.low
    high = 2 * LARGEST if form.high is None else form.high
    number = [low, high, len(scope) - form.targeted, int(form.targeted)]
    packing.add(layout.PRODUCT, scope, number, event=layout.BOUNDS, n_scratch=4 * len(scope) + 4)


def _table(packing: _Packing, form: forms.Table, scope: list[int]) -> None:
    bits = [packing.classes[v].bits for v in scope]
    rows = [row for row in form.rows if all(x in known for x, known in zip(row, bits, strict=True))]
    n_words = (len(rows) + 63) // 64
    supports = []
    for place, known in enumerate(bits):
        sets = [0] * len(known)
        for r, row in enumerate(rows):
            sets[known[row[place]]] |= 1 << r
        supports.append(packing.keep(word for rows_with in sets for word in words_of(rows_with, n_words)))
    packing.add(layout.TABLE, scope, [n_words], supports, late=len(rows) > _ROWS_PROMPT, n_scratch=n_words)


def _circuit(packing: _Packing, form: forms.Circuit, scope: list[int]) -> None:
    bits = packing.classes[scope[0]].bits
    place_of = [-1] * len(bits)
    for place, value in enumerate(form.places):
        if value in bits:
            place_of[bits[value]] = place
    values = [bits.get(value, 0) for value in form.places]  # a place that no domain has is never entered
    at = packing.keep(place_of)
    packing.add(layout.CIRCUIT, scope, [at], values, layout.FIXED, late=True, n_scratch=2 * len(scope))


def _function(packing: _Packing, form: forms.Function, scope: list[int]) -> None:
    packing.add(layout.FUNCTION, scope, [len(packing.functions)], event=layout.FIXED, late=True)
    packing.functions.append(form)


_CASES: dict[type, Callable[[_Packing, Any, list[int]], None]] = {
    forms.Linear: _linear,
    forms.AllDifferent: _all_different,
    forms.AllEqual: _all_equal,
    forms.Count: _count,
    forms.Product: _product,
    forms.Table: _table,
    forms.Circuit: _circuit,
    forms.Function: _function,
}
