"""An exact cover that is stated item by item, as sums or counts that are 1, is one constraint for the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from .constraints.forms import Among, Form
from .values import Value, Values

FEWEST = 8  # items that are worth one propagator for all
SHARE = 2  # of the constraints that say other things, so many times as many


def merged(given: Sequence[Form], domains: Sequence[Values]) -> list[Form]:
    """The forms, those that say that one of some values is taken put together, where most of them say so.

    By themselves each wakes all others of its variables for each value that goes; and search knows of no items.
    """
    must: list[Form] = []
    may: list[Form] = []
    others: list[Form] = []
    for form in given:
        single = form.single(domains)
        if single is None or not single.options:
            others.append(form)
        else:
            (must if single.is_needed else may).append(form)
    rest = sum(1 for form in others if not isinstance(form, Among))
    if len(must) < max(FEWEST, SHARE * rest):
        return list(given)
    return [*others, _cover([*must, *may], len(must), domains)]


def _cover(forms: Sequence[Form], n_needed: int, domains: Sequence[Values]) -> Form:
    """The cover with an item for each form."""
    from .constraints.cover import ExactCover, Option  # here: few models are covers

    scope: dict[int, int] = {}
    covering: dict[tuple[int, Value], list[int]] = {}
    for item, form in enumerate(forms):
        single = form.single(domains)
        assert single is not None
        for v, value in single.options:
            covering.setdefault((scope.setdefault(v, len(scope)), value), []).append(item)
    options: tuple[Option, ...] = tuple((place, value, tuple(items)) for (place, value), items in covering.items())
    return ExactCover(tuple(scope), options, len(forms), n_needed)
