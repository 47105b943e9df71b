"""The widget: a board in a cell of a notebook that can be pointed at. Python does all the thinking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files

from .. import drawing
from ..drawing.svg import STYLE
from ..endings import Value
from ..errors import PuzzleError
from ..models.model import Model
from ..models.values import Variable
from ..playing.filling import Fill
from ..playing.moves import Play
from ..puzzles.puzzle import Puzzle
from .filled import Filled
from .hand import Hand
from .played import Played

try:
    import anywidget
    import traitlets
except ImportError:
    raise PuzzleError(
        "boards in notebooks need anywidget",
        hint='install it: pip install "logicpuzzles[notebook]"; without it `logicpuzzles play` plays in a terminal',
    ) from None

LOOK = {"do": "look"}  # what the browser sends while it waits for a search


def _text(name: str, room: str = __package__) -> str:
    return files(room).joinpath(name).read_text(encoding="utf-8")


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]  # where anywidget has no types
    """Shows what is in hand; `hand` is the Python side, and `view` what the browser draws."""

    _esm = _text("pointing.js", drawing.__name__) + _text("board.js")  # one module
    _css = STYLE + _text("board.css")
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        super().__init__(view=dict(hand.view()))
        self.on_msg(self._on_message)
        hand.changed = self.refresh

    def __repr__(self) -> str:
        return f"<a board of {self.hand.of!r}>"

    def refresh(self) -> None:
        """Show what is in hand now, also after it was changed from Python."""
        self.view = dict(self.hand.view())

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        if message != LOOK:
            self.hand.take(message)
        elif self.view == (now := dict(self.hand.view())):
            self.send_state("view")  # in marimo nothing arrives that a thread has sent, and a search is a thread
        else:
            self.view = now

    def close(self) -> None:
        """End it, and any search of its own."""
        self.hand.close()
        super().close()


def play(puzzle: Puzzle, start: Iterable[Value] | None) -> BoardWidget:
    """A widget to play a puzzle."""
    return BoardWidget(Played(Play(puzzle, start)))


def fill(model: Model, given: Mapping[Variable, Value] | None) -> BoardWidget:
    """A widget to fill in a model."""
    hand = Filled(Fill(model, given))
    hand.of = model  # filled in is a copy, which knows no rule file
    return BoardWidget(hand)
