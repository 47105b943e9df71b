"""Rules that do the same are taken together, so that it does not matter how their guards share the states.

Clauses that exclude each other leave guards such as "the second is left, or the second is right and the third left":
several rules, of which a symmetry maps none to another, although it maps the states of all to the states of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from .normal import Normal, Parts, Row
from .numbered import Guards
from .values import members


def united(domains: Sequence[int], forms: Iterable[Normal], most: int) -> list[Normal]:
    """`forms`, those with the same effect and cost as one, where so their guards are listed by at most `most` tests."""
    groups: dict[object, list[Normal]] = {}
    for form in dict.fromkeys(forms):
        groups.setdefault((form.after, form.cost), []).append(form)
    found = []
    for group in groups.values():
        one = _one(domains, group, most) if len(group) > 1 else None
        found += group if one is None else [one]
    return found


def _one(domains: Sequence[int], forms: Sequence[Normal], most: int) -> Normal | None:
    """The form of a rule that applies where one of `forms` does; None where there is too much to list."""
    made = Parts(domains, Guards({}, ()))
    cells = sorted({cell for form in forms for part in form.parts() for cell in part})
    if len(forms) * prod(domains[cell].bit_count() for cell in cells) > most:
        return None
    rows = []
    for row in product(*(members(domains[cell]) for cell in cells)):
        values = dict(zip(cells, row, strict=True))
        if any(applies(form, values) for form in forms):
            rows.append(row)
    made.learn([made.of[cell] for cell in cells], rows, whole=False)
    sources = list(range(len(domains)))
    for cell, source in forms[0].after:
        sources[cell] = len(domains) + source if isinstance(source, int) else min(source)
    return Normal(*made.guards(), made.effect(sources), forms[0].cost)


def applies(form: Normal, values: Mapping[int, int]) -> bool:
    """Whether a state with these values in the cells that `form` names satisfies its guards."""

    def same(part: Iterable[int]) -> set[int]:
        return {values[cell] for cell in part}

    for part, bits in form.held:
        held = same(part)
        if len(held) > 1 or not bits >> min(held) & 1:
            return False
    for test in form.apart:
        if not any(len({side if isinstance(side, int) else min(same(side)) for side in pair}) == 2 for pair in test):
            return False
    return all(any(_is(row, values) for row in table) for table in form.tables)


def _is(row: Row, values: Mapping[int, int]) -> bool:
    return all(values[min(part)] == value for part, value in row)
