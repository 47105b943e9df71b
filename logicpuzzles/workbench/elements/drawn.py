"""The elements as Python sees them; the scripts beside this file have one each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from ... import drawing

POINTING = Path(drawing.__file__).with_name("pointing.js")  # "pointing" to the scripts that import it
Chosen = Callable[[int], Awaitable[None]]  # is told the number of what was chosen


def _number(event: GenericEventArguments) -> int:
    """What a script tells: whatever comes from a browser is looked at."""
    return event.args if type(event.args) is int else -1


class LiveBoard(Element, component="board.js", dependencies=[POINTING]):
    """A board that can be pointed at.

    Parameters
    ----------
    on_cell
        Is told the number of a cell that was clicked.
    on_way
        Is told "up", "down", "left" or "right", where the arrow keys move pieces.
    on_typed
        Is told a cell and a key typed there; without it cells take no keys.
    """

    def __init__(
        self,
        on_cell: Chosen,
        on_way: Callable[[str], Awaitable[None]] | None = None,
        on_typed: Callable[[int, str], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__()
        self._props["picture"], self._props["arrows"] = "", "focus"
        self._props["typing"] = on_typed is not None

        async def cell(event: GenericEventArguments) -> None:
            await on_cell(_number(event))

        self.on("cell", cell)
        if on_way is not None:

            async def way(event: GenericEventArguments) -> None:
                if event.args in ("up", "down", "left", "right"):
                    await on_way(event.args)

            self.on("way", way)
        if on_typed is not None:

            async def typed(event: GenericEventArguments) -> None:
                given: Any = event.args if isinstance(event.args, dict) else {}
                number, key = given.get("cell"), given.get("key")
                if type(number) is int and isinstance(key, str):
                    await on_typed(number, key)

            self.on("enter", cell)
            self.on("typed", typed)

    def draw(self, picture: str, arrows: bool = False) -> None:
        """Show another picture; with `arrows` the arrow keys move pieces, else the focus."""
        self._props["picture"], self._props["arrows"] = picture, "move" if arrows else "focus"
        self.update()


class Choices(Element, component="choices.js"):
    """A row of buttons with these texts."""

    def __init__(self, label: str, on_choose: Chosen, toggles: bool = False) -> None:
        super().__init__()
        self._props.update(label=label, texts=[], marked=[], faint=[], toggles=toggles)

        async def choose(event: GenericEventArguments) -> None:
            await on_choose(_number(event))

        self.on("choose", choose)

    def offer(self, texts: Sequence[str], marked: Sequence[int] = (), faint: Sequence[int] = ()) -> None:
        """Show buttons with these texts, some of them marked, some faint: they are ruled out."""
        self._props.update(texts=list(texts), marked=list(marked), faint=list(faint))
        self.update()


class Sheet(Element, component="sheet.js"):
    """Boards side by side with their captions; with `chosen`, what choosing one does, they are buttons."""

    def __init__(self, label: str, chosen: str = "", on_choose: Chosen | None = None) -> None:
        super().__init__()
        self._props.update(label=label, boards=[], chosen=chosen)
        if on_choose is not None:

            async def choose(event: GenericEventArguments) -> None:
                await on_choose(_number(event))

            self.on("choose", choose)

    def draw(self, boards: Sequence[tuple[str, str]]) -> None:
        """Show these boards, each an SVG and a caption."""
        self._props["boards"] = [list(board) for board in boards]
        self.update()


class Bars(Element, component="bars.js"):
    """Bars, a line each; one that is chosen tells its number."""

    def __init__(self, on_choose: Chosen) -> None:
        super().__init__()
        self._props.update(bars=[], axes=["", ""], open=-1)

        async def choose(event: GenericEventArguments) -> None:
            await on_choose(_number(event))

        self.on("choose", choose)

    def draw(self, bars: Sequence[tuple[str, int]], axes: tuple[str, str], opened: int = -1) -> None:
        """Show these bars, each a name and a number."""
        self._props.update(bars=[list(bar) for bar in bars], axes=list(axes), open=opened)
        self.update()
