"""The page: which rule file it is about, and its panels, each made when it is first shown."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from fastapi import Request
from nicegui import Client, app, background_tasks, ui
from nicegui.client import ClientConnectionTimeout
from nicegui.elements.tabs import TabPanel

from ..by_name import entry
from ..drawing.svg import STYLE
from ..errors import PuzzleError
from .elements import drawn  # noqa: F401  # a page lists the modules that scripts import before any panel is shown
from .panels import PANELS
from .parameters import Parameters, in_address, of_address
from .parts import message_of
from .rules import Rules, labels
from .tab import Tab

CONNECTING = 60.0  # seconds until a page that does not connect is given up
_HERE = Path(__file__).parent
_STYLE = STYLE + "".join((_HERE / place).read_text(encoding="utf-8") for place in ("look.css", "elements/look.css"))


def make_page(given: list[Rules], shipped: list[Rules]) -> None:
    """Register the page."""

    @ui.page("/", title="logicpuzzles")
    async def page(request: Request, client: Client) -> None:
        ui.add_css(_STYLE)
        tab = Tab([*given, *shipped], dict(request.query_params))
        client.on_delete(tab.close)
        client.on_exception(lambda problem: _tell(client, problem))
        shown = _Page(tab)
        try:
            if typed := of_address(tab.asked):
                await client.connected(CONNECTING)  # a page that has not come after three seconds would not come at all
                await shown.parameters.take(typed)
            await shown.show(shown.first)
            background_tasks.create(tab.quick.warm(), name="warm")
            await client.connected(CONNECTING)
            await shown.restore()
        except ClientConnectionTimeout:
            return  # fetched by what is no browser, or closed at once: there is nobody to show it to
        except PuzzleError as problem:
            _tell(client, problem)


def _tell(client: Client, problem: Exception) -> None:
    """Tell what nobody foresaw."""
    with client:
        ui.notify(message_of(problem), type="negative", multi_line=True, timeout=0, close_button="Close")


class _Page:
    """What is around the panels."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.names = dict(zip(labels(tab.files), tab.files, strict=True))
        asked, panel = tab.asked.get("file", ""), tab.asked.get("panel", "")
        chosen = asked if asked in self.names else next(iter(self.names))
        tab.rules = self.names[chosen]
        self.first = panel if panel in PANELS else next(iter(PANELS))
        self.built: set[str] = set()
        with ui.element("header").classes("top"):
            with ui.element("h1").classes("name"):
                ui.label("logicpuzzles")
            self.file = ui.select(list(self.names), value=chosen, label="Rule file", on_change=self._choose)
            self.file.props("dense outlined").classes("file")
            with ui.tabs().props("dense align=left outside-arrows mobile-arrows") as tabs:
                for name in PANELS:
                    ui.tab(name)
        tab.on_rules(self._chosen)
        self.parameters = Parameters(tab)
        self.panels = ui.tab_panels(tabs, value=self.first, animated=False, keep_alive=True)
        self.panels.classes("panels")
        with self.panels:
            self.places: dict[str, TabPanel] = {name: ui.tab_panel(name) for name in PANELS}
        self.panels.on_value_change(self._switched)
        tab.go = self.panels.set_value

    async def show(self, name: str) -> None:
        """Show the panel of this name."""
        await self.tab.show(name)
        if name not in self.built:
            self.built.add(name)
            with self.places[name]:
                entry(PANELS[name])(self.tab)

    async def restore(self) -> None:
        """Have again what was typed before the page was loaded anew, as after the machine slept."""
        kept = app.storage.tab.setdefault("drafts", {})  # in memory, and the same for the same tab
        self.tab.drafts = kept
        known = {one.path for one in self.names.values()}
        self.names = {one.name: one for path, one in kept.items() if path not in known} | self.names
        self.file.set_options(list(self.names))
        label = self.tab.asked.get("file", "")
        asked = self.names.get(label, self.tab.rules)
        if asked.path in kept:
            await self.tab.choose(kept[asked.path])
        if label and label not in self.names:
            hint = "choose one above, or begin anew: logicpuzzles serve FILE"
            raise PuzzleError("the address asks for a rule file that is not here", place=label, hint=hint)

    async def _choose(self) -> None:
        rules = self.names.get(str(self.file.value))
        if rules is not None and rules.path != self.tab.rules.path:
            await self.tab.choose(self.tab.drafts.get(rules.path) or rules.fresh())

    def _chosen(self) -> None:
        """Name the file that was chosen, elsewhere perhaps, such as a new one."""
        rules = self.tab.rules
        label = next((label for label, one in self.names.items() if one.path == rules.path), rules.name)
        if label not in self.names:  # new texts come first
            self.names = {label: rules, **self.names}
        self.file.set_options(list(self.names), value=label)
        self._note()

    async def _switched(self) -> None:
        await self.show(str(self.panels.value))
        self._note()

    def _note(self) -> None:
        """Let the address say what is shown, for when the page is loaded again."""
        shown = {"file": self.file.value, "panel": self.panels.value, **in_address(self.tab.rules)}
        ui.navigate.history.replace(f"?{urlencode(shown)}")
