"""The panel Ask: queries in Prolog syntax, their answers as a table with boards, why they hold and why not."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from ...errors import PuzzleError
from ...limits import SECONDS
from ...wording import counted, duration
from ..jobs import asking
from ..jobs.asking import Known, Paused, Row
from ..parts import Message, button, tree
from ..tab import Tab
from .answers import Answers

T = TypeVar("T")
AT_FIRST = 20  # answers of a query that was just asked
MOST = 10_000  # answers that a page can show
GRACE = 5.0  # seconds for loading the rules, beside those of the query
REMEMBERED = 50  # queries
CHOICES = {5.0: "5 seconds", SECONDS: "1 minute", 600.0: "10 minutes"}
_WORD = re.compile(r"(?<!\w)[a-z]\w*\Z")
_VARIABLE = re.compile(r"(?<!\w)[A-Z_]\w*\Z")


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    _Panel(tab)


class _Panel:
    def __init__(self, tab: Tab) -> None:
        self.tab, self.work = tab, tab.new_work()
        self.numbers, self.number = count(), -1
        self.turn = 0  # of what the person asked for last: what was asked for before says no more when it ends
        self.known = Known((), "")
        self.asked: list[str] = []  # earlier queries, the last of them last
        self.back = 0  # how many of them the person went back
        self.query = ""
        with ui.element("div").classes("bar"):
            ui.label("?-").classes("verbatim").props('aria-hidden="true"')
            self.input = ui.input(on_change=self._complete, autocomplete=[]).classes("query")
            self.input.props('dense outlined aria-label="Query" autocapitalize=off spellcheck=false')
            self.input.on("keydown.enter", self._ask)
            self.input.on("keydown.up.prevent", lambda: self._earlier(1))
            self.input.on("keydown.down.prevent", lambda: self._earlier(-1))
            button("Ask", self._ask)
            button("Why not", self._why_not)
            self.stop = button("Stop", self._stop)
            self.seconds = ui.select(CHOICES, value=SECONDS, label="At most").props("dense outlined")
        self.hints = ui.label().classes("hints").props('aria-live="polite"')
        self.message = Message()
        with ui.element("div").classes("bar"):
            self.status = ui.label().props('role="status"').classes("status")
            self.next = button(f"Next {AT_FIRST}", lambda: self._more(AT_FIRST))
            self.all = button("All", lambda: self._more(MOST))
        self.printed = ui.label().classes("verbatim")
        self.answers = Answers(self._why)
        self.proof = ui.element("section").props('aria-label="Why"')
        self.stop.set_visibility(False)
        self._offer(False)
        tab.on_rules(self._chosen)
        ui.timer(0, self._chosen, once=True)

    async def _chosen(self) -> None:
        """Other rules: the answers of the old ones go, and other names can be asked."""
        self._clear()
        self.message.clear_text()
        try:
            self.known = await self.tab.quick.run(asking.known, self.tab.rules)
        except PuzzleError as error:
            self.message.tell(error)
            return
        self.input.props["placeholder"] = self.known.example

    def _clear(self) -> None:
        self.number = -1
        if self.work.is_busy:
            self.work.stop()
        self.answers.clear()
        self.proof.clear()
        self.status.set_text("")
        self.printed.set_text("")
        self._offer(False)

    # -- typing ---------------------------------------------------------------------------------------

    def _complete(self, event: ValueChangeEventArguments[str | None]) -> None:
        """Offer what the word at the end may become: the Tab key takes the first."""
        text = event.value or ""
        fits: list[tuple[str, str]] = []
        if (word := _WORD.search(text)) is not None:
            fits = [
                (name, f"{name}/{', '.join(map(str, sizes))}")
                for name, sizes in self.known.names
                if name.startswith(word[0]) and name != word[0]
            ]
        elif (word := _VARIABLE.search(text)) is not None:
            before = dict.fromkeys(re.findall(r"\b[A-Z_]\w*", text[: word.start()]))
            fits = [(name, name) for name in before if name.startswith(word[0]) and name != word[0]]
        begun = "" if word is None else text[: word.start()]
        earlier = [query for query in reversed(self.asked) if text and query.startswith(text)]
        self.input.set_autocomplete([*(begun + name for name, _ in fits), *earlier])
        self.hints.set_text("  ".join(shown for _, shown in fits[:8]) + (" …" if len(fits) > 8 else ""))

    def _earlier(self, step: int) -> None:
        """Show the query before, or behind."""
        self.back = max(0, min(len(self.asked), self.back + step))
        self.input.set_value(self.asked[-self.back] if self.back else "")

    def _typed(self) -> str:
        """The query, remembered."""
        text = str(self.input.value or "").strip() or self.known.example
        if not self.input.value:
            self.input.set_value(text)
        self.asked = [*(one for one in self.asked if one != text), text][-REMEMBERED:]
        self.back = 0
        return text

    # -- asking ---------------------------------------------------------------------------------------

    async def _ask(self) -> None:
        self._clear()
        self.query, self.number = self._typed(), next(self.numbers)
        await self._run(asking.ask, self.tab.rules, self.query, self.number, AT_FIRST, self._limit())

    async def _more(self, most: int) -> None:
        most = min(most, MOST - self.answers.number)
        if most > 0:
            await self._run(asking.more, self.number, most)

    async def _run(self, function: Callable[..., Paused], *arguments: object) -> None:
        """Take in answers as they come, until the query pauses."""
        number = self.number

        def heard(what: tuple[str, ...] | Row) -> None:
            if number == self.number:
                if isinstance(what, Row):
                    self.answers.add(what)
                else:
                    self.answers.begin(what)

        self._offer(False)
        seconds = self._limit() + GRACE
        paused = await self._working(lambda: self.work.run(function, *arguments, progress=heard, seconds=seconds))
        if number == self.number:
            self.answers.show()
            self._tell(paused)

    def _follow(self) -> None:
        """Show the answers that have come, and how many these are."""
        if self.answers.number > self.answers.shown:
            self.status.set_text(f"{counted(self.answers.number, 'answer')} so far")
            self.answers.show_some()

    def _tell(self, paused: Paused | None) -> None:
        """Say where the query stands."""
        n = self.answers.number
        said = counted(n, "answer") if n else "no answer"
        if paused is None:  # it was stopped, or is wrong
            self.status.set_text(f"{said} so far" if n else "")
            return
        self.printed.set_text(self.printed.text + paused.printed)
        if paused.reason is not None:
            self.message.tell(f"Stopped: {paused.reason}")
            said += " so far"
        elif not n:
            said = "false: there is no answer"
        elif n >= MOST and not paused.is_over:
            self.message.tell(f"More than {MOST:,} answers are not shown. Next: ask for less.")
        elif not paused.is_over:
            said += ", others may follow"
        took = f"{duration(paused.seconds)}, {counted(paused.inferences, 'inference')}"
        self.status.set_text(f"{said} ({took})")
        self._offer(not paused.is_over and n < MOST)

    def _limit(self) -> float:
        return float(self.seconds.value or SECONDS)

    def _offer(self, is_open: bool) -> None:
        self.next.set_visibility(is_open)
        self.all.set_visibility(is_open)

    def _stop(self) -> None:
        """End what runs at once."""
        self.work.stop()

    # -- why ------------------------------------------------------------------------------------------

    async def _why(self, number: int) -> None:
        """Show the proof of an answer."""
        self.proof.clear()
        seconds, query = self._limit(), self.query
        found = await self._apart(asking.why, query, number, seconds)
        if found is None:
            return
        with self.proof:
            self._head(f"Why {found.answer}")
            tree(found.rows)
            for reason in found.reasons:
                ui.label(reason)

    async def _why_not(self) -> None:
        """Show why the query has no answer."""
        self._clear()
        query = self._typed()
        rows = await self._apart(asking.whynot, query, self._limit())
        if rows is None:
            return
        with self.proof:
            self._head(f"Why not {query}")
            tree(rows)

    def _head(self, text: str) -> None:
        """The heading of a proof, which comes into view, and where a screen reader goes on."""
        made = ui.label(text).classes("heading").props("tabindex=-1")
        ui.run_javascript(f"setTimeout(() => getHtmlElement({made.id})?.focus(), 50)")

    async def _apart(self, function: Callable[..., T], *arguments: object) -> T | None:
        """The result of `function` over the rules; the open query waits meanwhile. None where it is not wanted."""
        seconds, rules = self._limit() + GRACE, self.tab.rules
        turn = self.turn + 1
        found = await self._working(lambda: self.work.run(function, rules, *arguments, seconds=seconds))
        return found if turn == self.turn else None

    async def _working(self, run: Callable[[], Awaitable[T]]) -> T | None:
        """What `run` gives; None where it went wrong, which is told unless something else was asked for since."""
        self.turn += 1
        turn = self.turn
        self.message.clear_text()
        self.stop.set_visibility(True)
        timer = ui.timer(0.2, self._follow)
        try:
            return await run()
        except PuzzleError as error:
            if turn == self.turn:
                self.message.tell(error)
            return None
        finally:
            timer.delete()
            if turn == self.turn:
                self.stop.set_visibility(False)
