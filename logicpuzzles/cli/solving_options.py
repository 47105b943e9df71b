"""What `solve` is asked, of a state puzzle or a model."""

from __future__ import annotations

from typing import TypedDict

from ..errors import PuzzleError
from ..limits import Limits
from .screen import Progress
from .writing import check_target


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
    svg: str | None
    as_object: bool
    strategy: str
    engine: str
    bound: str | None
    bound_memory: int | None
    workers: int | str | None
    limits: Limits
    progress: Progress | None


def check_number(asked: Solving) -> None:
    """Raise `PuzzleError` where all solutions are wanted and only their number as well, or a picture of several."""
    if asked["all_solutions"] and asked["only_count"]:
        raise PuzzleError("--all and --count exclude each other", hint="--json --all tells the number too")
    for place, excluded in (("--all", asked["all_solutions"]), ("--count", asked["only_count"])):
        if excluded and asked["svg"] is not None:
            hint = "leave one of them out, or write a page of all with --html"
            raise PuzzleError(f"a picture shows one solution, {place} is for all", place="--svg", hint=hint)
    if asked["only_count"] and asked["html"] is not None:
        raise PuzzleError("a page shows solutions, --count finds none", place="--html", hint="--all finds them")
    for place, file in (("--html", asked["html"]), ("--svg", asked["svg"])):
        check_target(file, place)
