"""What `solve` is asked, of a state puzzle or a model."""

from __future__ import annotations

from typing import TypedDict

from ..errors import PuzzleError
from ..limits import Limits
from .screen import Progress


class Solving(TypedDict):
    """What `solve` is given beside the rule file; see the table of commands."""

    start: tuple[str, ...]
    goal: str | None
    all_solutions: bool
    only_count: bool
    any_solution: bool
    minimize: str | None
    maximize: str | None
    verify: bool
    boards: str
    html: str | None
    as_object: bool
    strategy: str
    engine: str
    bound: str | None
    bound_memory: int | None
    workers: int | None
    limits: Limits
    progress: Progress | None


def check_number(asked: Solving) -> None:
    """Raise `PuzzleError` where all solutions are wanted and only their number as well."""
    if asked["all_solutions"] and asked["only_count"]:
        raise PuzzleError("--all and --count exclude each other", hint="--json --all tells the number too")
