"""The page: which rule file it is about, and its panels, each made when it is first shown."""

from __future__ import annotations

from pathlib import Path

from fastapi import Request
from nicegui import background_tasks, ui
from nicegui.elements.tabs import TabPanel
from nicegui.events import ValueChangeEventArguments

from ..by_name import entry
from ..drawing.svg import STYLE
from .panels import PANELS
from .rules import Rules, labels
from .tab import Tab

_HERE = Path(__file__).parent
_STYLE = STYLE + "".join((_HERE / place).read_text(encoding="utf-8") for place in ("look.css", "elements/look.css"))


def make_page(given: list[Rules], shipped: list[Rules]) -> None:
    """Register the page."""

    @ui.page("/", title="logicpuzzles")
    async def page(request: Request) -> None:
        ui.add_css(_STYLE)
        tab = Tab([*given, *shipped], dict(request.query_params))
        client = ui.context.client
        client.on_delete(tab.close)
        await _build(tab)
        background_tasks.create(tab.quick.warm(), name="warm")


async def _build(tab: Tab) -> None:
    names = dict(zip(labels(tab.files), tab.files, strict=True))
    asked = tab.asked.get("file", "")
    first = asked if asked in names else next(iter(names))
    tab.rules = names[first]
    shown = tab.asked.get("panel", "")
    shown = shown if shown in PANELS else next(iter(PANELS))

    async def choose(event: ValueChangeEventArguments[str]) -> None:
        if event.value in names and names[event.value].path != tab.rules.path:
            rules = names[event.value]
            await tab.choose(tab.drafts.get(rules.path) or rules.fresh())

    with ui.element("header").classes("top"):
        with ui.element("h1").classes("name"):
            ui.label("logicpuzzles")
        file = ui.select(list(names), value=first, label="Rule file", on_change=choose).props("dense outlined")
        file.classes("file")
        with ui.tabs().props("dense align=left outside-arrows mobile-arrows") as tabs:
            for name in PANELS:
                ui.tab(name)

    def chosen() -> None:
        """Name the file that was chosen elsewhere, such as a new one."""
        label = next((label for label, one in names.items() if one.path == tab.rules.path), tab.rules.name)
        names.setdefault(label, tab.rules)
        file.set_options(list(names), value=label)

    tab.on_rules(chosen)
    panels = ui.tab_panels(tabs, value=shown, animated=False, keep_alive=True).classes("panels").props('role="main"')
    with panels:
        made = {name: ui.tab_panel(name) for name in PANELS}
    tab.go = panels.set_value
    built: set[str] = set()

    async def show(name: str) -> None:
        await tab.show(name)
        if name not in built:
            built.add(name)
            _fill(made[name], name, tab)

    async def switched() -> None:
        await show(str(panels.value))

    panels.on_value_change(switched)
    await show(shown)


def _fill(panel: TabPanel, name: str, tab: Tab) -> None:
    with panel:
        entry(PANELS[name])(tab)
