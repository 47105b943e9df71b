"""Boards that are played on, as SVG whose cells can be pointed at."""

from __future__ import annotations

from ..drawing.live import live
from ..drawing.looks import EMPTY
from ..logic.terms import same
from ..puzzles.shown_states import known_values
from .moves import Play


def drawn(play: Play) -> tuple[str, str]:
    """The board as SVG with the cells marked that the last move changed; or, where it is too large, "" and its values.

    Cells can be reached by keys where a move changes them; they are called by what they hold and that move.
    """
    scene = play.puzzle.scene(play.state)
    named = {}
    for number, cell in enumerate(scene.cells):
        meant = play.at(cell.at) if type(cell.at) is int else []
        if meant:
            told = "empty" if cell.label.strip() in EMPTY else cell.label.strip()
            named[number] = f"{told}: move {meant[0].name}" if len(meant) == 1 else f"{told}: {len(meant)} moves"
    before = play.states[-2:-1] or play.states[-1:]
    marked = [at for at, (one, other) in enumerate(zip(before[0], play.state, strict=True)) if not same(one, other)]
    return live(scene, "board", known_values(play.puzzle), marked, named, -1)
