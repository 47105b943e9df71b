"""What propagation alone leaves of a model, without a search."""

from __future__ import annotations

from dataclasses import dataclass

from ..search.budget import Budget
from .compiled import CompiledSearch
from .kernels import layout
from .packed import record
from .reading import Reading
from .search import Cuts
from .values import Values, Variable


@dataclass(frozen=True)
class Propagated:
    """What is left of each variable, by its name.

    Attributes
    ----------
    left
        The values: no solution has others. None where propagation finds a contradiction.
    failed
        The variables of the constraint in which it was found, or just that of which no value was left; none where a
        domain was empty from the start, or they are none of the model's own.
    """

    left: dict[Variable, Values] | None
    failed: frozenset[Variable] = frozenset()


def propagated(reading: Reading, cuts: Cuts) -> Propagated:
    """What the propagators of a model leave where its domains are cut down to `cuts`; engines begin with the same.

    Raises
    ------
    Refusal
        The engine compiled does not take the model.
    """
    packed = reading.packed
    search = None if packed is None else CompiledSearch(packed, cuts, Budget())
    if packed is None or search is None or search.s is None:
        return Propagated(None)
    blamed = _blames(search)
    left = search.propagated()
    names = reading.variables
    if left is not None:
        return Propagated({names[v]: values for v, values in left.items() if v < len(names)})
    empty = [v for v, values in packed.domains_at_root(search.s).items() if not values]
    more = [v for v, before, after in zip(packed.order, blamed, _blames(search), strict=True) if after > before]
    return Propagated(None, frozenset(names[v] for v in empty or more if v < len(names)))


def _blames(search: CompiledSearch) -> list[int]:
    """How many contradictions were met so far in constraints on each variable, in the order of the kernel."""
    packed, s = search.packed, search.s
    assert packed is not None
    assert s is not None
    return [s[packed.t[record(i) + layout.BLAME]] for i in range(len(packed.order))]
