"""What tells the resolver that constraints were deferred which a goal cannot run without, see `integers.deferred`."""

from __future__ import annotations

from typing import Any, Final

from ..errors import NeedsValue, PuzzleError

Continuation = Any  # what is left to prove


class Stale(Exception):
    """A goal looks at what deferred constraints may change: they are to be propagated, and the goal to run again."""


class Misplaced(Exception):
    """`error` was raised where a deferred constraint was propagated, which stood before `rest`."""

    def __init__(self, error: NeedsValue | PuzzleError, rest: Continuation) -> None:
        super().__init__(error)
        self.error, self.rest = error, rest


class _Settled:
    """Holds; as it does not await, what is deferred is propagated before it runs."""

    __slots__ = ()
    awaits = False  # as of a goal

    def run(self, machine: object, rest: Continuation) -> Continuation:
        return rest


SETTLED: Final = _Settled()
