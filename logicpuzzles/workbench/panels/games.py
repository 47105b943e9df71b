"""The panel Games: a deduction game against the engine, both ways, with what is left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

from ...errors import PuzzleError
from ...wording import counted
from ..elements.drawn import Choices
from ..jobs import guessing
from ..jobs.guessing import Question, Turns
from ..parts import Message
from ..tab import Tab
from .busy import Busy

T = TypeVar("T")
SECONDS = 600.0  # for which the program may think; the stop is beside it
ME, YOU = "I guess, the program answers", "The program guesses, I answer"


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    Games(tab)


class Games:
    """The elements of the panel, and what they do."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._turns: Turns = ()
        self._secret = -1
        self._question: Question | None = None
        self._turn = asyncio.Lock()  # an answer is about what stands there
        self.message = Message()
        self._busy = Busy(tab.new_work())
        with ui.element("div").classes("sides") as self._sides:
            with ui.element("section").classes("side").props('aria-label="game"'):
                self._who = ui.radio([ME, YOU], value=ME, on_change=self.begin).props('aria-label="who guesses"')
                self._told = ui.label().classes("distance").props('aria-live="polite"')
                with ui.element("div").classes("controls") as self._guessing:
                    self._typed = ui.input("Guess").props("dense outlined").on("keydown.enter", self.guess)
                    ui.button("Guess", on_click=self.guess).props("unelevated no-caps")
                    ui.button("Hint", icon="lightbulb", on_click=self.hint).props("outline no-caps")
                    ui.button("Give up", icon="flag", on_click=self.give_up).props("flat no-caps")
                self._answers = Choices("answers", self.answer)
                with ui.element("div").classes("controls"):
                    self._undo = ui.button("Undo", icon="undo", on_click=self.undo).props("flat no-caps")
                    ui.button("New game", icon="replay", on_click=self.begin).props("flat no-caps")
                self._past = ui.element("ol").classes("turns").props('aria-label="turns"')
            with ui.element("section").classes("side").props('aria-label="secrets that are left"'):
                self._count = ui.label().classes("heading").props('aria-live="polite"')
                with ui.element("details").classes("left"):
                    with ui.element("summary"):
                        ui.label("Show them").style("display: inline")
                    self._left = ui.label().classes("message")
        tab.on_rules(self.begin)
        ui.timer(0, self.begin, once=True)

    # -- what is done ------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Begin a new game."""
        self._busy.stop()
        async with self._turn:
            self._turns, self._secret, self._question = (), -1, None
            self._sides.set_visibility(await self._do(self._begun))

    async def _begun(self) -> None:
        if self._is_mine:
            self._secret = await self._run(guessing.draw_secret)
        await self._show()

    async def guess(self) -> None:
        """Have the guess that was typed answered."""
        typed = str(self._typed.value or "")

        async def act() -> None:
            self._turns = await self._run(guessing.guess, self._secret, self._turns, typed)
            self._typed.set_value("")
            await self._show()

        async with self._turn:
            await self._do(act)

    async def answer(self, number: int) -> None:
        """Take in an answer."""

        async def act() -> None:
            question = self._question
            if question is not None and 0 <= number < len(question.answers):
                self._turns = await self._run(guessing.hear, self._turns, question.guess, number)
                await self._show()

        async with self._turn:
            await self._do(act)

    async def undo(self) -> None:
        """Take the last answer back."""

        async def act() -> None:
            self._turns = self._turns[:-1]
            await self._show()

        async with self._turn:
            await self._do(act)

    async def hint(self) -> None:
        """Tell what the program would guess."""

        async def act() -> None:
            found = await self._run(guessing.ask, self._turns)
            self._told.set_text(f"I would guess {found.text}.")

        async with self._turn:
            await self._do(act)

    async def give_up(self) -> None:
        """Tell the secret."""

        async def act() -> None:
            self._told.set_text(f"It was {await self._run(guessing.name_secret, self._secret)}.")
            self._guessing.set_visibility(False)

        async with self._turn:
            await self._do(act)

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def _is_mine(self) -> bool:
        """Whether the person guesses."""
        return bool(self._who.value == ME)

    async def _do(self, act: Callable[[], Awaitable[None]]) -> bool:
        """Whether this was done; else it is told why not."""
        self.message.clear_text()
        try:
            await act()
        except PuzzleError as error:
            self.message.tell(error)
            return False
        return True

    async def _run(self, job: Callable[..., T], *arguments: object) -> T:
        return await self._busy.run(job, self.tab.rules, *arguments, seconds=SECONDS)

    async def _show(self) -> None:
        """Show how the game stands; where the program guesses, what it asks."""
        standing = await self._run(guessing.stand, self._turns)
        self._question = None
        questions = counted(len(standing.turns), "question")
        self._past.clear()
        with self._past:
            for guess, answer in standing.turns:
                with ui.element("li"):
                    ui.label(f"{guess}: {answer}")
        more = ", ..." if standing.n_left > len(standing.left) else ""
        self._count.set_text(f"{counted(standing.n_left, 'secret')} left")
        self._left.set_text(", ".join(standing.left) + more)
        self._guessing.set_visibility(self._is_mine and not standing.is_over)
        self._undo.set_visibility(not self._is_mine and bool(standing.turns))
        self._answers.offer(())
        if standing.is_over:
            whose = "You found it" if self._is_mine else "Your secret is"
            self._told.set_text(f"{whose}: {standing.left[0]}, with {questions}.")
        elif self._is_mine:
            self._told.set_text(f"I have a secret. {standing.told}")
        else:
            self._told.set_text(f"Think of a secret. {standing.told}")
            self._question = await self._run(guessing.ask, self._turns)
            self._told.set_text(f"Question {len(standing.turns) + 1}: {self._question.text}")
            self._answers.offer(self._question.answers)
