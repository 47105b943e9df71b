"""What became of an instance as a row of data: what was given, how it ended, and which batch it belongs to."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from .. import __version__
from ..endings import Assignment, Path
from ..integers import any_length
from ..plain_data import plain_data
from ..rulefile.carried import content_hash
from .instance import ID, Instance
from .task import Outcome, Task

Row = dict[str, Any]
NUMBER, GIVEN, STATUS, BATCH = "number", "given", "status", "batch"
WRONG = "wrong"  # the status of an instance that could not be read or was refused


def given_row(instance: Instance) -> Row:
    """What of a row is known before it is solved."""
    called = {} if instance.id is None else {ID: plain_data(instance.id)}
    return {NUMBER: instance.number, **called, GIVEN: {name: plain_data(v) for name, v in instance.values.items()}}


def row(outcome: Outcome, batch: str) -> Row:
    """The row of an outcome, in which absent things are absent."""
    ending = outcome.ending
    found: Row = {}
    if ending is None:
        found = {STATUS: WRONG, "problem": outcome.problem}
    else:
        found = {STATUS: ending.status, "reason": getattr(ending, "reason", None)}
        if isinstance(ending, Path):
            cost = None if ending.costs is None else ending.cost
            found |= {"length": ending.length, "cost": cost, "gap": ending.gap, "moves": plain_data(ending.moves)}
        if isinstance(ending, Assignment):
            values = {str(name): plain_data(value) for name, value in ending.values.items()}
            found |= {"solution": values, "objective": plain_data(ending.objective), "gap": plain_data(ending.gap)}
        found |= {"unique": outcome.is_unique, "nodes": ending.nodes, "seconds": round(ending.seconds, 6)}
        found |= {"strategy": ending.strategy, "engine": ending.engine, "bound": ending.bound}
    return given_row(outcome.instance) | {k: v for k, v in found.items() if v is not None} | {BATCH: batch}


def line(found: Row) -> str:
    """The row as a line of JSON, without its end."""
    return json.dumps(found, separators=(", ", ": "))


def batch_of(task: Task) -> str:
    """What tells batches apart: what the rule file says, the values of parameters, and how each is solved.

    Where the file lies, and when it was written, makes no difference.
    """
    with any_length():
        told = repr((__version__, content_hash(task.rulefile), task.settings))
    return sha256(told.encode(errors="backslashreplace")).hexdigest()[:16]
