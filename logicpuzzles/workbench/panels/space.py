"""The panel Whole space: how many states are how far from a goal, their boards, and dealing from them."""

from __future__ import annotations

from nicegui import ui

from ...errors import PuzzleError
from ..elements.drawn import Bars, Sheet
from ..jobs import space
from ..jobs.board import Position
from ..jobs.space import Boards, Space
from ..parts import Message
from ..tab import Tab
from .busy import Busy
from .dealing import Dealing

LOADING = 10.0  # seconds for reading the rules
SECONDS = 3600.0  # for which a space may be explored; the stop is beside it


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    SpacePanel(tab)


class SpacePanel:
    """The elements of the panel, and what they do."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._space: Space | None = None
        self._boards: Boards | None = None
        self._button = ui.button("Explore", icon="travel_explore", on_click=self.explore).props("unelevated no-caps")
        self._busy = Busy(tab.spaces)
        self.message = Message()
        self._said = ui.label().classes("distance").props('aria-live="polite"')
        with ui.element("div").classes("sides") as self._found:
            with ui.element("section").classes("side").props('aria-label="how many states are how far"'):
                Dealing(tab, self.deal)
                self._bars = Bars(self.open)
            with ui.element("section").classes("side").props('aria-label="boards"'):
                self._told = ui.label().classes("heading").props('aria-live="polite"')
                self._sheet = Sheet("boards", "play it", self.play)
        tab.on_rules(self.begin)
        ui.timer(0, self.begin, once=True)
        self.forget()

    async def begin(self) -> None:
        """Offer to explore the space of the rules that are chosen now; where they have none, tell so."""
        self.forget()
        rules, problem = self.tab.rules, None
        try:
            await self.tab.quick.run(space.has_space, rules, seconds=LOADING)
        except PuzzleError as error:
            problem = error
        if rules != self.tab.rules:
            return
        self._button.set_visibility(problem is None)
        if problem is not None:
            self._said.set_text("")
            self.message.tell(problem)

    def forget(self) -> None:
        """Show nothing: the rules are others."""
        self._space = self._boards = None
        self._said.set_text("Explore looks at all states from which a goal can be reached.")
        self._found.set_visibility(False)
        self.message.clear_text()

    async def explore(self) -> None:
        """Explore the space, and show how many states are how far."""
        self.forget()
        rules = self.tab.rules
        try:
            found = await self._busy.run(space.explore, rules, seconds=SECONDS)
        except PuzzleError as error:
            self.message.tell(error)
            return
        if rules != self.tab.rules:
            return
        self._space = found
        self._said.set_text(found.said)
        self._found.set_visibility(bool(found.bars))
        self._sheet.set_visibility(found.is_whole)
        self._bars.draw([bar[:2] for bar in found.bars], found.axes)
        if found.is_whole:
            await self.open(len(found.bars) - 1)

    async def open(self, number: int) -> None:
        """Draw boards of the depths behind a bar."""
        found = self._space
        if found is None or not found.is_whole or not 0 <= number < len(found.bars):
            return
        name, count, first, last = found.bars[number]
        try:
            self._boards = await self._busy.run(space.boards, self.tab.rules, first, last, seconds=SECONDS)
        except PuzzleError as error:
            self.message.tell(error)
            return
        drawn = self._boards.drawn
        more = f"the first {len(drawn):,} of {count:,}" if len(drawn) < count else f"all {count:,}"
        self._told.set_text(f"{found.axes[0].capitalize()} {name}: {more}. Choose a board to play it.")
        self._bars.draw([bar[:2] for bar in found.bars], found.axes, number)
        self._sheet.draw(drawn)

    async def play(self, number: int) -> None:
        """Play the board of this number."""
        starts = self._boards.starts if self._boards is not None else ()
        start = starts[number] if 0 <= number < len(starts) else None
        if start is None:
            self.message.tell("This state cannot be written as text, so it cannot be played from here.")
        else:
            await self.deal(start)

    async def deal(self, position: Position) -> None:
        """Play from there on the board."""
        self.tab.play(position)
