"""The controls of a board's moves: back and on, to the ends, by a slider, and by themselves at a pace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from .history import History

PACES = {1.6: "slow", 0.8: "usual", 0.3: "fast"}  # seconds a move


class Watching:
    """Controls of a history; `go` shows the board after so many moves."""

    def __init__(self, history: History, go: Callable[[int], Awaitable[None]]) -> None:
        self.history, self._go = history, go
        with ui.element("div").classes("controls").props('role="group" aria-label="moves made"'):
            self._first = _button("first_page", "Restart", lambda: self.by_hand(0))
            self._back = _button("undo", "Undo", lambda: self.by_hand(history.made - 1))
            self._play = _button("play_arrow", "Play", self.toggle)
            self._on = _button("redo", "Redo", lambda: self.by_hand(history.made + 1))
            self._last = _button("last_page", "To the last move", lambda: self.by_hand(history.length))
            pace = ui.select(PACES, value=0.8, label="Speed", on_change=self._paced).props("dense outlined")
            pace.classes("pace")
        self._slider = ui.slider(min=0, max=1, value=0, on_change=self._slid).props('aria-label="move"')
        self._clock = ui.timer(0.8, self._tick, active=False)

    def show(self) -> None:
        """Show where the history stands."""
        made, length = self.history.made, self.history.length
        self._slider.props["max"] = max(1, length)
        self._slider.set_value(made)
        self._slider.set_enabled(length > 0)
        for button in (self._first, self._back):
            button.set_enabled(made > 0)
        for button in (self._on, self._last, self._play):
            button.set_enabled(made < length)

    def play(self) -> None:
        """Make the moves that are to come, one after another."""
        self._clock.activate()
        self._name_play("pause", "Pause")

    def pause(self) -> None:
        """Stop making moves."""
        self._clock.deactivate()
        self._name_play("play_arrow", "Play")

    async def toggle(self) -> None:
        """Play, or pause."""
        if self._clock.active:
            self.pause()
        else:
            self.play()

    async def by_hand(self, made: int) -> None:
        """Go there, and no further."""
        self.pause()
        await self._go(made)

    def _name_play(self, icon: str, name: str) -> None:
        self._play.props["icon"] = icon
        self._play.props["aria-label"] = name
        self._play.update()

    async def _tick(self) -> None:
        if self.history.made < self.history.length:
            await self._go(self.history.made + 1)
        if self.history.made >= self.history.length:
            self.pause()

    def _paced(self, event: ValueChangeEventArguments[float]) -> None:
        self._clock.interval = event.value

    async def _slid(self, event: ValueChangeEventArguments[float | None]) -> None:
        made = int(event.value or 0)
        if made != self.history.made:  # else it shows where the history stands
            await self.by_hand(made)


def _button(icon: str, name: str, act: Callable[[], Awaitable[None]]) -> ui.button:
    return ui.button(icon=icon, on_click=act).props(f'flat dense aria-label="{name}"').tooltip(name)
