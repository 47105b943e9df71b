"""Where the tables of a lower bound are kept: a file for each set of rules and goals.

Apart from `table_cache`, so that numpy is imported only where there are some.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from ..cache_folder import BOUNDS, folder
from ..rewriting.numbered import Guards
from ..rewriting.program import Program


def bounds_folder() -> Path:
    """The folder of all of them."""
    return folder() / BOUNDS


def place(program: Program, goals: Iterable[Guards], wanted: object) -> Path:
    """The file for these rules and goals, whatever the values are called; `wanted` is what else the tables rest on."""
    told = sha256(repr((program.n_cells, len(program.values), program.domains, program.permutes)).encode())
    for rule in program.rules:
        told.update(b"\n")
        if rule is not None:
            told.update(repr((_told_guards(rule.guards), rule.sources, rule.cost)).encode())
    for guards in goals:
        told.update(f"\ngoal {_told_guards(guards)}".encode())
    told.update(f"\n{wanted!r}".encode())
    return bounds_folder() / f"{told.hexdigest()[:40]}.bound"


def _told_guards(guards: Guards) -> object:
    return sorted(guards.allowed.items()), [tuple(test) for test in guards.tests]
