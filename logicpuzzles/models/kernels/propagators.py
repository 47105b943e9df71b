"""Which propagator runs for which kind: `can_hold`, made from the table in `layout`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .inner import spliced
from .layout import PROPAGATORS, Problem, State


def _from(kind: int) -> Any:
    """The function that runs a propagator whose kind is `kind` or a later one.

    numba compiles no table of functions that it could look into while it runs, and a call through a pointer hides
    the propagator from it; a chain of comparisons becomes one jump.
    """
    module, _, name = PROPAGATORS[kind].partition(".")
    mine = getattr(import_module(f".{module}", __package__), name)
    others = _from(kind + 1) if kind + 1 < len(PROPAGATORS) else None

    @spliced
    def run(t: Problem, s: State, p: int, wanted: int) -> bool:
        if others is None or wanted == kind:
            return mine(t, s, p)
        return others(t, s, p, wanted)

    return run


can_hold = _from(0)
