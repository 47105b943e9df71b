"""What a function says, as far as it is followed: sums, tables and formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from ...by_name import entry
from ..affine import Comparison
from ..nodes import Node, may_raise
from ..symbolic import ALL_SAMPLES, all_linear, conditions
from ..transparent import is_transparent
from ..values import Scope, Values
from .base import Lowering, Posted
from .forms import Form
from .functions import MOST_ROWS, by_rows, by_values
from .linear import comparison, fits


def read(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    """The forms of a function of numbers: those of the conditions that it is followed to say, else a table, else calls.

    It has several variables; they are integers, or have many values together.
    """
    domains = [lowering.domains[v] for v in scope]
    n_rows, is_whole = prod(map(len, domains)), lowering.is_integral(scope)
    function = posted.constraint._func
    is_proved = hasattr(function, "part") or is_transparent(function, domains)
    found = conditions(function, domains, is_proved)
    linear = None if found is None or not is_whole else _linear(lowering, scope, found)
    if found is None or (linear is None and n_rows <= MOST_ROWS):
        rows = _joined(scope, found, domains) if is_proved and is_whole and n_rows > ALL_SAMPLES else None
        return by_values(lowering, posted, scope) if rows is None else by_rows(scope, rows, n_rows)
    lowering.is_certain &= is_proved or n_rows <= ALL_SAMPLES
    if linear is not None:
        return linear
    computed = entry("models.constraints.computed:computed")
    forms: list[Form] = []
    for node in dict.fromkeys(found):
        sums = _linear(lowering, scope, [node]) if is_whole else None
        whole = posted.guarded if may_raise(node) else None
        forms += computed(lowering, node, scope, whole) if sums is None else sums
    return forms


def _joined(scope: Scope, found: list[Node] | None, domains: list[Values]) -> tuple[Values, ...] | None:
    """The values for which the only condition holds, found without trying all; None where it is no such equation."""
    if found is None or len(found) != 1 or len(set(scope)) < len(scope):
        return None
    return entry("models.constraints.equations:rows")(found[0], domains)  # type: ignore[no-any-return]


def _linear(lowering: Lowering, scope: Scope, found: Sequence[Node]) -> list[Form] | None:
    """Conditions of integers as sums; None if one of them is none, or is too large."""
    told = all_linear(found, len(scope))
    if told is None or not all(fits(lowering, scope, c.multipliers, c.bound) for c in told):
        return None
    return _sums(scope, told)


def _sums(scope: Scope, comparisons: Iterable[Comparison]) -> list[Form]:
    return [form for c in comparisons for form in comparison(scope, c.multipliers, c.relation, c.bound)]
