"""The panel Board: a state puzzle played by mouse, touch and keys, and solved while one watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlencode

from nicegui import ui

from ...errors import PuzzleError
from ...playing.pointing import Direction
from ...wording import counted
from ..elements.drawn import Choices, LiveBoard
from ..jobs import board
from ..jobs.board import Position, Shown
from ..parameters import in_address
from ..parts import Message
from ..rules import labels
from ..tab import Tab
from .dealing import Dealing
from .history import History
from .searching import Searching
from .watching import Watching

SECONDS = 10.0  # for what a click asks


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    Board(tab)


class Board:
    """The elements of the panel, and what they do."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.history = tab, History()
        self._shown: Shown | None = None
        self._turn = asyncio.Lock()  # a click is about the board that the one before left
        self._is_told = asyncio.Event()  # a board is shown, or why there is none: what is asked before waits
        self.message = Message()
        with ui.element("div").classes("sides") as self._sides:
            with ui.element("section").classes("side").props('aria-label="board"'):
                self._stage = LiveBoard(self.click, self.towards)
                self._instead = ui.label().classes("message")
                self._choices = Choices("which move is meant", self.choose)
                self._said = ui.label().classes("said").props('aria-live="polite"')
                self._watching = Watching(self.history, self.go)
            with ui.element("section").classes("side").props('aria-label="moves and distance"'):
                self._searching = Searching(tab)
                with ui.element("div").classes("controls"):
                    ui.button("Hint", icon="lightbulb", on_click=self.hint).props("outline no-caps")
                    ui.button("Solve and watch", icon="route", on_click=self.solve).props("unelevated no-caps")
                self._heading = ui.label().classes("heading").props("role=heading aria-level=2")
                self._moves = Choices("moves", self.make)
                self._typed = ui.input("Move by name").props("dense outlined").on("keydown.enter", self.enter)
                Dealing(tab, self.start_at)
                self._link = ui.link("Link to this position").classes("link")
        tab.on_rules(self.begin)
        ui.timer(0, self.opened, once=True)

    # -- where it begins ---------------------------------------------------------------------------

    async def opened(self) -> None:
        """Show what the address asks for, if it is about these rules, else the start."""
        link = self.tab.asked.get("play", "")
        if self.tab.begin or not link or self.tab.asked.get("file") != self._file:
            await self.begin()
            return
        await self.do(board.from_link, link, placed=False)
        if self._shown is None:
            problem = self.message.text
            await self.begin()
            self.message.tell(problem)

    async def begin(self) -> None:
        """Begin anew, with the rules that are chosen now, or where another panel wishes."""
        self._is_told.clear()
        self._shown = None
        self._searching.forget()
        begin, self.tab.begin = self.tab.begin or Position(), None
        await self.start_at(begin)

    async def start_at(self, position: Position) -> None:
        """Begin anew at a position."""
        self._watching.pause()
        self.history.begin(position)
        await self.do(board.show)

    # -- what is done ------------------------------------------------------------------------------

    async def do(self, job: Callable[..., Shown], *arguments: Any, placed: bool = True) -> None:
        """Ask the process of clicks for the board after something is done, and show it."""
        async with self._turn:
            at = (self.history.position,) if placed else ()
            try:
                shown = await self.tab.quick.run(job, self.tab.rules, *at, *arguments, seconds=SECONDS)
            except PuzzleError as error:
                self.message.tell(error)
                self._sides.set_visibility(self._shown is not None)
                self._is_told.set()
                return
            self.message.clear_text()
            self._show(shown)

    async def click(self, number: int) -> None:
        """Do what a click on a cell means."""
        self._watching.pause()
        await self.do(board.click, number)

    async def towards(self, way: str) -> None:
        """Do what an arrow key means."""
        self._watching.pause()
        await self.do(board.towards, cast(Direction, way))

    async def make(self, number: int) -> None:
        """Make one of the moves that have a button."""
        await self._make(self._shown.moves if self._shown else (), number)

    async def choose(self, number: int) -> None:
        """Make the move that was meant by a click."""
        await self._make(self._shown.choices if self._shown else (), number)

    async def _make(self, names: tuple[str, ...], number: int) -> None:
        self._watching.pause()
        if 0 <= number < len(names):
            await self.do(board.move, names[number])

    async def enter(self) -> None:
        """Make the move whose name was typed."""
        self._watching.pause()
        await self.do(board.move, self._typed.value or "")
        self._typed.set_value("")

    async def go(self, made: int) -> None:
        """Show the board after so many of the moves."""
        async with self._turn:
            self.history.to(made)
        await self.do(board.show)

    async def hint(self) -> None:
        """Make nothing, but tell the next move."""
        await self._is_told.wait()
        found = await self._searching.next_move()
        if found:
            self._said.set_text(f"Hint: {found}")

    async def solve(self) -> None:
        """Search for a shortest solution, and play it."""
        await self._is_told.wait()
        at = self.history.position
        plan = await self._searching.plan()
        if plan is not None and at == self.history.position:
            self.history.plan(plan)
            self._watching.show()
            self._watching.play()

    # -- what is shown -----------------------------------------------------------------------------

    def _show(self, shown: Shown) -> None:
        self._shown = shown
        self._is_told.set()
        self._sides.set_visibility(True)
        self.history.took(shown.position)
        self._stage.draw(shown.picture, shown.arrows)
        self._instead.set_text(shown.instead)
        self._choices.offer(shown.choices)
        self._said.set_text(self._announcement(shown))
        self._moves.offer(shown.moves)
        more = f"; the first {len(shown.moves)}" if shown.n_moves > len(shown.moves) else ""
        self._heading.set_text(f"{counted(shown.n_moves, 'move')} possible{more}")
        self._typed.set_visibility(bool(more))
        self._watching.show()
        self._searching.at(shown)
        asked = {"file": self._file, "panel": "Board", "play": shown.link, **in_address(self.tab.rules)}
        self._link.props["href"] = f"?{urlencode(asked)}"
        self._link.set_visibility(bool(shown.link and self._file) and self.tab.rules.text is None)
        self._link.update()

    @property
    def _file(self) -> str:
        """What an address calls the rule file that is chosen."""
        files = self.tab.files
        return next(
            (name for name, one in zip(labels(files), files, strict=True) if one.path == self.tab.rules.path), ""
        )

    def _announcement(self, shown: Shown) -> str:
        """What is read out after a move."""
        if shown.choices:
            return "That can mean several moves; which one?"
        made = len(shown.position.moves)
        if shown.is_goal:
            return f"Solved with {counted(made, 'move')}." if made else "The start is a goal."
        return f"Move {made}: {shown.position.moves[-1]}" if made else "At the start."
