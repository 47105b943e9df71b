"""What the exhaustive searches have in common, plain and compiled; see `dfs`."""

from __future__ import annotations

from ..wording import counted, were
from .driver import Search


class Exhaustive(Search):
    """An exhaustive search in slices, plain or compiled.

    Attributes
    ----------
    nodes
        States looked at: the start, and every successor that is not on the path already.
    found
        Goals met.
    counting
        Whether goals are only counted: then `run` does not return at each `FOUND`, after which it goes on.
    """

    nodes = 0
    found = 0
    counting = False

    def line(self) -> str:
        """How far it is."""
        return f"{counted(self.nodes, 'state')}, {counted(self.found, 'solution')}"

    def proved(self) -> str:
        """How many were found."""
        return f"{counted(self.found, 'solution')} {were(self.found)} found so far"

    def reason(self) -> str:
        """Everything was tried."""
        return "every way was followed to its end, and none leads to a goal"
