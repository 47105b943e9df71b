"""The panel Rules: an editor for rule files, with what is wrong while they are typed, their tests and their proofs."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from ...errors import PuzzleError
from ..jobs import reading
from ..jobs.reading import Complaint, Look, Span
from ..parts import Message, button, message_of
from ..rules import NO_FILE, PROLOG, Rules, outdated, saved, stamp
from ..tab import Tab
from ..work import Stopped
from .about import About

BEGINNING = "% What is true?\n"  # of a new text
PAUSE = 0.2  # seconds after a key until the text is read
READING = 10.0  # seconds that it may take
OFTEN = 1.0  # seconds between looks at whether the file was edited elsewhere
LARGEST = 500_000  # characters: more would not go through the connection to the browser at once


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    _Panel(tab)


class _Panel:
    def __init__(self, tab: Tab) -> None:
        self.tab, self.work = tab, tab.new_work()
        self.rules = tab.rules
        self.given = self.rules  # what the other panels have from here
        self.number = 0  # of the text, which tells whether what was read is still what is shown
        with ui.element("div").classes("two"):
            with ui.element("section").classes("left").props('aria-label="Editor"'):
                with ui.element("div").classes("bar"):
                    self.save = button("Save", self._save)
                    self.again = button("Take over the file", self._take_over)
                    self.download = button("Download", self._download)
                    button("New", self._new)
                self.note = Message()
                self.place = ui.element("div").classes("editor")
            with ui.element("section").classes("right").props('aria-label="What is known of the rules"'):
                self.about = About(tab, self.work, self._show_line)
        tab.on_rules(self._chosen)
        ui.timer(OFTEN, self._look_at_file)
        self._open()

    # -- what is in the editor ------------------------------------------------------------------------

    def _chosen(self) -> None:
        """Show what was chosen elsewhere; what was typed here is there already."""
        chosen = self.tab.rules
        if chosen is self.given:
            return
        meant = self.tab.drafts.get(chosen.path, chosen)
        if (meant.path, meant.stamp, meant.text) != (self.rules.path, self.rules.stamp, self.rules.text):
            self._open()
        elif chosen.given != self.rules.given:  # other parameters: what is typed stays as it is
            self.rules = replace(self.rules, given=chosen.given)
            if chosen.path in self.tab.drafts:
                self.tab.drafts[chosen.path] = self.rules
            self.number += 1
            self._read(0)

    async def _give(self, rules: Rules) -> None:
        """Let the other panels be about these rules."""
        self.given = rules
        await self.tab.choose(rules)

    def _open(self) -> None:
        chosen = self.tab.rules
        self.rules = rules = replace(self.tab.drafts.get(chosen.path, chosen), given=chosen.given)
        self.number += 1
        self.place.clear()
        self.note.clear_text()
        try:
            text = reading.text_of(rules)
            if len(text) > LARGEST:
                raise PuzzleError("the file is too long for the editor", place=rules.name)
        except PuzzleError as error:
            text = ""
            self.note.tell(error)
        with self.place:  # a new editor, so that undoing ends where this file began
            self.editor = ui.codemirror(text, indent="    ", theme="basicLight", on_change=self._typed)
        self.editor.map_key("Mod-s", self._save)
        name = "Rules in Prolog text" if rules.is_prolog else "Rules in Python, to be read"
        ui.run_javascript(
            f"setTimeout(() => getHtmlElement({self.editor.id})?.querySelector('.cm-content')"
            f"?.setAttribute('aria-label', '{name}'), 100)"
        )
        if not rules.is_prolog:
            self.editor.disable()
            self.note.tell("A rule file in Python is only shown. It is read again when it is edited elsewhere.")
        self._offer()
        self._read(0)

    def _offer(self) -> None:
        """Show the buttons that mean something."""
        is_edited = self.rules.text is not None
        self.save.set_visibility(self.rules.may_be_saved)
        self.save.set_enabled(is_edited)
        self.again.set_visibility(is_edited and self.rules.stamp != NO_FILE)
        self.download.set_visibility(self.rules.is_prolog)

    def _typed(self, event: ValueChangeEventArguments[str]) -> None:
        if not self.rules.is_prolog:  # the editor does not let it be typed; whoever else sends it is not heard
            return
        self.rules = self.rules.edited(event.value)
        self.tab.drafts[self.rules.path] = self.rules
        self.number += 1
        self._offer()
        self._read(PAUSE)

    # -- reading --------------------------------------------------------------------------------------

    def _read(self, pause: float) -> None:
        number = self.number

        async def later() -> None:
            if number == self.number:
                await self._read_now(number)

        ui.timer(pause, later, once=True)

    async def _read_now(self, number: int) -> None:
        """Colour the text and tell what is wrong; where nothing is, let the other panels have it, and test it."""
        rules = self.rules
        if self.work.is_busy:
            self.work.stop()
        try:
            spans = await self.work.run(reading.colours, self.editor.value or "", rules.is_prolog, seconds=READING)
            self._decorate(spans, ())
            look = await self.work.run(reading.look, rules, seconds=READING)
        except Stopped:
            return
        except PuzzleError as error:
            spans, look = (), Look((Complaint(0, 0, message_of(error)),))
        if number != self.number:
            return
        self._decorate(spans, look.complaints)
        self.about.tell(rules, look)
        if look.is_right:
            if rules != self.tab.rules:
                await self._give(rules)
            await self.about.test(rules)

    def _decorate(self, spans: tuple[Span, ...], complaints: tuple[Complaint, ...]) -> None:
        """Colour the text, and underline what is wrong in it."""
        text = self.editor.value or ""
        marks = [{"kind": "mark", "from": one.start, "to": one.end, "class": f"lp-{one.kind}"} for one in spans]
        lines = text.split("\n")
        for one in complaints:
            if 0 < one.line <= len(lines):
                kind = "warning" if one.is_warning else "error"
                marks.append({"kind": "line", "line": one.line, "class": f"lp-line-{kind}"})
                line = lines[one.line - 1]
                begin = min(max(one.column - 1, 0), max(len(line) - 1, 0))
                size = len(line[begin:].split(maxsplit=1)[0]) if line[begin:].strip() else 1
                at = sum(map(len, lines[: one.line - 1])) + one.line - 1 + begin
                if at + size <= len(text):
                    marks.append({"kind": "mark", "from": at, "to": at + size, "class": f"lp-{kind}"})
        # not as the property of the element: with it the text would go there too, over what was typed meanwhile
        self.editor.run_method("setDecorations", marks)

    def _show_line(self, line: int) -> None:
        self.editor.reveal_line(line)

    # -- files ----------------------------------------------------------------------------------------

    async def _save(self) -> None:
        if not self.rules.may_be_saved:
            self.note.tell("Only files that were given to `logicpuzzles serve` are saved. Next: download it.")
            return
        if self.rules.text is None:
            return
        try:
            rules = saved(self.rules)
        except PuzzleError as error:
            self.note.tell(error)
            return
        self.rules = rules
        self.tab.drafts.pop(rules.path, None)
        self.note.tell(f"{rules.name} is saved.")
        self._offer()
        if self.about.is_right:
            await self._give(rules)

    async def _take_over(self) -> None:
        """Show the file as it is, without what was typed."""
        self.tab.drafts.pop(self.rules.path, None)
        await self._give(self.rules.fresh())
        self._open()

    def _download(self) -> None:
        ui.download.content(self.editor.value or "", f"{self.rules.name}.pl", "text/plain")

    async def _new(self) -> None:
        """Begin an empty text."""
        names = (f"untitled{number or ''}" for number in count())
        name = next(name for name in names if f"{name}{PROLOG}" not in self.tab.drafts)
        rules = Rules(name, f"{name}{PROLOG}", text=BEGINNING)
        self.tab.drafts[rules.path] = rules
        await self._give(rules)
        self._open()

    async def _look_at_file(self) -> None:
        """Read the file again where it was edited elsewhere."""
        rules = self.rules
        is_new = rules.text is not None and rules.stamp == NO_FILE
        if is_new or stamp(rules.path) == rules.stamp:
            return
        if rules.text is not None:
            self.note.tell(outdated(rules))
            return
        await self._give(rules.fresh())
        self._open()
