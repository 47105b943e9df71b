"""Elements that several panels have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from ..errors import LimitReached, PuzzleError, defect
from .process import ForAnotherPanel
from .work import Stopped


class Message(ui.label):
    """One message where it belongs on the page, read out when it appears; empty, it takes no room."""

    def __init__(self) -> None:
        super().__init__()
        self.classes("message").props('role="alert"')

    def tell(self, problem: Exception | str) -> None:
        """Show what went wrong, or a sentence."""
        self.set_text(message_of(problem))

    def clear_text(self) -> None:
        """Show nothing."""
        self.set_text("")


def button(text: str, on_click: Callable[[], object]) -> ui.button:
    """A button that says what it does."""
    return ui.button(text, on_click=on_click).props("outline dense no-caps padding='xs sm'")


def message_of(problem: Exception | str) -> str:
    """What went wrong, in the words of the command line."""
    if isinstance(problem, str):
        return problem
    if isinstance(problem, Stopped):
        return "Stopped."
    if isinstance(problem, LimitReached):
        return f"Stopped: {problem}"
    if isinstance(problem, ForAnotherPanel):
        return str(problem)
    return f"Error: {problem if isinstance(problem, PuzzleError) else defect(problem)}"


OPEN = 4  # levels of a tree that are open at first


def tree(rows: Sequence[tuple[int, str]]) -> ui.tree:
    """Lines, each with its depth, as a tree that opens."""
    root: list[dict[str, Any]] = []
    above = [root]  # the children of the last line of each depth, from those of none on
    opened = []
    for number, (depth, text) in enumerate(rows):
        depth = min(depth, len(above) - 1)
        node: dict[str, Any] = {"id": number, "label": text, "children": []}
        above[depth].append(node)
        above[depth + 1 :] = [node["children"]]
        if depth < OPEN:
            opened.append(number)
    made = ui.tree(root).classes("tree").props("no-transition dense")
    made.props["expanded"] = opened
    made.on("update:expanded", lambda event: made.props.update({"expanded": event.args}))
    return made
