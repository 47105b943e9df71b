"""An ending as JSON, and as an exit code. Pure functions."""

from __future__ import annotations

from ..commands.command import Data, as_data
from ..endings import Ending

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


def plain_data(value: object) -> object:
    """`value` as JSON has it: lists as lists, a compound as an object with `name` and `args`.

    >>> from logicpuzzles.logic.terms import Term
    >>> plain_data((1, ("red", Term("at", (2,)))))
    [1, ['red', {'name': 'at', 'args': [2]}]]
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [plain_data(part) for part in value]
    from ..logic.terms import Term  # here, as below: what a simple answer is told without
    from ..logic.writer import write

    if isinstance(value, Term):
        return {"name": value.name, "args": [plain_data(part) for part in value.args]}
    return write(value)
