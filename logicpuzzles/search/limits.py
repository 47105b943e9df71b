"""What may stop a search."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ..errors import PuzzleError


@dataclass(frozen=True)
class Limits:
    """What may stop a search; None is no limit.

    Attributes
    ----------
    nodes
        States, counted as the strategy counts them.
    seconds
        Wall-clock time.
    memory
        Bytes that the search may hold for its states.

    Raises
    ------
    PuzzleError
        If one is no number, or below 0.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            given, unit = getattr(self, field.name), _UNITS[field.name]
            kinds = int | float if field.name == "seconds" else int
            if given is not None and (not isinstance(given, kinds) or isinstance(given, bool) or not given >= 0):
                raise PuzzleError(
                    "this is no limit", place=f"Limits: {field.name}", expected=f"{unit}, 0 or more, or None", got=given
                )

    @classmethod
    def of(cls, given: Any) -> Limits:
        """The limits that were `given`; for None there are none.

        Raises
        ------
        PuzzleError
            If it is something else.
        """
        if given is not None and not isinstance(given, Limits):
            raise PuzzleError(
                "these are no limits", place="limits", expected="Limits(...)", got=given, hint="write Limits(seconds=3)"
            )
        return given or cls()


_UNITS = {"nodes": "a whole number", "seconds": "a number of seconds", "memory": "a whole number of bytes"}
