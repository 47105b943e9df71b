"""What is known of the rules beside the editor: complaints, tests, the rules they compile to, what `check` proves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.elements.expansion import Expansion

from ...errors import PuzzleError
from ...wording import counted
from ..jobs import reading
from ..jobs.reading import Complaint, Look, Tested
from ..parts import Message, button
from ..rules import Rules
from ..tab import Tab
from ..work import Stopped, Work

TESTING = 60.0  # seconds for all tests of a text
CHECKING = 60.0
MOST = 200  # lines of a list


class About:
    """What is known of the rules."""

    def __init__(self, tab: Tab, work: Work, show_line: Callable[[int], None]) -> None:
        self.tab, self.work, self.show_line = tab, work, show_line
        self.rules = tab.rules
        self.is_right = False
        self.status = ui.label().props('role="status"').classes("status")
        self.complaints = ui.element("ul").classes("found").props('aria-label="Complaints"')
        self.tested = ui.label().props('role="status"').classes("status")
        self.tests = ui.element("ul").classes("found").props('aria-label="Tests"')
        self.listing = _Part("Rewrite rules", self._listing, tab.work)
        self.check = _Part("What check proves", self._check, tab.work)

    def tell(self, rules: Rules, look: Look) -> None:
        """Show what was seen of these rules."""
        self.rules, self.is_right = rules, look.is_right
        wrong = sum(not one.is_warning for one in look.complaints)
        if wrong:
            self.status.set_text(counted(wrong, "complaint"))
        else:
            kind = f"a {look.kind}" if look.kind else "relations to be asked"
            said = counted(look.n_relations, "relation")
            self.status.set_text(f"No complaints: {rules.name} declares {kind}, {said}.")
        self._list(self.complaints, look.complaints[:MOST], self._complaint)
        self.tested.set_text("")
        self.tests.clear()
        self.listing.renew(look.is_right)
        self.check.renew(look.is_right)

    def _list(self, place: ui.element, found: tuple[Complaint, ...] | list[Tested], row: Callable[..., None]) -> None:
        place.clear()
        with place:
            for one in found:
                with ui.element("li"):
                    row(one)

    def _complaint(self, one: Complaint) -> None:
        kind = "warning" if one.is_warning else "error"
        if not one.line:
            ui.label(one.text).classes(kind)
            return
        where = f"{one.line}:{one.column}" if one.column else str(one.line)
        said = f"{where}: {'warning: ' if one.is_warning else ''}{one.text}"
        self._line_button(said, one.line, kind)

    def _line_button(self, said: str, line: int, kind: str) -> None:
        with ui.element("button").classes(f"line {kind}").on("click", lambda: self.show_line(line)):
            ui.label(said)

    async def test(self, rules: Rules) -> None:
        """Run the tests of these rules, and show how they went."""
        try:
            found = await self.work.run(reading.tests, rules, progress=self.tested.set_text, seconds=TESTING)
        except Stopped:
            return
        except PuzzleError as error:
            self.tested.set_text(str(error))
            return
        if rules != self.rules:
            return
        failed = sum(one.problem is not None for one in found)
        passed = len(found) - failed
        told = f"{passed} passed" + (f", {failed} failed" if failed else "")
        self.tested.set_text(f"Tests: {told}." if found else "")
        self._list(self.tests, sorted(found, key=lambda one: one.problem is None)[:MOST], self._test)

    def _test(self, one: Tested) -> None:
        if one.problem is not None:
            self._line_button(f"✗ {one.line}: {one.name}: {one.problem}", one.line, "failed")
        elif one.warning is not None:
            self._line_button(f"✓ {one.line}: {one.name}: warning: {one.warning}", one.line, "warning")
        else:
            self._line_button(f"✓ {one.line}: {one.name}", one.line, "passed")

    async def _listing(self, part: _Part) -> None:
        part.show(await self.tab.work.run(reading.listing, self.rules, seconds=CHECKING))

    async def _check(self, part: _Part) -> None:
        found = await self.tab.work.run(reading.check, self.rules, progress=part.note.set_text, seconds=CHECKING)
        part.note.clear_text()
        part.text.clear()
        with part.text:
            for one in found:
                with ui.element("div").classes("finding" if one.good else "finding error"):
                    ui.label(one.name).classes("term")
                    ui.label(one.text)


class _Part:
    """Something that is worked out where it is opened."""

    def __init__(self, title: str, work_out: Callable[[_Part], Awaitable[None]], work: Work) -> None:
        self.work_out, self.work = work_out, work
        self.is_known = False
        self.open: Expansion = ui.expansion(title, on_value_change=self._opened).classes("part")
        with self.open:
            self.note = Message()
            self.stop = button("Stop", work.stop)
            self.text = ui.element("div").classes("told")
        self.stop.set_visibility(False)

    def renew(self, is_right: bool) -> None:
        """The rules are others: forget what was shown; where it is open, it is worked out anew."""
        self.is_known = False
        self.text.clear()
        self.note.set_text("" if is_right else "The rules have complaints.")
        self.open.set_value(self.open.value and not is_right)

    def show(self, text: str) -> None:
        """Show a text as it is."""
        self.note.clear_text()
        self.text.clear()
        with self.text:
            ui.label(text).classes("verbatim")

    async def _opened(self) -> None:
        if not self.open.value or self.is_known:
            return
        self.is_known = True
        self.note.set_text("")
        self.stop.set_visibility(True)
        try:
            await self.work_out(self)
        except PuzzleError as error:
            self.is_known = False
            self.note.tell(error)
        finally:
            self.stop.set_visibility(False)
