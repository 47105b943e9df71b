"""The one table of constraints; an engine reads `kind_of`, and what the forms say of themselves.

A new constraint is a file like `equality.py` and its line in `KINDS`. One that forms of others can say needs no
more; a propagator of its own is a file of `kernels/`, its kind in `kernels/layout.py` and its line in
`revise` of `kernels/revising.py`.
"""

from __future__ import annotations

from typing import Any

from . import (
    allowed,
    arithmetic,
    cardinality,
    circuit,
    connected,
    counting,
    cover,
    cumulative,
    element,
    equality,
    inverse,
    lexicographic,
    members,
    no_overlap,
    regular,
    stated,
    truths,
    user_functions,
)
from .base import Kind

KINDS: dict[type, Kind] = {
    **arithmetic.KINDS,
    **equality.KINDS,
    **members.KINDS,
    **user_functions.KINDS,
    **circuit.KINDS,
    **cover.KINDS,
    **connected.KINDS,
    **cumulative.KINDS,
    **no_overlap.KINDS,
    **stated.KINDS,
    **element.KINDS,
    **allowed.KINDS,
    **regular.KINDS,
    **counting.KINDS,
    **cardinality.KINDS,
    **truths.KINDS,
    **lexicographic.KINDS,
    **inverse.KINDS,
}
_OWN_WORK = {"__call__", "preProcess", "forwardCheck"}  # a subclass that overrides one may mean something else


def kind_of(given: Any) -> Kind:
    """How `given` is read: a subclass like the library's class, unless it overrides how that works."""
    for cls in type(given).__mro__:
        if cls in KINDS:
            return KINDS[cls]
        if _OWN_WORK.intersection(vars(cls)):
            break
    return Kind()
