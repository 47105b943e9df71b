"""Which tables depend on each other: a strong component is complete when nothing that it depends on is open.

The components are found depth first (H. N. Gabow, 2000), while the tables grow: each is complete as soon as that can be
known, so that the work is linear in the number of calls.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tables import Suspended, Table


class Components:
    """The components on the way from the table that was asked to the one that is looked at, by their dependences.

    Attributes
    ----------
    path
        The tables of these components, in the order in which they were met.
    stuck
        The first goal that waits for a table which itself depends on that goal; None while there is none.
    """

    def __init__(self) -> None:
        self.path: list[Table] = []
        self.stuck: Suspended | None = None
        # For each component: where it begins on the path, the goal by which it was met, those of its goals whose
        # tables are not looked at yet, and those that wait for what may never be complete.
        self._begins: list[int] = []
        self._entries: list[Suspended | None] = []
        self._agendas: list[list[Suspended]] = []
        self._obstacles: list[list[Suspended]] = []

    def enter(self, table: Table, goal: Suspended | None = None) -> None:
        """Look at a table for the first time, for the sake of `goal`."""
        table.number = len(self.path)
        self._begins.append(len(self.path))
        self._entries.append(goal)
        self._agendas.append(table.dependences)
        self._obstacles.append([])
        self.path.append(table)

    def depend(self, goal: Suspended) -> None:
        """Note that the table of `goal` depends on the one for which the goal waits."""
        at = goal.table.number
        agenda = goal.table.dependences if at < 0 else self._agendas[bisect_right(self._begins, at) - 1]
        agenda.append(goal)

    def advance(self) -> Sequence[Suspended]:
        """Make a step where no goal can go on; the goals that may go on now."""
        return self._follow(self._agendas[-1].pop()) if self._agendas[-1] else self._close()

    def _follow(self, goal: Suspended) -> Sequence[Suspended]:
        source = goal.source
        if source.complete or goal.table.complete:
            return ()
        if source.stuck:
            self._obstacles[-1].append(goal)
            return ()
        if source.number < 0:
            self.enter(source, goal)
            return ()
        inside = [goal]
        while self._begins[-1] > source.number:
            inside += self._merge()
        self._obstacles[-1] += [one for one in inside if not one.may_join]
        return [one for one in inside if one.may_join and one.join()]

    def _merge(self) -> list[Suspended]:
        """Make one component of the last two; gives the goal by which the last was met."""
        self._begins.pop()
        agenda, obstacles, entry = self._agendas.pop(), self._obstacles.pop(), self._entries.pop()
        self._agendas[-1] += agenda
        self._obstacles[-1] += obstacles
        return [] if entry is None else [entry]

    def _close(self) -> Sequence[Suspended]:
        """Let the tables of the last component be complete, unless one of its goals waits for ever."""
        begin, entry = self._begins.pop(), self._entries.pop()
        self._agendas.pop()
        waiting = [one for one in self._obstacles.pop() if not one.source.complete and not one.table.complete]
        members = self.path[begin:]
        del self.path[begin:]
        ready: list[Suspended] = []
        for table in members:
            table.number = -1
            table.stuck = bool(waiting) and not table.complete
            if not waiting and not table.complete:
                ready += table.finish()
        if waiting and self.stuck is None:
            self.stuck = waiting[0]
        if entry is not None and entry.source.stuck:
            self._obstacles[-1].append(entry)
        return ready
