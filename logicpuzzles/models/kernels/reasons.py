"""Why a propagator or nogood removed values, or failed: literals that were true before.

Every propagator depends on the domains of its scope alone, so these as they were are a reason for whatever it does;
but for the variable that lost values: a value without partners has none whatever else the variable could be. For most
kinds a smaller reason is known.
Source: O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation (2009).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .cardinality_reasons import cardinality_reason
from .cover_reasons import cover_failure, cover_reason
from .element_reasons import element_reason, inverse_reason
from .layout import KIND, NUMBER, Problem, State
from .memory import AGE, CONFLICTS, LITERALS, STOP, Memory
from .needs import need, need_scope
from .nogoods import owner
from .other_reasons import bounds_reason, circuit_reason, fixed_reason, places_reason, table_reason
from .path_reasons import layers_reason
from .set_reasons import count_reason, different_reason, equal_reason
from .sum_reasons import sum_failure, sum_reason


@kernel
def explain(t: Problem, s: State, r: Memory, reason: int, v: int, at: int, gone: int) -> None:
    """The literals are needed by which `v` cannot have the values `gone` of its word at `at`.

    With `v` 0: by which a propagator fails that leaves no domain empty, or a nogood is violated.
    """
    if reason < 0:
        need_others(t, r, -reason, v)
        return
    kind = t[reason + KIND]
    done = False
    if is_different(kind):
        done = different_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.SUM:
        done = sum_reason(t, s, r, reason, v, at, gone) if v else sum_failure(t, s, r, reason)
    elif kind == layout.TABLE:
        done = v != 0 and table_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.COUNT:
        done = count_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.ALL_EQUAL:
        done = v != 0 and equal_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.CIRCUIT:
        done = circuit_reason(t, s, r, reason, v, at, gone) if v else fixed_reason(t, s, r, reason)
    elif kind == layout.COVER:
        done = cover_reason(t, s, r, reason, v, at, gone) if v else cover_failure(t, s, r, reason)
    elif kind == layout.LAYERS:
        done = layers_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.CARDINALITY:
        done = cardinality_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.ELEMENT:
        done = element_reason(t, s, r, reason, v, at, gone)
    elif kind == layout.INVERSE:
        done = v != 0 and inverse_reason(t, r, reason, v, at, gone)
    elif kind == layout.CONNECTED:
        done = places_reason(t, s, r, reason, v)
    elif is_of_bounds(t, reason):
        done = bounds_reason(t, s, r, reason, v)
    if not done:
        need_scope(t, s, r, reason, v)


@kernel
def is_different(kind: int) -> bool:
    """Whether propagators of a kind say that values differ."""
    return kind == layout.ALL_DIFFERENT or kind == layout.DISTINCT or kind == layout.MATCHING


@kernel
def is_of_bounds(t: Problem, p: int) -> bool:
    """Whether propagator `p` looks at the bounds of domains only."""
    kind = t[p + KIND]
    if kind == layout.FORMULA:
        return t[p + NUMBER + 3] == 0  # values of floats are not in order
    if kind == layout.PRODUCT or kind == layout.CUMULATIVE:
        return True
    return kind == layout.DISJUNCTIVE or kind == layout.BOXES


@kernel
def need_others(t: Problem, r: Memory, n: int, v: int) -> None:
    """The literals of nogood `n` are needed, but for those on variable `v`."""
    r[n + AGE] = r[CONFLICTS]
    for i in range(n + LITERALS, r[n + STOP], 2):
        if owner(r, r[i]) != v:
            need(t, r, r[i], r[i + 1])
