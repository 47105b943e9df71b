"""An ending as JSON, and as an exit code. Pure functions."""

from __future__ import annotations

from ..commands.command import Data, as_data
from ..endings import Ending
from ..plain_data import plain_data

EXIT_CODES = {"solved": 0, "exhausted": 1, "stopped": 3}


def as_json(ending: Ending) -> Data:
    """The ending as one JSON object; absent things are null."""
    names = ("length", "cost", "moves", "states", "gap")
    return ended(ending, **{name: plain_data(getattr(ending, name, None)) for name in names})


def ended(ending: Ending, **found: object) -> Data:
    """How a search ended, and what it found, as one JSON object."""
    return as_data(
        status=ending.status,
        reason=getattr(ending, "reason", None),
        **found,
        nodes=ending.nodes,
        limits=[list(pair) for pair in ending.limits] or None,
        seconds=round(ending.seconds, 6),
        strategy=ending.strategy,
        engine=ending.engine,
        bound=ending.bound,
        groups=None if ending.groups is None else plain_data(ending.groups),
        groups_of=ending.groups_of,
        proof=ending.proof,
        why=ending.why,
    )
