"""The panel Board."""

from __future__ import annotations

from nicegui import ui

from ..tab import Tab


def build(tab: Tab) -> None:
    """Make the elements of the panel."""
    name = ui.label(tab.rules.name)
    tab.on_rules(lambda: name.set_text(tab.rules.name))
