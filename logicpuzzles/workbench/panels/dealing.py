"""Dealing: a random start of some depth, from the whole space, which is explored the first time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from ...errors import PuzzleError
from ..jobs import board
from ..jobs.board import Position
from ..parts import Message
from ..tab import Tab
from .busy import Busy

SECONDS = 600.0


class Dealing:
    """The fields for depth and seed, and the button; `begin` starts at what was dealt."""

    def __init__(self, tab: Tab, begin: Callable[[Position], Awaitable[None]]) -> None:
        self.tab, self._begin = tab, begin
        with ui.element("div").classes("controls").props('role="group" aria-label="deal"'):
            self._depth = _field("Depth", "the greatest")
            self._seed = _field("Seed", "any")
            ui.button("Deal", icon="casino", on_click=self.deal).props("outline no-caps")
        self._busy = Busy(tab.spaces)
        self._told = ui.label().classes("progress").props('aria-live="polite"')
        self._message = Message()

    async def deal(self) -> None:
        """Deal, and begin there."""
        depth, seed = (None if field.value is None else int(field.value) for field in (self._depth, self._seed))
        self._message.clear_text()
        self._told.set_text("")
        try:
            position, dealt = await self._busy.run(board.deal, self.tab.rules, depth, seed, seconds=SECONDS)
        except PuzzleError as error:
            self._message.tell(error)
            return
        self._told.set_text(f"Dealt: {dealt} to the goal.")
        await self._begin(position)


def _field(name: str, empty: str) -> ui.number:
    return ui.number(name, placeholder=empty, min=0, precision=0).props("dense outlined stack-label").classes("small")
