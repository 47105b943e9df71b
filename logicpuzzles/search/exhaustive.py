"""What the exhaustive searches have in common, plain and compiled; see `dfs`."""

from __future__ import annotations

from ..wording import counted
from .driver import Search, found_so_far


class Exhaustive(Search):
    """An exhaustive search in slices, plain or compiled.

    Attributes
    ----------
    nodes
        States looked at: the start, and every successor that is not on the path already.
    """

    nodes = 0

    def line(self) -> str:
        """How far it is."""
        return f"{counted(self.nodes, 'state')}, {counted(self.found, 'solution')}"

    def proved(self) -> str:
        """How many were found."""
        return found_so_far(self.found)

    def reason(self) -> str:
        """Everything was tried."""
        return "every path was followed to its end, and none leads to a goal"
