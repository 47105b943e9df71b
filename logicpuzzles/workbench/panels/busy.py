"""Work that lasts, as the page shows it: that something runs, how far it is, and a button that stops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nicegui import ui

from ..work import Work

T = TypeVar("T")


class Busy:
    """A line that is there while a process works."""

    def __init__(self, work: Work) -> None:
        self.work = work
        with ui.element("div").classes("controls").props('role="status"') as self._line:
            ui.spinner(size="1.2em")
            self._progress = ui.label().classes("progress")
            ui.button("Stop", icon="stop", on_click=self.stop).props("flat dense no-caps")
        self._line.set_visibility(False)

    def stop(self) -> None:
        """Stop the work at once."""
        if self.work.is_busy:
            self.work.stop()

    async def run(self, function: Callable[..., T], *arguments: object, seconds: float) -> T:
        """The result of `function(*arguments, progress=...)`, as `Work.run` gives it."""
        self._tell("")
        self._line.set_visibility(True)
        try:
            return await self.work.run(function, *arguments, progress=self._tell, seconds=seconds)
        finally:
            self._line.set_visibility(self.work.is_busy)

    def _tell(self, line: str) -> None:
        self._progress.set_text(line)
