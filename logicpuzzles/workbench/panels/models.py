"""The panel Models: a model filled in by hand, what is left for a cell, why something cannot be, all solutions."""

from __future__ import annotations

import asyncio

from nicegui import background_tasks, ui

from ...errors import PuzzleError
from ..elements.drawn import Choices, LiveBoard
from ..jobs import filling
from ..jobs.filling import Filled, Filling
from ..parts import Message, message_of
from ..tab import Tab
from ..work import Stopped
from .busy import Busy
from .solutions import SolutionsSheet

SECONDS = 10.0  # for what a click asks, and for a search that nobody asked for
ASKED = 600.0  # for one that somebody waits for
PAUSE = 0.4  # seconds for which a board rests before its solutions are counted
ERASING = ("Delete", "Backspace", " ", ".")


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    Models(tab)


class Models:
    """The elements of the panel, and what they do."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._steps: list[Filled] = [()]  # what was filled in after each step
        self._at = 0
        self._chosen, self._keys = -1, ""
        self._shown: Filling | None = None
        self._turn = asyncio.Lock()  # a click is about the board that the one before left
        self.message = Message()
        with ui.element("div").classes("sides") as self._sides:
            with ui.element("section").classes("side").props('aria-label="board"'):
                self._stage = LiveBoard(self.choose, on_typed=self.typed)
                self._instead = ui.label().classes("message")
                self._told = ui.label().classes("said").props('aria-live="polite"')
                with ui.element("div").classes("controls"):
                    self._restart = _button("first_page", "Restart", self.restart)
                    self._undo = _button("undo", "Undo", self.undo)
                    self._redo = _button("redo", "Redo", self.redo)
                    ui.button("Hint", icon="lightbulb", on_click=self.hint).props("outline no-caps")
            with ui.element("section").classes("side").props('aria-label="values and solutions"'):
                self._heading = ui.label().classes("heading").props('aria-live="polite"')
                self._values = Choices("values", self.put, toggles=True)
                self._judged = ui.label().classes("distance").props('aria-live="polite"')
                self._busy = Busy(tab.new_work())
                self._why = ui.label().classes("message why").props("tabindex=0")
        with ui.element("section").classes("solutions").props('aria-label="all solutions"') as self._all:
            self._solutions = SolutionsSheet(tab, self._agreeing, self.fill)
        tab.on_rules(self.begin)
        ui.timer(0, self.begin, once=True)

    # -- what is done ------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Begin anew, with the rules that are chosen now."""
        self._shown = None
        self._steps, self._at, self._chosen, self._keys = [()], 0, -1, ""
        self._solutions.forget()
        await self._show()

    async def choose(self, number: int) -> None:
        """Choose the cell of the picture that has this number."""
        variable = self._variable(number)
        if variable >= 0 and variable != self._chosen:
            self._chosen, self._keys = variable, ""
            await self._show(is_new=False)

    async def typed(self, number: int, key: str) -> None:
        """Fill in what is typed at a cell."""
        await self.choose(number)
        if key in ERASING:
            await self._set(-1)
            return
        self._keys = keys = self._keys + key
        try:
            kept, value = await self.tab.quick.run(
                filling.typed, self.tab.rules, self._chosen, keys, seconds=SECONDS
            )  # fmt: skip
        except PuzzleError as error:
            self.message.tell(error)
            return
        if self._keys == keys:  # no other came meanwhile
            self._keys = kept
        if value >= 0:
            await self._set(value)
        elif not kept:
            self._told.set_text(f"{key} is no value of this cell.")

    async def put(self, value: int) -> None:
        """Fill in the value that has this number, or take it away where it is there."""
        if self._shown is not None:
            await self._set(-1 if value == self._shown.value else value)

    async def fill(self, filled: Filled) -> None:
        """Fill all of this in."""
        self._step(filled)
        await self._show()

    async def undo(self) -> None:
        """Take the last step back."""
        self._at = max(0, self._at - 1)
        await self._show()

    async def redo(self) -> None:
        """Do again what was taken back last."""
        self._at = min(len(self._steps) - 1, self._at + 1)
        await self._show()

    async def restart(self) -> None:
        """Empty the board."""
        await self.fill(())

    async def hint(self) -> None:
        """Fill in one more cell."""
        before = self._filled
        try:
            found = await self._busy.run(filling.hint, self.tab.rules, before, ASKED, seconds=ASKED + 5)
        except PuzzleError as error:
            self.message.tell(error)
            return
        if found is None:
            self._told.set_text("There is no hint: nothing is left to fill in, or no solution agrees with this.")
        elif before == self._filled:
            self._chosen = found[0]
            await self._set(found[1])

    async def _set(self, value: int) -> None:
        """Give the chosen cell a value; -1 makes it empty."""
        if self._chosen >= 0:
            others = tuple(pair for pair in self._filled if pair[0] != self._chosen)
            self._step(others if value < 0 else tuple(sorted((*others, (self._chosen, value)))))
            await self._show()

    # -- what is there -----------------------------------------------------------------------------

    @property
    def _filled(self) -> Filled:
        return self._steps[self._at]

    def _agreeing(self) -> Filled:
        """With what solutions are to agree."""
        return self._filled

    def _step(self, filled: Filled) -> None:
        if filled != self._filled:
            self._steps[self._at + 1 :] = [filled]
            self._at += 1

    def _variable(self, number: int) -> int:
        return -1 if self._shown is None else self._shown.variables.get(number, -1)

    # -- what is shown -----------------------------------------------------------------------------

    async def _show(self, is_new: bool = True, marked: tuple[int, ...] = ()) -> None:
        """Draw the board, and have its solutions counted where it is a new one."""
        async with self._turn:
            filled = self._filled
            try:
                shown = await self.tab.quick.run(
                    filling.show, self.tab.rules, filled, self._chosen, marked, seconds=SECONDS
                )  # fmt: skip
            except PuzzleError as error:
                self.message.tell(error)
                self._sides.set_visibility(self._shown is not None)
                self._all.set_visibility(self._shown is not None)
                return
            self._draw(shown)
        if is_new:
            self._judged.set_text("")
            self._why.set_text("")
            background_tasks.create(self._judge(filled), name="judge")

    def _draw(self, shown: Filling) -> None:
        self._shown = shown
        self.message.clear_text()
        self._sides.set_visibility(True)
        self._all.set_visibility(True)
        self._stage.draw(shown.picture)
        self._instead.set_text(shown.instead)
        self._told.set_text(shown.told)
        self._restart.set_enabled(bool(self._filled))
        self._undo.set_enabled(self._at > 0)
        self._redo.set_enabled(self._at < len(self._steps) - 1)
        self._heading.set_text(self._left(shown))
        faint = [number for number in range(len(shown.values)) if number not in shown.left]
        self._values.offer(shown.values, [shown.value] if shown.value >= 0 else [], faint)

    def _left(self, shown: Filling) -> str:
        """What is read out of the cell that is chosen."""
        if shown.chosen < 0:
            return "Choose a cell, then its value; or type it there."
        left = ", ".join(shown.values[number] for number in shown.left if number < len(shown.values))
        return f"{shown.name}: {f'{left} left' if left else 'nothing is left'}"

    async def _judge(self, filled: Filled) -> None:
        """Count the solutions that agree, once the board rests; where there is none, tell why."""
        await asyncio.sleep(PAUSE)
        rules = self.tab.rules
        if filled != self._filled:
            return
        self._busy.stop()
        try:
            found = await self._busy.run(filling.judge, rules, filled, SECONDS, seconds=2 * SECONDS + 5)
        except PuzzleError as error:
            if filled == self._filled and not isinstance(error, Stopped):
                self._judged.set_text(message_of(error))
            return
        if (rules, filled) != (self.tab.rules, self._filled):
            return
        self._judged.set_text(found.said)
        self._why.set_text(found.why)
        if found.marked:
            await self._show(is_new=False, marked=found.marked)


def _button(icon: str, name: str, act: object) -> ui.button:
    return ui.button(icon=icon, on_click=act).props(f'flat dense aria-label="{name}"').tooltip(name)  # type: ignore[arg-type]
