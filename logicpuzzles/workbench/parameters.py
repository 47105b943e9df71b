"""The form of a rule file's parameters, above all panels."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui
from nicegui.elements.input import Input

from ..errors import PuzzleError
from .jobs import parameters
from .jobs.parameters import Typed
from .parts import Message
from .rules import Rules
from .tab import Tab

SECONDS = 10.0  # for reading a rule file
SOON = 1.0  # seconds until it is told that one is read
PREFIX = "with."  # of parameters in an address


def of_address(asked: Mapping[str, str]) -> Typed:
    """The parameters that an address holds."""
    return tuple((name.removeprefix(PREFIX), text) for name, text in asked.items() if name.startswith(PREFIX))


def in_address(rules: Rules) -> dict[str, str]:
    """The parameters that were given, as an address holds them."""
    return {f"{PREFIX}{name}": str(value) for name, value in rules.given}


class Parameters:
    """Fields for the parameters of the rules that are chosen; nothing where they have none."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._fields: dict[str, Input] = {}
        self._reads = 0
        self._is_reading = False
        with ui.element("form").classes("parameters").props('aria-label="parameters"') as self._form:
            self._details = ui.element("details")
            with self._details:
                with ui.element("summary"):
                    ui.label("Parameters").style("display: inline")
                self._place = ui.element("div").classes("controls")
            self._message = Message()
        self._form.on("submit", self.apply, js_handler="(event) => { event.preventDefault(); emit(); }")
        self._form.set_visibility(False)
        tab.on_rules(self.refresh)
        ui.timer(0, self.refresh, once=True)

    async def refresh(self) -> None:
        """Ask for the parameters of the rules that are chosen now."""
        rules = self.tab.rules
        try:
            found = await self.tab.quick.run(parameters.parameters_of, rules, seconds=SECONDS)
        except PuzzleError:  # the panels tell of it
            found = ()
        if rules != self.tab.rules:
            return
        self._message.clear_text()
        self._place.clear()
        self._fields = {}
        with self._place:
            for one in found:
                made = ui.textarea(one.name, value=one.value) if one.is_long else ui.input(one.name, value=one.value)
                made.props(
                    f"dense outlined rows={min(10, len(one.value.splitlines()))}" if one.is_long else "dense outlined"
                )
                self._fields[one.name] = made.tooltip(one.expected)
            if found:
                self._details.props["open"] = not any(one.is_long for one in found)
                ui.button("Apply").props("outline no-caps type=submit")
        self._form.set_visibility(bool(found))

    async def apply(self) -> None:
        """Let every panel be about the rules with these values."""
        await self.take(tuple((name, str(field.value or "")) for name, field in self._fields.items()))

    async def take(self, typed: Typed) -> None:
        """The same with these values; none change nothing."""
        if not typed:
            return
        if self._is_reading:
            self.tab.quick.stop()  # other values are not wanted any more
        self._reads += 1
        number, self._is_reading = self._reads, True
        with self._form:
            told = ui.timer(SOON, lambda: self._message.tell("The rule file is read with these values ..."), once=True)
        try:
            made = await self.tab.quick.run(parameters.given, self.tab.rules, typed, seconds=SECONDS)
        except PuzzleError as error:
            if number == self._reads:
                self._form.set_visibility(True)
                self._message.tell(error)
            return
        finally:
            told.cancel()
            if number == self._reads:
                self._is_reading = False
        if number == self._reads:
            self._message.clear_text()
            await self.tab.choose(made)
