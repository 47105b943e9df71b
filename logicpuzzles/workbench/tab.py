"""What one tab of a browser has: its rule files, the one that is chosen, its work; gone when the tab is closed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .rules import Rules
from .work import Work

if TYPE_CHECKING:
    from .jobs.board import Position

ALWAYS = ""  # the panel of what is outside of all panels
Changed = Callable[[], object]  # may be asynchronous


class Tab:
    """One tab of a browser.

    Attributes
    ----------
    files
        The rule files that can be chosen: those given on the command line first.
    rules
        The one that is chosen, with the text as the page has it; every panel is about it.
    drafts
        Rule files that were edited and not saved, by their paths, also while they have complaints.
    asked
        What the address asks for, by name: `file`, `panel`, and what a panel's own link holds.
    panel
        The name of the panel that is shown.
    quick, work, spaces
        Processes: for clicks, where nothing may last, for all else, and for whole spaces, which a process keeps. See
        `work`.
    go
        Shows the panel of this name; the page says how.
    begin
        Where the board is to begin, if another panel chose that.
    """

    go: Callable[[str], object]

    def __init__(self, files: list[Rules], asked: Mapping[str, str]) -> None:
        self.files, self.asked = files, asked
        self.rules = files[0]
        self.drafts: dict[str, Rules] = {}
        self.panel = ALWAYS
        self.begin: Position | None = None
        self.quick, self.work, self.spaces = Work(), Work(), Work()
        self._works = [self.quick, self.work, self.spaces]
        self._changed: dict[str, list[Changed]] = {}
        self._stale: set[str] = set()

    def new_work(self) -> Work:
        """A process of its own, for a panel whose work goes on while others work; ended with the tab."""
        made = Work()
        self._works.append(made)
        return made

    def on_rules(self, changed: Changed) -> None:
        """Call `changed` where other rules are chosen, or the chosen ones are edited; called by a panel as it is built.

        Where its panel is not shown then, it is called when it is next shown.
        """
        self._changed.setdefault(self.panel, []).append(changed)

    async def choose(self, rules: Rules) -> None:
        """Let every panel be about `rules`."""
        self.rules = rules
        self._stale = set(self._changed)
        await self._refresh()

    def play(self, position: Position) -> None:
        """Show the board, which begins at this position."""
        self.begin = position
        self._stale.add("Board")
        self.go("Board")

    async def show(self, panel: str) -> None:
        """Note that this panel is shown now."""
        self.panel = panel
        await self._refresh()

    async def _refresh(self) -> None:
        """Call those who wait for news, in the panel that is shown and outside of all."""
        for panel in filter(self._stale.__contains__, (ALWAYS, self.panel)):
            self._stale.discard(panel)
            for changed in self._changed.get(panel, ()):
                waiting = changed()
                if inspect.isawaitable(waiting):
                    await waiting

    def close(self) -> None:
        """Stop all work: the tab was closed."""
        for one in self._works:
            one.close()
