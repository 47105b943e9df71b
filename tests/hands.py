"""A board of a notebook on a page: the module as it is shipped, a model with anywidget's interface, Python behind."""

from __future__ import annotations

from typing import Any

from logicpuzzles.notebook.hand import Hand
from logicpuzzles.notebook.widget import BoardWidget

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>board</title>
<meta http-equiv="Content-Security-Policy"
content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob:">
<style>:root{color-scheme:light dark}</style></head><body><div id="cell"></div></body></html>"""
# What anywidget's front end does: import the module, and give `render` a model with get, on, off and send.
BEGIN = """async ([source, css, view, apart]) => {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const listeners = new Set();
  const model = {
    get: (name) => ({ view })[name],
    on: (event, listener) => event === "change:view" && listeners.add(listener),
    off: (event, listener) => listeners.delete(listener),
    send: (message) => window.python(message), // a promise in marimo, nothing in Jupyter
  };
  window.show = (now) => {
    view = now;
    for (const listener of listeners) listener();
  };
  const cell = document.getElementById("cell");
  const el = apart ? cell.attachShadow({ mode: "open" }).appendChild(document.createElement("div")) : cell;
  window.leave = await module.default.render({ model, el, signal: undefined });
  window.listening = () => listeners.size;
}"""


class Shown:
    """A hand on an open page; `page` is Playwright's. `apart`: in a tree of its own, as in marimo."""

    def __init__(self, page: Any, hand: Hand, apart: bool = False) -> None:
        self.page, self.hand = page, hand
        self.messages: list[Any] = []
        page.expose_function("python", lambda message: self.messages.append(message))
        page.set_content(PAGE)
        page.evaluate(BEGIN, [str(BoardWidget._esm), str(BoardWidget._css), hand.view(), apart])

    def settle(self) -> None:
        """Let Python take the messages that came, and show what is in hand then."""
        self.page.evaluate("0")  # what was sent before has come
        messages, self.messages[:] = list(self.messages), []
        for message in messages:
            self.hand.take(message)
        self.show()

    def show(self) -> None:
        """Show what is in hand."""
        self.page.evaluate("(view) => window.show(view)", self.hand.view())

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def click(self, selector: str) -> None:
        """Click the first element that fits."""
        self.page.locator(selector).first.click()
        self.settle()

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.page.locator(selector).first.text_content())

    def labels(self) -> list[str]:
        """What stands on the tiles, in the order of the cells."""
        return [str(one) for one in self.page.locator("[data-cell]").all_text_contents()]
