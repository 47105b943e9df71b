"""What is in hand in a cell of a notebook: how it is shown, and what pointing, typing and buttons do. No widget yet.

A view is what the browser draws; it says nothing that has to be thought about there. A message tells what the person
did, as ``{"do": "cell", "cell": 3}``; what it can be is listed in `Hand.deeds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import TypedDict

from ..errors import PuzzleError
from ..models.model import Model
from ..puzzles.puzzle import Puzzle

MOST = 60  # choices that have a button each


class Button(TypedDict):
    """A button: what is sent, what it shows, what it is called, and whether it can be pressed now."""

    name: str
    text: str
    title: str
    on: bool


class Choice(TypedDict):
    """What may be chosen: its text, and whether it is advised against."""

    text: str
    faint: bool


class View(TypedDict):
    """What the browser draws.

    Attributes
    ----------
    board
        SVG whose cells have numbers, made of escaped text; "" where the board is too large.
    instead
        Text in its place.
    said
        What is told below it, line by line.
    explained
        Text below that, set as it is printed.
    choices, asked
        Buttons for moves or values, and what they are for.
    arrows
        Whether the arrow keys go to Python, as a direction; else they go from cell to cell.
    typing
        Whether what is typed in a cell goes to Python.
    chosen
        The number of the chosen cell; -1 for none.
    waits
        Whether a search runs that may change the view; the browser looks again and again then.
    """

    board: str
    instead: str
    said: str
    explained: str
    asked: str
    choices: list[Choice]
    buttons: list[Button]
    arrows: bool
    typing: bool
    chosen: int
    waits: bool


class Hand:
    """What play and filling have in common; `changed` is called when the view may have become another.

    Parameters
    ----------
    of
        The puzzle or model that is in hand.
    """

    def __init__(self, of: Puzzle | Model) -> None:
        self.of = of
        self.note, self.explained = "", ""  # told until the next deed
        self.changed: Callable[[], None] = lambda: None
        self._lock = RLock()  # a search tells what it found from a thread of its own
        self.deeds: dict[str, Callable[[Mapping[str, object]], None]] = {
            "cell": lambda said: self.point(_number(said, "cell")),
            "choice": lambda said: self.choose(_number(said, "choice")),
            "arrow": lambda said: self.go(_word(said, "way")),
            "typed": lambda said: self.type(_number(said, "cell"), _word(said, "key")),
            "button": lambda said: self.press(_word(said, "name")),
        }

    def take(self, message: object) -> None:
        """Do what a message from the browser says; one that says nothing known does nothing."""
        if not isinstance(message, Mapping) or _word(message, "do") not in self.deeds:
            return
        with self._lock:
            self.note, self.explained = "", ""
            try:
                self.deeds[_word(message, "do")](message)
            except PuzzleError as error:
                self.note = str(error)
        self.changed()

    def view(self) -> View:
        """What the browser draws now."""
        with self._lock:
            try:
                return self.shown()
            except PuzzleError as error:  # such as of a picture that fails
                return view(said=str(error), buttons=self.buttons())

    def press(self, name: str) -> None:
        """Do what the button of this name is for; nothing where it cannot be pressed."""
        if any(button["name"] == name and button["on"] for button in self.buttons()):
            getattr(self, f"press_{name}")()

    def close(self) -> None:
        """End what goes on in the background."""

    # -- what each kind does -----------------------------------------------------------------------

    def shown(self) -> View:
        """The view; `PuzzleError` may be raised."""
        raise NotImplementedError

    def buttons(self) -> list[Button]:
        """Its buttons; the method ``press_NAME`` does what one is for."""
        raise NotImplementedError

    def point(self, number: int) -> None:
        """Do what a click on a cell means."""
        raise NotImplementedError

    def choose(self, number: int) -> None:
        """Take one of the choices."""
        raise NotImplementedError

    def go(self, way: str) -> None:
        """Do what an arrow key means."""

    def type(self, number: int, key: str) -> None:
        """Do what a key means that is pressed in a cell."""


def button(name: str, text: str, title: str, on: bool = True) -> Button:
    """A button."""
    return {"name": name, "text": text, "title": title, "on": on}


def view(
    board: str = "",
    instead: str = "",
    said: str = "",
    explained: str = "",
    asked: str = "",
    choices: Sequence[Choice] = (),
    buttons: Sequence[Button] = (),
    arrows: bool = False,
    typing: bool = False,
    chosen: int = -1,
    waits: bool = False,
) -> View:
    """A view with these parts."""
    return {
        "board": board, "instead": instead, "said": said, "explained": explained, "asked": asked,
        "choices": list(choices), "buttons": list(buttons), "arrows": arrows, "typing": typing, "chosen": chosen,
        "waits": waits,
    }  # fmt: skip


def _number(message: Mapping[str, object], name: str) -> int:
    """A number of a message; -1 where there is none."""
    found = message.get(name)
    return found if type(found) is int else -1


def _word(message: Mapping[str, object], name: str) -> str:
    """A text of a message; "" where there is none."""
    found = message.get(name)
    return found if isinstance(found, str) else ""
