"""Names that stand for a relation which nothing else names, such as a lambda."""

from __future__ import annotations

from ...logic.internal import Internal
from ...logic.relations import Predicate


class Anonymous(Internal):
    """The name of a relation that no namespace holds: the name itself gives it."""

    def predicate(self, arity: int) -> Predicate:
        """The relation with so many arguments.

        Raises
        ------
        PuzzleError
            There is none with so few.
        """
        raise NotImplementedError
