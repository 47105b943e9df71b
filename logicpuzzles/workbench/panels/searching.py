"""How far a board is from the goal, the next move, and the whole solution: searched in a process of its own."""

from __future__ import annotations

import asyncio

from nicegui import background_tasks, ui

from ...errors import PuzzleError
from ..jobs import distance
from ..jobs.board import Shown
from ..jobs.distance import Known
from ..parts import said
from ..tab import Tab
from ..work import Stopped
from .busy import Busy

PAUSE = 0.3  # seconds for which a board rests before it is searched from
AT_ONCE, ASKED = 10.0, 600.0  # seconds of a search that nobody asked for, and of one that somebody waits for


class Searching:
    """What is known of the states of a puzzle, with a search for the one that is shown."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._known: dict[str, Known] = {}
        self._plans: dict[str, tuple[str, ...]] = {}
        self._shown: Shown | None = None
        self._searches = 0
        self.distance = ui.label().classes("distance").props('aria-live="polite"')
        self._busy = Busy(tab.new_work())

    def forget(self) -> None:
        """Stop, and know nothing: the rules are others."""
        self.stop()
        self._known.clear()
        self._plans.clear()
        self._shown = None
        self.distance.set_text("")

    def stop(self) -> None:
        """Stop the search."""
        self._searches += 1  # those that wait are stale
        self._busy.stop()

    def at(self, shown: Shown) -> None:
        """Tell of this board what is known; where that is nothing, search once it rests."""
        is_same = self._shown is not None and self._shown.state == shown.state
        self._shown = shown
        known = self._known.get(shown.state)
        if known is not None or shown.is_goal:
            self.stop()
            self.distance.set_text(known.said if known else "This is the goal.")
        elif not is_same:
            self.stop()
            self.distance.set_text("How far from the goal? Searching ...")
            background_tasks.create(self._after_pause(shown, self._searches), name="search")

    async def next_move(self) -> str | None:
        """The next move of a shortest solution, searched for where it is not known; None where there is none."""
        shown = self._shown
        if shown is None:
            return None
        known = self._known.get(shown.state)
        if known is None or known.is_open:
            await self._search(shown, ASKED)
        known = self._known.get(shown.state)
        return known.next if known else None

    async def plan(self) -> tuple[str, ...] | None:
        """The moves of a shortest solution, searched for where they are not known; None where there are none."""
        shown = self._shown
        if shown is None:
            return None
        known = self._known.get(shown.state)
        if known is None or known.is_open:
            await self._search(shown, ASKED)
        return self._plans.get(shown.state)

    async def _after_pause(self, shown: Shown, number: int) -> None:
        await asyncio.sleep(PAUSE)
        if number == self._searches:
            await self._search(shown, AT_ONCE)

    async def _search(self, shown: Shown, seconds: float) -> None:
        self.stop()
        number = self._searches
        try:
            found = await self._busy.run(distance.search, self.tab.rules, shown.position, seconds, seconds=seconds + 5)
        except PuzzleError as error:
            if number == self._searches or isinstance(error, Stopped):
                self._tell(shown, said(error))
            return
        if number != self._searches:
            return
        self._known.update(found.known)
        if found.plan is not None:
            states = list(found.known)
            self._plans.update({state: found.plan[at:] for at, state in enumerate(states)})
        self._tell(shown, found.known[shown.state].said)

    def _tell(self, shown: Shown, text: str) -> None:
        if self._shown is shown or (self._shown is not None and self._shown.state == shown.state):
            self.distance.set_text(text)
