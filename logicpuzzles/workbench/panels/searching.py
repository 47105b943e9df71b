"""How far a board is from the goal, the next move, and the whole solution: searched in a process of its own."""

from __future__ import annotations

import asyncio

from nicegui import background_tasks, ui

from ...errors import PuzzleError
from ..jobs import distance
from ..jobs.board import Shown
from ..jobs.distance import Found, Known
from ..parts import message_of
from ..tab import Tab
from ..work import Stopped
from .busy import Busy

PAUSE = 0.3  # seconds for which a board rests before it is searched from
AT_ONCE, ASKED = 30.0, 600.0  # seconds of a search that nobody asked for, and of one that somebody waits for


class Searching:
    """What is known of the states of a puzzle, with a search for the one that is shown."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._known: dict[str, Known] = {}
        self._plans: dict[str, tuple[str, ...]] = {}
        self._shown: Shown | None = None
        self._searches = 0
        self._searched: str | None = None  # the state for which a search is under way
        self._done = asyncio.Event()
        self._was_stopped = False
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
        self._searched = None
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
        known = await self._settled()
        return known.next if known else None

    async def plan(self) -> tuple[str, ...] | None:
        """The moves of a shortest solution, searched for where they are not known; None where there are none."""
        shown = self._shown
        return self._plans.get(shown.state) if await self._settled() is not None and shown is not None else None

    async def _settled(self) -> Known | None:
        """What is known of the board once it was searched for long."""
        shown = self._shown
        if shown is None:
            return None
        if self._searched == shown.state:  # a search for it is under way, and may be enough
            await self._done.wait()
            if self._was_stopped:
                return None
        known = self._known.get(shown.state)
        if known is None or not known.is_settled:
            await self._search(shown, ASKED)
        return self._known.get(shown.state)

    async def _after_pause(self, shown: Shown, number: int) -> None:
        await asyncio.sleep(PAUSE)
        if number == self._searches:
            await self._search(shown, AT_ONCE)

    async def _search(self, shown: Shown, seconds: float) -> None:
        self.stop()
        number, rules = self._searches, self.tab.rules
        done = self._done = asyncio.Event()
        self._searched, self._was_stopped = shown.state, False
        try:
            found = await self._busy.run(distance.search, rules, shown.position, seconds, seconds=seconds + 5)
        except Stopped:
            self._was_stopped = True
            self._tell(shown, "; ".join(filter(None, ("Stopped", self._busy.last))))
        except PuzzleError as error:
            self._tell(shown, message_of(error))
        else:
            if number == self._searches:
                self._note(found)
                self._tell(shown, found.known[shown.state].said)
        finally:
            done.set()
            if number == self._searches:
                self._searched = None

    def _note(self, found: Found) -> None:
        self._known.update(found.known)
        if found.plan is not None:
            self._plans.update({state: found.plan[at:] for at, state in enumerate(found.known)})

    def _tell(self, shown: Shown, text: str) -> None:
        if self._shown is shown or (self._shown is not None and self._shown.state == shown.state):
            self.distance.set_text(text)
