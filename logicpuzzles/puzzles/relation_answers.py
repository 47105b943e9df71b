"""Ask a relation of a puzzle for what is known: within limits, and what goes wrong is one message with its place."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..by_name import entry
from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.answers import answers
from ..logic.deciding import Decided
from ..logic.relations import Predicate
from ..logic.terms import AnyTerm
from ..watchdog import Watchdog

SECONDS = 20.0  # for one question


def answers_of(
    relation: Predicate,
    args: tuple[AnyTerm, ...],
    template: AnyTerm,
    most: int | None = None,
    seconds: float | None = None,
) -> tuple[Any, ...]:
    """The values of `template` for which `relation` holds of `args`, at most `most`, in clause order.

    Without `seconds` it may take `SECONDS`.

    Raises
    ------
    PuzzleError
        The relation needs a value that it is not given, is wrong itself, or finds no end within the limits.
    """
    try:
        with Watchdog(seconds or SECONDS, what=f"asking {relation.name}") as watchdog:
            return tuple(islice(answers(template, Decided(relation(*args), template), watchdog.check), most))
    except NeedsValue as need:
        in_python = entry("python_needs:touched")(need)
        if in_python is not None:
            raise in_python.error(None) from None
        hint = f"give it one before this goal: {relation.name} is asked by itself"
        place = need.place or place_of(relation)
        raise PuzzleError(f"{relation.spelled(need.goal)} needs {need.what}", place=place, hint=hint) from None
    except LimitReached as limit:
        raise limit.at(place_of(relation)) from None


def place_of(relation: Predicate) -> str:
    """Where `relation` is stated, as far as that is known; its name otherwise."""
    return str(getattr(relation, "place", relation.name))


def holds(relation: Predicate, *args: AnyTerm) -> bool:
    """Whether `relation` holds of `args`; raises as `asked` does."""
    return bool(answers_of(relation, args, True, 1))
