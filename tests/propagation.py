"""What the propagators of a model leave of its domains before anything is tried."""

from __future__ import annotations

from typing import Any

from logicpuzzles.models.kernels import layout
from logicpuzzles.models.loading import call, room
from logicpuzzles.models.packed import record
from logicpuzzles.models.reading import Reading

Left = dict[Any, set[Any]]  # of each variable, the values that are left


def propagated(problem: Any) -> Left | None:
    """The values left of each variable; None where a contradiction is found."""
    reading = Reading.of(problem, None)
    packed = reading.packed
    if packed is None:
        return None
    s = packed.start({}, compiled=True)
    assert s is not None
    code = call("search:run", (packed.compiled_t, s, room(0, True)), 0, 1, False)
    if code == layout.DONE and not s[layout.SOLUTIONS]:
        return None
    left: Left = {}
    for i, v in enumerate(packed.order):
        if v < len(reading.variables):
            at, end = packed.t[record(i) + layout.FIRST], packed.t[record(i) + layout.END]
            words = [int(word) & 0xFFFFFFFFFFFFFFFF for word in s[at : end : layout.STRIDE]]
            bits = sum(word << (64 * k) for k, word in enumerate(words))
            left[reading.variables[v]] = {x for k, x in enumerate(packed.decode[i]) if bits >> k & 1}
    return left


def supported(problem: Any, domains: dict[Any, Any], solutions: list[dict[Any, Any]]) -> Left | None:
    """The values that occur in a solution: what nothing can remove, and what the strongest propagator leaves."""
    return {v: {solution[v] for solution in solutions} for v in domains} if solutions else None
