"""Work that lasts, as the page shows it: that something runs, how far it is, and a button that stops it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from nicegui import ui

from ..work import Stopped, Work

T = TypeVar("T")


class Busy:
    """A line that is there while a process works; `last` is what it told last."""

    def __init__(self, work: Work) -> None:
        self.work, self.last = work, ""
        self._waiting: set[asyncio.Future[Any]] = set()
        with ui.element("div").classes("controls").props('role="status"') as self._line:
            ui.spinner(size="1.2em")
            self._progress = ui.label().classes("progress")
            ui.button("Stop", icon="stop", on_click=self.stop).props("flat dense no-caps")
        self._line.set_visibility(False)

    def stop(self) -> None:
        """Stop the work at once, also what waits; whoever waits for it gets `Stopped`."""
        for waiting in self._waiting:
            waiting.cancel()

    async def run(self, function: Callable[..., T], *arguments: object, seconds: float) -> T:
        """The result of `function(*arguments, progress=...)`, as `Work.run` gives it."""
        self._tell("")
        self._line.set_visibility(True)
        waiting = asyncio.ensure_future(
            self.work.run(function, *arguments, progress=self._tell, seconds=seconds)
        )  # fmt: skip
        self._waiting.add(waiting)
        try:
            await asyncio.wait([waiting])
        except asyncio.CancelledError:  # whoever waited is gone
            waiting.cancel()
            raise
        finally:
            self._waiting.discard(waiting)
            self._line.set_visibility(bool(self._waiting))
            self._progress.set_text("")
        if waiting.cancelled():
            raise Stopped("Stopped")
        return waiting.result()

    def _tell(self, line: str) -> None:
        self.last = line
        self._progress.set_text(line)
