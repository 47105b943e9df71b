"""One run of a propagator, whatever its kind."""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .boxes import apart
from .cardinalities import cardinality
from .circuits import circuit
from .connected import connected
from .covers import cover
from .cumulative import cumulative
from .diagrams import diagram
from .domains import is_fixed
from .elements import element
from .flows import distinct
from .formulas import formula
from .inverses import inverse
from .layers import layers
from .layout import CONFLICT, OK, QUESTION, Problem, State
from .matchings import matching
from .orders import in_order
from .products import product
from .sets import all_different, all_equal, count
from .sums import bounded, unequal
from .tables import table
from .tasks import disjunctive
from .totals import totals


@kernel
def revise(t: Problem, s: State, p: int) -> int:
    """Run propagator `p`: OK, or CONFLICT where its constraint cannot hold, or QUESTION where Python must be asked.

    A flat chain of comparisons becomes one jump; made of a table of functions, each inlined, it took 6 percent longer.
    """
    kind = t[p + layout.KIND]
    if kind == layout.ALL_DIFFERENT:
        ok = all_different(t, s, p)
    elif kind == layout.SUM:
        ok = bounded(t, s, p)
    elif kind == layout.UNEQUAL_SUM:
        ok = unequal(t, s, p)
    elif kind == layout.TABLE:
        ok = table(t, s, p)
    elif kind == layout.CIRCUIT:
        ok = circuit(t, s, p)
    elif kind == layout.COUNT:
        ok = count(t, s, p)
    elif kind == layout.ALL_EQUAL:
        ok = all_equal(t, s, p)
    elif kind == layout.PRODUCT:
        ok = product(t, s, p)
    elif kind == layout.COVER:
        ok = cover(t, s, p)
    elif kind == layout.CONNECTED:
        ok = connected(t, s, p)
    elif kind == layout.DISJUNCTIVE:
        ok = disjunctive(t, s, p)
    elif kind == layout.BOXES:
        ok = apart(t, s, p)
    elif kind == layout.CUMULATIVE:
        ok = cumulative(t, s, p)
    elif kind == layout.DISTINCT:
        ok = distinct(t, s, p)
    elif kind == layout.CARDINALITY:
        ok = cardinality(t, s, p)
    elif kind == layout.LAYERS:
        ok = layers(t, s, p)
    elif kind == layout.DIAGRAM:
        ok = diagram(t, s, p)
    elif kind == layout.ELEMENT:
        ok = element(t, s, p)
    elif kind == layout.IN_ORDER:
        ok = in_order(t, s, p)
    elif kind == layout.INVERSE:
        ok = inverse(t, s, p)
    elif kind == layout.MATCHING:
        ok = matching(t, s, p)
    elif kind == layout.TOTALS:
        ok = totals(t, s, p)
    elif kind == layout.FORMULA:
        return formula(t, s, p)
    elif asks(t, s, p):
        return QUESTION
    else:
        ok = True
    return OK if ok else CONFLICT


@kernel
def asks(t: Problem, s: State, p: int) -> bool:
    """Whether Python must filter the last open variable of the function of propagator `p` now: two are not open."""
    last = 0
    for i in range(t[p + layout.SCOPE], t[p + layout.SCOPE_END], 2):
        if not is_fixed(t, s, t[i]):
            if last:
                return False
            last = t[i]
    s[layout.ASKED] = p
    s[layout.OPEN] = last if last else t[t[p + layout.SCOPE]]
    return True
