"""All solutions of a model that agree with what is filled in, a page at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from ...errors import PuzzleError
from ..elements.drawn import Sheet
from ..jobs import solutions
from ..jobs.filling import Filled
from ..jobs.solutions import Page
from ..parts import Message
from ..tab import Tab
from .busy import Busy

SECONDS = 3600.0  # for which solutions may be looked for; the stop is beside it


class SolutionsSheet:
    """A button that looks for solutions, and the sheet of them.

    Parameters
    ----------
    agreeing
        With what they are to agree.
    fill
        Fills a solution in.
    """

    def __init__(self, tab: Tab, agreeing: Callable[[], Filled], fill: Callable[[Filled], Awaitable[None]]) -> None:
        self.tab, self._agreeing, self._fill = tab, agreeing, fill
        self._page: Page | None = None
        self._of: Filled = ()
        self._number = 0
        ui.button("Show all solutions", icon="apps", on_click=self.begin).props("unelevated no-caps")
        self._busy = Busy(tab.new_work())
        self._message = Message()
        self._said = ui.label().classes("heading").props('aria-live="polite"')
        with ui.element("div").classes("controls") as self._pages:
            self._back = ui.button("Back", icon="chevron_left", on_click=lambda: self._turn(-1)).props("flat no-caps")
            self._more = ui.button("More", icon="chevron_right", on_click=lambda: self._turn(1)).props("flat no-caps")
        self._sheet = Sheet("solutions", "fill it in", self.choose)
        self.forget()

    def forget(self) -> None:
        """Show none: the rules are others."""
        self._busy.stop()
        self._page = None
        self._said.set_text("")
        self._message.clear_text()
        self._pages.set_visibility(False)
        self._sheet.draw(())

    async def begin(self) -> None:
        """Show the first page of the solutions that agree with what is filled in now."""
        self._of, self._number = self._agreeing(), 0
        await self._show()

    async def choose(self, number: int) -> None:
        """Fill in the solution that has this number on the page."""
        if self._page is not None and 0 <= number < len(self._page.filled):
            await self._fill(self._page.filled[number])

    async def _turn(self, by: int) -> None:
        self._number = max(0, self._number + by)
        await self._show()

    async def _show(self) -> None:
        self._message.clear_text()
        rules = self.tab.rules
        try:
            found = await self._busy.run(solutions.page, rules, self._of, self._number, seconds=SECONDS)
        except PuzzleError as error:
            self._message.tell(error)
            return
        if rules != self.tab.rules:
            return
        self._page = found
        self._said.set_text(found.said)
        self._pages.set_visibility(self._number > 0 or not found.is_last)
        self._back.set_enabled(self._number > 0)
        self._more.set_enabled(not found.is_last)
        self._sheet.draw(found.drawn)
